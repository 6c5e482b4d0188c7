import { css, html, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { Axis, Tensor } from '../../core/types.ts';
import { type AxisLabels, axisLabels } from '../../trace/axis-labels.ts';
import type { SourceBlock } from '../../trace/cell-sources.ts';
import type { Focus } from '../../trace/focus.ts';
import type { Digits } from '../../trace/number-format.ts';
import { GridView } from '../grid/grid-view.ts';
import { define } from '../shared/custom-element.ts';
import { compare, type Difference } from './difference.ts';
import '../grid/matrix.ts';
import { fill } from '../../i18n/sentences.ts';
import { stepPictureWords } from '../../i18n/step-pictures.ts';
import { isolated } from '../../trace/token-text.ts';
import { numberText } from '../../trace/trace-reader.ts';
import type { Accent } from '../shared/colour.ts';
import type { DetailEvent } from '../shared/events.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { paletteStyles } from '../shared/palette.ts';

/** One side of the comparison: a tensor, its name, and the masked scores that hatch it if it is `weights`. */
export interface Side {
  readonly title: string;
  readonly tensor: Tensor;
  readonly axes: readonly Axis[];
  readonly masked?: Tensor | null;
  /** Labels of its axes, if they differ from the common ones. */
  readonly labels?: AxisLabels;
}

/**
 * `<sa-compare>`: one tensor computed in two ways, side by side, or stacked if narrow. Cells that differ by more
 * than float32 rounding have a mark in their corner, and name both numbers and their difference. Dispatches
 * `sa-focus` for cells of `name`, as `<sa-matrix>` does.
 */
@define('sa-compare')
export class SaCompare extends LocalizedElement {
  static override styles = [
    paletteStyles,
    css`
      :host {
        container-type: inline-size;
        font-size: 0.8125rem;
      }
      .sides {
        display: grid;
        gap: 1rem 1.5rem;
      }
      @container (width >= 36rem) {
        .sides {
          grid-template-columns: repeat(2, minmax(0, 1fr));
        }
      }
      @container (width >= 28rem) {
        .sides.whole {
          grid-template-columns: repeat(2, minmax(0, 1fr));
        }
      }
      figure {
        margin: 0;
        min-width: 0;
      }
      figcaption {
        margin-block-end: 0.375rem;
        font-weight: 600;
      }
      p {
        margin: 0.75rem 0 0;
        color: var(--sa-ink-soft);
        line-height: 1.35;
      }
      .mark {
        display: inline-block;
        inline-size: 0.55rem;
        block-size: 0.55rem;
        margin-inline-end: 0.35rem;
        background: var(--sa-ink);
        clip-path: polygon(0 0, 100% 0, 100% 100%);
        forced-color-adjust: none;
      }
    `,
  ];

  @property({ attribute: false }) first: Side | null = null;
  @property({ attribute: false }) second: Side | null = null;
  /** The tensor's name, layer and slice, as for `<sa-matrix>`. */
  @property() name = '';
  @property({ type: Number }) layer = 0;
  @property({ type: Number }) head = 0;
  @property({ type: Number }) query = 0;
  @property({ attribute: false }) labels: AxisLabels = {};
  @property() accent: Accent = 'x';
  @property({ type: Number }) digits: Digits = 2;
  /** Shows all cells of both sides at once, as for `<sa-matrix>`. */
  @property({ type: Boolean }) whole = false;
  /** The strongest colour is the largest number of both sides, also for weights. */
  @property({ type: Boolean }) relative = false;
  @property({ attribute: false }) focusOn: Focus | null = null;
  @property({ attribute: false }) highlights: readonly SourceBlock[] = [];

  private difference: Difference | null = null;

  override willUpdate(changed: PropertyValues): void {
    if (['first', 'second', 'head', 'query'].some((name) => changed.has(name))) this.difference = this.compare();
  }

  /** The difference of the slice on show. Null if the shapes differ or one side is missing. */
  private compare(): Difference | null {
    const [one, other] = [this.first?.tensor, this.second?.tensor];
    if (!one || !other || one.shape.join() !== other.shape.join()) return null;
    const outer = one.shape.slice(0, -2);
    const size = one.shape.slice(-2).reduce((product, extent) => product * extent, 1);
    const index = [this.head, this.query];
    const slice = outer.reduce((before, extent, axis) => before * extent + (index[axis] ?? 0), 0);
    return compare(one.data, other.data, slice * size, Math.min(one.data.length, (slice + 1) * size));
  }

  override render() {
    const { first, second } = this;
    if (!first || !second) return nothing;
    return html`<div class=${this.whole ? 'sides whole' : 'sides'} @sa-scroll=${this.onScroll}>
        ${this.side(first, second)}${this.side(second, first)}
      </div>
      <p>${this.summary(first, second)}</p>`;
  }

  private side(own: Side, other: Side) {
    return html`<figure>
      <figcaption>${own.title}</figcaption>
      <sa-matrix
        .tensor=${own.tensor}
        .axes=${own.axes}
        .head=${this.head}
        .query=${this.query}
        .layer=${this.layer}
        .labels=${own.labels ?? this.labels}
        .name=${this.name}
        .accent=${this.accent}
        .digits=${this.digits}
        .label=${`${this.name}, ${own.title}`}
        .masked=${own.masked ?? null}
        .whole=${this.whole}
        .relative=${this.relative}
        .against=${this.difference ? other.tensor : null}
        .againstName=${other.title}
        .marksDifferences=${this.isMarked}
        .focusOn=${this.focusOn}
        .highlights=${this.highlights}
      ></sa-matrix>
    </figure>`;
  }

  private summary(first: Side, second: Side) {
    const words = stepPictureWords(this.language).compare;
    const { difference } = this;
    const shape = ({ tensor }: Side) => tensor.shape.join(' × ');
    if (!difference) return fill(words.shapes, { first: shape(first), second: shape(second) });
    if (difference.most === null) return words.same;
    const { count, of, most } = difference;
    const columns = first.tensor.shape.at(-1) ?? 1;
    const rows = first.tensor.shape.at(-2) ?? 1;
    const text = numberText(this.name, this.digits);
    const label = (axis: Axis | undefined, size: number, index: number) =>
      isolated(axisLabels(this.labels, axis, size)[index] ?? '');
    const slots = {
      first: text(first.tensor.data[most] ?? Number.NaN),
      second: text(second.tensor.data[most] ?? Number.NaN),
      firstTitle: first.title,
      secondTitle: second.title,
      row: label(first.axes.at(-2), rows, Math.floor(most / columns) % rows),
      column: label(first.axes.at(-1), columns, most % columns),
    };
    return html`${this.isMarked ? html`<i class="mark"></i>` : nothing}${fill(words.differ, { count, of })} ${fill(words.most, slots)}`;
  }

  /** Marks in most cells would hide what they mark. */
  private get isMarked(): boolean {
    const { difference } = this;
    return difference !== null && difference.count <= difference.of / 2;
  }

  private onScroll(event: DetailEvent<'sa-scroll'>): void {
    for (const grid of this.renderRoot.querySelectorAll('sa-matrix')) {
      if (grid !== event.target && grid instanceof GridView) grid.scrollAs(event.detail);
    }
  }
}
