import type { Tensor } from '../../core/types.ts';
import type { Scene } from '../../scene/types.ts';
import type { Excerpt } from '../../trace/focus.ts';
import type { Region, Span } from '../../trace/region.ts';
import type { TraceDescription } from '../../trace/trace-outline.ts';
import type { Pixels } from '../../views/overview/paint.ts';
import type { Failure } from '../worker/failure.ts';

/**
 * What the page and the worker that holds the core send to each other. The page has one thing at a time that it wants to
 * see (`requestId` counts them); a newer one takes the place of what is under way, and answers of older turns mean nothing.
 */
export type WorkerRequest =
  /** Another scene, or (null) another look at the same. */
  | {
      readonly kind: 'show';
      readonly requestId: number;
      readonly scene: Scene | null;
      readonly view: ViewRequest;
      /** For all that it takes. */
      readonly isAskedFor: boolean;
    }
  /** Numbers of the scene that was shown last, beside what is under way. */
  | { readonly kind: 'read'; readonly requestId: number; readonly requests: readonly BlockRequest[] }
  /** Nothing of this is on the page any more: its memory is given back. */
  | { readonly kind: 'release' };

/** What is looked at. */
export interface ViewRequest {
  /** The overview on the page is not of this scene, head or region: make another. */
  readonly overview: boolean;
  readonly head: number;
  readonly layer: number;
  /** The excerpt that all pictures draw; null: the worker says which. */
  readonly lens: Region | null;
  /** Go to where the tokens are other than before, as somebody is typing there. */
  readonly follow: boolean;
  /** The part of the weights that the overview shows; null: all of it. */
  readonly region: Region | null;
  /** Pixels across and down that there is room for. */
  readonly room: number;
  readonly requests: readonly BlockRequest[];
}

/** Numbers of one tensor. `layer` is the tensor's own; `head` where the first axis is heads, null for all of them. */
export interface BlockRequest {
  readonly name: string;
  readonly layer: number;
  readonly head: number | null;
  /** Along the axes of tokens as far as the lens goes; else these rows (of the last axis but one), whole. */
  readonly rows: Span | null;
}

/** An excerpt of a tensor, as the core gave it. Its shape has as many axes as the whole's. */
export interface Block extends Excerpt, Tensor {
  /** What it answers. */
  readonly request: BlockRequest;
}

export type WorkerResponse =
  /** The scene as it is, and what was wanted of it. */
  | {
      readonly kind: 'shown';
      readonly requestId: number;
      /** Null: the same scene as before. */
      readonly description: TraceDescription | null;
      readonly lens: Region;
      /** The first token that is another than before; null: none, or nobody asked. */
      readonly changed: number | null;
      readonly blocks: readonly Block[];
      /** Null: none was asked for, or it takes longer and comes later. */
      readonly overview: Pixels | null;
    }
  | { readonly kind: 'overview'; readonly requestId: number; readonly pixels: Pixels }
  | { readonly kind: 'read'; readonly requestId: number; readonly blocks: readonly Block[] }
  /** All of a turn is done; how many rows of each step were computed for it. */
  | { readonly kind: 'done'; readonly requestId: number; readonly computed: Readonly<Record<string, number>> }
  | { readonly kind: 'progress'; readonly requestId: number; readonly done: number; readonly of: number }
  | (Failed & { readonly requestId: number });

export interface Failed extends Failure {
  readonly kind: 'failed';
  /** It works, and takes so long that it has to be asked for. */
  readonly isTooMuch: boolean;
}

/** Tokens a side of the lens. */
export const LENS = 32;
/** Columns of an axis that is no axis of tokens, and rows of a table: more are not drawn. */
export const WIDEST = 512;
