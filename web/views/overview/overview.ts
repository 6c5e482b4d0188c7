import { html, nothing, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { overviewWords } from '../../i18n/overview.ts';
import { fill } from '../../i18n/sentences.ts';
import { viewWords } from '../../i18n/views.ts';
import type { Focus } from '../../trace/focus.ts';
import { type Digits, formatNumber } from '../../trace/number-format.ts';
import {
  type Extent,
  isWhole,
  lengthOf,
  placedSpan,
  type Region,
  revealing,
  type Span,
  sameRegion,
  whole,
  zoomed,
} from '../../trace/region.ts';
import { namedToken } from '../../trace/token-text.ts';
import { PaintCache } from '../grid/paint.ts';
import type { Palette } from '../shared/colour.ts';
import { sequentialScale } from '../shared/colour.ts';
import {
  cancelDraw,
  contextOf,
  define,
  fitCanvas,
  pixelRatioOf,
  scheduleDraw,
  styled,
} from '../shared/custom-element.ts';
import { emit } from '../shared/events.ts';
import { type GridCell, moveCell } from '../shared/keyboard.ts';
import { legend, legendStyles } from '../shared/legend.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { windowOf } from '../shared/own-window.ts';
import { PaletteController, paletteStyles } from '../shared/palette.ts';
import {
  type Ends,
  endsOf,
  type Measure,
  type Pixels,
  type Plot,
  paintOverview,
  paintShares,
  pixelText,
} from './paint.ts';
import { PointerGestures } from './pointer.ts';
import { overviewStyles } from './styles.ts';

/** Requests another region, another viewport, or a new number of pixels across and down. */
export interface Wanted {
  readonly region?: Region;
  readonly lens?: Region;
  readonly room?: number;
}

const LEFT = 46;
const TOP = 36;
/** The zoom factor of a press of a button or of +. */
const STEP = 2;

const isOtherExtent = (extent: Extent, before: Extent | undefined): boolean =>
  extent.rows !== before?.rows || extent.columns !== before.columns;
const isOtherRegion = (region: Region, before: Region | undefined): boolean =>
  before === undefined || !sameRegion(region, before);

/**
 * `<sa-overview>`: a matrix of thousands of weights. Each pixel shows the mean or maximum of as many cells as
 * needed, hatched by the hidden fraction. The viewport is the part that other pictures show in full. Dispatches
 * `sa-overview`: arrows move the viewport by half its size (with Shift by one cell), Home, End and the Page keys
 * further. + − 0, the buttons, the wheel with Ctrl or ⌘, and pinching zoom.
 */
@define('sa-overview')
export class SaOverview extends LocalizedElement {
  static override styles = [paletteStyles, legendStyles, overviewStyles];

  /** The pixels computed last, possibly of another region than the requested one. */
  @property({ attribute: false }) pixels: Pixels | null = null;
  @property({ attribute: false, hasChanged: isOtherExtent }) extent: Extent = { rows: 1, columns: 1 };
  @property({ attribute: false, hasChanged: isOtherRegion }) region: Region = whole({ rows: 1, columns: 1 });
  @property({ attribute: false, hasChanged: isOtherRegion }) lens: Region = whole({ rows: 1, columns: 1 });
  @property({ attribute: false }) queryLabels: readonly string[] = [];
  @property({ attribute: false }) keyLabels: readonly string[] = [];
  @property({ attribute: false }) focusOn: Focus | null = null;
  @property() label = '';
  @property({ type: Number }) digits: Digits = 2;

  @state() private measure: Measure = 'mean';
  @state() pointed: GridCell | null = null;
  @state() private size = 0;
  @state() isHolding = false;

  @query('.box') box!: HTMLElement;
  @query('canvas') private canvas!: HTMLCanvasElement;

  private ends: Ends | null = null;
  private image: { readonly canvas: HTMLCanvasElement; readonly palette: Palette } | null = null;
  private readonly cache = new PaintCache();
  private readonly palette = new PaletteController(this, () => scheduleDraw(this, this.draw));
  private resizes: ResizeObserver | null = null;
  private readonly gestures = new PointerGestures(this);

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.observe();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resizes?.disconnect();
    cancelDraw(this.draw);
  }

  override firstUpdated(): void {
    this.observe();
  }

  private observe(): void {
    this.resizes = new (windowOf(this).ResizeObserver)((entries) => {
      const { width = 0, height = 0 } = entries.at(-1)?.contentRect ?? {};
      const size = Math.min(width, height);
      if (size === this.size || size === 0) return;
      this.size = size;
      this.request({ room: Math.max(1, Math.floor((size - LEFT) * pixelRatioOf(this))) });
    });
    this.resizes.observe(this.box);
    // Not passive: a gesture that zooms the picture must not zoom the page.
    this.box.addEventListener('wheel', this.onWheel, { passive: false });
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const { pixels } = this;
    const how = changed as ReadonlyMap<PropertyKey, unknown>;
    if (!changed.has('pixels') && !how.has('measure')) return;
    this.ends = pixels && endsOf(this.measure === 'mean' ? pixels.mean : pixels.max);
    this.image = null;
  }

  override updated(): void {
    scheduleDraw(this, this.draw);
  }

  get plot(): Plot {
    const side = Math.max(1, this.size);
    return { left: LEFT, top: TOP, width: side - LEFT - 1, height: side - TOP - 1, region: this.region };
  }

  private readonly draw = (): void => {
    const words = viewWords(this.language);
    const { canvas, size, pixels, cache } = this;
    const palette = this.palette.value;
    if (!palette || !canvas || size === 0) return;
    fitCanvas(canvas, size, size);
    const context = contextOf(canvas);
    if (!context) return;
    if (pixels && this.image?.palette !== palette) {
      this.image = { canvas: document.createElement('canvas'), palette };
      paintShares(this.image.canvas, pixels, this.measure, this.ends, cache.scale(palette, sequentialScale));
    }
    const ratio = pixelRatioOf(this);
    paintOverview(
      context,
      this.plot,
      pixels && this.image && { canvas: this.image.canvas, pixels },
      { palette, ratio, hatch: cache.hatch(context, palette, ratio) },
      {
        lens: this.lens,
        query: this.focusOn?.query ?? null,
        key: this.focusOn?.key ?? null,
        corner: { queries: words.grid.queries, keys: words.grid.keys },
      },
    );
  };

  override render() {
    const words = overviewWords(this.language);
    const { pixels, ends, lens } = this;
    const palette = this.palette.value;
    const isZoomed = !isWhole(this.region, this.extent);
    const written = (value = 0): string => formatNumber(value, this.digits);
    const numbers = { low: written(ends?.low), high: written(ends?.high) };
    const marks = { hidden: pixels?.hidden.some((share) => share > 0) ?? false, nonFinite: false };
    return html`
      <i class="probe"></i>
      ${this.tools(isZoomed)}
      ${palette && ends ? legend(this.language, this.cache.scale(palette, sequentialScale), numbers, marks, words.logarithmic) : html`<div class="legend"></div>`}
      <div
        class="box ${isZoomed ? 'near' : ''} ${this.isHolding ? 'holding' : ''}"
        @pointerdown=${this.gestures.down}
        @pointermove=${this.gestures.move}
        @pointerup=${this.gestures.up}
        @pointercancel=${this.gestures.cancel}
        @pointerleave=${this.gestures.leave}
      >
        <canvas aria-hidden="true"></canvas>
        <div
          role="grid"
          tabindex="0"
          aria-label=${this.label || nothing}
          aria-description=${words.keys}
          aria-readonly="true"
          aria-rowcount=${this.extent.rows}
          aria-colcount=${this.extent.columns}
          aria-activedescendant="lens"
          @keydown=${this.onKey}
        >
          <div role="row" aria-rowindex=${lens.rows[0] + 1}>
            <div role="gridcell" id="lens" class="lens" aria-colindex=${lens.columns[0] + 1} aria-label=${this.lensName()} ${styled(this.place())}></div>
          </div>
        </div>
      </div>
      <p class="summary">${this.summary()}</p>
    `;
  }

  private tools(isZoomed: boolean) {
    const own = overviewWords(this.language);
    const button = (name: string, sign: string, able: boolean, press: () => void) => html`<button
      type="button"
      aria-label=${name}
      title=${name}
      aria-disabled=${able ? 'false' : 'true'}
      @click=${() => {
        if (able) press();
      }}
    >${sign}</button>`;
    const choice = (value: Measure) => html`<label>
      <input
        type="radio"
        name="measure"
        .checked=${this.measure === value}
        @change=${() => {
          this.measure = value;
        }}
      /><span>${own[value]}</span>
    </label>`;
    return html`<div class="tools">
      <fieldset><legend><span>${own.measure}</span></legend>${choice('mean')}${choice('max')}</fieldset>
      <span class="zooms">${button(own.nearer, '+', true, () => this.zoom(STEP))}
      ${button(own.farther, '−', isZoomed, () => this.zoom(1 / STEP))}
      ${button(own.whole, '⤢', isZoomed, () => this.request({ region: whole(this.extent) }))}</span>
    </div>`;
  }

  /** The box of the viewport, for the focus outline. In CSS pixels. */
  private place(): Readonly<Record<string, string>> {
    const { left, top, width, height, region } = this.plot;
    const { rows, columns } = this.lens;
    const x = left + ((columns[0] - region.columns[0]) / lengthOf(region.columns)) * width;
    const y = top + ((rows[0] - region.rows[0]) / lengthOf(region.rows)) * height;
    return {
      transform: `translate(${x}px, ${y}px)`,
      width: `${(lengthOf(columns) / lengthOf(region.columns)) * width}px`,
      height: `${(lengthOf(rows) / lengthOf(region.rows)) * height}px`,
    };
  }

  /** Describes the cell under the pointer, else how to navigate. */
  private summary(): string {
    return this.pointed
      ? pixelText(this.language, this.pixels, this.pointed, this.digits)
      : overviewWords(this.language).help;
  }

  private lensName(): string {
    const { rows, columns } = this.lens;
    const slots = {
      ...{ from: namedToken(this.queryLabels, rows[0]), firstQuery: rows[0], lastQuery: rows[1] - 1 },
      ...{ to: namedToken(this.keyLabels, columns[0]), firstKey: columns[0], lastKey: columns[1] - 1 },
    };
    const middle = { row: Math.floor((rows[0] + rows[1]) / 2), column: Math.floor((columns[0] + columns[1]) / 2) };
    return `${fill(overviewWords(this.language).lens, slots)} ${pixelText(this.language, this.pixels, middle, this.digits)}`;
  }

  request(wanted: Wanted): void {
    emit(this, 'sa-overview', wanted);
  }

  /** Zooms in on the viewport, or out. */
  private zoom(factor: number): void {
    const { region, lens, extent } = this;
    const row = (lens.rows[0] + lens.rows[1]) / 2;
    const column = (lens.columns[0] + lens.columns[1]) / 2;
    const inside = (index: number, [from, to]: readonly [number, number]) =>
      Math.min(1, Math.max(0, (index - from) / (to - from)));
    const at = { down: inside(row, region.rows), across: inside(column, region.columns) };
    const next = zoomed(region, factor, at, extent);
    this.request({ region: factor > 1 ? revealing(next, lens, extent) : next });
  }

  private readonly onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    // Lines and pages of a wheel are converted to pixels.
    const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : 30);
    this.gestures.zoom(event, Math.exp(-pixels / 240));
  };

  private onKey(event: KeyboardEvent): void {
    const { region, extent } = this;
    if (event.altKey) return;
    if (!event.ctrlKey && !event.metaKey) {
      if (event.key === '+' || event.key === '=' || event.key === '-' || event.key === '−') {
        event.preventDefault();
        this.zoom(event.key === '+' || event.key === '=' ? STEP : 1 / STEP);
        return;
      }
      if (event.key === '0') {
        event.preventDefault();
        this.request({ region: whole(extent) });
        return;
      }
    }
    const to = this.lensAfter(event);
    if (!to) return;
    event.preventDefault();
    const next = revealing(region, to, extent);
    this.request({ lens: to, ...(sameRegion(next, region) ? {} : { region: next }) });
  }

  /** The viewport that a key leads to, with the keys of a grid. Null for other keys. */
  private lensAfter(event: KeyboardEvent): Region | null {
    const { lens, extent, region } = this;
    const half = (span: Span) => (event.shiftKey ? 1 : Math.max(1, Math.floor(lengthOf(span) / 2)));
    const step = { row: half(lens.rows), column: half(lens.columns) };
    const page = Math.max(1, Math.floor(lengthOf(region.rows) / 4));
    const to = moveCell(event, { row: lens.rows[0], column: lens.columns[0] }, { ...extent, page }, step);
    return (
      to && {
        rows: placedSpan(to.row, lengthOf(lens.rows), extent.rows),
        columns: placedSpan(to.column, lengthOf(lens.columns), extent.columns),
      }
    );
  }
}
