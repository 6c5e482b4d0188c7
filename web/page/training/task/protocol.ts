/** What the page and a worker that trains on a task say to each other. */
import type { Scene } from '../../../scene/types.ts';
import type { Evaluation, Example, RunArguments, Snapshot } from '../../../training/index.ts';
import type { Failure } from '../../worker/failure.ts';

/** A sequence that is looked at while a run goes on: one that the seed draws, or tokens that a reader typed, and as what. */
export type Looked = { readonly seed: number } | { readonly tokens: readonly string[]; readonly typed: string };

interface Question {
  /** Comes back with the answer: only the newest question of its kind counts. */
  readonly turn: number;
}

interface Press {
  /** Comes back with what is told of the run: what was told before it was heard says nothing of it. */
  readonly press: number;
}

export type TaskRequest =
  /** Whether there can be such a run, and what it would take. */
  | (Question & { readonly kind: 'check'; readonly run: RunArguments })
  /** A run from its start or from a snapshot; it waits, or goes on until so many steps. */
  | (Question &
      Press & {
        readonly kind: 'begin';
        readonly run: RunArguments;
        readonly from: Snapshot | null;
        readonly until: number | null;
        readonly pace: number | null;
        readonly looked: Looked;
      })
  | (Press & { readonly kind: 'play'; readonly until: number })
  | (Press & { readonly kind: 'pause' | 'once' })
  /** Back, or forth, to a state that it was in. */
  | (Press & { readonly kind: 'restore'; readonly snapshot: Snapshot })
  /** Steps a second at the most; null: as many as there can be. */
  | { readonly kind: 'pace'; readonly pace: number | null }
  | { readonly kind: 'look'; readonly looked: Looked }
  | { readonly kind: 'scene' };

/** What there is to know of a run before it begins. */
export interface RunFacts {
  /** Of memory, about. */
  readonly bytes: number;
  /** Numbers that are trained. */
  readonly size: number;
  /** How many snapshots are kept of it, and the bytes of each. */
  readonly kept: number;
  readonly snapshotBytes: number;
  readonly symbols: readonly string[];
  readonly example: Example;
}

/** What it reached on sequences that it did not learn from, after so many steps. */
export interface Measured extends Evaluation {
  readonly step: number;
}

/** What is predicted at a token. */
export interface Predicted {
  readonly token: string;
  /** Null: nothing is to be said there, or nobody knows what. */
  readonly target: string | null;
  readonly symbol: string;
  readonly probability: number;
}

/** What the model makes of the sequence that is looked at. */
export interface Look {
  readonly tokens: readonly Predicted[];
  /** Of all weights: [layers, H, T, T]. */
  readonly shape: readonly number[];
  /** Null: they are too many to be shown. */
  readonly weights: Float32Array | null;
}

/** Where a run stands. */
export type TaskStatus = 'running' | 'paused' | 'done' | 'notFinite';

export type TaskResponse =
  | { readonly kind: 'checked'; readonly turn: number; readonly facts: RunFacts }
  | { readonly kind: 'begun'; readonly turn: number; readonly facts: RunFacts }
  | {
      readonly kind: 'run';
      readonly turn: number;
      readonly press: number;
      readonly status: TaskStatus;
      readonly step: number;
      readonly stepsPerSecond: number;
      /** Since the last answer, by their steps. */
      readonly measured: readonly Measured[];
      readonly snapshots: readonly Snapshot[];
      /** Points and snapshots stay where their step divides by it. */
      readonly every: { readonly measured: number; readonly snapshots: number };
      readonly look: Look | null;
      /** Where it has stopped because of one. */
      readonly failure: Failure | null;
    }
  | { readonly kind: 'scene'; readonly turn: number; readonly scene: Scene }
  | (Failure & { readonly kind: 'failed'; readonly turn: number; readonly of: 'check' | 'run' | 'look' });
