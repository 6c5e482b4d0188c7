/** The parts of a scene that the panel removes, and what each removal changes: computed by the core, and only compared here. */
import { sceneWithout } from '../../core/removal.ts';
import type { RemovedPart, SceneCore, Trace } from '../../core/types.ts';
import { weightsStepOf } from '../../core/weights-step.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import type { Pair } from './origins.ts';

export type Kind = RemovedPart['kind'];
const kinds: readonly Kind[] = ['word', 'head', 'layer', 'dimension', 'feature', 'positions'];

/** More parts of a kind are too many to read. */
const MOST_PARTS = 16;
/** Multiplications and additions for all parts together: some seconds. */
const MOST_OPERATIONS = 4e9;

/** What is compared: the weight of the pair, and the query's row of the last result. */
export interface Reading {
  /** Null if its layer was removed. */
  readonly weight: number | null;
  /** Whether the query sees no key in the pair's layer and head. */
  readonly seesNothing: boolean;
  /** Null if there are no values, and so no result. */
  readonly row: Float32Array | null;
}

export interface Effect {
  readonly part: RemovedPart;
  readonly after: Reading;
  /** The number of the result that changes most, and by how much. Null if the results cannot be compared. */
  readonly column: number | null;
  readonly change: number;
}

/** The name and layer of the step that the scene ends with. */
export const lastStep = ({ trace }: Pick<WholeResult, 'trace'>): { readonly name: string; readonly layer: number } => {
  const { name = 'output', layer = 0 } = trace.steps.at(-1) ?? {};
  return { name, layer: layer ?? 0 };
};

/** The query's weights, with which the values are multiplied. */
export const weightsOf = (trace: Trace, { layer, head, query }: Omit<Pair, 'key'>): Float32Array =>
  trace.tensor(weightsStepOf(trace.steps, layer), { layer, head, rows: [query, query + 1] }).data;

export function readingOf(trace: Trace, pair: Pair, isLayerGone = false): Reading {
  const { layer, query, key } = pair;
  const { name, layer: last } = lastStep({ trace });
  const rows = [query, query + 1] as const;
  const own = isLayerGone ? null : weightsOf(trace, pair);
  return {
    weight: own?.[key] ?? null,
    seesNothing: own?.every((weight) => weight === 0) ?? false,
    row: name === weightsStepOf(trace.steps, layer) ? null : trace.tensor(name, { layer: last, rows }).data,
  };
}

export function effectOf(core: SceneCore, result: WholeResult, pair: Pair, before: Reading, part: RemovedPart): Effect {
  const trace = core.attend(sceneWithout(result.scene, result.trace, part));
  try {
    const removed = part.kind === 'layer' ? part.layer : Number.POSITIVE_INFINITY;
    const layer = removed < pair.layer ? pair.layer - 1 : pair.layer;
    const after = readingOf(trace, { ...pair, layer }, removed === pair.layer);
    const [own, other] = [before.row, after.row];
    if (own === null || other === null || own.length !== other.length) return { part, after, column: null, change: 0 };
    let column = 0;
    const changeOf = (at: number): number => Math.abs((other[at] ?? 0) - (own[at] ?? 0));
    for (const at of own.keys()) if (changeOf(at) > changeOf(column)) column = at;
    return { part, after, column, change: changeOf(column) };
  } finally {
    trace.dispose();
  }
}

const isProjected = ({ scene }: WholeResult): boolean => scene.embedding.kind !== 'qkv';

/** The kinds of parts that the scene has. */
export function kindsOf(result: WholeResult): readonly Kind[] {
  const { scene } = result;
  const has: Readonly<Record<Kind, boolean>> = {
    word: true,
    head: result.trace.steps.some(({ name }) => name === 'output'),
    layer: result.layers > 1 && isProjected(result),
    dimension: scene.attention.score !== 'given',
    feature: isProjected(result),
    positions: scene.positions !== undefined && scene.positions.kind !== 'none',
  };
  return kinds.filter((kind) => has[kind]);
}

/** The parts of a kind: those first that the pair has most to do with. `all` counts those that are left out too. */
export function partsOf(
  core: SceneCore,
  result: WholeResult,
  pair: Pair,
  kind: Kind,
): { readonly parts: readonly RemovedPart[]; readonly all: number } {
  const all = allParts(result, pair, kind);
  const { operations } = core.describe(result.scene);
  const most = Math.min(MOST_PARTS, Math.floor(MOST_OPERATIONS / Math.max(1, operations)));
  return { parts: all.slice(0, most), all: all.length };
}

