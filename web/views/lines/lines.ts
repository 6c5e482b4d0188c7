import { html, nothing, type PropertyValues, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../../i18n/sentences.ts';
import { viewWords } from '../../i18n/views.ts';
import type { Focus } from '../../trace/focus.ts';
import { formatPercent } from '../../trace/number-format.ts';
import { visibleToken } from '../../trace/token-text.ts';
import { define, Sizes, styled } from '../shared/custom-element.ts';
import { emit } from '../shared/events.ts';
import { positionOf, rove, staysWithin } from '../shared/keyboard.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { paletteStyles, unseenStyles } from '../shared/palette.ts';
import { pointIn } from '../shared/pointer.ts';
import {
  focusedLines,
  LINE_THRESHOLD,
  type Line,
  type LineSelection,
  riseAt,
  rowHeight,
  selectLines,
  thickness,
} from './line-selection.ts';
import { linesStyles } from './styles.ts';

/**
 * A word this short fits any column that is not narrow, so it needs no clip. Hundreds of clips would cost every
 * frame.
 */
const SHORT = /^[ -~]{0,7}$/;

type Side = 'queries' | 'keys';

/** CSS pixels of the heading, and of the lowest row. */
const HEADING = 24;
const LEAST_ROW = 15;

/** Lines of about the same weight, as one path. */
interface LineGroup {
  readonly weight: number;
  readonly d: string;
}

/** Line widths are rounded to a quarter of a pixel. */
const LEVELS = 40;

/** How near the pointer must be to a line, in CSS pixels. */
const POINTER_DISTANCE = 8;

/**
 * `<sa-lines>`: the sentence twice, with queries left and keys right, and a line for each weight. Thickness and
 * opacity show the weight. It is as high as its tokens, up to `--sa-lines-max`, then it scrolls. Dispatches
 * `sa-focus` for `{ query }` or `{ key }` (a token; a key keeps the query in focus) and `{ query, key, cell }`
 * (a line).
 */
@define('sa-lines')
export class SaLines extends LocalizedElement {
  static override styles = [paletteStyles, unseenStyles, linesStyles];

  /** (T_q, T_k) row-major, one head. */
  @property({ attribute: false }) weights: Float32Array = new Float32Array();
  /** (T_q, T_k): the weights between the last ones and these while they change. Null if they do not. */
  @property({ attribute: false }) transition: Float32Array | null = null;
  /** (T_q, T_k) of the same head, −∞ where a key is hidden. Null if nothing is masked. */
  @property({ attribute: false }) masked: Float32Array | null = null;
  @property({ attribute: false }) queryLabels: readonly string[] = [];
  @property({ attribute: false }) keyLabels: readonly string[] = [];
  /** The positions of the first query and key in a longer sequence. The focus uses positions of that sequence. */
  @property({ attribute: false }) origin: { readonly query: number; readonly key: number } = { query: 0, key: 0 };
  /** Tensor name, head and layer, for the cell of `sa-focus`. */
  @property() name = 'weights';
  @property({ type: Number }) head = 0;
  @property({ type: Number }) layer = 0;
  /** The picture's accessible name. */
  @property() label = '';
  @property({ attribute: false }) focusOn: Focus | null = null;
  /** Weaker lines are drawn only for the query in focus, as the caption says. */
  @property({ type: Number }) threshold = LINE_THRESHOLD;

  @state() private active: Record<Side, number> = { queries: 0, keys: 0 };
  /** The greatest height of the box. CSS pixels. */
  @state() private most = Number.POSITIVE_INFINITY;
  private readonly sizes = new Sizes(() => this.measure());
  private pointed: Line | null = null;
  private groups: readonly LineGroup[] = [];
  private selection: LineSelection = { lines: [], left: 0, under: false };

  override connectedCallback(): void {
    super.connectedCallback();
    this.sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  private measure(): void {
    const box = this.renderRoot.querySelector('.box');
    const most = box === null ? Number.NaN : Number.parseFloat(getComputedStyle(box).maxHeight);
    this.most = Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
  }

  override willUpdate(changed: PropertyValues): void {
    const drawn = ['weights', 'transition', 'queryLabels', 'keyLabels', 'threshold', 'most'];
    if (!drawn.some((name) => changed.has(name))) return;
    this.selection = this.select(this.weights);
    this.groups = this.groupByWeight(this.drawn.lines);
  }

  private select(weights: Float32Array): LineSelection {
    const [queries, keys] = [this.queryLabels.length, this.keyLabels.length];
    return weights.length === queries * keys
      ? selectLines(weights, queries, keys, this.threshold)
      : { lines: [], left: 0, under: false };
  }

  private get drawn(): LineSelection {
    return this.transition ? this.select(this.transition) : this.selection;
  }

  /** The focus among these queries and keys, by their own index. */
  private get localFocus(): { readonly query: number | undefined; readonly key: number | undefined } {
    const among = (index: number | undefined, first: number, count: number) =>
      index === undefined || index < first || index >= first + count ? undefined : index - first;
    return {
      query: among(this.focusOn?.query, this.origin.query, this.queryLabels.length),
      key: among(this.focusOn?.key, this.origin.key, this.keyLabels.length),
    };
  }

  private get rows(): number {
    return Math.max(this.queryLabels.length, this.keyLabels.length);
  }

  /** CSS pixels. Rows are lower where all of them fit only then. */
  private get rowHeight(): number {
    const own = rowHeight(this.rows);
    const fitting = Math.floor((this.most - HEADING) / this.rows);
    return fitting < LEAST_ROW ? own : Math.min(own, fitting);
  }

  override render() {
    const words = viewWords(this.language);
    const { query } = this.localFocus;
    const height = this.rows * this.rowHeight;
    return html`
      <div class="box" role="group" aria-label=${this.label || nothing} ${styled({ '--row': `${this.rowHeight}px` })}>
        <div class="heading queries" aria-hidden="true">${words.lines.queries}</div>
        <div class="heading" aria-hidden="true"></div>
        <div class="heading keys" aria-hidden="true">${words.lines.keys}</div>
        ${this.column('queries', this.queryLabels)}
        <svg
          aria-hidden="true"
          viewBox="0 0 100 ${Math.max(1, height)}"
          preserveAspectRatio="none"
          ${styled({ height: `${height}px` })}
          @pointermove=${this.onMove}
          @pointerleave=${this.onLeave}
          @click=${this.onPress}
        >
          ${this.pictures()}
        </svg>
        ${this.column('keys', this.keyLabels, query)}
      </div>
      <p class="caption">${this.captions().join(' ')}</p>
    `;
  }

  private pictures() {
    const focus = this.localFocus;
    const focused = focusedLines(this.drawn.lines, this.transition ?? this.weights, this.keyLabels.length, focus);
    // The opacity of each line is its own: a group's opacity would cost an extra layer on every hover.
    const recede = focus.query === undefined && focus.key === undefined ? 1 : 0.16;
    const isPair = ({ query, key }: Line) => focus.query === query && focus.key === key;
    const others = this.groupByWeight(focused.filter((line) => !isPair(line)));
    return svg`<g>${this.groups.map(({ weight, d }) => this.path(d, weight, recede * (0.1 + 0.9 * weight), ''))}</g>
      <g>${others.map(({ weight, d }) => this.path(d, weight, 0.4 + 0.6 * weight, ''))}
      ${focused.filter(isPair).map((line) => this.path(this.curve(line), line.weight, 0.4 + 0.6 * line.weight, 'pair'))}</g>`;
  }

  private path(d: string, weight: number, opacity: number, classes: string) {
    return svg`<path
      class=${classes}
      d=${d}
      stroke-width=${thickness(weight).toFixed(2)}
      stroke-opacity=${opacity.toFixed(3)}
    />`;
  }

  private curve({ query, key }: Line): string {
    const [from, to] = [this.middle(query), this.middle(key)];
    return `M0 ${from}C50 ${from} 50 ${to} 100 ${to}`;
  }

  /** Lines of about the same weight in one path, so that a keystroke updates tens of elements, not hundreds. */
  private groupByWeight(lines: readonly Line[]): readonly LineGroup[] {
    const groups = new Map<number, string>();
    for (const line of lines) {
      const level = Math.round(line.weight * LEVELS);
      groups.set(level, (groups.get(level) ?? '') + this.curve(line));
    }
    return Array.from(groups, ([level, d]) => ({ weight: level / LEVELS, d }));
  }

  private middle(position: number): number {
    return (position + 0.5) * this.rowHeight;
  }

  private column(side: Side, labels: readonly string[], query?: number) {
    const words = viewWords(this.language);
    const focused = side === 'queries' ? this.localFocus.query : this.localFocus.key;
    const active = Math.min(this.active[side], labels.length - 1);
    return html`<div
      role="listbox"
      class=${side}
      aria-label=${words.lines[side]}
      @pointerover=${(event: PointerEvent) => this.onOver(event, side)}
      @pointerleave=${this.onLeave}
      @focusin=${(event: FocusEvent) => this.onFocus(event, side)}
      @focusout=${this.onLeave}
      @click=${(event: MouseEvent) => this.onTokenPress(event, side)}
      @keydown=${(event: KeyboardEvent) => this.onKey(event, side)}
    >
      ${labels.map(
        (token, i) => html`<div
          role="option"
          class=${`${i === focused ? 'on ' : ''}${SHORT.test(token) ? 'short' : ''}`}
          data-position=${i}
          tabindex=${i === active ? 0 : -1}
          aria-selected=${i === focused ? 'true' : 'false'}
        ><bdi dir="auto">${visibleToken(token)}</bdi><span class="unseen">${side === 'queries' ? fill(words.lines.query, { position: this.origin.query + i }) : this.keyName(i, query)}</span>${side === 'keys' ? html`<span class="share">${this.share(i, query)}</span>` : nothing}</div>`,
      )}
    </div>`;
  }

  private isHidden(key: number, query: number): boolean {
    return this.masked?.[query * this.keyLabels.length + key] === -Infinity;
  }

  private weight(key: number, query: number): number {
    return this.weights[query * this.keyLabels.length + key] ?? 0;
  }

  private share(key: number, query: number | undefined) {
    if (query === undefined || query >= this.queryLabels.length) return nothing;
    if (this.isHidden(key, query)) return html`<i class="hatch" title=${viewWords(this.language).grid.masked}></i>`;
    const weight = this.weight(key, query);
    // Beside a weight that is no number the others are not shares either.
    return this.hasNaN(query) && !Number.isNaN(weight) ? nothing : formatPercent(weight);
  }

  private hasNaN(query: number): boolean {
    return this.keyLabels.some((_, key) => Number.isNaN(this.weight(key, query)));
  }

  /** The words between the token and its percentage, for screen readers. */
  private keyName(key: number, query: number | undefined): string {
    const words = viewWords(this.language);
    const slots = { position: this.origin.key + key };
    if (query === undefined || query >= this.queryLabels.length) return fill(words.lines.key, slots);
    if (this.isHidden(key, query)) return fill(words.lines.keyMasked, slots);
    return fill(words.lines.keyWeight, slots);
  }

  private captions(): string[] {
    const words = viewWords(this.language);
    const { left, under, lines } = this.selection;
    return [
      ...(under ? [fill(words.lines.under, { percent: formatPercent(this.threshold) })] : []),
      ...(left > 0 ? [fill(words.lines.strongest, { count: lines.length, left })] : []),
    ];
  }

  private tokenFocus(side: Side, position: number): Focus {
    if (side === 'queries') return { query: this.origin.query + position };
    const query = this.focusOn?.query;
    const key = this.origin.key + position;
    return query === undefined ? { key } : { query, key };
  }

  private ask(focus: Focus | null, pinned: boolean): void {
    emit(this, 'sa-focus', { focus: focus, pinned });
  }

  private onOver(event: PointerEvent, side: Side): void {
    const position = positionOf(event);
    if (event.pointerType !== 'touch' && position !== null) this.ask(this.tokenFocus(side, position), false);
  }

  private onFocus(event: FocusEvent, side: Side): void {
    const position = positionOf(event);
    if (position === null) return;
    this.active = { ...this.active, [side]: position };
    this.ask(this.tokenFocus(side, position), false);
  }

  private onTokenPress(event: MouseEvent, side: Side): void {
    const position = positionOf(event);
    if (position !== null) this.ask(this.tokenFocus(side, position), true);
  }

  private onLeave(event: PointerEvent | FocusEvent): void {
    if (staysWithin(event, this.renderRoot)) return;
    this.pointed = null;
    this.ask(null, false);
  }

  private onKey(event: KeyboardEvent, side: Side): void {
    if (event.key === 'Escape') {
      this.ask(null, true);
      return;
    }
    const from = positionOf(event);
    if (from === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.ask(this.tokenFocus(side, from), true);
      return;
    }
    const across = event.key === (side === 'queries' ? 'ArrowRight' : 'ArrowLeft');
    const to = across
      ? from
      : rove(event.key, from, side === 'queries' ? this.queryLabels.length : this.keyLabels.length);
    if (to === null) return;
    event.preventDefault();
    const other: Side = side === 'queries' ? 'keys' : 'queries';
    const list = this.renderRoot.querySelector(`[role=listbox].${across ? other : side}`);
    const target = across ? '[tabindex="0"]' : `[data-position="${to}"]`;
    list?.querySelector<HTMLElement>(target)?.focus();
  }

  /** The line nearest to the pointer. All lines have the same shape, so one sum gives the height of each. */
  private lineUnder(event: MouseEvent): Line | null {
    const { x, y, width } = pointIn(event.currentTarget as Element, event);
    const rise = riseAt(x / width);
    const focused = focusedLines(this.selection.lines, this.weights, this.keyLabels.length, this.localFocus);
    let best: Line | null = null;
    let nearest = POINTER_DISTANCE;
    for (const line of [...focused, ...this.selection.lines].reverse()) {
      const index = this.middle(line.query) + rise * (this.middle(line.key) - this.middle(line.query));
      const distance = Math.max(0, Math.abs(index - y) - line.weight * 5);
      if (distance < nearest) [best, nearest] = [line, distance];
    }
    return best;
  }

  private lineFocus(line: Line): Focus {
    const [query, key] = [this.origin.query + line.query, this.origin.key + line.key];
    return { query, key, cell: { name: this.name, index: [this.head, query, key], layer: this.layer } };
  }

  private onMove(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    const line = this.lineUnder(event);
    if (line?.query === this.pointed?.query && line?.key === this.pointed?.key) return;
    this.pointed = line;
    this.ask(line && this.lineFocus(line), false);
  }

  private onPress(event: MouseEvent): void {
    const line = this.lineUnder(event);
    if (line) this.ask(this.lineFocus(line), true);
  }
}
