import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { selectField } from '../../../controls/field.ts';
import { DeferredElement } from '../../../controls/light-dom-element.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import type { HeadPlace } from '../../../training/index.ts';
import type { HeadMap } from '../../../views/grid/head-maps.ts';
import { OwnWidth } from '../../../views/shared/custom-element.ts';
import type { Inspection, Measured } from '../protocol.ts';
import { headName, measuredName, measuresText } from './head-names.ts';
import '../../../views/grid/head-maps.ts';
import { emit } from '../../shell/events.ts';

/** px. The width and height of a picture: of few heads at most and at least, of many, and beside another run. */
const SIZE = { large: 240, least: 128, small: 128, beside: 104 };
const FEW = 4;

/** px. Between two pictures and around them. */
const AROUND_TWO = 48;

/** Cells that can be drawn in a frame. Where there are more, one layer is shown at a time. */
const MOST_CELLS = 10_000;

/** `<sa-task-heads>`: the attention of every head on the inspected sequence. Dispatches `sa-head-choice`, counted over all layers. */
export class HeadsSection extends DeferredElement {
  /** Of two runs: "A" or "B". */
  @property() run = 'A';
  // Drawing several of these at once would hold up a frame.
  protected override readonly defersFirst = true;
  @property({ attribute: false }) inspection!: Inspection;
  @property({ attribute: false }) measured: Measured | null = null;
  /** Whether there is no second run beside it. */
  @property({ attribute: false }) isAlone = true;
  /** Whether the mask is causal. */
  @property({ type: Boolean }) causal = false;
  /** Counted over all layers, from 0. */
  @property({ attribute: false }) selected = 0;
  /** Heads that are switched off where the model is measured. */
  @property({ attribute: false }) leftOut: readonly HeadPlace[] = [];
  /** The token in focus. */
  @property({ attribute: false }) query = 0;
  /** The layer that is shown where there are too many cells. */
  @state() private layer = 0;
  private masked: Float32Array | null = null;

  constructor() {
    super();
    this.addEventListener('sa-head-choice', (event) => {
      if (event.target === this || this.shown === null) return;
      event.stopPropagation();
      emit(this, 'sa-head-choice', this.shown * this.heads + event.detail);
    });
  }

  private readonly width = new OwnWidth(this);

  private get size(): number {
    if (!this.isAlone) return SIZE.beside;
    if (this.layers * this.heads > FEW) return SIZE.small;
    // Two fit beside each other.
    return Math.min(SIZE.large, Math.max(SIZE.least, Math.floor((this.width.value - AROUND_TWO) / 2)));
  }

  private get layers(): number {
    return this.inspection.shape[0] ?? 1;
  }

  private get heads(): number {
    return this.inspection.shape[1] ?? 1;
  }

  /** The only layer that is shown; null: all are. */
  private get shown(): number | null {
    const cells = this.inspection.shape.reduce((product, size) => product * size, 1);
    return cells <= MOST_CELLS ? null : Math.min(this.layer, this.layers - 1);
  }

  protected override willUpdate(): void {
    const size = this.inspection.tokens.length;
    if (!this.causal) this.masked = null;
    else if (this.masked?.length !== size * size)
      this.masked = Float32Array.from({ length: size * size }, (_, cell) =>
        cell % size > cell / size ? -Infinity : 0,
      );
  }

  protected override render() {
    const { heads: own } = taskWords(this.language);
    const { inspection, shown, heads, layers, query, selected } = this;
    const { weights } = inspection;
    if (weights === null) return html`<p class="note">${own.tooMany}</p>`;
    const labels = inspection.tokens.map(({ token }) => token);
    const all = Array.from({ length: layers * heads }, (_, head) => this.map(head, weights));
    return html`
      ${shown === null ? nothing : this.layerChoice(shown)}
      <sa-head-maps
        .heads=${shown === null ? all : all.slice(shown * heads, (shown + 1) * heads)}
        .queryLabels=${labels}
        .keyLabels=${labels}
        .selected=${selected - (shown ?? 0) * heads}
        .query=${query}
        .label=${own.title}
        .size=${this.size}
        .digits=${1}
      ></sa-head-maps>
    `;
  }

  private map(index: number, all: Float32Array): HeadMap {
    const size = this.inspection.tokens.length ** 2;
    const place = { layer: Math.floor(index / this.heads), head: index % this.heads };
    const measures = this.measured?.heads[index];
    const name = measures === undefined ? headName(place) : measuredName(this.language, measures);
    const isOff = this.leftOut.some((one) => headName(one) === headName(place));
    return {
      name: isOff ? taskWords(this.language).heads.off(name) : name,
      reading: measures === undefined ? '' : measuresText(this.language, measures),
      weights: all.subarray(index * size, (index + 1) * size),
      masked: this.masked,
    };
  }

  private layerChoice(shown: number): TemplateResult {
    const { heads: own } = taskWords(this.language);
    return html`<div class="training-fields">
      ${selectField(this.language, {
        id: `task-${this.run.toLowerCase()}-layer`,
        label: own.layerChoice,
        options: Array.from({ length: this.layers }, (_, layer) => ({
          value: String(layer),
          text: own.layer(layer + 1),
        })),
        value: String(shown),
        problem: '',
        onChoose: (layer) => {
          this.layer = Number(layer);
        },
      })}
    </div>`;
  }
}
customElements.define('sa-task-heads', HeadsSection);
