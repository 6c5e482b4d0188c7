import { css, html, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { moved, unitOf } from '../grid/cell-drag.ts';
import { define } from '../shared/custom-element.ts';
import { emit } from '../shared/events.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { paletteStyles } from '../shared/palette.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Two numbers of a vector, as an arrow from the origin. */
export interface Arrow extends Point {
  readonly label: string;
  readonly role: 'q' | 'k';
  /** The vector before its rotation. */
  readonly before?: Point;
  /** The name of its tip, and its numbers as text. Absent: the tip cannot be moved. */
  readonly tip?: { readonly name: string; readonly value: string };
}

/** Degrees counterclockwise from the first to the second, 0 to 360. Null if one of them has no direction. */
export function turnBetween(first: Point, second: Point): number | null {
  if (![first, second].every(({ x, y }) => Number.isFinite(x + y) && (x !== 0 || y !== 0))) return null;
  const radians = Math.atan2(second.y, second.x) - Math.atan2(first.y, first.x);
  return ((radians * 180) / Math.PI + 360) % 360;
}

/** Degrees between two directions, 0 to 180. */
export function angleBetween(first: Point, second: Point): number | null {
  const turn = turnBetween(first, second);
  return turn === null ? null : Math.min(turn, 360 - turn);
}

const SIZE = 260;
const MIDDLE = SIZE / 2;
/** Space around the longest arrow for its name. */
const REACH = MIDDLE - 34;
const HEAD = 9;

const at = ({ x, y }: Point, scale: number): Point => ({ x: MIDDLE + x * scale, y: MIDDLE - y * scale });
const coordinates = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** How many units an arrow key moves a tip. */
const KEY_UNITS = 10;
const KEYS: Readonly<Record<string, Point>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/**
 * `<sa-arrows>`: vectors in the plane of two of their numbers, with the angle between two of them or of a rotation.
 * Its label describes them in words. A tip that can be moved is dragged, or moved with the arrow keys (`sa-tip`).
 */
@define('sa-arrows')
export class SaArrows extends LocalizedElement {
  static override styles = [
    paletteStyles,
    css`
      svg {
        display: block;
        inline-size: 100%;
        max-inline-size: ${SIZE}px;
        block-size: auto;
        overflow: visible;
      }
      .tip {
        fill: transparent;
        stroke: currentColor;
        stroke-dasharray: 2 2;
        cursor: move;
        touch-action: none;
      }
      .q .tip {
        color: var(--sa-q);
      }
      .k .tip {
        color: var(--sa-k);
      }
      .tip:focus-visible {
        outline: 2px solid var(--sa-ink);
        outline-offset: 1px;
      }
      .axis {
        stroke: var(--sa-line);
      }
      .shaft {
        fill: none;
        stroke-width: 2.5;
      }
      .k .shaft {
        stroke-dasharray: 7 3;
      }
      .before {
        opacity: 0.55;
      }
      .before .shaft {
        stroke-width: 1.5;
        stroke-dasharray: 2 3;
      }
      .q {
        stroke: var(--sa-q);
        fill: var(--sa-q);
      }
      .k {
        stroke: var(--sa-k);
        fill: var(--sa-k);
      }
      .arc {
        fill: none;
        stroke: var(--sa-ink);
        stroke-width: 1.5;
      }
      text {
        stroke: none;
        font: 600 13px var(--sa-font);
        text-anchor: middle;
        dominant-baseline: middle;
      }
      @media (forced-colors: active) {
        .q,
        .k {
          stroke: CanvasText;
          fill: CanvasText;
        }
      }
    `,
  ];

  @property({ attribute: false }) arrows: readonly Arrow[] = [];
  @property() label = '';
  /** The scale stays as it is while a tip is dragged. */
  private dragged: { readonly index: number; readonly scale: number; readonly unit: number } | null = null;
  private stroke = 0;

  private get longest(): number {
    const points = this.arrows.flatMap(({ x, y, before }) => [{ x, y }, ...(before ? [before] : [])]);
    return Math.max(0, ...points.map(({ x, y }) => Math.hypot(x, y)).filter(Number.isFinite)) || 1;
  }

  private onDown(event: PointerEvent, index: number): void {
    if (event.button !== 0 || !(event.currentTarget instanceof Element)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    this.stroke += 1;
    this.dragged = { index, scale: REACH / this.longest, unit: unitOf(this.longest) };
  }

  private readonly onMove = (event: PointerEvent): void => {
    const { dragged } = this;
    const box = this.renderRoot.querySelector('svg')?.getBoundingClientRect();
    if (dragged === null || box === undefined || event.buttons === 0) return;
    const { index, scale, unit } = dragged;
    const inside = (client: number, start: number): number => ((client - start) / box.width) * SIZE - MIDDLE;
    const x = moved(inside(event.clientX, box.left) / scale, 0, unit);
    const y = moved(-inside(event.clientY, box.top) / scale, 0, unit);
    emit(this, 'sa-tip', { index, x, y, stroke: this.stroke });
  };

  private readonly onUp = (): void => {
    this.dragged = null;
    this.requestUpdate();
  };

  private onKey(event: KeyboardEvent, index: number): void {
    const [arrow, step] = [this.arrows[index], KEYS[event.key]];
    if (arrow === undefined || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const unit = unitOf(this.longest);
    const [x, y] = [moved(arrow.x, step.x * KEY_UNITS, unit), moved(arrow.y, step.y * KEY_UNITS, unit)];
    emit(this, 'sa-tip', { index, x: step.x === 0 ? arrow.x : x, y: step.y === 0 ? arrow.y : y, stroke: 0 });
  }

  private tip({ tip, x, y }: Arrow, index: number, scale: number) {
    const { x: cx, y: cy } = at({ x, y }, scale);
    if (tip === undefined || !Number.isFinite(cx + cy)) return null;
    return svg`<circle class="tip" cx=${cx} cy=${cy} r="12" tabindex="0" role="slider" aria-label=${tip.name}
      aria-valuenow=${x} aria-valuetext=${tip.value}
      @pointerdown=${(event: PointerEvent) => this.onDown(event, index)} @pointermove=${this.onMove}
      @pointerup=${this.onUp} @pointercancel=${this.onUp} @keydown=${(event: KeyboardEvent) => this.onKey(event, index)} />`;
  }

  override render() {
    const scale = this.dragged?.scale ?? REACH / this.longest;
    const canMove = this.arrows.some(({ tip }) => tip !== undefined);
    const [first, second] = this.arrows;
    const [from, to] = second ? [first, second] : [first?.before, first];
    return html`<svg viewBox="0 0 ${SIZE} ${SIZE}" role=${canMove ? 'group' : 'img'} aria-label=${this.label}>
      ${[
        [0, MIDDLE, SIZE, MIDDLE],
        [MIDDLE, 0, MIDDLE, SIZE],
      ].map(([x1, y1, x2, y2]) => svg`<line class="axis" x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`)}
      ${from && to ? arc(from, to, second === undefined) : null}
      ${this.arrows.map(({ before, role, ...arrow }, index) => [
        before ? svg`<g class="${role} before">${shaft(before, scale)}</g>` : null,
        svg`<g class=${role}>${shaft(arrow, scale)}${nameOf(arrow, scale)}${this.tip({ role, ...arrow }, index, scale)}</g>`,
      ])}
    </svg>`;
  }
}

function shaft(point: Point, scale: number) {
  const tip = at(point, scale);
  const length = Math.hypot(tip.x - MIDDLE, tip.y - MIDDLE);
  if (!(length > 0)) return svg`<circle cx=${MIDDLE} cy=${MIDDLE} r="3.5" />`;
  const along = { x: (tip.x - MIDDLE) / length, y: (tip.y - MIDDLE) / length };
  const neck = { x: tip.x - along.x * HEAD, y: tip.y - along.y * HEAD };
  const side = (way: number): Point => ({
    x: neck.x - (way * along.y * HEAD) / 2,
    y: neck.y + (way * along.x * HEAD) / 2,
  });
  return svg`<path class="shaft" d="M${MIDDLE} ${MIDDLE}L${coordinates(neck)}" />
    <path d="M${coordinates(tip)}L${coordinates(side(1))}L${coordinates(side(-1))}Z" />`;
}

function nameOf({ label, ...point }: Point & { readonly label: string }, scale: number) {
  const tip = at(point, scale);
  const length = Math.hypot(tip.x - MIDDLE, tip.y - MIDDLE) || 1;
  const beyond = (value: number) => value + ((value - MIDDLE) / length) * 16;
  return svg`<text x=${beyond(tip.x).toFixed(1)} y=${(length > 1 ? beyond(tip.y) : tip.y - 12).toFixed(1)}>${label}</text>`;
}

/** The arc from one direction to another: the shorter way, or as far as the vector turned. */
function arc(from: Point, to: Point, turns: boolean) {
  const turn = turnBetween(from, to);
  if (turn === null) return null;
  const radius = REACH / 3;
  const end = ({ x, y }: Point): Point => at({ x: x / Math.hypot(x, y), y: y / Math.hypot(x, y) }, radius);
  const left = turns || turn <= 180;
  const isLarge = (left ? turn : 360 - turn) > 180;
  const d = `M${coordinates(end(from))}A${radius} ${radius} 0 ${isLarge ? 1 : 0} ${left ? 0 : 1} ${coordinates(end(to))}`;
  return svg`<path class="arc" d=${d} />`;
}
