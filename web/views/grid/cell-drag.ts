import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { GridCell } from '../shared/keyboard.ts';

/** A matrix whose numbers can be changed where they are. */
export interface ChangeableGrid extends ReactiveControllerHost, HTMLElement {
  readonly editable: boolean;
  /** The cell that the keyboard is on. */
  readonly cell: GridCell | null;
  cellUnder(event: MouseEvent): GridCell | null;
  moveTo(cell: GridCell): void;
  numberAt(cell: GridCell): number;
  /** How much one pixel changes a number. */
  readonly unit: number;
  /** Requests another number for a cell. The stroke is 0 for keys, and counts the drags. */
  change(cell: GridCell, value: number, stroke: number): void;
  /** Pins a cell, so that its number is explained while it changes. */
  pin(cell: GridCell): void;
}

/** Pixels that the pointer moves before a press becomes a drag. */
const SLACK = 4;
/** How many units a key adds. */
const KEY_UNITS = 10;

/** A hundredth of the largest number, rounded down to 1, 2 or 5 times a power of ten. */
export function unitOf(largest: number): number {
  const rough = (largest > 0 && largest < Infinity ? largest : 1) / 100;
  const power = 10 ** Math.floor(Math.log10(rough) + 1e-9);
  const times = [5, 2].find((factor) => rough >= factor * power * (1 - 1e-9)) ?? 1;
  return Number((times * power).toPrecision(1));
}

/** `value` plus a count of units, without the noise of binary fractions. */
export function moved(value: number, units: number, unit: number): number {
  const places = Math.min(20, Math.max(0, -Math.floor(Math.log10(unit) + 1e-9)));
  return Number((Math.round(value / unit + units) * unit).toFixed(places));
}

interface Drag {
  readonly cell: GridCell;
  readonly value: number;
  readonly y: number;
  readonly unit: number;
  hasMoved: boolean;
}

/**
 * Changes the numbers of a matrix: a mouse or pen drags a cell up or down, and + and − change the cell that the keyboard is
 * on. A finger scrolls, so it changes numbers in the inspector.
 */
export class CellDrag implements ReactiveController {
  private drag: Drag | null = null;
  /** The click that ends a drag pins nothing. */
  private endsDrag = false;
  private stroke = 0;

  constructor(private readonly host: ChangeableGrid) {
    host.addController(this);
  }

  hostConnected(): void {
    for (const [type, listener] of this.listeners) this.host.addEventListener(type, listener, { capture: true });
  }

  hostDisconnected(): void {
    for (const [type, listener] of this.listeners) this.host.removeEventListener(type, listener, { capture: true });
    this.drag = null;
  }

  private readonly onDown = (event: Event): void => {
    const { host } = this;
    this.drag = null;
    this.endsDrag = false;
    if (!host.editable || !(event instanceof PointerEvent) || event.button !== 0 || event.pointerType === 'touch')
      return;
    const cell = host.cellUnder(event);
    const value = cell === null ? Number.NaN : host.numberAt(cell);
    if (cell === null || !Number.isFinite(value)) return;
    this.stroke += 1;
    this.drag = { cell, value, y: event.clientY, unit: host.unit, hasMoved: false };
  };

  private readonly onMove = (event: Event): void => {
    const { drag, host } = this;
    if (drag === null || !(event instanceof PointerEvent)) return;
    if (event.buttons === 0) {
      this.drag = null;
      return;
    }
    // The cell under the pointer is not the one that is dragged.
    event.stopPropagation();
    const up = Math.round(drag.y - event.clientY);
    if (drag.hasMoved) host.change(drag.cell, moved(drag.value, up, drag.unit), this.stroke);
    else if (Math.abs(up) >= SLACK) {
      drag.hasMoved = true;
      host.setPointerCapture(event.pointerId);
      host.moveTo(drag.cell);
      host.pin(drag.cell);
    }
  };

  private readonly onUp = (): void => {
    this.endsDrag = this.drag?.hasMoved ?? false;
    this.drag = null;
  };

  private readonly onClick = (event: Event): void => {
    if (this.endsDrag) event.stopPropagation();
    this.endsDrag = false;
  };

  private readonly onKey = (event: Event): void => {
    const { host } = this;
    const { cell } = host;
    if (!host.editable || cell === null || !(event instanceof KeyboardEvent)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = event.key === '+' || event.key === '=' ? 1 : event.key === '-' || event.key === '−' ? -1 : 0;
    const value = host.numberAt(cell);
    if (direction === 0 || !Number.isFinite(value)) return;
    event.preventDefault();
    host.change(cell, moved(value, direction * KEY_UNITS, host.unit), 0);
  };

  private readonly listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ['pointerdown', this.onDown],
    ['pointermove', this.onMove],
    ['pointerup', this.onUp],
    ['pointercancel', this.onUp],
    ['click', this.onClick],
    ['keydown', this.onKey],
  ];
}
