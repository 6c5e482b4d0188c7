import { givenLimits } from '../../scene/given-tensors.ts';
import type { GivenLayer, Scene } from '../../scene/types.ts';
import { checkFinite, quoted, shapeText } from '../matrices.ts';
import { type ModelTensor, refuse } from '../types.ts';
import { type BatchChoice, chosenBatch, type KnownAxes, withoutBatch } from './batch.ts';
import { packTensor } from './pack-tensor.ts';
import { leastHeads } from './parameters.ts';
import { areCells, isOfAttention, type Role, rowText, wrongRow } from './roles.ts';
import { maskOf, withoutHidden } from './score-mask.ts';
import { hasSpecial, leaveOutSpecial, specialIn } from './special-tokens.ts';
import { type UnreadTensor, unreadOf } from './unread-tensors.ts';

/** A tensor, and what it is. */
export interface Assigned {
  readonly tensor: ModelTensor;
  readonly role: Role;
  /** From 0; null for a tensor of all layers, or of the only one. */
  readonly layer: number | null;
  /** What the model calls the layer. */
  readonly layerName?: string | undefined;
}

export interface ModelChoices {
  readonly assigned: readonly Assigned[];
  /** Heads, where they stand side by side in q. */
  readonly heads: number;
  /** Whether heads stand before tokens in q, k and v with an axis for each. */
  readonly headsFirst: boolean;
  /** The sequence of a batch, from 0. Null: there is none, and four axes begin with layers. */
  readonly batch: number | null;
  /** Four axes begin with layers where they may, also beside a tensor with a batch. */
  readonly areLayers?: boolean;
  /** Three axes of q, k and v are (batch, tokens, heads · numbers). */
  readonly isSideBySide?: boolean;
  /** Those of the queries, and of the keys if these are others. Empty: they are numbered. */
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  /** Those of the file that nothing can be made of. An error about a missing tensor says why. */
  readonly unread?: readonly UnreadTensor[];
  /** Leaves special tokens out. Given weights are divided by what is left of their row, as softmax divides scores. */
  readonly leavesOutSpecial?: boolean;
}

