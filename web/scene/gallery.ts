import { handmadePositions } from './handmade.ts';
import { referring } from './home.ts';
import { meaning } from './tables.ts';
import type { Scene } from './types.ts';
import { vectorList } from './word-lists.ts';
import { softTemperature } from './word-vectors.ts';

const galleryIds = [
  'pronoun',
  'she',
  'tired',
  'wide',
  'same-meaning',
  'across',
  'action',
  'previous',
  'next',
  'first',
  'hidden',
  'order',
  'overflow',
  'fruit',
  'company',
] as const;

export type GalleryId = (typeof galleryIds)[number];

/** A short scene that shows one thing at a glance. Its sentence, title and hint are in `web/i18n`. */
export interface GalleryItem {
  readonly id: GalleryId;
  readonly scene: Scene;
}

const positions = { positions: handmadePositions(meaning) };

/** The sentence with handmade heads, asked from the token `focus`. */
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

/** Published vectors, compared with each other. At temperature 2, a word leaves more of its weight to its neighbours. */
const realWords = (sentence: string, focus: number): Scene => ({
  version: 1,
  sentence,
  tokenizer: { lowercase: true },
  embedding: { kind: 'wordVectors', missing: 'random' },
  parameters: { kind: 'identity' },
  attention: { heads: 1, temperature: softTemperature },
  view: { focus },
});

interface Sentence {
  readonly sentence: string;
}

type Words = Readonly<Record<GalleryId, Sentence>> & { readonly across: Sentence & { readonly encoder: string } };

/** The scenes in the language of `words`. For languages other than English, `lookUpWords` adds the rows of the words. */
const scenesIn = (words: Words) =>
  ({
    pronoun: scene(words.pronoun.sentence, 7, ['pronoun']),
    she: scene(words.she.sentence, 6, ['pronoun']),
    tired: referring(words.tired.sentence, 7),
    wide: referring(words.wide.sentence, 7),
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
    fruit: realWords(words.fruit.sentence, 4),
    company: realWords(words.company.sentence, 0),
  }) satisfies Readonly<Record<GalleryId, Scene>>;

/** In reading order: what heads see, then positions, hidden keys, what goes wrong, and real words, where their list can be loaded. */
export function galleryIn(words: Words): readonly GalleryItem[] {
  const scenes = scenesIn(words);
  return galleryIds
    .map((id) => ({ id, scene: scenes[id] }))
    .filter(({ scene: { embedding } }) => vectorList !== null || embedding.kind !== 'wordVectors');
}
