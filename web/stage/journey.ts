import type { Step } from '../core/types.ts';
import type { LanguageCode } from '../i18n/language.ts';
import { sourceCells } from '../trace/cell-sources.ts';
import { isWeights, layersOf, type Role, roleOf, type TraceReader } from '../trace/trace-reader.ts';
import { withFolds } from './folded.ts';
import { type MistakenRow, mistakenRow } from './mistake.ts';
import {
  blockVector,
  numberAt,
  type Product,
  productOf,
  rowOf,
  type StageNumber,
  type StageSource,
  type Vector,
  vectorOf,
} from './numbers.ts';
import { goesOn, isCopy, isHeads, isMultipleOf, isPart, isRow, isVector, mixed, stepsRead } from './step-kinds.ts';

/** Common to all chapters. `steps` are the trace's steps that the chapter introduces, in order. */
interface About {
  /** From 0. */
  readonly layer: number;
  readonly steps: readonly string[];
  /** Duration at normal speed. 0 if the chapter changes nothing for this word. */
  readonly seconds: number;
}

/** Vectors of the token as bars, each beside the vectors it was made from. */
export interface BarsChapter extends About {
  readonly kind: 'bars';
  readonly made: readonly { readonly result: Vector; readonly from: readonly Vector[] }[];
}

export interface ProductChapter extends About {
  readonly kind: 'product';
  readonly products: readonly Product[];
}

/** One number for each key. */
export interface KeyColumn {
  readonly name: string;
  readonly layer: number;
  readonly role: Role;
  readonly isWeights: boolean;
  number(key: number): StageNumber;
}

/** The query against every key. */
export interface CompareChapter extends About {
  readonly kind: 'compare';
  /**
   * The two sides of the dot product. Null if the scores do not come from two vectors, or an earlier chapter showed
   * them.
   */
  readonly meeting: { readonly query: Vector; readonly key: (key: number) => Vector } | null;
  /** In the order of their steps. The last `newCount` belong to this chapter. */
  readonly columns: readonly KeyColumn[];
  readonly newCount: number;
}

export interface WeightsChapter extends About {
  readonly kind: 'weights';
  /** The row that softmax reads: the last row of scores or, for rounding, the weights. */
  readonly from: KeyColumn | null;
  readonly weights: KeyColumn;
}

export interface MixChapter extends About {
  readonly kind: 'mix';
  readonly weights: KeyColumn;
  /** The value of a key. Null if the result is not a sum over keys. */
  readonly value: ((key: number) => Vector) | null;
  readonly result: Vector;
}

/** A row without the mistake and with it. The chapter follows that of the step and introduces no step of its own. */
export interface MistakeChapter extends About, MistakenRow {
  readonly kind: 'mistake';
}

export type Chapter = BarsChapter | ProductChapter | CompareChapter | WeightsChapter | MixChapter | MistakeChapter;

/** One token's path through a trace, as chapters. */
export interface Journey {
  /** The language of its captions. */
  readonly language: LanguageCode;
  readonly source: StageSource;
  /** The index of the token. */
  readonly query: number;
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  /** Whether the keys come from another sentence. */
  readonly crossed: boolean;
  readonly layers: number;
  readonly chapters: readonly Chapter[];
}

/** Seconds. The first five chapters take 20. Later layers repeat them faster. */
const LENGTHS = {
  first: 3,
  bars: 2.5,
  projections: 5.5,
  product: 3.5,
  scores: 5,
  compare: 2.5,
  weights: 3,
  mix: 3.5,
  mistake: 3.5,
};
const AGAIN = 0.7;

/**
 * Chapters follow the steps of the trace and the tensors that their formulas read. A step that is off is not in the
 * trace and has no chapter. A step without a chapter of its own kind gets one that fits its shape.
 */
