import { sides } from '../trace/formula-value.ts';
import { isWeights, stepOf } from '../trace/trace-reader.ts';
import { isFolded, isSameRow } from './folded.ts';
import { type Group, groupOfEach } from './groups.ts';
import type { Chapter, Journey, KeyColumn, MistakeChapter } from './journey.ts';
import { rowOf, type StageSource, type Vector, vectorOf } from './numbers.ts';

/** When a part lights up: in which chapter, and from which to which progress. */
interface Timed {
  readonly group: Group;
  readonly chapter: number;
  readonly from: number;
  readonly to: number;
}

/** A vector of every key, one a row, below the asking word's own. */
export interface StripsPart extends Timed {
  readonly kind: 'strips';
  /** The asking word's vector, and when it lights up. */
  readonly band: {
    readonly vector: Vector;
    readonly chapter: number;
    readonly from: number;
    readonly to: number;
  } | null;
  readonly rows: ((key: number) => Vector) | null;
}

/** A number of every key. */
export interface ColumnPart extends Timed {
  readonly kind: 'column';
  readonly column: KeyColumn;
  /** Whether the asking word's vector is compared with every key's for it. */
  readonly isMeeting: boolean;
}

/** e to the power of the scores, as bars: they are to each other as the weights are. */
export interface ExpPart extends Timed {
  readonly kind: 'exp';
  readonly of: KeyColumn;
  readonly weights: KeyColumn;
  /** Whether the power is the score itself, not divided by a temperature. */
  readonly isPower: boolean;
}

/** The values flow along the weights. */
export interface FlowPart extends Timed {
  readonly kind: 'flow';
  readonly weights: KeyColumn;
}

/** A vector of the asking word. */
export interface VectorPart extends Timed {
  readonly kind: 'vector';
  readonly vector: Vector;
  /** Whether its numbers are named bars. Others are strips. */
  readonly isNamed: boolean;
  /** Whether it is the sum of the values. */
  readonly isMix: boolean;
}

/** The row without the mistake, beside the row with it. */
export interface CorrectPart extends Timed {
  readonly kind: 'correct';
  readonly row: MistakeChapter;
}

export type Part = StripsPart | ColumnPart | ExpPart | FlowPart | VectorPart | CorrectPart;

/** The parts of a layer's picture, from left to right. They follow the chapters, so a new step gets a part without an entry here. */
export function partsOf(journey: Journey, layer: number): readonly Part[] {
  const each = groupOfEach(journey.chapters);
  const before: Part[] = [];
  const values: StripsPart[] = [];
  const after: Part[] = [];
  let isMixed = false;
  for (const [index, chapter] of journey.chapters.entries()) {
    if (chapter.layer !== layer || isFolded(chapter)) continue;
    const time = { group: each[index] ?? 'numbers', chapter: index, from: 0, to: 1 } as const;
    if (chapter.kind === 'mix') isMixed = true;
    for (const part of ownParts(journey, chapter, time, isMixed)) {
      if (part.kind === 'strips' && (part.rows?.(0) ?? part.band?.vector)?.role === 'v') values.push(part);
      else if (isMixed) after.push(part);
      else join(before, part);
    }
  }
  const first = firstInput(journey, layer, before);
  return namedEnds([...first, ...before, ...values, ...after]);
}

/** The asking word's vector stands above those of the keys if they are equally long. */
function join(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (
    part.kind === 'strips' &&
    part.rows !== null &&
    part.band === null &&
    last?.kind === 'strips' &&
    last.rows === null &&
    last.band?.vector.size === part.rows(0).size
  )
    parts[parts.length - 1] = { ...part, band: last.band };
  else parts.push(part);
}

function ownParts(journey: Journey, chapter: Chapter, time: Timed, isMixed: boolean): readonly Part[] {
  switch (chapter.kind) {
    case 'product':
      return vectorsOf(
        journey,
        chapter.products.map(({ result }) => result),
        time,
        isMixed,
      );
    case 'bars':
      return vectorsOf(
        journey,
        chapter.made.map(({ result }) => result),
        time,
        isMixed,
      );
    case 'compare':
      return columnsOf(journey, chapter, time);
    case 'weights': {
      const { weights, from } = chapter;
      const isExp = from !== null && !from.isWeights && isSoftmax(journey.source, weights);
      const column = { ...time, kind: 'column', column: weights, isMeeting: false } as const;
      return isExp
        ? [
            { ...time, to: 0.45, kind: 'exp', of: from, weights, isPower: isPlainPower(journey.source, weights) },
            { ...column, from: 0.45 },
          ]
        : [column];
    }
    case 'mix':
      return [
        ...(chapter.value === null ? [] : [{ ...time, to: 0.7, kind: 'flow', weights: chapter.weights } as const]),
        { ...time, from: 0.35, kind: 'vector', vector: chapter.result, isNamed: true, isMix: true },
      ];
    case 'mistake':
      return [{ ...time, kind: 'correct', row: chapter }];
  }
}

