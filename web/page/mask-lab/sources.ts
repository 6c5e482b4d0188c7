/** Where people asked about a case. */
export const sources = {
  meaning: [
    ['pytorch#120668', 'https://github.com/pytorch/pytorch/issues/120668'],
    ['LLMs-from-scratch#1061', 'https://github.com/rasbt/LLMs-from-scratch/issues/1061'],
    ['Stack Overflow', 'https://stackoverflow.com/questions/62629644'],
  ],
  corner: [
    ['pytorch#108108', 'https://github.com/pytorch/pytorch/issues/108108'],
    ['flash-attention#282', 'https://github.com/Dao-AILab/flash-attention/issues/282'],
  ],
  empty: [['pytorch#103749', 'https://github.com/pytorch/pytorch/issues/103749']],
  after: [
    ['Cross Validated', 'https://stats.stackexchange.com/questions/619612'],
    ['transformers#32598', 'https://github.com/huggingface/transformers/issues/32598'],
  ],
  half: [],
  padding: [
    ['AI Stack Exchange', 'https://ai.stackexchange.com/questions/41367'],
    ['Cross Validated', 'https://stats.stackexchange.com/questions/422890'],
  ],
} as const;