/** One tensor of one layer, its heads first: (H, T, d), or (H, T_q, T_k). */
interface Part {
  readonly name: string;
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

type Layer = Partial<Record<Role, Part>> & { readonly name?: string | undefined };

/**
 * The scene of a model's tensors. Throws ImportError `shape`, `scene-form`, `range`, `too-large` and `not-finite`, which name the tensor. That all
 * fits together is checked by the core. `withScores` completes q and k without v.
 */
export function modelScene(choices: ModelChoices): Scene {
  const layers = layersOf(choices);
  const [first] = layers;
  const cells = first?.weights ?? first?.scores;
  const { q, k, v } = first ?? {};
  const queries = cells?.rows ?? q?.rows ?? 0;
  const keys = cells?.columns ?? k?.rows ?? v?.rows ?? 0;
  const heads = cells?.heads ?? q?.heads ?? 1;
  const kvHeads = k?.heads ?? v?.heads ?? heads;
  const tokens = named(choices.tokens, queries, (words) => words.model.queries);
  const isCross = queries !== keys || choices.keyTokens.length > 0;
  const keyTokens = isCross ? named(choices.keyTokens, keys, (words) => words.model.keys) : [];
  const mask = maskOf(
    layers.flatMap(({ scores }) => scores ?? []),
    isCross,
  );
  const scene: Scene = {
    version: 1,
    tokens,
    ...(isCross && { encoder: { tokens: keyTokens } }),
    embedding: { kind: 'qkv', layers: layers.map((layer) => givenLayer(layer, mask !== null)) },
    parameters: { kind: 'none' },
    attention: {
      heads,
      ...(kvHeads !== heads && { kvHeads }),
      ...(first?.weights !== undefined ? { score: 'weights' as const } : first?.scores && { score: 'given' as const }),
      ...(mask !== null && { mask }),
    },
    view: { screen: 'experiment', layer: 0 },
  };
  if (choices.leavesOutSpecial !== true || specialIn([...tokens, ...keyTokens]).length === 0) return scene;
  if (!hasSpecial(scene)) refuse('empty', (words) => words.model.onlySpecial);
  return leaveOutSpecial(scene);
}

type Which = Parameters<typeof refuse>[1];

/** The tokens, which are numbered where there are none. Throws ImportError for more or fewer than `count`. */
export function named(
  tokens: readonly string[],
  count: number,
  which: (words: Parameters<Which>[0]) => string,
): readonly string[] {
  if (tokens.length === 0) return Array.from({ length: count }, (_, index) => String(index));
  if (tokens.length !== count) refuse('shape', (words) => words.model.tokenCount(which(words), tokens.length, count));
  return tokens;
}

function layersOf(choices: ModelChoices): readonly Layer[] {
  const layers: Layer[] = [];
  checkBatches(choices);
  for (const { tensor, role, layer, layerName } of choices.assigned) {
    // −∞ in scores is a mask.
    if (role !== 'scores') checkFinite(tensor);
    const parts = partsOf({ tensor, role, layer }, choices);
    for (const [index, part] of parts.entries()) {
      const place = (layer ?? 0) + index;
      if (place >= givenLimits.layers)
        refuse('too-large', (words) => words.model.layers(quoted(tensor.name), place + 1, givenLimits.layers));
      const own = layers[place] ?? {};
      const before = own[role];
      if (before !== undefined)
        refuse('scene-form', (words) => words.model.twice(quoted(before.name), quoted(tensor.name), role, place + 1));
      layers[place] = { name: layerName, ...own, [role]: part };
    }
  }
  // Names may count from 1, or leave layers out: those that are there follow each other.
  const there = layers.filter((layer) => layer !== undefined);
  const { unread = [] } = choices;
  if (there.length === 0) refuseNothing(unread);
  const areAllWithout = there.every(({ v }) => v === undefined);
  for (const layer of there) checkWhole(layer, areAllWithout, unread);
  return there;
}

/** Throws ImportError for a file of which nothing is used. */
function refuseNothing(tensors: readonly UnreadTensor[]): never {
  const unread = unreadOf(tensors, isOfAttention);
  return refuse('empty', ({ model }) =>
    unread === null ? model.nothing : `${model.refused(quoted(unread.name), unread.why)} ${model.nothing}`,
  );
}

const batchChoiceOf = ({ batch, areLayers = false }: ModelChoices): BatchChoice => ({ batch, areLayers });

const knownAxes = ({ role, layer }: Pick<Assigned, 'role' | 'layer'>, { isSideBySide }: ModelChoices): KnownAxes => ({
  isOfLayer: layer !== null,
  isSideBySide: isSideBySide === true && !areCells(role),
});

/** All tensors have the batch that one sequence is taken of. */
function checkBatches(choices: ModelChoices): void {
  const { assigned, batch } = choices;
  if (batch === null) return;
  const sizes = assigned.map((one) => ({
    tensor: one.tensor,
    size: chosenBatch(one.tensor, knownAxes(one, choices), batchChoiceOf(choices))?.size ?? 1,
  }));
  const [first] = sizes.filter(({ size }) => size > 1);
  const other = sizes.find(({ size }) => size !== first?.size);
  if (first === undefined || other === undefined) return;
  refuse('shape', (words) =>
    words.model.otherBatch(
      quoted(first.tensor.name),
      first.size,
      quoted(other.tensor.name),
      shapeText(other.tensor.shape),
    ),
  );
}

/** Weights, or scores, or q and k with v, which all layers may lack. */
function checkWhole(layer: Layer, isWithoutValues: boolean, tensors: readonly UnreadTensor[]): void {
  const { q, k, v, scores, weights } = layer;
  if (weights !== undefined || scores !== undefined) {
    const other = q ?? k ?? (weights === undefined ? undefined : scores);
    if (other !== undefined)
      refuse('scene-form', (words) => words.model.both(quoted((weights ?? scores)?.name ?? ''), quoted(other.name)));
    return;
  }
  const missing = (['q', 'k', 'v'] as const).filter((role) => ({ q, k, v })[role] === undefined);
  if (missing.length === 0 || (isWithoutValues && missing.join() === 'v')) return;
  const there = q ?? k ?? v;
  const unread = unreadOf(tensors, (role) => missing.some((one) => one === role), layer.name);
  if (unread !== null)
    refuse('scene-form', ({ model }) =>
      model.unread(quoted(unread.name), unread.role, quoted(there?.name ?? ''), unread.why),
    );
  if (missing.join() === 'v') refuse('scene-form', (words) => words.model.missingValues(quoted(there?.name ?? '')));
  refuse('scene-form', (words) => words.model.missing(missing.join(', '), quoted(there?.name ?? '')));
}

/** One part for each layer of the tensor. */
function partsOf(one: Assigned, choices: ModelChoices): readonly Part[] {
  const { tensor: given, role } = one;
  const known = knownAxes(one, choices);
  const { isOfLayer } = known;
  const tensor = withoutBatch(given, known, batchChoiceOf(choices));
  const isCells = areCells(role);
  const { name } = tensor;
  // A batch of one changes nothing.
  const shape = isOfLayer && tensor.shape.length > 3 && tensor.shape[0] === 1 ? tensor.shape.slice(1) : tensor.shape;
  const wrong = (): never =>
    refuse('shape', (words) =>
      words.model.axes(quoted(name), shapeText(given.shape), isCells ? words.model.cells : words.model.rows),
    );
  if (isCells) {
    const [rows = 0, columns = 0] = shape.slice(-2);
    const lead = shape.slice(0, -2);
    const wrongOne = role === 'weights' ? wrongRow({ shape, data: tensor.data }) : null;
    if (wrongOne !== null)
      refuse('range', (words) => words.model.wrongRow(quoted(name), rowText(words, shape, wrongOne)));
    if (lead.length === 0) return split({ name, heads: 1, rows, columns }, 1, tensor.data);
    if (lead.length === 1) return split({ name, heads: lead[0] ?? 1, rows, columns }, 1, tensor.data);
    const [count = 1, heads = 1] = lead;
    // Layers in a tensor of one layer.
    if (isOfLayer && count > 1) return wrong();
    return split({ name, heads, rows, columns }, count, tensor.data);
  }
  if (shape.length === 2) {
    const [rows = 0, width = 0] = shape;
    return [headsFirst({ name, rows, width, data: tensor.data }, headsIn(role, width, choices))];
  }
  if (shape.length > 4 || (isOfLayer && shape.length > 3)) return wrong();
  const [count, a, b, width] = shape.length === 3 ? [1, ...shape] : shape;
  const [heads, rows] = choices.headsFirst ? [a ?? 1, b ?? 1] : [b ?? 1, a ?? 1];
  const columns = width ?? 1;
  const parts = split({ name, heads, rows, columns }, count ?? 1, tensor.data);
  return choices.headsFirst ? parts : parts.map((part) => swapped(part));
}

/** Whether heads stand side by side in the last axis of q, k or v. */
export const areSideBySide = ({ shape }: ModelTensor, isBatch: boolean): boolean =>
  shape.length === 2 || (shape.length === 3 && isBatch);

/** The heads of q, or of k and v, which several heads of q may share. */
function headsIn(role: Role, width: number, { assigned, heads, isSideBySide = false }: ModelChoices): number {
  if (role === 'q') return heads;
  // Values beside weights or scores have as many heads as these.
  const cells = assigned.find((one) => areCells(one.role))?.tensor.shape;
  if (cells !== undefined) return cells.length > 2 ? (cells.at(-3) ?? 1) : 1;
  const widthOf = (role: Role): number | undefined =>
    assigned.find((one) => one.role === role && areSideBySide(one.tensor, isSideBySide))?.tensor.shape.at(-1);
  const own = widthOf('q');
  const ofKeys = widthOf('k');
  const key = ofKeys ?? width;
  if (own === undefined || own % heads !== 0) return heads;
  const head = own / heads;
  const shared = key / head;
  if (Number.isInteger(shared) && heads % shared === 0) return shared;
  if (ofKeys === undefined) return heads;
  const names = (['k', 'q'] as const).map((one) => assigned.find((given) => given.role === one)?.tensor.name ?? one);
  const [name = '', query = ''] = names.map(quoted);
  return refuse('shape', ({ model }) => model.sharedHeads(name, key, query, head, heads, leastHeads(own, key)));
}

const split = (part: Omit<Part, 'data'>, count: number, data: Float32Array): readonly Part[] => {
  const size = part.heads * part.rows * part.columns;
  return Array.from({ length: count }, (_, index) => ({
    ...part,
    data: data.subarray(index * size, (index + 1) * size),
  }));
};

/** (T, H, d) as (H, T, d). */
function swapped(part: Part): Part {
  const { heads, rows, columns } = part;
  const data = new Float32Array(part.data.length);
  for (let row = 0; row < rows; row += 1)
    for (let head = 0; head < heads; head += 1) {
      const from = (row * heads + head) * columns;
      data.set(part.data.subarray(from, from + columns), (head * rows + row) * columns);
    }
  return { ...part, data };
}

/** (T, H·d) as (H, T, d). */
function headsFirst(
  {
    name,
    rows,
    width,
    data,
  }: { readonly name: string; readonly rows: number; readonly width: number; readonly data: Float32Array },
  heads: number,
): Part {
  if (width % heads !== 0) refuse('shape', (words) => words.model.heads(quoted(name), width, heads));
  return swapped({ name, heads, rows, columns: width / heads, data });
}

/** As a scene has it: heads side by side in q, k and v. */
function givenLayer(layer: Layer, hasMask: boolean): GivenLayer {
  const sideBySide = (part: Part | undefined) => {
    if (part === undefined) return undefined;
    const { heads, rows, columns } = part;
    // The same walk backwards: (H, T, d) as (T, H, d).
    const { data } = swapped({ ...part, heads: rows, rows: heads });
    return packTensor({ shape: [rows, heads * columns], data });
  };
  const cells = (part: Part | undefined, values = (data: Float32Array): Float32Array => data.slice()) =>
    part && packTensor({ shape: [part.heads, part.rows, part.columns], data: values(part.data) });
  const { q, k, v, scores, weights } = layer;
  const all = {
    name: layer.name,
    q: sideBySide(q),
    k: sideBySide(k),
    v: sideBySide(v),
    scores: cells(scores, hasMask ? withoutHidden : undefined),
    weights: cells(weights),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
