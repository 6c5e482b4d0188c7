/** The note below the control of word vectors, and the panel of the nearest words. */
export const wordVectors = {
  title: (word: string) => `What “${word}” is most like`,
  before: 'Before attention',
  after: 'After attention',
  missed: 'The list of word vectors could not be loaded, so only the words of this sentence are compared.',
  otherWidth: 'The result and a word have different numbers of columns, so no words can be compared with it.',
  translated: 'Each Spanish word has the GloVe vector of its English translation.',
  /** Of one word. */
  translation: (word: string, english: string) => `“${word}” has the vector of “${english}” and its senses.`,
};
