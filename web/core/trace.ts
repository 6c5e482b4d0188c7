import { described, message } from '../scene/error.ts';
import { parseScene } from '../scene/parse.ts';
import type { Scene } from '../scene/types.ts';
import { check, checkRoom, errorFrom, isExtent, objectArgument, refuse, resultArgument, write } from './calls.ts';
import { type CoreArguments, coreScene, withScenePath } from './core-scene.ts';
import type { AppendOptions, Decoding } from './decoding-types.ts';
import { explainOutput, explainScore } from './explanation.ts';
import { certainty, combinedWeights, headPatterns, weightedNorms } from './head-weights.ts';
import type { Instance, Instances } from './instance.ts';
import type { SceneTrace } from './module.ts';
import { checkCount, mostSimilar, wordRowsArgument, wordsOf } from './nearest.ts';
import {
  checkLayer,
  hasHeads,
  headsOf,
  layoutOf,
  parameterOf,
  type Range,
  rangeOf,
  refuseName,
  stepOf,
  type TensorLayout,
  type TraceSource,
  windowArgument,
  windowOf,
  withAxes,
} from './tensors.ts';
import type {
  ExplainOptions,
  ExplainOutputOptions,
  Explanation,
  HeadPatterns,
  NearestOptions,
  Neighbour,
  OutputExplanation,
  Overview,
  OverviewWindow,
  Parameter,
  RowCertainty,
  RowOptions,
  Step,
  Tensor,
  TensorWindow,
  Trace,
  WeightCombination,
} from './types.ts';

interface Descriptions {
  readonly steps: readonly Step[];
  readonly parameters: readonly Parameter[];
  readonly symbols: Readonly<Record<string, number>>;
}

/** A trace that takes more of the core's memory than this is not kept for the next scene. */
const IDLE_BYTES = 1 << 20;

const ALL_KEYS = 2 ** 32 - 1;

/** Pixels of an overview along one side. */
const MOST_PIXELS = 4096;
const tensorKeys = ['head', 'layer', 'rows', 'columns', 'into'] as const;
const nearestKeys = ['head', 'layer', 'among'] as const;
const overviewKeys = ['head', 'layer', 'rows', 'columns', 'height', 'width'] as const;

/** A trace whose memory is the core's: what is asked for is copied out, descriptions when they are first read. */
export class CoreTrace implements Trace {
  readonly #lazy: boolean;
  readonly #instances: Instances;
  #disposed = false;
  // Of the scene that the trace is of; those that are computed when they are asked for begin anew with every scene.
  #scene: Scene | undefined;
  #tokens: readonly string[] = [];
  #keyTokens: readonly string[] = [];
  #layers = 1;
  #vocabulary: readonly string[] | undefined;
  #descriptions: Descriptions | undefined;
  readonly #found = new Map<string, TensorLayout>();
  #updating = false;

  /** Of no scene until it is updated. */
  constructor(instances: Instances, lazy: boolean) {
    this.#instances = instances;
    this.#lazy = lazy;
  }

  get tokens(): readonly string[] {
    this.#open();
    return this.#tokens;
  }
  get keyTokens(): readonly string[] {
    this.#open();
    return this.#keyTokens;
  }
  get layers(): number {
    this.#open();
    return this.#layers;
  }
  get steps(): readonly Step[] {
    return this.#described().steps;
  }
  get parameters(): readonly Parameter[] {
    return this.#described().parameters;
  }
  get symbols(): Readonly<Record<string, number>> {
    return this.#described().symbols;
  }
  get vocabulary(): readonly string[] {
    this.#vocabulary ??= this.#ask((inner) => inner.vocabulary());
    return this.#vocabulary;
  }

