import type { Scene } from '../scene/types.ts';
import { stepWords } from './steps.ts';

/** Where a step stands: of which scene, in which of its layers. */
export interface Place {
  readonly scene: Scene;
  readonly layer: number;
  readonly heads: number;
}

/**
 * Title and text of a step or parameter, as the scene computes it: the same name is another computation with another score,
 * norm or place. Null where there are no words for it.
 */
export function explanation(name: string, place: Place): readonly [string, string] | null {
  const { about, scaledByScale } = stepWords;
  if (name === 'scaled' && place.scene.attention.scale !== undefined) return scaledByScale;
  const find = (key: string) => (Object.hasOwn(about, key) ? about[key] : undefined);
  return find(`${name}.${varietyOf(name, place)}`) ?? find(name) ?? null;
}

/** Empty for the plain one. */
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

/** What a reader is told about a step or parameter: its title, a paragraph, and the papers it follows. */
interface Explained {
  readonly title: string;
  readonly text: string;
  readonly sources: readonly Paper[];
}

export function explained(name: string, place: Place): Explained {
  const [title, text] = explanation(name, place) ?? [name, stepWords.unknown];
  return { title, text, sources: papersOf(name, varietyOf(name, place)) };
}

export interface Paper {
  readonly title: string;
  readonly url: string;
}

/** The papers that steps follow, by the names that the explanations use; titles are not translated. */
const papers: Readonly<Record<string, Paper>> = {
  transformer: arxiv('Vaswani et al. 2017, Attention Is All You Need', '1706.03762'),
  additive: arxiv(
    'Bahdanau et al. 2014, Neural Machine Translation by Jointly Learning to Align and Translate',
    '1409.0473',
  ),
  general: arxiv('Luong et al. 2015, Effective Approaches to Attention-based Neural Machine Translation', '1508.04025'),
  bert: arxiv('Devlin et al. 2018, BERT', '1810.04805'),
  rope: arxiv('Su et al. 2021, RoFormer: Enhanced Transformer with Rotary Position Embedding', '2104.09864'),
  alibi: arxiv('Press et al. 2021, Train Short, Test Long', '2108.12409'),
  shaw: arxiv('Shaw et al. 2018, Self-Attention with Relative Position Representations', '1803.02155'),
  music: arxiv('Huang et al. 2018, Music Transformer', '1809.04281'),
  sparsemax: arxiv('Martins & Astudillo 2016, From Softmax to Sparsemax', '1602.02068'),
  gqa: arxiv('Ainslie et al. 2023, GQA', '2305.13245'),
  mqa: arxiv('Shazeer 2019, Fast Transformer Decoding', '1911.02150'),
  residual: arxiv('He et al. 2015, Deep Residual Learning', '1512.03385'),
  layerNorm: arxiv('Ba et al. 2016, Layer Normalization', '1607.06450'),
  rmsNorm: arxiv('Zhang & Sennrich 2019, Root Mean Square Layer Normalization', '1910.07467'),
  gelu: arxiv('Hendrycks & Gimpel 2016, Gaussian Error Linear Units', '1606.08415'),
};

function arxiv(title: string, number: string): Paper {
  return { title, url: `https://arxiv.org/abs/${number}` };
}

/** Which papers a step follows, by its name (or `step.variety`). */
const sources: Readonly<Record<string, readonly string[]>> = {
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
function papersOf(name: string, variety: string): readonly Paper[] {
  const named = (key: string) => (Object.hasOwn(sources, key) ? sources[key] : undefined);
  return (named(`${name}.${variety}`) ?? named(name) ?? []).flatMap((paper) => papers[paper] ?? []);
}