export function journeyOf(language: LanguageCode, source: StageSource, query: number): Journey {
  const { reader } = source;
  const { tokens, keyTokens } = reader;
  const chapters: Chapter[] = [];
  let waiting: string[] = [];
  let columns: KeyColumn[] = [];
  for (let index = 0; index < reader.steps.length; ) {
    const step = reader.steps[index];
    if (step === undefined) break;
    const made = chapterFrom(source, index, query, { columns, isFirst: chapters.length === 0 });
    index += made?.took ?? 1;
    if (made === null) {
      waiting.push(step.name);
      continue;
    }
    const { chapter } = made;
    if (chapter.kind === 'compare') columns = [...chapter.columns];
    if (chapter.kind === 'mix') columns = [];
    chapters.push({ ...chapter, steps: [...waiting, ...chapter.steps] });
    waiting = [];
  }
  const last = chapters.pop();
  if (last !== undefined) chapters.push({ ...last, steps: [...last.steps, ...waiting] });
  const crossed = keyTokens !== tokens && keyTokens.join() !== tokens.join();
  const layers = layersOf(reader);
  return {
    language,
    source,
    query,
    tokens,
    keyTokens,
    crossed,
    layers,
    chapters: withFolds(withMistake(chapters, source, query), keyTokens.length),
  };
}

/** Shows the mistake as soon as it changes a number. */
function withMistake(chapters: readonly Chapter[], source: StageSource, query: number): readonly Chapter[] {
  const row = mistakenRow(source, query, ownKey(source.reader, query));
  const made = chapters.findIndex(({ layer, steps }) => layer === row?.layer && steps.includes(row.wrong.name));
  if (row === null || made < 0) return chapters;
  const chapter: MistakeChapter = { ...row, kind: 'mistake', steps: [], seconds: LENGTHS.mistake };
  return chapters.toSpliced(made + 1, 0, chapter);
}

interface Made {
  readonly chapter: Chapter;
  /** How many steps it covers. */
  readonly took: number;
}

/** What earlier chapters leave for the next one. */
interface Before {
  /** The rows of scores so far, which softmax will read. */
  readonly columns: readonly KeyColumn[];
  readonly isFirst: boolean;
}

/** The chapter that begins at a step. Null if another chapter shows this step. */
function chapterFrom(source: StageSource, index: number, query: number, { columns, isFirst }: Before): Made | null {
  const { steps } = source.reader;
  const step = steps[index];
  if (step === undefined || isPart(step, steps) || isCopy(step, steps)) return null;
  const { layer } = step;
  const about = (kind: keyof typeof LENGTHS, count = 1) => ({
    layer,
    steps: steps.slice(index, index + count).map((own) => own.name),
    seconds: LENGTHS[kind] * (layer > 0 ? AGAIN : 1),
  });
  const mix = mixed(step, steps);
  if (mix !== null) return { took: 1, chapter: mixChapter(source, { step, ...mix }, query, about('mix')) };
  if (isWeights(step.name)) return { took: 1, chapter: weightsChapter(source, step, query, columns, about('weights')) };
  if (isRow(step)) {
    const last = columns.at(-1);
    if (last !== undefined && !goesOn(step, last.name, steps)) return null;
    const newCount = isMultipleOf(steps[index + 1], step) ? 2 : 1;
    const own = steps.slice(index, index + newCount).map((each) => keyColumn(source, each, query));
    const chapter: CompareChapter = {
      ...about(last === undefined ? 'scores' : 'compare', newCount),
      kind: 'compare',
      meeting: last === undefined ? meetingOf(source, step, query) : null,
      columns: [...columns, ...own],
      newCount,
    };
    return { took: newCount, chapter };
  }
  const products = together(source, index, query);
  if (products.length > 0) {
    const kind = products.length > 1 ? 'projections' : 'product';
    return { took: products.length, chapter: { ...about(kind, products.length), kind: 'product', products } };
  }
  const made = madeTogether(source, index, query);
  if (made.length === 0) return null;
  return { took: made.length, chapter: { ...about(isFirst ? 'first' : 'bars', made.length), kind: 'bars', made } };
}

