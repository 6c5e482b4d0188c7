import type { Scene } from './types.ts';

/** Two layers: in the first, a pronoun collects what is said about it. In the second, it looks for a noun that fits. */
export const twoLayers = (sentence: string, focus: number): Scene => ({
  version: 1,
  sentence,
  tokenizer: { lowercase: true },
  embedding: { kind: 'table', table: 'meaning', missing: 'random', seed: 1 },
  parameters: { kind: 'handmade', table: 'meaning', heads: ['cue'], later: [['cued']] },
  attention: { heads: 1 },
  view: { focus },
  block: { residual: true },
  layers: 2,
});

/** The first sentence in English. */
export const crossingTheStreet = twoLayers("The animal didn't cross the street because it was too tired", 7);

/**
 * The scene of an address that names none. Its heads know big from small, and what holds from what is held, by the words of version 3
 * of the table, which are English. Every word of the sentence has something to look at in both layers.
 */
export const homeScene: Scene = {
  ...crossingTheStreet,
  embedding: { kind: 'table', table: 'meaning', missing: 'random', seed: 1, version: 3 },
  parameters: { kind: 'handmade', table: 'meaning', heads: ['describing'], later: [['described']] },
  view: { focus: 7, at: 0 },
};

/** The same for a sentence in another language. */
export const homeSceneOf = (sentence: string): Scene => ({ ...twoLayers(sentence, 7), view: { focus: 7, at: 0 } });
