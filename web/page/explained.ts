import { knowsAll, words } from '../i18n/words.ts';
import { more } from './later.ts';
import type { Paper } from './papers.ts';
import type { Picture } from './picture.ts';

/** What a reader is told about a step or parameter: its title, a paragraph, and the papers it follows. */
export interface Explained {
  readonly title: string;
  readonly text: string;
  readonly sources: readonly Paper[];
}

/**
 * As the picture's scene computes it: the same name is another computation with another score, norm or place. What is said
 * of all but the plain steps is fetched when the first of them is there; until then it has its name, and then `arrived`
 * asks for another drawing.
 */
export function explained(name: string, picture: Picture, arrived: () => void): Explained {
  const { steps } = words;
  const variety = varietyOf(name, picture);
  const plain =
    name === 'scaled' && picture.scene.attention.scale !== undefined ? steps.scaledByScale : own(steps.about, name);
  if (plain !== undefined && variety === '') return { title: plain[0], text: plain[1], sources: [] };
  const there = more.now(arrived);
  const about = knowsAll() ? words.explained.about : {};
  const [title, text] = own(about, `${name}.${variety}`) ??
    own(about, name) ??
    plain ?? [name, there === null ? '' : steps.unknown];
  return { title, text, sources: there?.papersOf(name, variety) ?? [] };
}

/** Empty for the plain one. */
function varietyOf(name: string, { scene, layer, heads }: Picture): string {
  const { attention, block, embedding, positions } = scene;
  switch (name) {
    case 'x':
      if (layer > 0) return 'layer';
      if (positions?.kind === 'sinusoidal' && positions.join === 'concat') return 'concat';
      return positions?.kind ?? '';
    case 'q':
      return embedding.kind === 'qkv' ? 'given' : '';
    case 'k':
    case 'v':
      if (embedding.kind === 'qkv') return 'given';
      return (attention.kvHeads ?? heads) < heads ? 'shared' : '';
    case 'q_a':
    case 'scores':
      return attention.score === 'scaledDot' || attention.score === 'dot' ? '' : (attention.score ?? '');
    case 'weights':
      return attention.normalizer === 'sparsemax' ? 'sparsemax' : '';
    case 'normed_1':
    case 'normed_2':
      return block?.norm ?? '';
    case 'hidden':
      return block?.feedForward?.activation ?? '';
    default:
      return '';
  }
}

const own = <Value>(from: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(from, key) ? from[key] : undefined;
