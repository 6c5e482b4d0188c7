import type { Glossary } from '../../lessons/types.ts';

export const glossary: Glossary = {
  token: {
    term: 'token',
    text: 'A piece of the sequence that attention works on: a word, part of a word, or a note. The number of tokens is written T, or T_q and T_k where queries and keys come from different sequences.',
  },
  embedding: {
    term: 'embedding',
    text: 'The row of numbers that a [[token]] starts as. The same token has the same row everywhere.',
  },
  d_model: {
    term: 'd_model',
    text: 'How many numbers an [[embedding]] has. Every vector between two layers has as many.',
  },
  parameter: {
    term: 'parameter',
    text: 'A number that training adjusts, in matrices such as `w_q`, `w_k` and `w_v`. Many people call parameters weights. On this page a [[weight]] is only what [[softmax]] returns.',
  },
  bias: {
    term: 'bias',
    text: 'A row of [[parameter|parameters]] that is added after a matrix product, such as `b_q`.',
  },
  'self-attention': {
    term: 'self-attention',
    text: 'Attention of a sequence to itself: every [[token]] can look at every token. Compare [[cross-attention]].',
  },
  query: { term: 'query', text: 'What a [[token]] looks for, as a vector of [[d_k]] numbers. It is a row of `q`.' },
  key: { term: 'key', text: 'What a [[token]] can be found by, as a vector of [[d_k]] numbers. It is a row of `k`.' },
  value: {
    term: 'value',
    text: 'What a [[token]] passes on when others look at it. It is a row of `v`, d_v numbers wide.',
  },
  d_k: {
    term: 'd_k',
    text: 'How many numbers a [[query]] and a [[key]] have in one [[head]]. [[score|Scores]] are divided by its square root.',
  },
  'dot-product': {
    term: 'dot product',
    text: 'Multiply two vectors number by number and add up the products. The result is large if both vectors have large numbers of the same sign in the same places.',
  },
  'additive-attention': {
    term: 'additive attention',
    text: 'A [[score]] from a small network instead of a [[dot-product|dot product]]: `v_a` · tanh(`w_a`·q + `u_a`·k). It is the oldest score function (Bahdanau et al. 2014).',
  },
  score: { term: 'score', text: 'How well a [[query]] fits a [[key]], as one number before [[softmax]].' },
  temperature: {
    term: 'temperature',
    text: 'The number that [[score|scores]] are divided by just before [[softmax]]. At a low temperature the largest score takes nearly all. At a high one all get nearly the same.',
  },
  softmax: {
    term: 'softmax',
    text: 'Turns a row of numbers into positive numbers that add up to 1. It takes the exponential of each and divides by the sum of all. Only the differences between the numbers matter.',
  },
  sparsemax: {
    term: 'sparsemax',
    text: 'A relative of [[softmax]] that can return exact zeros. It subtracts a threshold from each number and replaces what is below zero by 0 (Martins and Astudillo 2016).',
  },
  weight: {
    term: 'weight',
    text: 'The part of its attention that a [[query]] gives to a [[key]]. The weights of a query are never negative and add up to 1.',
  },
  mask: {
    term: 'mask',
    text: 'Decides which [[key|keys]] a [[query]] can see. The hidden ones get the [[score]] −∞, which [[softmax]] turns into exactly 0. A causal mask hides everything that comes later.',
  },
  'kv-cache': {
    term: 'KV cache',
    text: 'The [[key|keys]] and [[value|values]] of earlier tokens, kept while a model writes. With a causal [[mask]] they do not change, so only the new row is computed.',
  },
  variance: {
    term: 'variance',
    text: 'How far numbers are from their mean: the mean of the squared distances. Equal numbers have variance 0.',
  },
  head: {
    term: 'head',
    text: 'One of several attentions that work side by side. Each has its own part of the [[query|queries]], [[key|keys]] and [[value|values]]. The number of heads is written H.',
  },
  transpose: {
    term: 'transpose',
    text: 'A matrix with rows and columns swapped. It is written with a raised T: `k`ᵀ.',
  },
  broadcasting: {
    term: 'broadcasting',
    text: 'How NumPy and PyTorch combine arrays of different shapes. They line the shapes up from the right and repeat what is missing. It is handy, but it can hide a wrong axis.',
  },
  'cross-attention': {
    term: 'cross-attention',
    text: 'Attention to another sequence. [[query|Queries]] come from one sequence, [[key|keys]] and [[value|values]] from the other, often an [[encoder]].',
  },
  encoder: {
    term: 'encoder',
    text: 'The part of a model that reads a whole sequence. It produces one vector, a state, for each [[token]].',
  },
  'relative-attention': {
    term: 'relative attention',
    text: 'Attention that knows how far apart two [[token|tokens]] are. Each distance has a learned vector, and the [[query]] is compared with it.',
  },
  skewing: {
    term: 'skewing',
    text: 'Moves numbers that are sorted by distance to the pair of [[token|tokens]] they belong to. It needs only padding and reshaping (Huang et al. 2018).',
  },
  residual: {
    term: 'residual',
    text: 'The input of a layer is added to its output, so the layer only has to say what changes.',
  },
  'layer-norm': {
    term: 'layer norm',
    text: 'Shifts and scales the numbers of one [[token]] to mean 0 and [[variance]] 1. Then it shifts and scales them again by learned amounts.',
  },
  'feed-forward': {
    term: 'feed-forward',
    text: 'Two matrices with a nonlinear function such as ReLU between them, applied to each [[token]] separately.',
  },
};
