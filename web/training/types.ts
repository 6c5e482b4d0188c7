/** The public types of `self-attention/training`. */
import type { Flavour, Formula, Parameter, Tensor } from '../core/types.ts';
import type { Mask, Scene } from '../scene/types.ts';
import type { Loss } from './loss.ts';
import type { RunOptions } from './options.ts';

/** The gradient of a step's tensor or of a parameter. */
export interface GradientStep extends Parameter {
  /**
   * A tree like those of a trace's steps. `∂scores` is the gradient of `scores`, so the root is a cell of ∂name. A tensor with a `layer`
   * belongs to another layer. The loss's own inputs are a `lookup`: `target`, `unembedding`, and `off`, which is softmax(logits) less 1 at
   * the target, divided by the number of targets.
   */
  readonly formula: Formula;
  /** The names of its inputs, gradients with ∂. */
  readonly inputs: readonly string[];
}

/** The Jacobian of one row of the weights: (T_k, T_k). */
export interface Jacobian extends Tensor {
  /**
   * Its left side is the cell (h, i, j, j') of `∂weights/∂masked`, named after the input of the softmax: how much weight j of row i of head
   * h grows with the score of key j'. Its inputs are in the trace.
   */
  readonly formula: Formula;
}

/** d loss / d tensor for every tensor of a scene's trace and every parameter. */
export interface Gradient {
  readonly loss: number;
  /** How each gradient is computed, backwards from the loss, parameters last. */
  readonly steps: readonly GradientStep[];
  /** Values of the symbols in the formulas. */
  readonly symbols: Readonly<Record<string, number>>;
  /**
   * An owned copy with the tensor's shape in the trace, from its layer or the newest layer before it with that name. `layer` is the last by
   * default; without `head` it has all heads. Zeros if the loss does not depend on it. `unembedding` is that of a crossEntropy with one.
   * Throws AttentionError `unknown-tensor`, `out-of-range`, `disposed`, `too-large`, and `no-gradient` for tokens and masks.
   */
  tensor(name: string, window?: { readonly layer?: number; readonly head?: number }): Tensor;
  /**
   * (T_k, T_k): d weights[row, i] / d input of the softmax [row, j], the Jacobian of one row of one head. `layer` is the last by default,
   * `head` is 0. Throws AttentionError `out-of-range`, `disposed`, `too-large`, and `no-gradient` for weights without one.
   */
  jacobian(window: { readonly row: number; readonly layer?: number; readonly head?: number }): Jacobian;
  /** Frees the memory. Earlier copies stay valid. Never throws. */
  dispose(): void;
}

export interface RunArguments extends RunOptions {
  /**
   * The model at the start: its embedding (random, oneHot, ids, a table), positions, parameters, attention, block and layers. A task has
   * its own tokens. A loss uses the scene's.
   */
  readonly scene: Scene;
}

/** The result of all steps of one call. */
export interface Progress {
  /** Steps taken since the start. */
  readonly step: number;
  readonly loss: number;
  /** The part of the targets whose symbol was the likeliest; null: no targets. */
  readonly accuracy: number | null;
  readonly stepsPerSecond: number;
}

/**
 * The patterns of a head, from 0 to 1: the attention to the previous token and to the first, and, for drawn tokens that repeat, the attention
 * to the token after the last occurrence of the same token (prefix matching, arXiv 2209.11895) and to that occurrence itself (duplicate token
 * head, arXiv 2211.00593).
 */
export interface HeadMeasures {
  readonly layer: number;
  readonly head: number;
  readonly previousToken: number;
  readonly firstToken: number;
  /** Null for sequences of fewer than four tokens, and for a loss. */
  readonly induction: number | null;
  /** Null where induction is. */
  readonly sameToken: number | null;
}

/** A head of a model: its layer, and its place in the layer, from 0. */
export interface HeadPlace {
  readonly layer: number;
  readonly head: number;
}

export interface EvaluationOptions {
  readonly examples?: number;
  readonly seed?: number;
  readonly without?: readonly HeadPlace[];
}

export interface Evaluation {
  readonly loss: number;
  readonly accuracy: number | null;
  readonly heads: readonly HeadMeasures[];
}

export interface SamplingOptions {
  /** Divides the logits. 0 is greedy: the likeliest symbol. Default 1. */
  readonly temperature?: number;
  /** Only so many of the likeliest symbols can be drawn. Default: all. */
  readonly topK?: number;
  readonly seed?: number;
  /** In place of the scene's, for the cache of a window: a mask of any kind but `painted`. */
  readonly mask?: Mask;
}

export interface NextSymbol {
  readonly symbol: string;
  /** (V): of each symbol, with the temperature and the top k. */
  readonly probabilities: Float32Array;
}

/** A sequence of the task. A target is null where the task asks for nothing. */
export interface Example {
  readonly tokens: readonly string[];
  readonly targets: readonly (string | null)[];
}

