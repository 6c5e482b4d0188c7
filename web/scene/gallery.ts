import { handmadePositions } from './handmade.ts';
import { twoLayers } from './home.ts';
import { meaning } from './tables.ts';
import type { Scene } from './types.ts';

/** A short scene in which something can be seen at a glance. Its title, and what to look for, are in `web/i18n`. */
export interface GalleryItem {
  readonly id: GalleryId;
  readonly scene: Scene;
}

const positions = { positions: handmadePositions(meaning) };

/** The sentence with heads made by hand, the token `focus` asking. */
const scene = (sentence: string, focus: number, heads: readonly string[], more: Partial<Scene> = {}): Scene => ({
  version: 1,
  sentence,
  tokenizer: { lowercase: true },
  embedding: { kind: 'table', table: 'meaning', missing: 'random', seed: 1 },
  parameters: { kind: 'handmade', table: 'meaning', heads },
  attention: { heads: heads.length },
  view: { focus },
  ...more,
});

const mat = 'The cat sat on the mat';

const scenes = {
  pronoun: scene("The animal didn't cross the street because it was too tired", 7, ['pronoun']),
  she: scene('The king told the queen that she was tired', 6, ['pronoun']),
  tired: twoLayers("The animal didn't cross the street because it was too tired", 7),
  wide: twoLayers("The animal didn't cross the street because it was too wide", 7),
  'same-meaning': scene('The dog and the cat ate bread and cheese in the kitchen', 4, ['same-meaning']),
  across: scene('A puppy drank the milk', 1, ['same-meaning'], {
    encoder: { sentence: 'The old cat ate some cheese' },
  }),
  action: scene('The teacher wrote a long letter in the kitchen', 2, ['action']),
  previous: scene(mat, 2, ['previous'], positions),
  next: scene(mat, 2, ['next'], positions),
  first: scene(mat, 4, ['first'], positions),
  hidden: scene(mat, 2, ['next'], { ...positions, attention: { heads: 1, mask: { kind: 'causal' } } }),
  order: scene('The dog chased the cat and the cat chased the dog', 1, [], {
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 8 },
    parameters: { kind: 'random', init: 'xavier', seed: 1 },
    attention: { heads: 1 },
  }),
  overflow: scene("The animal didn't cross the street because it was too tired", 7, ['pronoun'], {
    attention: { heads: 1, temperature: 0.02 },
    mistake: 'overflow-softmax',
  }),
} satisfies Readonly<Record<string, Scene>>;

export type GalleryId = keyof typeof scenes;

/** In the order they are read: what heads can see, then where things stand, what is hidden, and what goes wrong. */
export const gallery: readonly GalleryItem[] = Object.entries(scenes).map(([id, scene]) => ({
  id: id as GalleryId,
  scene,
}));
