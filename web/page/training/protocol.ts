/** The messages between the page and the worker that computes gradients and trains. */
import type { Axis, Formula } from '../../core/types.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import type {
  Evaluation,
  Example,
  HeadPlace,
  Jacobian,
  NextSymbol,
  RunArguments,
  SamplingOptions,
  Snapshot,
} from '../../training/index.ts';
import type { Failure } from '../worker/failure.ts';

/** The target of one head's weights: the core's loss of that name. */
export interface WeightsLoss {
  readonly kind: 'weights';
  readonly target: Rows;
  readonly head: number;
  readonly layer: number;
}

/** Training of the page's scene. A run without such a loss has a task. */
export interface TargetArguments extends RunArguments {
  readonly loss: WeightsLoss;
}

/** A run to target weights ends when its loss is below this. */
export const GOAL = 0.01;

/** The sequence to inspect during a run: drawn from a seed, or typed by the reader. */
export type InspectedSequence =
  | { readonly seed: number }
  | { readonly tokens: readonly string[]; readonly typed: string };

interface Request {
  /** Returned with the answer. The page ignores answers to older requests of the same kind. */
  readonly requestId: number;
}

interface Command {
  /** Returned with every report. A report with an older id does not reflect the command yet. */
  readonly commandId: number;
}

/** Changes the state of the run. */
export type RunCommand =
  | { readonly kind: 'play'; readonly until: number }
  | { readonly kind: 'pause' | 'once' }
  /** Back or forward to a snapshot. */
  | { readonly kind: 'restore'; readonly snapshot: Snapshot };

export type TrainingRequest =
  /** The gradient, the Jacobian of a row, and the effect of one step. */
  | (Request & { readonly kind: 'gradient'; readonly run: TargetArguments; readonly row: number })
  /** Whether such a run is possible, and its size. */
  | (Request & { readonly kind: 'check'; readonly run: RunArguments })
  /** Begins a run from its start or from a snapshot. Without `until` it is paused. */
  | (Request &
      Command & {
        readonly kind: 'begin';
        readonly run: RunArguments;
        readonly from: Snapshot | null;
        readonly until: number | null;
        readonly pace: number | null;
        readonly inspected: InspectedSequence;
        readonly leftOut: readonly HeadPlace[];
      })
  | (Command & RunCommand)
  /** Steps a second at most; null: no limit. */
  | { readonly kind: 'pace'; readonly pace: number | null }
  | { readonly kind: 'inspect'; readonly inspected: InspectedSequence }
  /** Measures the model without these heads too. */
  | { readonly kind: 'leaveOut'; readonly heads: readonly HeadPlace[] }
  | { readonly kind: 'scene' }
  /** The token that the model writes after these. Outdated answers have another `askId`. */
  | {
      readonly kind: 'next';
      readonly askId: number;
      readonly tokens: readonly string[];
      readonly options: SamplingOptions;
    };

interface Numbers {
  readonly axes: readonly Axis[];
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** d loss / d tensor, for the head that the loss is about. */
export interface TensorGradient extends Numbers {
  readonly name: string;
  readonly layer: number;
  readonly isParameter: boolean;
  readonly formula: Formula;
  /** The head, counted among the tensor's own heads; null: the tensor has none. */
  readonly head: number | null;
  /** All heads, for the formulas; null: the gradients are too large together. */
  readonly all: Numbers | null;
}

/** The size of a run before it begins. */
export interface RunFacts {
  /** Approximate memory. */
  readonly bytes: number;
  /** Trained numbers. */
  readonly size: number;
  /** How many snapshots the page keeps, and the bytes of each. */
  readonly kept: number;
  readonly snapshotBytes: number;
  readonly symbols: readonly string[];
  readonly example: Example;
}

/** The result on sequences that were not trained on, after a number of steps. */
export interface Measured extends Evaluation {
  readonly step: number;
  /** Of the same model without the heads that the reader switched off. */
  readonly without?: Pick<Evaluation, 'loss' | 'accuracy'> & { readonly heads: readonly HeadPlace[] };
}

/** The prediction at one token. */
export interface Predicted {
  readonly token: string;
  /** Null: the task asks for nothing here, or the answer is unknown. */
  readonly target: string | null;
  readonly symbol: string;
  readonly probability: number;
}

/** The model as it is: its predictions and its weights. */
export interface Inspection {
  readonly step: number;
  /** Empty for a run to target weights. */
  readonly tokens: readonly Predicted[];
  /** [layers, H, T, T]; for a run to target weights (T_q, T_k) of its head. */
  readonly shape: readonly number[];
  /** Null: too many to draw. */
  readonly weights: Float32Array | null;
}

/** Why a run is not running. `reached` and `stuck` end runs to target weights. */
export type RestingStatus = 'paused' | 'done' | 'reached' | 'stuck' | 'notFinite';
export type RunStatus = 'running' | RestingStatus;

export interface RunReport extends Request, Command {
  readonly kind: 'run';
  readonly status: RunStatus;
  readonly step: number;
  readonly stepsPerSecond: number;
  /** Since the last report, in the order of steps. */
  readonly measured: readonly Measured[];
  readonly snapshots: readonly Snapshot[];
  readonly inspection: Inspection | null;
  /** Why the loss is not finite. */
  readonly failure: Failure | null;
}

export type TrainingResponse =
  | (Request & {
      readonly kind: 'gradient';
      readonly loss: number;
      /** From the weights back to the parameters. */
      readonly tensors: readonly TensorGradient[];
      /** Values of the symbols in the formulas. */
      readonly symbols: Readonly<Record<string, number>>;
      /** (T_k, T_k), of the requested row. */
      readonly jacobian: Jacobian;
    })
  | (Request & {
      readonly kind: 'step';
      readonly scene: Scene;
      readonly weights: Float32Array;
      readonly loss: number;
    })
  | (Request & { readonly kind: 'checked' | 'begun'; readonly facts: RunFacts })
  | RunReport
  | (Request & { readonly kind: 'scene'; readonly scene: Scene })
  | (Request & { readonly kind: 'next'; readonly askId: number; readonly answer: NextSymbol | Failure })
  | (Request &
      Failure & { readonly kind: 'failed'; readonly of: 'gradient' | 'step' | 'check' | 'run' | 'inspection' });
