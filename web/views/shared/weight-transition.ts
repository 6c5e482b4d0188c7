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
  /** The last weights at the positions of `to`. */
  private from: Float32Array | null = null;
  /** Null if all words stay. */
  private positions: WordPositions | null = null;
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
    this.window?.removeEventListener('beforeprint', this.finish);
    this.window = windowOf(this.element);
    this.window.addEventListener('beforeprint', this.finish);
  }

  hostDisconnected(): void {
    this.window?.removeEventListener('beforeprint', this.finish);
    this.window = null;
    this.finish();
  }

  /** Sets out for these weights; they are the same as long as their numbers are one array. */
  start(to: Weights): void {
    if (this.to?.data === to.data) return;
    const before = this.to && { ...this.to, data: this.shown ?? this.to.data };
    this.to = to;
    const now = performance.now();
    const isQuick = now - this.changed < SUCCESSION;
    this.changed = now;
    this.from = before === null || isQuick || this.still.matches ? null : atPositionsOf(before, to);
    if (before === null || this.from === null) return;
    const positions = positionsOf(before, to);
    this.positions = haveStayed(positions, before) ? null : positions;
    this.began = now - FIRST;
    this.frame.request();
  }

  /** What is to be drawn in place of the weights; null: the weights themselves. */
  get shown(): Float32Array | null {
    const { from, to, progress } = this;
    if (from === null || to === null || progress === null) return null;
    return to.data.map((value, index) => between(from[index] ?? value, value, progress));
  }

  /** How words move to other positions. Null if all stay or have arrived. */
  get movement(): Movement | null {
    const { from, positions, progress } = this;
    return from === null || positions === null || progress === null ? null : { ...positions, progress };
  }

  /** From 0 to 1. Null at the end. */
  private get progress(): number | null {
    const gone = (performance.now() - this.began) / TRANSITION;
    // Fast at first: the answer to a key is seen at once.
    return gone >= 1 ? null : 1 - (1 - gone) ** 3;
  }

  private readonly finish = (): void => {
    this.frame.cancel();
    if (this.from !== null) this.update();
    this.from = null;
  };

  private onFrame(): void {
    if (this.shown === null) this.finish();
    else {
      this.update();
      this.frame.request();
    }
  }
}

/** Between two numbers. NaN and a number that the reader has to guess are shown at once. */
const between = (from: number, to: number, progress: number): number =>
  Number.isFinite(from + to) && !isKeptBack(from) && !isKeptBack(to) ? from + (to - from) * progress : to;

type WordPositions = Pick<Movement, 'rows' | 'columns'>;

const positionsOf = (before: Weights, to: Weights): WordPositions => ({
  rows: positionsBefore(to.queries, before.queries),
  columns: positionsBefore(to.keys, before.keys),
});

const haveStayed = ({ rows, columns }: WordPositions, { queries, keys }: Weights): boolean =>
  [rows, columns].every((positions) => positions.every((position, index) => position === index)) &&
  rows.length === queries.length &&
  columns.length === keys.length;

/**
 * (T_q, T_k) of `to`: from where each cell of it sets out, which is 0 for words that were not there. Null where it does not: there are
 * too many, no word stays, or all words and numbers do.
 */
export function atPositionsOf(before: Weights, to: Weights): Float32Array | null {
  const positions = positionsOf(before, to);
  const { rows, columns } = positions;
  if (Math.max(rows.length, columns.length) > MOST_TOKENS) return null;
  if (!rows.some((row) => row >= 0) || !columns.some((column) => column >= 0)) return null;
  const size = before.keys.length;
  const from = to.data.map((_, index) => {
    const [row = -1, column = -1] = [rows[Math.floor(index / columns.length)], columns[index % columns.length]];
    return row < 0 || column < 0 ? 0 : (before.data[row * size + column] ?? 0);
  });
  const isSame = haveStayed(positions, before) && from.every((value, index) => Object.is(value, to.data[index]));
  return isSame ? null : from;
}

/**
 * Where each word was: what begins and what ends both sentences stays, and where as many words stand between, each is the one that is
 * being written. −1 for a new one.
 */
function positionsBefore(now: readonly string[], before: readonly string[]): number[] {
  const { start, end } = sameEnds(before, now);
  const grown = now.length - before.length;
  return now.map((_, index) => (index < start || grown === 0 ? index : index >= now.length - end ? index - grown : -1));
}
