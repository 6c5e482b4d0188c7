/** What the element says that the page does not. */
export const element = {
  /** The picture's name for who does not see it; the sentence. */
  label: (sentence: string) => `Self-attention: ${sentence}`,
  weights: (head: number, heads: number) => (heads === 1 ? 'weights' : `weights of head ${head}`),
  stale: 'Last scene that worked',
};