/** Whether the weights are exponentials over their sum. */
function isSoftmax({ reader }: StageSource, { name, layer }: KeyColumn): boolean {
  const step = stepOf(reader, name, layer);
  const right = step && sides(step.formula)?.right;
  return isWeights(name) && right?.op === 'divide' && right.args[0]?.op === 'exp';
}

/** Whether the exponentials are those of the scores, not of scores divided by a temperature. */
function isPlainPower({ reader }: StageSource, { name, layer }: KeyColumn): boolean {
  const step = stepOf(reader, name, layer);
  const right = step && sides(step.formula)?.right;
  const [power] = right?.op === 'divide' ? right.args : [];
  return power?.op === 'exp' && power.args[0]?.op === 'tensor';
}

function columnsOf(journey: Journey, chapter: Chapter & { readonly kind: 'compare' }, time: Timed): readonly Part[] {
  const first = chapter.columns.length - chapter.newCount;
  const own = chapter.columns
    .slice(first)
    .filter(
      (column, index) =>
        index === 0 || !isSameRow(chapter.columns[first + index - 1] ?? column, column, journey.keyTokens.length),
    );
  const isMeeting = chapter.meeting !== null;
  const met = isMeeting ? 0.75 : 1 / own.length;
  return own.map((column, index) => ({
    ...time,
    kind: 'column',
    column,
    isMeeting: isMeeting && index === 0,
    ...(index === 0
      ? { to: own.length === 1 ? 1 : met }
      : { from: met + ((index - 1) * (1 - met)) / (own.length - 1), to: met + (index * (1 - met)) / (own.length - 1) }),
  }));
}

/** Vectors of a chapter, one after another. A query's is a band, others are strips of every key. */
function vectorsOf(journey: Journey, vectors: readonly Vector[], time: Timed, isMixed: boolean): readonly Part[] {
  return vectors.map((vector, index): Part => {
    const own = { ...time, from: index / vectors.length, to: (index + 1) / vectors.length };
    if (isMixed) return { ...own, kind: 'vector', vector, isNamed: false, isMix: false };
    const rows = vector.role === 'q' ? null : keyVectors(journey, vector);
    const { chapter, from, to } = own;
    // The asking word's own row stands above the others, where its query is made.
    const band = rows !== null && vector.role !== 'x' ? null : { vector, chapter, from, to };
    return { ...own, kind: 'strips', band: journey.crossed && rows !== null ? null : band, rows };
  });
}

/** The rows of a tensor by key. Null if it has none for the keys. */
function keyVectors({ source, crossed }: Journey, { name, layer }: Pick<Vector, 'name' | 'layer'>): StripsPart['rows'] {
  const step = stepOf(source.reader, name, layer);
  if (step === undefined || (crossed && !step.axes.slice(0, -1).includes('T_k'))) return null;
  const known = new Map<number, Vector>();
  return (key) => {
    const found = known.get(key) ?? vectorOf(source, step, rowOf(step, source, key, key) ?? []);
    known.set(key, found);
    return found;
  };
}

/** A later layer begins with the result of the one before it. */
function firstInput(journey: Journey, layer: number, parts: readonly Part[]): readonly StripsPart[] {
  if (layer === 0 || parts.some((part) => part.kind === 'strips' && part.band?.vector.role === 'x')) return [];
  const step = stepOf(journey.source.reader, 'x', layer);
  const row =
    step === undefined || step.layer !== layer ? null : rowOf(step, journey.source, journey.query, journey.query);
  const chapter = journey.chapters.findIndex((own) => own.layer === layer);
  if (step === undefined || row === null) return [];
  const vector = vectorOf(journey.source, step, row);
  const time = { chapter, from: 0, to: 0.001 };
  return [{ kind: 'strips', group: 'ask', ...time, band: { vector, ...time }, rows: keyVectors(journey, vector) }];
}

/** The first and the last vector of the result have names, those between are strips. */
function namedEnds(parts: readonly Part[]): readonly Part[] {
  const last = parts.findLast((part) => part.kind === 'vector');
  return parts.map((part) => (part === last && part.kind === 'vector' ? { ...part, isNamed: true } : part));
}