/** Consecutive projections: q, k and v. */
function together(source: StageSource, index: number, query: number): Product[] {
  const products: Product[] = [];
  for (const step of source.reader.steps.slice(index)) {
    if (products.length > 0 && !isHeads(step)) break;
    const row = rowOf(step, source, query, ownKey(source.reader, query));
    const product = row && productOf(source, step, row);
    if (!product) break;
    products.push(product);
    if (!isHeads(step)) break;
  }
  return products;
}

/** Consecutive vectors of a head, each made from another one: the rotated query and key. */
function madeTogether(source: StageSource, index: number, query: number): BarsChapter['made'] {
  const { steps } = source.reader;
  const made: BarsChapter['made'][number][] = [];
  for (const step of steps.slice(index)) {
    const bars = isVector(step) ? barsOf(source, step, query) : null;
    const isAnother = made.length > 0;
    if (bars === null || (isAnother && (!isHeads(step) || bars.from.length === 0))) break;
    made.push(bars);
    if (!isHeads(step) || bars.from.length === 0) break;
  }
  return made;
}

/** The key at the token's own place, or the last key if another sentence has fewer. */
const ownKey = ({ keyTokens }: Pick<TraceReader, 'keyTokens'>, query: number): number =>
  Math.min(query, keyTokens.length - 1);

/** The key at the centre of the excerpt when not all keys fit. */
export const middleKey = (journey: Journey): number => ownKey(journey, journey.query);

function barsOf(source: StageSource, step: Step, query: number): BarsChapter['made'][number] | null {
  const { reader } = source;
  const key = ownKey(reader, query);
  const row = rowOf(step, source, query, key);
  if (row === null) return null;
  const result = vectorOf(source, step, row);
  const from = stepsRead(step, reader.steps).flatMap((input) => {
    const place = rowOf(input, source, query, key);
    if (place === null || !isVector(input) || input.shape.length !== step.shape.length) return [];
    return [vectorOf(source, input, place)];
  });
  return { result, from };
}

function keyColumn({ reader, head }: StageSource, { name, layer, axes }: Step, query: number): KeyColumn {
  const row = axes.length > 2 ? [head, query] : [query];
  return {
    name,
    layer,
    role: roleOf(name),
    isWeights: isWeights(name),
    number: (key) => numberAt(reader, name, [...row, key], layer),
  };
}

/** The two rows whose dot product is the score. */
function meetingOf(source: StageSource, { name, layer }: Step, query: number): CompareChapter['meeting'] {
  const { reader, head } = source;
  const rowsOf = (key: number) =>
    sourceCells(reader, name, [head, query, key], layer)
      .filter((block) => reader.steps.some((step) => step.name === block.name))
      .map((block) => blockVector(source, block));
  const [asking, other] = rowsOf(0);
  if (!asking || !other || asking.size !== other.size) return null;
  const known = new Map<number, Vector>();
  const key = (index: number): Vector => {
    const row = known.get(index) ?? rowsOf(index)[1] ?? other;
    known.set(index, row);
    return row;
  };
  return { query: asking, key };
}

function weightsChapter(
  source: StageSource,
  step: Step,
  query: number,
  columns: readonly KeyColumn[],
  about: About,
): WeightsChapter {
  const weights = stepsRead(step, source.reader.steps).find(({ name }) => isWeights(name));
  const from = weights === undefined ? (columns.at(-1) ?? null) : keyColumn(source, weights, query);
  return { ...about, kind: 'weights', from, weights: keyColumn(source, step, query) };
}

interface Mixed {
  readonly step: Step;
  readonly weights: Step;
  readonly values: Step | undefined;
}

function mixChapter(source: StageSource, { step, weights, values }: Mixed, query: number, about: About): MixChapter {
  const row = rowOf(step, source, query, 0) ?? [];
  const result = vectorOf(source, step, row);
  // A mistake can mix along the wrong axis. Its result is then not a sum over keys.
  const byKey = values !== undefined && values.shape.at(-1) === result.size && !isRow(step);
  const value = (key: number): Vector =>
    vectorOf(source, values ?? step, (values && rowOf(values, source, query, key)) ?? row);
  return { ...about, kind: 'mix', weights: keyColumn(source, weights, query), value: byKey ? value : null, result };
}
