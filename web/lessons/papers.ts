import type { Source } from './types.ts';

/** The licence of the lessons' own text. Each lesson credits the source of its numbers. */
export const licence = 'CC BY 4.0';

/** The papers that lessons and steps follow. Titles are not translated. */
const papers = {
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
  sinks: arxiv('Xiao et al. 2023, Efficient Streaming Language Models with Attention Sinks', '2309.17453'),
  residual: arxiv('He et al. 2015, Deep Residual Learning', '1512.03385'),
  layerNorm: arxiv('Ba et al. 2016, Layer Normalization', '1607.06450'),
  rmsNorm: arxiv('Zhang & Sennrich 2019, Root Mean Square Layer Normalization', '1910.07467'),
  gelu: arxiv('Hendrycks & Gimpel 2016, Gaussian Error Linear Units', '1606.08415'),
};

export type PaperName = keyof typeof papers;

function arxiv(title: string, number: string): Source['links'][number] {
  return { title, url: `https://arxiv.org/abs/${number}` };
}

/** The papers of a lesson or a step. */
export const cited = (...names: readonly PaperName[]): Source['links'] => names.map((name) => papers[name]);
