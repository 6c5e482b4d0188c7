import type { ReactiveController } from 'lit';
import { sameEnds } from '../../scene/tokenize.ts';
import { isKeptBack } from '../../trace/number-format.ts';
import type { Movement } from '../grid/movement.ts';
import { TRANSITION } from './custom-element.ts';
import { NextFrame, windowOf } from './own-window.ts';

/** Milliseconds that the first picture after a change has gone: it would else be the one before. */
const FIRST = 16;
/** Milliseconds between changes that follow each other like those of a slider being dragged: they are a motion already. */
const SUCCESSION = 150;
/** Of more tokens nobody follows every cell, and each picture takes longer. */
const MOST_TOKENS = 32;

/** (T_q, T_k) of one head, and the words of its rows and columns. */
export interface Weights {
  readonly data: Float32Array;
  readonly queries: readonly string[];
  readonly keys: readonly string[];
}

/**
 * Weights on their way from what was shown to what is to be shown, as a picture draws them meanwhile. Other weights take them up from
 * where they are. Readers who want no motion, and paper, get the new numbers at once; so do all in a quick succession of changes, which
 * pictures between them would hold up.
 */
export class WeightTransition implements ReactiveController {
  private to: Weights | null = null;
  /** In the places of `to`. */
  private from: Float32Array | null = null;
  /** Null where all words stay. */
  private places: Places | null = null;
  private began = Number.NEGATIVE_INFINITY;
  private changed = Number.NEGATIVE_INFINITY;
  private readonly frame: NextFrame;
  private window: Window | null = null;
  private readonly still = matchMedia('(prefers-reduced-motion: reduce)');

  /** The pictures are in `element`, and `update` draws them again. */
  constructor(
    private readonly element: Element,
    private readonly update: () => void,
  ) {
    this.frame = new NextFrame(element, () => this.onFrame());
  }

  hostConnected(): void {
    this.window?.removeEventListener('beforeprint', this.rest);
    this.window = windowOf(this.element);
    this.window.addEventListener('beforeprint', this.rest);
  }

  hostDisconnected(): void {
    this.window?.removeEventListener('beforeprint', this.rest);
    this.window = null;
    this.rest();
  }

  /** Sets out for these weights; they are the same as long as their numbers are one array. */
  go(to: Weights): void {
    if (this.to?.data === to.data) return;
    const before = this.to && { ...this.to, data: this.shown ?? this.to.data };
    this.to = to;
    const now = performance.now();
    const isQuick = now - this.changed < SUCCESSION;
    this.changed = now;
    this.from = before === null || isQuick || this.still.matches ? null : inPlacesOf(before, to);
    if (before === null || this.from === null) return;
    const places = placesOf(before, to);
    this.places = haveStayed(places, before) ? null : places;
    this.began = now - FIRST;
    this.frame.request();
  }

  /** What is to be drawn in place of the weights; null: the weights themselves. */
  get shown(): Float32Array | null {
    const { from, to, share } = this;
    if (from === null || to === null || share === null) return null;
    return to.data.map((value, index) => between(from[index] ?? value, value, share));
  }

  /** The words that go to other places meanwhile; null where all stay, or are there. */
  get movement(): Movement | null {
    const { from, places, share } = this;
    return from === null || places === null || share === null ? null : { ...places, share };
  }

  /** How far it has gone; null: it is there. */
  private get share(): number | null {
    const gone = (performance.now() - this.began) / TRANSITION;
    // Fast at first: the answer to a key is seen at once.
    return gone >= 1 ? null : 1 - (1 - gone) ** 3;
  }

  private readonly rest = (): void => {
    this.frame.cancel();
    if (this.from !== null) this.update();
    this.from = null;
  };

  private onFrame(): void {
    if (this.shown === null) this.rest();
    else {
      this.update();
      this.frame.request();
    }
  }
}

/** What has no place between others (NaN, what a reader is to guess) is not gone to. */
const between = (from: number, to: number, share: number): number =>
  Number.isFinite(from + to) && !isKeptBack(from) && !isKeptBack(to) ? from + (to - from) * share : to;

type Places = Pick<Movement, 'rows' | 'columns'>;

const placesOf = (before: Weights, to: Weights): Places => ({
  rows: placesBefore(to.queries, before.queries),
  columns: placesBefore(to.keys, before.keys),
});

const haveStayed = ({ rows, columns }: Places, { queries, keys }: Weights): boolean =>
  [rows, columns].every((places) => places.every((place, index) => place === index)) &&
  rows.length === queries.length &&
  columns.length === keys.length;

/**
 * (T_q, T_k) of `to`: from where each cell of it sets out, which is 0 for words that were not there. Null where it does not: there are
 * too many, no word stays, or all words and numbers do.
 */
export function inPlacesOf(before: Weights, to: Weights): Float32Array | null {
  const places = placesOf(before, to);
  const { rows, columns } = places;
  if (Math.max(rows.length, columns.length) > MOST_TOKENS) return null;
  if (!rows.some((row) => row >= 0) || !columns.some((column) => column >= 0)) return null;
  const size = before.keys.length;
  const from = to.data.map((_, index) => {
    const [row = -1, column = -1] = [rows[Math.floor(index / columns.length)], columns[index % columns.length]];
    return row < 0 || column < 0 ? 0 : (before.data[row * size + column] ?? 0);
  });
  const isSame = haveStayed(places, before) && from.every((value, index) => Object.is(value, to.data[index]));
  return isSame ? null : from;
}

/**
 * Where each word was: what begins and what ends both sentences stays, and where as many words stand between, each is the one that is
 * being written. −1 for a new one.
 */
function placesBefore(now: readonly string[], before: readonly string[]): number[] {
  const { start, end } = sameEnds(before, now);
  const grown = now.length - before.length;
  return now.map((_, index) => (index < start || grown === 0 ? index : index >= now.length - end ? index - grown : -1));
}
