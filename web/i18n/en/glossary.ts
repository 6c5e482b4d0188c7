import type { Glossary } from '../../lessons/types.ts';

export const glossary: Glossary = {
  token: {
    term: 'token',
    text: 'A piece of the sequence that attention works on: a word, part of a word, a note. The number of tokens is written T, or T_q and T_k where queries and keys come from different sequences.',
  },
  embedding: {
    term: 'embedding',
    text: 'The row of numbers that stands for a [[token]] at the start. The same token has the same row wherever it stands.',
  },
  d_model: { term: 'd_model', text: 'How many numbers an [[embedding]] has, and every vector between two layers.' },
  parameter: {
    term: 'parameter',
    text: 'A number that training adjusts, here in matrices such as `w_q`, `w_k` and `w_v`. Many people call parameters weights; on this page only what [[softmax]] returns is a [[weight]].',
  },
  bias: {
    term: 'bias',
    text: 'A row of [[parameter|parameters]] that is added after a product with a matrix, as in `b_q`.',
  },
  'self-attention': {
    term: 'self-attention',
    text: 'Attention of a sequence to itself: every [[token]] asks, and every token can answer. Compare [[cross-attention]].',
  },
  query: { term: 'query', text: 'What a [[token]] looks for, as a vector of [[d_k]] numbers; a row of `q`.' },
  key: { term: 'key', text: 'What a [[token]] can be found by, as a vector of [[d_k]] numbers; a row of `k`.' },
  value: { term: 'value', text: 'What a [[token]] hands over when it is looked at; a row of `v`, d_v numbers wide.' },
  d_k: {
    term: 'd_k',
    text: 'How many numbers a [[query]] and a [[key]] have in one [[head]]. [[score|Scores]] are divided by its square root.',
  },
  'dot-product': {
    term: 'dot product',
    text: 'Two vectors multiplied number by number, and the products added up. Large where both are large in the same places and of the same sign.',
  },
  'additive-attention': {
    term: 'additive attention',
    text: 'A [[score]] from a small network instead of a [[dot-product|dot product]]: `v_a` · tanh(`w_a`·q + `u_a`·k). The oldest of the score functions (Bahdanau et al. 2014).',
  },
  score: { term: 'score', text: 'How well a [[query]] fits a [[key]]: one number a pair, before [[softmax]].' },
  temperature: {
    term: 'temperature',
    text: 'What [[score|scores]] are divided by just before [[softmax]]. Low: the largest takes nearly all. High: all get nearly the same.',
  },
  softmax: {
    term: 'softmax',
    text: 'Turns a row of numbers into positive ones that add up to 1: the exponential of each, divided by the sum of all of them. Only differences between the numbers count.',
  },
  sparsemax: {
    term: 'sparsemax',
    text: 'A relative of [[softmax]] that can give exact zeros. It subtracts a threshold from each number and cuts off what falls below zero (Martins and Astudillo 2016).',
  },
  weight: {
    term: 'weight',
    text: 'The share of its attention that a [[query]] gives to a [[key]]. The weights of a query are never negative and add up to 1.',
  },
  mask: {
    term: 'mask',
    text: 'Says which [[key|keys]] a [[query]] may see. The others get −∞ for a [[score]], which [[softmax]] turns into exactly 0. A causal mask hides all that comes later.',
  },
  variance: {
    term: 'variance',
    text: 'How far numbers lie from their mean: the mean of the squared distances. Numbers that are all alike have variance 0.',
  },
  head: {
    term: 'head',
    text: 'One attention among several that work side by side, each on its own slice of [[query|queries]], [[key|keys]] and [[value|values]]. Their number is written H.',
  },
  transpose: {
    term: 'transpose',
    text: 'A matrix turned so that its rows become columns, written with a raised T: `k`ᵀ.',
  },
  broadcasting: {
    term: 'broadcasting',
    text: 'How NumPy and PyTorch combine arrays of different shapes: shapes are lined up from the right, and what is missing is repeated. Handy, and quick to hide a wrong axis.',
  },
  'cross-attention': {
    term: 'cross-attention',
    text: 'Attention to another sequence: [[query|queries]] from one, [[key|keys]] and [[value|values]] from the other, often an [[encoder]].',
  },
  encoder: {
    term: 'encoder',
    text: 'The part of a model that reads a whole sequence and leaves one vector, a state, for each [[token]] of it.',
  },
  'relative-attention': {
    term: 'relative attention',
    text: 'Attention that also knows how far apart two [[token|tokens]] are: each distance has a learned vector that the [[query]] is compared with.',
  },
  skewing: {
    term: 'skewing',
    text: 'A way to move numbers that are sorted by distance to the pair of [[token|tokens]] they belong to, by padding and reshaping alone (Huang et al. 2018).',
  },
  residual: {
    term: 'residual',
    text: 'What goes into a layer is added to what comes out of it, so that the layer only has to say what changes.',
  },
  'layer-norm': {
    term: 'layer norm',
    text: 'Brings the numbers of one [[token]] to mean 0 and [[variance]] 1, and then stretches and shifts them by learned amounts.',
  },
  'feed-forward': {
    term: 'feed-forward',
    text: 'Two matrices with a bend such as ReLU between them, applied to each [[token]] on its own.',
  },
};
