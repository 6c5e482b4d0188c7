import type { Source } from './types.ts';

type Links = Source['links'];

/** The lessons' own text may be reused under this licence; the numbers are thanked for in each lesson's credit. */
export const licence = 'CC BY 4.0';

const papers = {
  transformer: { title: 'Vaswani et al. 2017, Attention Is All You Need', url: 'https://arxiv.org/abs/1706.03762' },
  additive: {
    title: 'Bahdanau, Cho, Bengio 2014, Neural Machine Translation by Jointly Learning to Align and Translate',
    url: 'https://arxiv.org/abs/1409.0473',
  },
  general: {
    title: 'Luong, Pham, Manning 2015, Effective Approaches to Attention-based Neural Machine Translation',
    url: 'https://arxiv.org/abs/1508.04025',
  },
  relative: {
    title: 'Shaw, Uszkoreit, Vaswani 2018, Self-Attention with Relative Position Representations',
    url: 'https://arxiv.org/abs/1803.02155',
  },
  music: { title: 'Huang et al. 2018, Music Transformer', url: 'https://arxiv.org/abs/1809.04281' },
} as const;

/** The papers a lesson is about. The Transformer's is always among them. */
export const cited = (...names: readonly (keyof typeof papers)[]): Links => names.map((name) => papers[name]);
