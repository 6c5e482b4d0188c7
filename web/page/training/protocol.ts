/** What the page and the worker that computes gradients and trains say to each other. */

import type { Axis, Formula } from '../../core/types.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import type { Jacobian, Snapshot } from '../../training/index.ts';
import type { OptimizerKind } from '../../training/options.ts';
import type { Failure } from '../worker/failure.ts';

/** The weights of a head, and what they are to become: the core's loss of that name. */
export interface WeightsLoss {
  readonly kind: 'weights';
  readonly target: Rows;
  readonly head: number;
  readonly layer: number;
}

export interface Optimizer {
  readonly kind: OptimizerKind;
  readonly learningRate: number;
}

interface Question {
  /** Comes back with the answer: only the newest question counts. */
  readonly turn: number;
  readonly scene: Scene;
  readonly loss: WeightsLoss;
}

export type TrainingRequest =
  /** The gradient, with the Jacobian of a row; and what one step against it changes. */
  | (Question & { readonly kind: 'look'; readonly row: number; readonly learningRate: number })
  /** A run from its start or from a snapshot; it begins at once or (`isPaused`) with a single step. */
  | (Question & {
      readonly kind: 'start';
      readonly optimizer: Optimizer;
      readonly from: Snapshot | null;
      readonly isPaused: boolean;
    })
  | { readonly kind: 'play' | 'pause' | 'once' };

interface Numbers {
  readonly axes: readonly Axis[];
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** d loss / d tensor, of the head that the loss is of. */
export interface TensorGradient extends Numbers {
  readonly name: string;
  readonly layer: number;
  readonly isParameter: boolean;
  readonly formula: Formula;
  /** Which head that is, of the tensor's own; null: it has none. */
  readonly head: number | null;
  /** Of all heads, which formulas read; null: the gradients have too many numbers together. */
  readonly all: Numbers | null;
}

/** What is left of a run, should its worker be ended. */
export interface Kept {
  /** With the parameters as they are. */
  readonly scene: Scene;
  readonly snapshot: Snapshot;
}

/** Where a run stands. */
export interface RunState {
  readonly step: number;
  readonly loss: number;
  readonly stepsPerSecond: number;
  /** (T_q, T_k), of the head that the loss is of. */
  readonly weights: Float32Array;
  /** Null: it is as large as the parameters are, and not sent with every picture. */
  readonly kept: Kept | null;
}

/** Why a run has come to its end. */
export type RunEnd = 'reached' | 'stuck' | 'notFinite';

export type TrainingResponse =
  | {
      readonly kind: 'gradient';
      readonly turn: number;
      readonly loss: number;
      /** From the weights back to the parameters. */
      readonly tensors: readonly TensorGradient[];
      /** Of the formulas. */
      readonly symbols: Readonly<Record<string, number>>;
      /** (T_k, T_k), of the row that was asked for. */
      readonly jacobian: Jacobian;
    }
  | {
      readonly kind: 'step';
      readonly turn: number;
      readonly scene: Scene;
      readonly weights: Float32Array;
      readonly loss: number;
    }
  /** The run goes on, waits, or has come to its end. */
  | {
      readonly kind: 'run';
      readonly turn: number;
      readonly state: RunState;
      readonly status: 'running' | 'paused' | RunEnd;
    }
  | (Failure & { readonly kind: 'failed'; readonly turn: number; readonly of: 'gradient' | 'step' | 'run' });

/** A run ends when its loss is below this. */
export const GOAL = 0.01;
