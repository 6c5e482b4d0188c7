import { words } from '../i18n/words.ts';
import { papers, sources } from './papers.ts';
import type { Picture } from './picture.ts';

/** What a reader is told about a step or parameter: its title, a paragraph, and the papers it follows. */
export interface Explained {
  readonly title: string;
  readonly text: string;
  readonly sources: readonly { readonly title: string; readonly url: string }[];
}

/** As the picture's scene computes it: the same name is another computation with another score, norm or place. */
export function explained(name: string, picture: Picture): Explained {
  const { steps, explained: more } = words;
  const variety = `${name}.${varietyOf(name, picture)}`;
  const [title, text] = (name === 'scaled' && picture.scene.attention.scale !== undefined
    ? steps.scaledByScale
    : undefined) ??
    own(more.about, variety) ??
    own(more.about, name) ??
    own(steps.about, name) ?? [name, steps.unknown];
  const from = own(sources, variety) ?? own(sources, name) ?? [];
  return { title, text, sources: from.flatMap((paper) => papers[paper] ?? []) };
}

function varietyOf(name: string, { scene, layer, heads }: Picture): string {
  const { attention, block, positions } = scene;
  switch (name) {
    case 'x':
      if (layer > 0) return 'layer';
      if (positions?.kind === 'sinusoidal' && positions.join === 'concat') return 'concat';
      return positions?.kind ?? '';
    case 'k':
    case 'v':
      return (attention.kvHeads ?? heads) < heads ? 'shared' : '';
    case 'q_a':
    case 'scores':
      return attention.score ?? '';
    case 'weights':
      return attention.normalizer ?? '';
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