function allParts({ scene, trace, layers, heads }: WholeResult, pair: Pair, kind: Kind): readonly RemovedPart[] {
  const { layer, head, query, key } = pair;
  if (kind === 'word') {
    const weights = weightsOf(trace, pair);
    return Array.from(weights.keys())
      .sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))
      .map((one) => ({ kind, key: one }));
  }
  if (kind === 'head')
    return Array.from({ length: layers * heads }, (_, index) => ({
      ...{ kind, layer: Math.floor(index / heads), head: index % heads },
    }));
  if (kind === 'layer') return Array.from({ length: layers }, (_, one) => ({ kind, layer: one }));
  if (kind === 'dimension') {
    const { parts } = trace.explain({ ...pair, by: 'dimensions' });
    return parts.map((part) => ({ kind, layer, head, index: part.query?.index ?? 0 }));
  }
  if (kind === 'positions') return [{ kind }];
  const words = trace.tensor('x0', { layer: 0 });
  const keys = scene.encoder === undefined ? words : trace.tensor('x0_k', { layer: 0 });
  const width = words.shape[1] ?? 1;
  const sizeOf = (index: number): number =>
    Math.max(Math.abs(words.data[query * width + index] ?? 0), Math.abs(keys.data[key * width + index] ?? 0));
  const isUsed = (index: number): boolean =>
    [words, keys].some(({ data }) => data.some((value, at) => at % width === index && value !== 0));
  return Array.from({ length: width }, (_, index) => index)
    .filter(isUsed)
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .map((index) => ({ kind, index }));
}

/** A change below this fraction of the result's largest number is almost nothing. */
const ALMOST_NOTHING = 0.05;
/** A word with more of the weight should matter, and one with less should not. */
const MUCH = 0.2;
const LITTLE = 0.05;

const largestOf = (numbers: Float32Array): number =>
  numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

export type Finding =
  | { readonly kind: 'none' }
  /** The weight says much, and the result nothing. */
  | { readonly kind: 'idle'; readonly key: number; readonly weight: number; readonly hasValue: boolean }
  /** The other way round. */
  | { readonly kind: 'strong'; readonly key: number; readonly weight: number }
  | { readonly kind: 'most'; readonly effect: Effect };

/** The one thing to say of the effects of one kind of parts. Null without results to compare. */
export function findingOf(
  { trace }: WholeResult,
  pair: Pair,
  before: Reading,
  effects: readonly Effect[],
): Finding | null {
  const { row } = before;
  const comparable = effects.filter(({ column }) => column !== null);
  const [first] = comparable;
  if (row === null || first === undefined) return null;
  const most = comparable.reduce((best, one) => (one.change > best.change ? one : best), first);
  const weights = weightsOf(trace, pair);
  const threshold = ALMOST_NOTHING * largestOf(row);
  for (const { part, change } of comparable) {
    if (part.kind !== 'word' || change > threshold) continue;
    const weight = weights[part.key] ?? 0;
    if (weight >= MUCH) return { kind: 'idle', key: part.key, weight, hasValue: hasValue(trace, pair, part.key) };
  }
  if (most.change === 0) return { kind: 'none' };
  if (most.part.kind === 'word' && comparable.length > 1) {
    const weight = weights[most.part.key] ?? 0;
    if (weight < LITTLE && most.change > threshold) return { kind: 'strong', key: most.part.key, weight };
  }
  return { kind: 'most', effect: most };
}

/** Whether a key's value in the head is more than almost nothing beside those of the others. */
function hasValue(trace: Trace, { layer, head }: Pair, key: number): boolean {
  const values = trace.tensor('v', { layer });
  const [valueHeads = 1, , width = 1] = values.shape;
  const heads = trace.tensor('weights', { layer, rows: [0, 1] }).shape[0] ?? 1;
  const own = trace.tensor('v', { layer, head: Math.floor(head / (heads / valueHeads)) }).data;
  return largestOf(own.subarray(key * width, (key + 1) * width)) > ALMOST_NOTHING * largestOf(own);
}