/** What decides the meaning of a run's numbers: its task, optimizer, attention and trained tensors, as text. */
export type RunIdentity = Readonly<Record<string, string>>;

/** The whole state of a run. Any run with the same arguments can restore it, also with another seed, batch or learning rate. */
export interface Snapshot {
  readonly step: number;
  /** The trained numbers and the optimizer's. */
  readonly data: Float32Array;
  /** Where it comes from. `restore` refuses another run's. Snapshots of earlier releases have none. */
  readonly run?: RunIdentity;
}

/** A model in training. After `dispose` every other function throws AttentionError `disposed`. */
export interface Run {
  /** The texts of E's rows. Predictions have this order. */
  readonly symbols: readonly string[];
  /** Trained numbers. */
  readonly size: number;
  /** Approximate memory of the run in the module. */
  readonly bytes: number;
  /** Steps taken since the start. */
  readonly steps: number;
  /**
   * Takes steps, by default one. The same seed gives the same bits. Throws AttentionError `not-finite` when the loss is no longer finite. The
   * parameters are then the last finite ones, and every further step throws until `restore`.
   */
  step(count?: number): Progress;
  /**
   * The result on sequences that were not trained on: 64 unless given, from the run's seed unless given. A loss has one, and takes neither.
   * The heads `without` are left out (ablated): their results reach `w_o` as 0. The run itself does not change. Throws AttentionError
   * `out-of-range` for a head that there is not, and `unknown-tensor` without `w_o`.
   */
  evaluate(options?: EvaluationOptions): Evaluation;
  /** A sequence drawn from the seed, by default the run's. A loss has one sequence, and takes no seed. */
  example(seed?: number): Example;
  /** The batch of the step that follows `after` steps, by default the next. A loss has one sequence, without targets. */
  batch(options?: { readonly after?: number }): readonly Example[];
  /** The sequences of `evaluate` with the same options. A loss has one, without targets. */
  evaluated(options?: { readonly examples?: number; readonly seed?: number }): readonly Example[];
  /**
   * The answers at these tokens; null where the task asks for nothing, or the answer is unknown. Throws AttentionError `missing-token`, and
   * `empty` for a run without a task, and `too-large` for more than 512 tokens.
   */
  targets(tokens: readonly string[]): readonly (string | null)[];
  /**
   * (T, V): the probability of each symbol at each token. Throws AttentionError `missing-token`, `too-large` for more than 512 tokens, and
   * as `attend` does.
   */
  predict(tokens: readonly string[]): Tensor;
  /**
   * The symbol that the model writes after these tokens, drawn from `predict`'s last row. The seed is by default the run's. The draw depends on
   * it and on the number of tokens alone, so the same seed writes the same text. Throws as `predict` does, `empty` without tokens, and `range`
   * for the options.
   */
  next(tokens: readonly string[], options?: SamplingOptions): NextSymbol;
  /** (layers, H, T, T): the weights of every head for these tokens. Throws as `predict` does. */
  attention(tokens: readonly string[]): Tensor;
  /** The trained tensors, each with its place in a scene. `unembedding` has no place. */
  tensors(): readonly {
    readonly name: string;
    readonly path: string;
    readonly layer: number;
    readonly shape: readonly number[];
    readonly data: Float32Array;
  }[];
  /**
   * The model as a scene with given parameters: `core.attend(run.scene())` is the model for `example(seed)`, up to its last tensor. A scene
   * has no unembedding. If it is tied, its columns are the rows of `embedding`; a learned one is only in `tensors()`.
   * `gradient(run.scene(), { kind: 'crossEntropy', targets, unembedding })` takes either.
   */
  scene(options?: { readonly seed?: number }): Scene;
  snapshot(): Snapshot;
  /**
   * Throws AttentionError `shape` for a snapshot of a different run, `not-finite`, and `range` for a step or a state that no run can have.
   * After an error the run is as it was.
   */
  restore(snapshot: Snapshot): void;
  /** Frees the memory. Earlier copies stay valid. Never throws. */
  dispose(): void;
}

/** Gradients and training. If the module runs out of memory, it throws `too-large` and is replaced, as the core is. */
export interface Training {
  /** Always `'simd'`. */
  readonly flavour: Flavour;
  /**
   * Computes a scene and its gradient. Throws AttentionError as `attend` does, with a JSON pointer into { …scene, loss } as its path, and
   * `no-gradient` for a step without one: rounded weights, a mistake.
   */
  gradient(scene: Scene, loss: Loss): Gradient;
  /**
   * Begins a run. Throws AttentionError as `attend` does, and for the options, with a JSON pointer into { …scene, task, optimizer, … } as its
   * path. `too-large` names the bytes and the limit, before anything is allocated.
   */
  train(options: RunArguments): Run;
}
