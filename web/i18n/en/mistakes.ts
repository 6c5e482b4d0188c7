/** Titles of the deliberate mistakes, by their name in a scene. */
export const mistakes = {
  'whole-matrix-softmax': 'Softmax over the whole matrix',
  'wrong-axis-values': 'Weights times values along the wrong axis',
  'no-transpose': 'queries @ keys without the transpose',
  'no-scale': 'Scores without ÷ √d_k',
  'model-scale': '÷ √d_model instead of ÷ √d_k',
  'zero-mask': 'Hiding with 0 instead of −∞',
  'mask-after-softmax': 'Masking after softmax',
  'overflow-softmax': 'Softmax without subtracting the maximum',
  'swapped-qk': 'q and k swapped',
};
