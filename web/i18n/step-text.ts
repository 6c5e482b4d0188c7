import { cited, type PaperName } from '../lessons/papers.ts';
import type { Source } from '../lessons/types.ts';
import type { Scene } from '../scene/types.ts';
import type { LanguageCode } from './language.ts';
import { stepWords } from './steps.ts';

/** The scene and layer of a step. */
export interface Place {
  readonly scene: Scene;
  readonly layer: number;
  readonly heads: number;
}

/**
 * Title and text of a step or parameter. The same name can be a different computation, depending on the score, the norm or the
 * layer. Null for an unknown name.
 */
export function explanation(language: LanguageCode, name: string, place: Place): readonly [string, string] | null {
  const { about, scaledByScale } = stepWords(language);
  if (name === 'scaled' && place.scene.attention.scale !== undefined) return scaledByScale;
  const find = (key: string) => (Object.hasOwn(about, key) ? about[key] : undefined);
  return find(`${name}.${varietyOf(name, place)}`) ?? find(name) ?? null;
}

/** The variety of a step in this scene. Empty for the plain one. */
function varietyOf(name: string, { scene, layer, heads }: Place): string {
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
    case 'related':
      return positions?.kind === 'given' ? 'given' : '';
    case 'weights':
      if (attention.score === 'weights') return 'given';
      return attention.normalizer === 'sparsemax' ? 'sparsemax' : '';
    case 'weighted':
    case 'z':
      return scene.mistake === 'wrong-axis-values' ? scene.mistake : '';
    case 'normed_1':
    case 'normed_2':
      return block?.norm ?? '';
    case 'hidden':
      return block?.feedForward?.activation ?? '';
    default:
      return '';
  }
}

/** The explanation of a step or parameter: its title, a paragraph, and the papers it follows. */
interface Explained {
  readonly title: string;
  readonly text: string;
  readonly sources: Source['links'];
}

export function explained(language: LanguageCode, name: string, place: Place): Explained {
  const [title, text] = explanation(language, name, place) ?? [name, stepWords(language).unknown];
  return { title, text, sources: papersOf(name, varietyOf(name, place)) };
}

/** Which papers a step follows, by its name (or `step.variety`). */
const sources: Readonly<Record<string, readonly PaperName[]>> = {
  p: ['transformer'],
  p_k: ['transformer'],
  'x.learned': ['bert'],
  'k.shared': ['gqa', 'mqa'],
  'v.shared': ['gqa', 'mqa'],
  q_rotated: ['rope'],
  k_rotated: ['rope'],
  q_a: ['additive'],
  'q_a.general': ['general'],
  k_a: ['additive'],
  'scores.additive': ['additive'],
  'scores.general': ['general'],
  qe: ['shaw', 'music'],
  skewed: ['music'],
  relative: ['shaw', 'music'],
  related: ['music'],
  biased: ['alibi'],
  'weights.sparsemax': ['sparsemax'],
  support: ['sparsemax'],
  threshold: ['sparsemax'],
  added_1: ['residual'],
  mean_1: ['layerNorm'],
  variance_1: ['layerNorm'],
  mean_square_1: ['rmsNorm'],
  normed_1: ['layerNorm'],
  'normed_1.rms': ['rmsNorm'],
  hidden: ['transformer'],
  'hidden.gelu': ['gelu'],
  fed: ['transformer'],
  added_2: ['residual'],
  mean_2: ['layerNorm'],
  variance_2: ['layerNorm'],
  mean_square_2: ['rmsNorm'],
  normed_2: ['layerNorm'],
  'normed_2.rms': ['rmsNorm'],
  y: ['transformer'],
  P: ['bert'],
  E_rel: ['shaw'],
};

/** The papers that a step follows, by its name or as its variety does. */
function papersOf(name: string, variety: string): Source['links'] {
  const named = (key: string) => (Object.hasOwn(sources, key) ? sources[key] : undefined);
  return cited(...(named(`${name}.${variety}`) ?? named(name) ?? []));
}
