import type { Mask, Score } from '../../scene/types.ts';
import { listed } from '../sentences.ts';
import { maskCaption } from './controls.ts';

/** Texts of an exported picture. Its language is chosen separately from the page's. */
export const figure = {
  lang: 'en',
  queries: 'queries',
  keys: 'keys',
  masked: 'masked',
  nonFinite: 'not a finite number',
  shortened: 'digits shortened to fit',
  title: (pictures: readonly string[]) => `Self-attention: ${pictures.join(', ')}`,
  names: { heatmap: 'attention weights', arcs: 'attention weights as lines' },
  head: (head: number, heads: number, name: string) => `head ${head} of ${heads}${name === '' ? '' : `, ${name}`}`,
  heads: (heads: number) => `all ${heads} heads`,
  layer: (layer: number, layers: number) => `layer ${layer} of ${layers}`,
  of: (query: string) => `of ${query}`,
  under: (percent: string) => `Lines below ${percent} are not drawn.`,
  strongest: (drawn: number, left: number) =>
    `Only the ${drawn} strongest lines are drawn. The ${left} weaker ones are left out.`,
  noLine: 'Weights that are not finite numbers have no line.',
  largest: (rows: number, columns: number) =>
    `Each shade is the largest of the cells it covers, ${rows} × ${columns} shades in all.`,
  /** A card that shows some words of a long sentence. */
  excerpt: (word: string, from: number, to: number, all: number) =>
    `Only words ${from} to ${to} of ${all} are shown, those around “${word}”.`,
  scores: {
    scaledDot: 'dot product ÷ √d_k',
    dot: 'dot product',
    additive: 'additive score',
    general: 'general score',
    cosine: 'cosine score',
    given: 'given scores',
    weights: 'given weights',
  } satisfies Record<Score, string>,
  mask: (mask: Mask) => maskCaption(mask),
  temperature: (temperature: string) => `temperature ${temperature}`,
  softcap: (softcap: string) => `softcap ${softcap}`,
  sparsemax: 'sparsemax',
  mistake: (title: string) => `deliberate mistake: ${title}`,
  quoted: (sentence: string) => `“${sentence}”`,
  /** Words with random vectors. */
  missing: (words: readonly string[]) =>
    `Not in the word table, so these have a random vector: ${listed(words, 'en-GB', ['“', '”'], (left) => `${left} more`)}.`,
  /** Words with learned vectors. */
  learned: (words: readonly string[]) =>
    `Learned from word vectors, not written by hand: ${listed(words, 'en-GB', ['“', '”'], (left) => `${left} more`)}.`,
  /** The text of a link, also in frames. */
  open: 'Open in the playground',
  licence: (version: string) => `Computed by the self-attention playground ${version}, MIT licence`,
};
