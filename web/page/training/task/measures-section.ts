import { html, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { DeferredElement } from '../../../controls/light-dom-element.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import type { Series } from '../../../views/plots/run-plot.ts';
import type { Measured } from '../protocol.ts';
import { headName, type MeasureName, measureNames } from './head-names.ts';
import '../../../views/plots/run-plot.ts';

/** Curves of one plot at most, and curves with names at their ends. */
const MOST_CURVES = 12;
const MOST_NAMES = 6;

/** `<sa-task-measures>`: the measures of every head over the steps, one plot a measure. The selected head's curve is in front. */
export class MeasuresSection extends DeferredElement {
  // Drawing several of these at once would hold up a frame.
  protected override readonly defersFirst = true;
  @property({ attribute: false }) measured: readonly Measured[] = [];
  /** Counted over all layers, from 0. */
  @property({ attribute: false }) selected = 0;
  /** The step that is read; null: the last. */
  @property({ attribute: false }) step: number | null = null;

  protected override render() {
    return html`<div class="task-plots many">${measureNames.map((name) => this.plot(name))}</div>`;
  }

  private plot(name: MeasureName): TemplateResult {
    const { measures: own } = taskWords(this.language);
    const last = this.measured.at(-1)?.heads ?? [];
    if (last.some((head) => head[name] === null)) return html`<p class="note">${own[name]}: ${own.none}</p>`;
    const strongest = last
      .map((_, head) => head)
      .sort((one, other) => (last[other]?.[name] ?? 0) - (last[one]?.[name] ?? 0));
    const named = new Set([...strongest.slice(0, MOST_NAMES - 1), this.selected]);
    const shown = [...new Set([...strongest.slice(0, MOST_CURVES), this.selected])];
    // The selected curve is drawn last, over the others.
    const series = shown
      .sort((one, other) => Number(one === this.selected) - Number(other === this.selected))
      .map((index): Series => {
        const head = last[index];
        const isSelected = index === this.selected;
        return {
          name: own.head(head === undefined ? '' : headName(head)),
          short: head !== undefined && named.has(index) ? headName(head) : '',
          role: isSelected ? 'w' : 'rest',
          stroke: '',
          points: this.measured.map(({ step, heads }) => ({ step, value: heads[index]?.[name] ?? Number.NaN })),
        };
      });
    return html`<sa-run-plot .heading=${own[name]} .words=${taskWords(this.language).curves} .series=${series} .step=${this.step}></sa-run-plot>`;
  }
}
customElements.define('sa-task-measures', MeasuresSection);
