/** The mistakes that can be made on purpose, by their name in a scene: what each is called. */
export const mistakes = {
  'whole-matrix-softmax': {
    title: 'Softmax over the whole matrix',
  },
  'wrong-axis-values': {
    title: 'Weights times values along the wrong axis',
  },
  'no-transpose': {
    title: 'queries @ keys without the transpose',
  },
  'no-scale': {
    title: 'Scores without ÷ √d_k',
  },
  'model-scale': {
    title: '÷ √d_model instead of ÷ √d_k',
  },
  'zero-mask': {
    title: 'Hiding with 0 instead of −∞',
  },
  'mask-after-softmax': {
    title: 'Masking after softmax',
  },
  'overflow-softmax': {
    title: 'Softmax without subtracting the maximum',
  },
  'swapped-qk': {
    title: 'q and k swapped',
  },
};
