/** What training hands out, in the words of the core (web/core/types.ts). */
import type { Flavour, Formula, Parameter, Tensor } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';
import type { Loss } from './loss.ts';
import type { RunOptions } from './options.ts';

/** One gradient: of a step's tensor, or of a parameter. */
export interface GradientStep extends Parameter {
  /**
   * The tree of its formula, as those of a trace's steps. `∂scores` is the gradient of `scores`, so that the root is ∂name's own cell; a
   * tensor with a `layer` is that of another layer than this one. What the loss was given is a `lookup`: `target`, `unembedding`, and
   * `off`, which is softmax(logits) less 1 at the target, through the number of targets.
   */
  readonly formula: Formula;
  /** Names of what it reads, gradients with their ∂. */
  readonly inputs: readonly string[];
}

/** Of a row of the weights: (T_k, T_k). */
export interface Jacobian extends Tensor {
  /**
   * Its left side is the cell (h, i, j, j') of `∂weights/∂masked`, by the name of what the softmax reads: of head h and row i, by
   * how much weight j grows with the score of key j'. What it reads is the trace's.
   */
  readonly formula: Formula;
}

/** d loss / d tensor for every tensor of a scene's trace and every parameter. */
export interface Gradient {
  readonly loss: number;
  /** How each gradient is computed, against the way of the data: the loss's own first, parameters last. */
  readonly steps: readonly GradientStep[];
  /** Values of the symbols in the formulas. */
  readonly symbols: Readonly<Record<string, number>>;
  /**
   * An owned copy, shaped as the tensor is in the trace: of its own layer, or the newest before that has one of that name; `layer`
   * is the last unless given, without `head` all heads. Zeros where the loss does not follow from it. `unembedding` is that of a
   * crossEntropy that brings one. Throws AttentionError `unknown-tensor`, `out-of-range`, `disposed`, `too-large`, and
   * `no-gradient` of what is no number to change: tokens, masks.
   */
  tensor(name: string, window?: { readonly layer?: number; readonly head?: number }): Tensor;
  /**
   * (T_k, T_k): d weights[row, i] / d what the softmax reads [row, j], the Jacobian of one row of one head; `layer` is the last
   * unless given, head 0. Throws AttentionError `out-of-range`, `disposed`, `too-large`, and `no-gradient` of weights that have none.
   */
  jacobian(window: { readonly row: number; readonly layer?: number; readonly head?: number }): Jacobian;
  /** Frees the memory. Copies made before stay good. Never throws. */
  dispose(): void;
}

export interface RunArguments extends RunOptions {
  /**
   * The model as it begins: its embedding (random, oneHot, ids, a table of its own), positions, parameters, attention, block and
   * layers. A task has tokens of its own; a loss is one of the scene's.
   */
  readonly scene: Scene;
}

/** Of the steps of one call together. */
export interface Progress {
  /** How many there have been. */
  readonly step: number;
  readonly loss: number;
  /** The share of the targets whose symbol was the likeliest; null where there are none. */
  readonly accuracy: number | null;
  readonly stepsPerSecond: number;
}

/**
 * What a head has become, from 0 to 1: how much a token looks at the one before it and at the first; and how much at what came after
 * its own last occurrence, where drawn tokens come a second time (prefix matching, arXiv 2209.11895).
 */
export interface HeadMeasures {
  readonly layer: number;
  readonly head: number;
  readonly previousToken: number;
  readonly firstToken: number;
  /** Null where sequences have less than four tokens, and of a loss. */
  readonly induction: number | null;
}

export interface Evaluation {
  readonly loss: number;
  readonly accuracy: number | null;
  readonly heads: readonly HeadMeasures[];
}

/** A sequence of the task; null where nothing is to be said. */
export interface Example {
  readonly tokens: readonly string[];
  readonly targets: readonly (string | null)[];
}

/** All that decides how a run goes on. It can be put into any run that was given the same. */
export interface Snapshot {
  readonly step: number;
  readonly data: Float32Array;
}

/** A model that is being trained. Every function but `dispose` throws AttentionError `disposed` afterwards. */
export interface Run {
  /** The rows of E by their text; predictions are in this order. */
  readonly symbols: readonly string[];
  /** How many numbers are trained. */
  readonly size: number;
  /** What the run takes of the module's memory, about. */
  readonly bytes: number;
  /** How many steps there have been. */
  readonly steps: number;
  /**
   * So many steps, one unless told. The same seed gives the same bits everywhere. Throws AttentionError `not-finite` where the
   * loss is no number any more: the parameters are then those of the last step whose loss was one, and stay so until `restore`.
   */
  step(count?: number): Progress;
  /** On sequences that were not learned from: 64 unless told, of the run's seed. */
  evaluate(options?: { readonly examples?: number; readonly seed?: number }): Evaluation;
  /** A sequence that the seed decides, of the run's unless told. */
  example(seed?: number): Example;
  /** The sequences that the step after so many others learns from: the next unless told. A loss has one, without targets. */
  batch(options?: { readonly after?: number }): readonly Example[];
  /** The sequences that `evaluate` looks at, given the same. A loss has one, without targets. */
  evaluated(options?: { readonly examples?: number; readonly seed?: number }): readonly Example[];
  /**
   * What is to be said at each of these tokens; null where nothing is, or the task does not know. Throws AttentionError `missing-token`, and
   * `empty` of a run without a task.
   */
  targets(tokens: readonly string[]): readonly (string | null)[];
  /** (T, V): how likely the model finds each symbol at each token. Throws AttentionError `missing-token`, and as `attend` does. */
  predict(tokens: readonly string[]): Tensor;
  /** (layers, H, T, T): the weights of every head on these tokens. Throws as `predict` does. */
  attention(tokens: readonly string[]): Tensor;
  /** The numbers that are trained, each with its place in a scene; `unembedding` has none. */
  tensors(): readonly {
    readonly name: string;
    readonly path: string;
    readonly layer: number;
    readonly shape: readonly number[];
    readonly data: Float32Array;
  }[];
  /**
   * The model as a scene, whose parameters are given: `core.attend(run.scene())` is the model on `example(seed)`, up to its last tensor. A
   * scene has no unembedding: tied, its columns are the rows of `embedding`; a learned one is in `tensors()` alone. `gradient(run.scene(),
   * { kind: 'crossEntropy', targets, unembedding })` takes either.
   */
  scene(options?: { readonly seed?: number }): Scene;
  snapshot(): Snapshot;
  /** Throws AttentionError `shape` where it is of another run. */
  restore(snapshot: Snapshot): void;
  /** Frees the memory. What was copied before stays good. Never throws. */
  dispose(): void;
}

/** Gradients and training. One that runs out of memory says so (`too-large`) and is replaced, as the core is. */
export interface Training {
  /** Always `'simd'`. */
  readonly flavour: Flavour;
  /**
   * Computes a scene and the way back from the loss. Throws AttentionError as `attend` does, its path a JSON pointer into
   * { …scene, loss }; `no-gradient` over a step that has none: weights that are rounded, a mistake made on purpose.
   */
  gradient(scene: Scene, loss: Loss): Gradient;
  /**
   * Begins a run. Throws AttentionError as `attend` does, and over the options, its path a JSON pointer into { …scene, task, optimizer,
   * … }: `too-large` names the bytes that it would take and the limit, before any of them is taken.
   */
  train(options: RunArguments): Run;
}
