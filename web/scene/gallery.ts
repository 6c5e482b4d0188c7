import { gallery as english } from '../i18n/en/gallery.ts';
import { handmadePositions } from './handmade.ts';
import { twoLayers } from './home.ts';
import { meaning } from './tables.ts';
import type { Scene } from './types.ts';

/** A short scene in which something can be seen at a glance. Its words, its title, and what to look for, are in `web/i18n`. */
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

type Words = typeof english.items;

/** In one language; in others than English, `lookUpWords` has the rows of the words. */
const scenesIn = (words: Words) =>
  ({
    pronoun: scene(words.pronoun.sentence, 7, ['pronoun']),
    she: scene(words.she.sentence, 6, ['pronoun']),
    tired: twoLayers(words.tired.sentence, 7),
    wide: twoLayers(words.wide.sentence, 7),
    'same-meaning': scene(words['same-meaning'].sentence, 4, ['same-meaning']),
    across: scene(words.across.sentence, 1, ['same-meaning'], { encoder: { sentence: words.across.encoder } }),
    action: scene(words.action.sentence, 2, ['action']),
    previous: scene(words.previous.sentence, 2, ['previous'], positions),
    next: scene(words.next.sentence, 2, ['next'], positions),
    first: scene(words.first.sentence, 4, ['first'], positions),
    hidden: scene(words.hidden.sentence, 2, ['next'], {
      ...positions,
      attention: { heads: 1, mask: { kind: 'causal' } },
    }),
    order: scene(words.order.sentence, 1, [], {
      embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 8 },
      parameters: { kind: 'random', init: 'xavier', seed: 1 },
      attention: { heads: 1 },
    }),
    overflow: scene(words.overflow.sentence, 7, ['pronoun'], {
      attention: { heads: 1, temperature: 0.02 },
      mistake: 'overflow-softmax',
    }),
  }) satisfies Readonly<Record<keyof Words, Scene>>;

export type GalleryId = keyof Words;

/** In the order they are read: what heads can see, then where things stand, what is hidden, and what goes wrong. */
export const galleryIn = (words: Words): readonly GalleryItem[] =>
  Object.entries(scenesIn(words)).map(([id, scene]) => ({ id: id as GalleryId, scene }));

export const gallery = galleryIn(english.items);
