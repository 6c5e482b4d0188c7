import { centred, type Extent, isWhole, lengthOf, moved, type Region, zoomed } from '../../trace/region.ts';
import type { GridCell } from '../shared/keyboard.ts';
import { pointIn, type ViewportPoint } from '../shared/pointer.ts';
import type { Plot } from './paint.ts';

/** In the box, in its own CSS pixels. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** The picture that gestures act on, and the requests they make. */
interface GestureTarget {
  readonly region: Region;
  readonly extent: Extent;
  readonly lens: Region;
  readonly plot: Plot;
  box: HTMLElement;
  isHolding: boolean;
  pointed: GridCell | null;
  request(wanted: { readonly region?: Region; readonly lens?: Region }): void;
}

interface Drag {
  readonly at: Place;
  readonly region: Region;
  readonly lens: Region;
  readonly isOnLens: boolean;
}

interface Pinch {
  readonly apart: number;
  readonly region: Region;
  readonly at: { readonly down: number; readonly across: number };
}

/** A press that moves less than this is not a drag. In CSS pixels. */
const SLACK = 6;

/**
 * Mouse, pen and touch on an overview. A press moves the viewport there, and the viewport can be dragged. Beside it
 * a magnified picture can be dragged. Two fingers zoom. A single finger on an unmagnified picture scrolls the page.
 */
export class PointerGestures {
  private readonly fingers = new Map<number, Place>();
  private start: Drag | null = null;
  private pinch: Pinch | null = null;
  private dragged = false;

  constructor(private readonly target: GestureTarget) {}

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const at = pointIn(this.target.box, event);
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2) {
      this.beginPinch();
      return;
    }
    const cell = this.cellAt(at);
    const { rows, columns } = this.target.lens;
    // Ten pixels around the viewport count as the viewport, since it may be only a few pixels wide.
    const [down, across] = this.cellsIn(10);
    const isOnLens =
      cell !== null &&
      cell.row >= rows[0] - down &&
      cell.row < rows[1] + down &&
      cell.column >= columns[0] - across &&
      cell.column < columns[1] + across;
    this.dragged = false;
    this.start = {
      at,
      region: this.target.region,
      lens: this.target.lens,
      isOnLens: isOnLens && event.pointerType !== 'touch',
    };
    if (event.pointerType !== 'touch') this.target.box.setPointerCapture(event.pointerId);
  };

  readonly move = (event: PointerEvent): void => {
    const at = pointIn(this.target.box, event);
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, at);
    if (this.pinch) {
      this.goOnPinching(this.pinch);
      return;
    }
    if (!this.start) {
      if (event.pointerType !== 'touch') this.target.pointed = this.cellAt(at);
      return;
    }
    const [x, y] = [at.x - this.start.at.x, at.y - this.start.at.y];
    if (!this.dragged && Math.hypot(x, y) < SLACK) return;
    this.target.isHolding = true;
    this.dragged = true;
    const [rows, columns] = this.cellsIn(1);
    const by = { rows: y * rows, columns: x * columns };
    if (this.start.isOnLens || (!this.isZoomed && event.pointerType !== 'touch')) {
      this.dragLens(at, this.start, by);
    } else if (this.isZoomed) {
      const away = { rows: -by.rows, columns: -by.columns };
      this.target.request({ region: moved(this.start.region, away, this.target.extent) });
    }
  };

  /** Whether only a part is on show. */
  private get isZoomed(): boolean {
    return !isWhole(this.target.region, this.target.extent);
  }

  private dragLens(at: Place, start: Drag, by: Extent): void {
    const { extent } = this.target;
    if (start.isOnLens) {
      this.target.request({ lens: moved(start.lens, by, extent) });
      return;
    }
    const cell = this.cellAt(at);
    if (cell) this.target.request({ lens: centred(start.lens, cell, extent) });
  }

  readonly up = (event: PointerEvent): void => {
    const pressed = this.start !== null && !this.dragged && this.pinch === null && this.fingers.has(event.pointerId);
    this.release(event.pointerId);
    const cell = pressed ? this.cellAt(pointIn(this.target.box, event)) : null;
    if (cell) this.target.request({ lens: centred(this.target.lens, cell, this.target.extent) });
  };

  readonly cancel = (event: PointerEvent): void => this.release(event.pointerId);

  readonly leave = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') this.target.pointed = null;
  };

  private release(finger: number): void {
    this.fingers.delete(finger);
    this.start = null;
    if (this.fingers.size < 2) this.pinch = null;
    this.target.isHolding = false;
  }

  private beginPinch(): void {
    const [one, other] = this.fingers.values();
    if (!one || !other) return;
    this.start = null;
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    this.pinch = { apart: Math.max(1, distance(one, other)), region: this.target.region, at: this.shareAt(middle) };
  }

  private goOnPinching({ apart, region, at }: Pinch): void {
    const [one, other] = this.fingers.values();
    if (one && other)
      this.target.request({ region: zoomed(region, distance(one, other) / apart, at, this.target.extent) });
  }

  /** Zooms around a point on the screen. */
  zoom(point: ViewportPoint, factor: number): void {
    const at = this.shareAt(pointIn(this.target.box, point));
    this.target.request({ region: zoomed(this.target.region, factor, at, this.target.extent) });
  }

  private shareAt({ x, y }: Place): { down: number; across: number } {
    const { left, top, width, height } = this.target.plot;
    const inside = (share: number) => Math.min(1, Math.max(0, share));
    return { down: inside((y - top) / height), across: inside((x - left) / width) };
  }

  private cellAt({ x, y }: Place): GridCell | null {
    const { left, top, width, height, region } = this.target.plot;
    const across = (x - left) / width;
    const down = (y - top) / height;
    if (across < 0 || across >= 1 || down < 0 || down >= 1) return null;
    return {
      row: Math.floor(region.rows[0] + down * lengthOf(region.rows)),
      column: Math.floor(region.columns[0] + across * lengthOf(region.columns)),
    };
  }

  /** Converts pixels to rows and columns. */
  private cellsIn(pixels: number): readonly [number, number] {
    const { width, height, region } = this.target.plot;
    return [(pixels * lengthOf(region.rows)) / height, (pixels * lengthOf(region.columns)) / width];
  }
}

const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y);
