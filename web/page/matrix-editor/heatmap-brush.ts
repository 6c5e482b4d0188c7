import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { SaHeatmap } from '../../views/grid/heatmap.ts';
import type { CellPlace } from './cell-grid.ts';

/** What strokes over the heatmap do to the mask. */
export interface Pen {
  /** A button was pressed on a cell. */
  begin(cell: CellPlace): void;
  /** The pointer was dragged to another cell. */
  go(cell: CellPlace): void;
  /** A cell was toggled by keyboard. */
  flip(cell: CellPlace): void;
  /** Shift with an arrow moved to another cell, which gets the value of the first. */
  paintOn(from: CellPlace, to: CellPlace): void;
}

/**
 * Paints on the page's heatmap in place of pinning its cells: by pressing and dragging, with space, and with Shift
 * and an arrow. Its rows and columns are those of the mask.
 */
export class HeatmapBrush implements ReactiveController {
  private heatmap: SaHeatmap | null = null;
  private from: CellPlace | null = null;

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly pen: Pen,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    const found = this.find();
    if (found === this.heatmap) return;
    this.leave();
    // The controls and the editor may both have a painter of the same mask. One brush is enough.
    if (found === null || found.classList.contains('painted-on')) return;
    this.heatmap = found;
    found.classList.add('painted-on');
    for (const [type, listener] of this.before) found.addEventListener(type, listener, { capture: true });
    found.addEventListener('keydown', this.onLed);
  }

  /** Null for a large scene, which has no heatmap, or a different one. */
  private find(): SaHeatmap | null {
    const found = this.host.closest('sa-playground')?.querySelector('sa-attention sa-heatmap');
    return found instanceof SaHeatmap ? found : null;
  }

  /** Whether the painter is on the page. In a closed sheet, the heatmap's cells are pinned as usual. */
  private get isShown(): boolean {
    return this.host.getClientRects().length > 0;
  }

  /** Scrolls the heatmap beside or above the editor. */
  bringIntoSight(): void {
    const heatmap = this.find();
    if (heatmap === null) return;
    const own = heatmap.getBoundingClientRect();
    const editor = this.host.closest('.editor')?.getBoundingClientRect();
    const end = editor !== undefined && editor.left < own.right ? editor.top : innerHeight;
    if (own.top < 0 || own.bottom > end) heatmap.scrollIntoView({ block: 'start' });
  }

  hostDisconnected(): void {
    this.leave();
  }

  private leave(): void {
    const { heatmap } = this;
    this.heatmap = null;
    if (heatmap === null) return;
    heatmap.classList.remove('painted-on');
    for (const [type, listener] of this.before) heatmap.removeEventListener(type, listener, { capture: true });
    heatmap.removeEventListener('keydown', this.onLed);
  }

  private readonly onDown = (event: Event): void => {
    const cell = event instanceof PointerEvent && event.button === 0 ? this.heatmap?.cellUnder(event) : null;
    if (cell == null || !this.isShown) return;
    this.heatmap?.moveTo(cell);
    this.pen.begin(cell);
  };

  private readonly onMove = (event: Event): void => {
    const cell = event instanceof PointerEvent ? this.heatmap?.cellUnder(event) : null;
    if (cell != null) this.pen.go(cell);
  };

  private readonly onClick = (event: Event): void => {
    if (this.isShown) event.stopPropagation();
  };

  private readonly onKey = (event: Event): void => {
    const cell = this.heatmap?.cell ?? null;
    if (!(event instanceof KeyboardEvent) || cell === null || event.altKey || !this.isShown) return;
    this.from = event.shiftKey ? cell : null;
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    this.pen.flip(cell);
  };

  /** Runs after the heatmap has moved to the key's cell. */
  private readonly onLed = (): void => {
    const { from } = this;
    const to = this.heatmap?.cell ?? null;
    if (from === null || to === null || (from.row === to.row && from.column === to.column)) return;
    this.pen.paintOn(from, to);
  };

  private readonly before: readonly (readonly [string, (event: Event) => void])[] = [
    ['pointerdown', this.onDown],
    ['pointermove', this.onMove],
    ['click', this.onClick],
    ['keydown', this.onKey],
  ];
}
