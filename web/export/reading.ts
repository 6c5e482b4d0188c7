import { readingWords } from '../i18n/figure.ts';
import { askingWord, type Judged } from '../trace/certainty.ts';
import { type Reading, readRowIn } from '../trace/row-sentence.ts';
import type { FigureSubject } from './caption.ts';
import type { TraceLike } from './trace-like.ts';

/** Longer sentences are not searched for a word to ask from, and no row of them is read. */
const LONG = 512;

/** A trace as `askingWord` reads it. A trace without `certainty` knows of none. */
export const judged = ({ scene, trace }: Pick<FigureSubject, 'scene' | 'trace'>): Judged => ({
  scene,
  tokens: trace.tokens,
  layers: trace.layers,
  heads: trace.symbols['H'] ?? 1,
  certainty: (row) => (hasWeights(trace, row.layer) ? (trace.certainty?.(row) ?? null) : null),
});

const hasWeights = ({ steps }: TraceLike, layer: number): boolean =>
  steps.some((step) => step.name === 'weights' && step.layer === layer);

/** The token that a picture is about: the one that the scene names, or the word that asks. */
export function queryOf(subject: Pick<FigureSubject, 'scene' | 'trace'>): number {
  const { scene, trace } = subject;
  const count = trace.tokens.length;
  const named = scene.view?.focus ?? count;
  if (named < count) return named;
  return count > LONG ? 0 : askingWord(judged(subject));
}

/** What the row of that token means, in one sentence. Null for several heads, a long sentence, and a row that is not known. */
export function readingOf(subject: FigureSubject): Reading | null {
  const { scene, trace, layer, head, lang } = subject;
  if (head === 'all' || trace.keyTokens.length > LONG || trace.tokens.length > LONG) return null;
  const query = queryOf(subject);
  const row = judged(subject).certainty({ layer, head, query });
  if (row === null) return null;
  const of = (name: string): Float32Array | null =>
    trace.steps.some((step) => step.name === name && step.layer === layer)
      ? trace.tensor(name, { layer, head, rows: [query, query + 1] }).data
      : null;
  return readRowIn(readingWords(lang), {
    queryLabels: trace.tokens,
    keyLabels: trace.keyTokens,
    weights: of('rounded') ?? of('weights') ?? new Float32Array(),
    masked: of('masked'),
    query,
    from: query,
    crossed: scene.encoder !== undefined,
    certainty: row.certainty,
  });
}
