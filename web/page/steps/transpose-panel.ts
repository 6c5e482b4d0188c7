import { html } from 'lit';
import { property } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Axis, Tensor } from '../../core/types.ts';
import type { SourceBlock } from '../../trace/cell-sources.ts';
import type { Focus } from '../../trace/focus.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import '../../views/grid/matrix.ts';
import { type DetailEvent, emit } from '../shell/events.ts';

/** Swaps the last two entries, as a transpose swaps axes. */
function turned<Item>(items: readonly Item[]): Item[] {
  const [row, column] = items.slice(-2);
  return row === undefined || column === undefined ? [...items] : [...items.slice(0, -2), column, row];
}

/** Transposes every matrix of a tensor. */
function transposed({ shape, data }: Tensor): Tensor {
  const [rows, columns] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const size = rows * columns;
  const from = (index: number): number => {
    const [start, within] = [index - (index % size), index % size];
    return start + (within % rows) * columns + Math.floor(within / rows);
  };
  return { shape: turned(shape), data: data.map((_, index) => data[from(index)] ?? Number.NaN) };
}

/** `<sa-transpose-panel>`: kᵀ, the transposed keys that the scores are computed with. Its cells are those of `k`. */
export class TransposePanel extends LightDomElement {
  @property({ attribute: false }) result!: SceneResult;
  /** From 0. */
  @property({ attribute: false }) head = 0;
  @property({ attribute: false }) focusOn: Focus | null = null;
  @property({ attribute: false }) highlights: readonly SourceBlock[] = [];
  private readonly made = new WeakMap<Tensor, Tensor>();

  protected override render() {
    const { result, head, focusOn } = this;
    const name = result.step('k_rotated') === undefined ? 'k' : 'k_rotated';
    const axes: readonly Axis[] = result.step(name)?.axes ?? [];
    const highlights = this.highlights.map((block) =>
      block.name === name ? { ...block, ranges: turned(block.ranges) } : block,
    );
    return html`<div @sa-focus=${this.ask}>
      <sa-matrix
        .tensor=${this.turnedTensor(result.tensor(name))}
        .axes=${turned(axes)}
        .head=${result.slice(axes, head)}
        .layer=${result.layerOf(name)}
        .labels=${result.labelsFor(name)}
        .name=${name}
        .accent=${'k'}
        .digits=${result.digits}
        .label=${`${result.called(name) ?? name}ᵀ`}
        .focusOn=${focusOn?.cell?.name === name ? withTurnedCell(focusOn) : focusOn}
        .highlights=${highlights}
      ></sa-matrix>
    </div>`;
  }

  /** The same object for the same keys, since the matrix measures new data. */
  private turnedTensor(tensor: Tensor): Tensor {
    const made = this.made.get(tensor) ?? transposed(tensor);
    this.made.set(tensor, made);
    return made;
  }

  private readonly ask = (event: DetailEvent<'sa-focus'>): void => {
    if (!event.detail.focus?.cell) return;
    event.stopPropagation();
    emit(this, 'sa-focus', { focus: withTurnedCell(event.detail.focus), pinned: event.detail.pinned });
  };
}
customElements.define('sa-transpose-panel', TransposePanel);

const withTurnedCell = (focus: Focus): Focus =>
  focus.cell ? { ...focus, cell: { ...focus.cell, index: turned(focus.cell.index) } } : focus;