  get computed(): Readonly<Record<string, number>> {
    const { steps } = this.#described();
    return this.#ask((inner) => {
      const rows: Record<string, number> = {};
      for (const { name, layer } of steps) rows[name] = (rows[name] ?? 0) + inner.computed(name, layer);
      return rows;
    });
  }

  update(given: Scene): void {
    if (this.#updating) refuse('', message`the trace is already being updated, by a getter of its scene`, 'internal');
    this.#checkOpen();
    this.#updating = true;
    try {
      const scene = parseScene(given);
      this.compute(scene, coreScene(scene));
    } finally {
      this.#updating = false;
    }
  }

  append(token: string, given: AppendOptions = {}): void {
    const { mostKeys } = objectArgument('options', given, ['mostKeys']);
    if (typeof token !== 'string') refuse('token', message`token is ${described(token)}; it must be a text`);
    if (mostKeys !== undefined && !(isExtent(mostKeys) && mostKeys >= 1))
      refuse('mostKeys', message`mostKeys is ${described(mostKeys)}; it must be a whole number from 1`, 'range');
    this.#ask((inner) => check(inner.checkCache(mostKeys ?? ALL_KEYS)));
    const { sentence: _, ...scene } = this.#scene as Scene;
    this.update({ ...scene, tokens: [...this.#tokens, token] });
  }

  decoding(): Decoding {
    return this.#ask((inner) => {
      check(inner.decoding());
      const [keys = 0, bytes = 0, operations = 0, recomputed = 0] = inner.parts();
      return { keys, bytes, operations, recomputed };
    });
  }

  /** As `update`, of a scene that has been checked and marshalled. */
  compute(scene: Scene, call: CoreArguments): void {
    // A getter of the scene may have disposed of the trace.
    this.#checkOpen();
    const error = this.#instances.call((instance) => {
      const inner = instance.traces.get(this) ?? this.#begin(instance);
      return errorFrom(inner.update(call.scene, call.tensors, this.#lazy));
    });
    if (error !== null) throw withScenePath(scene, error);
    const { tokens, encoder } = call.scene;
    this.#scene = scene;
    this.#tokens = tokens;
    this.#keyTokens = scene.encoder === undefined ? tokens : encoder.tokens;
    this.#layers = call.scene.layers;
    this.#vocabulary = undefined;
    this.#descriptions = undefined;
    this.#found.clear();
  }

  tensor(name: string, given: TensorWindow = {}): Tensor {
    const window = windowArgument(name, given, tensorKeys);
    const found = this.#find(name, window);
    const { own } = found;
    const { head, rows, columns } = window;
    if (columns !== undefined && own.length !== 2)
      refuse(name, message`${withAxes(found)} has no columns to choose from`, 'out-of-range');
    const [first, last] = headsOf(found, head);
    const down = rangeOf(name, 'rows', rows, found.rows);
    const across = rangeOf(name, 'columns', columns, found.columns);
    const count = (last - first) * (down[1] - down[0]) * (across[1] - across[0]);
    checkRoom(name, count);
    const into = resultArgument('into', window.into, count);
    const numbers = this.#read(found, [first, last], down, across);
    if (into !== undefined) write(into, numbers);
    const kept = columns === undefined ? own.slice(1) : [across[1] - across[0]];
    const heads = head === undefined && hasHeads(found) ? [found.heads] : [];
    return { shape: [...heads, down[1] - down[0], ...kept], data: into ?? numbers.slice() };
  }

  overview(name: string, given: OverviewWindow): Overview {
    const window = windowArgument(name, given, overviewKeys);
    const found = this.#find(name, window);
    const { height, width, rows, columns, head } = window;
    if (found.axes.at(-2) !== 'T_q' || found.axes.at(-1) !== 'T_k')
      refuse(name, message`${withAxes(found)} is not a matrix of queries and keys`, 'out-of-range');
    for (const [side, pixels] of Object.entries({ height, width })) {
      if (Number.isInteger(pixels) && pixels >= 1 && pixels <= MOST_PIXELS) continue;
      refuse(name, message`${side} is ${described(pixels)}; it must be from 1 to ${MOST_PIXELS}`, 'range');
    }
    const heads = headsOf(found, hasHeads(found) ? (head ?? 0) : head);
    const down = rangeOf(name, 'rows', rows, found.rows);
    const across = rangeOf(name, 'columns', columns, found.columns);
    const numbers = this.#ask((inner) => {
      check(inner.overview(windowOf(found, heads, down, across), height, width));
      return inner.numbers();
    });
    const pixels = height * width;
    return {
      shape: [height, width],
      mean: numbers.slice(0, pixels),
      max: numbers.slice(pixels, 2 * pixels),
      hidden: numbers.slice(2 * pixels),
    };
  }

  variance(name: string, window: Pick<TensorWindow, 'head' | 'layer'> = {}): number {
    this.#readWhole(name, window);
    return this.#ask((inner) => inner.variance());
  }

  rowSums(name: string, window: Pick<TensorWindow, 'head' | 'layer'> = {}): Tensor {
    const shape = this.#readWhole(name, window);
    const data = this.#ask((inner) => {
      inner.rowSums(shape.at(-1) ?? 1);
      return inner.numbers().slice();
    });
    return { shape: shape.slice(0, -1), data };
  }

  certainty(given: RowOptions): RowCertainty {
    return certainty(this.#source, given);
  }

  headPatterns(given: Pick<TensorWindow, 'layer'> = {}): readonly HeadPatterns[] | null {
    return headPatterns(this.#source, given);
  }

  combinedWeights(how: WeightCombination, layers: readonly [number, number] = [0, this.layers]): Tensor {
    return combinedWeights(this.#source, how, layers);
  }

  weightedNorms(given: Pick<TensorWindow, 'head' | 'layer'> = {}): Tensor {
    return weightedNorms(this.#source, given);
  }

  nearest(name: string, row: number, count: number, given: NearestOptions = {}): readonly Neighbour[] {
    const window = windowArgument(name, given, nearestKeys);
    const found = this.#find(name, window);
    const { words, rows } =
      window.among === undefined ? wordsOf(this, this.#scene?.embedding) : wordRowsArgument(window.among);
    const width = rows.shape[1] ?? 0;
    const { d_word = 0, d_model = 0 } = this.symbols;
    // Concatenated positions stand behind the numbers of the words.
    if (found.own.length !== 2 || (found.columns !== width && !(width === d_word && found.columns === d_model)))
      refuse(
        name,
        message`a row of ${withAxes(found)} has ${found.columns} numbers; a row of the words has ${width}`,
        'shape',
      );
    checkCount(count);
    const heads = headsOf(found, hasHeads(found) ? (window.head ?? 0) : window.head);
    const own = this.#read(found, heads, rangeOf(name, 'rows', [row, row + 1], found.rows), [0, width]);
    if (!own.every(Number.isFinite) || own.every((value) => value === 0)) return [];
    const similarities = this.#ask((inner) => {
      check(inner.cosineSimilarities({ name: 'among', layer: undefined, shape: [...rows.shape], data: rows.data }));
      return inner.numbers();
    });
    return mostSimilar(words, similarities, count);
  }

  explain(given: ExplainOptions): Explanation {
    return explainScore(this.#source, given);
  }

  explainOutput(given: ExplainOutputOptions): OutputExplanation {
    return explainOutput(this.#source, given);
  }

  scoreVariances(given: Pick<TensorWindow, 'layer'> = {}): Tensor {
    const window = windowArgument('q', given, ['layer']);
    const [q, k] = [this.#find('q', window), this.#find('k', window)];
    // They have to be there.
    for (const found of [q, k])
      this.#read(found, [0, found.heads], [0, found.rows], [found.columns - 1, found.columns]);
    const data = this.#ask((inner) => {
      inner.scoreVariances(q.layer);
      return inner.numbers().slice();
    });
    return { shape: [data.length], data };
  }

  dispose(): void {
    this.#disposed = true;
    const instance = this.#instances.current;
    const inner = instance?.traces.get(this);
    if (!instance || inner === undefined) return;
    instance.traces.delete(this);
    try {
      this.#instances.call(() => {
        if (instance.reusableTrace === undefined && inner.bytes() <= IDLE_BYTES) instance.reusableTrace = inner;
        else inner.delete();
      });
    } catch {
      // The instance that could not let go of it is given up.
    }
  }

  #checkOpen(): void {
    if (this.#disposed) refuse('', message`this trace was disposed of; read its tensors before that`, 'disposed');
  }

  /** The core's part of it, in an instance that has none. */
  #begin(instance: Instance): SceneTrace {
    const inner = instance.reusableTrace ?? new instance.module.SceneTrace();
    instance.reusableTrace = undefined;
    instance.traces.set(this, inner);
    return inner;
  }

  #open(): SceneTrace {
    this.#checkOpen();
    return (
      this.#instances.current?.traces.get(this) ??
      refuse(
        '',
        message`the core ran out of memory and was replaced, so this trace is lost; update it or attend again`,
        'disposed',
      )
    );
  }

  /** Throws AttentionError `disposed` where there is nothing to ask, `too-large` where the core runs out of memory. */
  #ask<Value>(use: (inner: SceneTrace) => Value): Value {
    const inner = this.#open();
    return this.#instances.call(() => use(inner));
  }

  /** A view of the numbers, until the next call. */
  #read(found: TensorLayout, heads: Range, rows: Range, columns: Range): Float32Array {
    return this.#ask((inner) => {
      check(inner.read(windowOf(found, heads, rows, columns)));
      return inner.numbers();
    });
  }

  /** Reads a tensor whole, or one head of it; the shape. */
  #readWhole(name: string, given: Pick<TensorWindow, 'head' | 'layer'>): readonly number[] {
    const window = windowArgument(name, given, ['head', 'layer']);
    const found = this.#find(name, window);
    const heads = headsOf(found, window.head);
    checkRoom(name, (heads[1] - heads[0]) * found.rows * found.columns);
    this.#read(found, heads, [0, found.rows], [0, found.columns]);
    return window.head === undefined ? found.shape : found.own;
  }

  /** The tensor as a layer sees it: its own, or the newest before. */
  #find(name: string, { layer = this.#layers - 1 }: TensorWindow | OverviewWindow): TensorLayout {
    this.#open();
    if (typeof name !== 'string') this.#refuse(name, this.#layers - 1);
    checkLayer(name, layer, this.#layers);
    const key = `${layer} ${name}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const description = this.#ask((inner) => inner.find(name, layer));
    if (description === undefined) return this.#refuse(name, layer);
    const found = layoutOf(description);
    this.#found.set(key, found);
    return found;
  }

  /** What functions of other files ask this trace for. */
  get #source(): TraceSource {
    this.#open();
    const embedding = this.#scene?.embedding;
    return { trace: this, embedding, find: (name, layer) => this.#find(name, { layer }), ask: (use) => this.#ask(use) };
  }

  #refuse(name: string, layer: number): never {
    return refuseName(name, [...this.steps, ...this.parameters], layer, this.#layers);
  }

  #described(): Descriptions {
    this.#open();
    this.#descriptions ??= this.#ask((inner) => {
      const { steps, parameters, symbols } = inner.describe();
      return {
        steps: steps.map((step) => stepOf(inner, step)),
        parameters: parameters.map(parameterOf),
        symbols,
      };
    });
    return this.#descriptions;
  }
}
