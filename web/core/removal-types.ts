/**
 * A part of a scene that can be removed, and what removing it means:
 * - word: a key that no query sees, in any head of any layer. It stays in the sentence, so that the places of the others stay, and asks as
 *   before. The others share its weight.
 * - head: what the head gives is 0. The other heads of its layer stay as they are.
 * - layer: the next layer reads what this one read.
 * - dimension: one number of the head's queries is 0, so that its part of every score is. It counts as those of `trace.explain` by
 *   dimensions: a pair with rope, a hidden unit of an additive score.
 * - feature: one number of every word's embedding is 0. Numbers of positions stay.
 * - positions: no word has a place, in whatever way the scene had them.
 */
export type RemovedPart =
  | { readonly kind: 'word'; readonly key: number }
  | { readonly kind: 'head'; readonly layer: number; readonly head: number }
  | { readonly kind: 'layer'; readonly layer: number }
  | { readonly kind: 'dimension'; readonly layer: number; readonly head: number; readonly index: number }
  | { readonly kind: 'feature'; readonly index: number }
  | { readonly kind: 'positions' };
