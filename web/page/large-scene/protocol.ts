import type { Certainty, Tensor } from '../../core/types.ts';
import type { Scene } from '../../scene/types.ts';
import type { Excerpt } from '../../trace/focus.ts';
import type { Region, Span } from '../../trace/region.ts';
import type { TraceDescription } from '../../trace/trace-outline.ts';
import type { Pixels } from '../../views/overview/paint.ts';
import type { Failure } from '../worker/failure.ts';

/**
 * The messages between the page and the worker that holds the core. The page has one request at a time, counted by
 * `requestId`. A new one replaces it, and responses to older ones are ignored.
 */
export type WorkerRequest =
  /** Another scene, or (null) another view of the same scene. */
  | {
      readonly kind: 'show';
      readonly requestId: number;
      readonly scene: Scene | null;
      readonly view: ViewRequest;
      /** Compute it however long it takes. */
      readonly isAskedFor: boolean;
    }
  /** Read numbers of the scene that was shown last, without cancelling the current work. */
  | { readonly kind: 'read'; readonly requestId: number; readonly requests: readonly BlockRequest[] }
  /** The page no longer shows this scene, so its memory can be freed. */
  | { readonly kind: 'release' };

/** Which part of the scene is shown. */
export interface ViewRequest {
  /** Compute a new overview: the one on the page is of another scene, head or region. */
  readonly overview: boolean;
  readonly head: number;
  readonly layer: number;
  /** The rows and columns that every view draws. Null: the worker chooses. */
  readonly viewport: Region | null;
  /** Move to the first token that changed, because somebody is typing there. */
  readonly follow: boolean;
  /** The part of the weights in the overview. Null: all of it. */
  readonly region: Region | null;
  /** The width and height of the overview, in pixels. */
  readonly room: number;
  readonly requests: readonly BlockRequest[];
}

/** Numbers of one tensor. `layer` is the tensor's own; `head` where the first axis is heads, null for all of them. */
export interface BlockRequest {
  readonly name: string;
  readonly layer: number;
  readonly head: number | null;
  /** These rows (of the last axis but one), whole. Null: the part of every token axis that is in the viewport. */
  readonly rows: Span | null;
}

/** An excerpt of a tensor as the core returned it, with as many axes as the tensor. */
export interface Block extends Excerpt, Tensor {
  /** The request that it answers. */
  readonly request: BlockRequest;
  /** How far the row can be trusted. Null unless it is one row of weights. */
  readonly certainty: Certainty | null;
}

export type WorkerResponse =
  /** The scene is computed; these are the requested parts. */
  | {
      readonly kind: 'shown';
      readonly requestId: number;
      /** Null: the same scene as before. */
      readonly description: TraceDescription | null;
      readonly viewport: Region;
      /** The first token that changed. Null: none, or it was not requested. */
      readonly changed: number | null;
      readonly blocks: readonly Block[];
      /** Null: not requested, or it takes longer and follows in a message of its own. */
      readonly overview: Pixels | null;
    }
  | { readonly kind: 'overview'; readonly requestId: number; readonly pixels: Pixels }
  | { readonly kind: 'read'; readonly requestId: number; readonly blocks: readonly Block[] }
  /** The request is complete. `computed` has the number of computed rows of each step. */
  | { readonly kind: 'done'; readonly requestId: number; readonly computed: Readonly<Record<string, number>> }
  | { readonly kind: 'progress'; readonly requestId: number; readonly done: number; readonly of: number }
  | (Failed & { readonly requestId: number });

export interface Failed extends Failure {
  readonly kind: 'failed';
  /** It could be computed, but takes so long that the reader must confirm it. */
  readonly isTooMuch: boolean;
}

/** The side of the viewport, in tokens. */
export const VIEWPORT_SIZE = 32;
/** The most columns that are drawn of an axis that is not tokens, and the most rows of a table. */
export const WIDEST = 512;
