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
const firstSentence = "The animal didn't cross the street because it was too tired";

export const crossingTheStreet = twoLayers(firstSentence, 7);

/** As `twoLayers`. The heads know big from small, what holds from what is held, and that “it” is nobody. */
export const referring = (sentence: string, focus: number): Scene => ({
  ...twoLayers(sentence, focus),
  embedding: { kind: 'table', table: 'meaning', missing: 'random', seed: 1, version: 4 },
  parameters: { kind: 'handmade', table: 'meaning', heads: ['describing'], later: [['antecedent']] },
});

/** The scene of an element that names none. Every word of its sentence has something to look at in both layers. */
export const firstScene = referring(firstSentence, 7);

/** The scene of an address that names none, with its sentence in another language. For its words, `lookUpWords` adds what they need. */
export const homeSceneOf = (sentence: string): Scene => ({ ...referring(sentence, 7), view: { focus: 7, at: 0 } });

/** The scene of an address that names none. */
export const homeScene: Scene = { ...firstScene, view: { focus: 7, at: 0 } };
