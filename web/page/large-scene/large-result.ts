import type { Parameter, Step, Tensor, TensorWindow } from '../../core/types.ts';
import { AttentionError } from '../../scene/error.ts';
import { shownLayer } from '../../scene/layers.ts';
import type { Scene } from '../../scene/types.ts';
import type { Region } from '../../trace/region.ts';
import type { WeightRow } from '../../trace/row-sentence.ts';
import type { LoadedTensor, MatrixSource, PartialResult } from '../../trace/scene-result.ts';
import { type TraceDescription, TraceOutline } from '../../trace/trace-outline.ts';
import { described, hasHeads, type TraceReader } from '../../trace/trace-reader.ts';
import type { BlockRequest } from './protocol.ts';
import type { Store } from './store.ts';
import type { WorkerClient } from './worker-client.ts';

/** Numbers that are requested together when one of them is read: a row of thousands, or a few rows of dozens. */
const AT_ONCE = 4096;

/** What has been loaded of a trace that is in the worker. */
export interface LargeSceneData {
  readonly description: TraceDescription;
  readonly store: Store;
  readonly viewport: Region;
  readonly near: number;
  readonly client: WorkerClient;
}

/**
 * A scene of thousands of tokens. Its trace is in the worker. Loaded are the viewport of each tensor that is drawn, and the
 * rows behind the number that is explained. Reading any other number requests it, and another result of the same scene
 * follows once it is loaded.
 */
export class LargeResult extends TraceOutline implements PartialResult {
  readonly withoutMistake = null;
  readonly variances = null;
  readonly reader: TraceReader;

  constructor(
    scene: Scene,
    readonly data: LargeSceneData,
    layer = shownLayer(scene, data.description.layers),
    private readonly resultsByLayer = new Map<number, LargeResult>(),
  ) {
    super(scene, data.description, layer);
    const { description, store } = data;
    this.reader = {
      ...description,
      called: this.called,
      value: (name, index, of) => numberAt(data, name, index, of),
      waiting: () => store.waiting(),
    };
    resultsByLayer.set(layer, this);
  }

  atLayer(layer: number): LargeResult {
    return this.resultsByLayer.get(layer) ?? new LargeResult(this.scene, this.data, layer, this.resultsByLayer);
  }

  get viewport(): Region {
    return this.data.viewport;
  }

  get near(): number {
    return this.data.near;
  }

  window(name: string, slice: number): LoadedTensor | null {
    const layer = this.layerOf(name);
    const tensor = this.step(name) ?? this.parameter(name);
    const head = (tensor?.shape.length ?? 0) > 2 ? slice : null;
    const block = this.data.store.block({ name, layer, head, rows: null });
    return block && { tensor: block, excerpt: block };
  }

  wholeHead(name: string, head: number): Float32Array | null {
    const rows = [0, this.tokens.length] as const;
    return this.data.store.block({ name, layer: this.layerOf(name), head, rows })?.data ?? null;
  }

  /** Needs all parameters, which an edited scene writes down too, beside the embeddings and the matrix itself. */
  isLoaded(name: string): boolean {
    const { steps, parameters } = this.data.description;
    const wanted = ['x0', 'x0_k', name === 'mask' ? 'blocked' : name];
    const own = steps.filter((step) => wanted.includes(step.name));
    // Map before every, so that all of them are requested at once.
    return [...parameters, ...own].map((tensor) => this.whole(tensor)).every((block) => block !== null);
  }

  private whole({ name, layer, shape }: Named) {
    return this.data.store.block({ name, layer, head: null, rows: [0, shape.at(-2) ?? 1] });
  }

  get matrixSource(): MatrixSource {
    const { description } = this.data;
    const tensor = (name: string, { layer }: TensorWindow = {}): Tensor => {
      const found = described(description, name, layer);
      return (found && this.whole(found)) ?? this.tensor(name);
    };
    return { ...description, tensor };
  }

  tensor(name: string): Tensor {
    throw new AttentionError('too-large', `${name} is not loaded as a whole`, name);
  }

  ofHead(): null {
    return null;
  }

  /** Not of every row: `row` has that of the row that is loaded. */
  certainty(): null {
    return null;
  }

  /** Until the row is loaded, only the query is named. */
  row(head: number, query: number): WeightRow {
    const layer = this.layerOf(this.weightsStep);
    const row = (name: string) =>
      this.step(name) === undefined
        ? undefined
        : this.data.store.block({ name, layer, head, rows: [query, query + 1] });
    const [weights, masked] = [row(this.weightsStep), row('masked')];
    return {
      queryLabels: this.tokens,
      keyLabels: this.keyTokens,
      weights: weights?.data ?? new Float32Array(),
      masked: masked?.data ?? null,
      certainty: weights?.certainty ?? null,
      query,
      from: query,
      missing: !weights || masked === null ? 'loading' : null,
    };
  }

  /** The worker frees its trace when it is told to release it. */
  readonly isGone = false;

  dispose(): void {}
}

type Named = Step | Parameter;

/** The core's own number, of the layer that `described` finds, as traceReader gives it. */
function numberAt(
  { description, store }: LargeSceneData,
  name: string,
  index: readonly number[],
  layer?: number,
): number {
  const tensor: Named | undefined = described(description, name, layer);
  if (tensor === undefined) throw new RangeError(`the trace has no tensor ${name}`);
  const { shape } = tensor;
  // The position depends on a number that has not arrived yet.
  if (index.some(Number.isNaN)) return Number.NaN;
  if (index.length !== shape.length || index.some((index, axis) => !(index >= 0 && index < (shape[axis] ?? 0)))) {
    throw new RangeError(`${name}[${index.join(', ')}] is outside the shape ${shape.join(' × ')}`);
  }
  return store.value(rowsAround(tensor, index), index);
}

function rowsAround({ name, layer, shape, axes }: Named, index: readonly number[]): BlockRequest {
  const headed = hasHeads(axes);
  const [rows = 1, ...row] = headed ? shape.slice(1) : shape;
  const count = Math.max(1, Math.floor(AT_ONCE / row.reduce((product, size) => product * size, 1)));
  const first = Math.floor((index[headed ? 1 : 0] ?? 0) / count) * count;
  return {
    name,
    layer,
    head: headed ? (index[0] ?? 0) : null,
    rows: row.length > 0 ? [first, Math.min(rows, first + count)] : [0, 1],
  };
}
