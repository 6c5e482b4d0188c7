import type { RowCertainty, RowOptions, Tensor, Trace } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';
import type { Excerpt } from './focus.ts';
import type { Region } from './region.ts';
import type { WeightRow } from './row-sentence.ts';
import type { TraceOutline } from './trace-outline.ts';
import type { TraceReader } from './trace-reader.ts';

/**
 * One layer of a computed scene, as every view reads it. A result never changes: another scene has another result, and owns
 * its own trace.
 */
export type SceneResult = WholeResult | PartialResult;

/** A result whose tensors can all be read. */
export interface WholeResult extends AnyResult {
  readonly viewport: null;
  /** The core's trace, of all layers. It is gone after `dispose`. */
  readonly trace: Trace;
  /** The same layer of the scene without its mistake. Null for a scene without a mistake. */
  readonly withoutMistake: WholeResult | null;
  /** The number that a lesson asks the reader to guess. It is hidden in every tensor of this result. */
  readonly hiddenAnswer: HiddenAnswer | null;
  /** The result with every number. */
  readonly withAnswer: WholeResult;
  /** The same result for the same `hide`. */
  withHiddenAnswer(hide: HideAnswer): WholeResult;
  atLayer(layer: number): WholeResult;
  /** The result of a scene that only has another view. It takes over the trace. */
  withScene(scene: Scene): WholeResult;
}

/** A result of a long scene. Its trace is in a worker, and only a viewport of each tensor is loaded. */
export interface PartialResult extends AnyResult {
  /** The loaded queries (rows) and keys (columns). */
  readonly viewport: Region;
  readonly withoutMistake: null;
  /** The token that was changed last, or the first one of the viewport. */
  readonly near: number;
  /** One head's (T_q, T_k) of scores … weights. Null while it is loading. Only for heads that fit in memory several times. */
  wholeHead(name: string, head: number): Float32Array | null;
  /** Whether `matrixSource` has the numbers to edit a matrix. If not, they are requested. */
  isLoaded(name: string): boolean;
  atLayer(layer: number): PartialResult;
}

interface AnyResult extends Pick<TraceOutline, keyof TraceOutline> {
  /** Reads all layers. */
  readonly reader: TraceReader;
  /** What the matrix editor reads, of all layers. */
  readonly matrixSource: MatrixSource;
  /** How dividing by √d_k changes the variances in this layer. Null without q and k. */
  readonly variances: Variances | null;
  /** A whole tensor of this layer. Throws AttentionError `too-large` for a partial result. */
  tensor(name: string, layer?: number): Tensor;
  /** One head's (T_q, T_k) of scores … weights: the same array each time. Null for a step that is off, and for a partial result. */
  ofHead(name: string, head?: number): Float32Array | null;
  /** The loaded part of a tensor, for tensors with heads of one slice. Null while it is loading. */
  window(name: string, slice: number): LoadedTensor | null;
  /** How far a row of weights can be trusted. Null where that is not known: a partial result, and a hidden answer. */
  certainty(row: Required<RowOptions>): RowCertainty | null;
  /** A query's row of weights, for `readRow`. */
  row(head: number, query: number): WeightRow;
  /** Whether its memory was freed, as it is when another result takes its place. */
  readonly isGone: boolean;
  /** Frees the core's memory. Tensors that were read before stay readable. */
  dispose(): void;
}

/** What the matrix editor reads of a result. The tensors hold the core's own numbers. */
export type MatrixSource = Pick<
  Trace,
  'tokens' | 'keyTokens' | 'vocabulary' | 'layers' | 'steps' | 'parameters' | 'tensor'
>;

export interface LoadedTensor {
  readonly tensor: Tensor;
  /** Null where the tensor is whole. */
  readonly excerpt: Excerpt | null;
}

/** Hides a number, and all numbers that give it away, in what is read of a result. */
export interface HiddenAnswer {
  /** Whether only later pages of the lesson ask for what is hidden. */
  readonly isLater: boolean;
  /** Writes `KEPT_BACK` over the numbers of a tensor, which is a copy of the caller's. */
  hideIn(tensor: Tensor, name: string, window: { readonly layer?: number; readonly head?: number }): Tensor;
  /** Why a row of weights is not read: the reader has to guess a number of it, or will on a later page. Null for any other row. */
  hiddenRow(head: number, query: number): 'hidden' | 'later' | null;
}

export type HideAnswer = (result: WholeResult) => HiddenAnswer;

/** Population variances, all computed by the core, and the theory's line drawn from two of them. */
export interface Variances {
  /** Of q, k, scores and scaled, as far as the trace has them. */
  readonly of: readonly (readonly [name: string, variance: number])[];
  /** (d_k): of the scores made with the first 1, 2, … d_k numbers of q and k. */
  readonly measured: Float32Array;
  /** (d_k): what independent numbers around 0 would give, which is 1, 2, … d_k times the variance of q times that of k. */
  readonly theory: readonly number[];
}
