/** What the page and the worker that computes gradients and trains say to each other. */

import type { Axis, Formula } from '../../core/types.ts';
import type { Rows, Scene } from '../../scene/types.ts';
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
  /** A run, which begins at once or (`isPaused`) with its first single step. */
  | (Question & { readonly kind: 'start'; readonly optimizer: Optimizer; readonly isPaused: boolean })
  | { readonly kind: 'play' | 'pause' | 'once' };

/** d loss / d tensor, of the head that the loss is of. */
export interface TensorGradient {
  readonly name: string;
  readonly layer: number;
  readonly isParameter: boolean;
  readonly axes: readonly Axis[];
  readonly shape: readonly number[];
  readonly data: Float32Array;
  readonly formula: Formula;
}

/** Where a run stands. */
export interface RunState {
  readonly step: number;
  readonly loss: number;
  readonly stepsPerSecond: number;
  /** (T_q, T_k), of the head that the loss is of. */
  readonly weights: Float32Array;
  /** With the parameters as they are; null: they are as large as it is, and it is not sent with every picture. */
  readonly scene: Scene | null;
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
      /** (T_k, T_k), of the row that was asked for. */
      readonly jacobian: Float32Array;
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
