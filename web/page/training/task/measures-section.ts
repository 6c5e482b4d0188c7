import { html, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { DeferredElement } from '../../../controls/light-dom-element.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import { headName, type MeasureName, measureNames } from './head-names.ts';
import type { Series } from './plot.ts';
import type { Measured } from './protocol.ts';
import './plot.ts';

/** Curves that a plot has room for, and those whose heads are named at their ends. */
const MOST_CURVES = 12;
const MOST_NAMES = 6;

/** `<sa-task-measures>`: what every head has become, as curves over the steps: one plot a measure, the chosen head's curve in front. */
export class MeasuresSection extends DeferredElement {
  // Several pictures at once would take longer than a frame may.
  protected override readonly defersFirst = true;
  @property({ attribute: false }) measured: readonly Measured[] = [];
  /** Counted over all layers, from 0. */
  @property({ attribute: false }) selected = 0;
  /** The step that is looked at. */
  @property({ attribute: false }) at: number | null = null;

  protected override render() {
    return html`<div class="task-plots three">${measureNames.map((name) => this.plot(name))}</div>`;
  }

  private plot(name: MeasureName): TemplateResult {
    const { measures: own } = taskWords;
    const last = this.measured.at(-1)?.heads ?? [];
    if (last.some((head) => head[name] === null)) return html`<p class="note">${own[name]}: ${own.none}</p>`;
    const strongest = last
      .map((_, at) => at)
      .sort((one, other) => (last[other]?.[name] ?? 0) - (last[one]?.[name] ?? 0));
    const named = new Set([...strongest.slice(0, MOST_NAMES - 1), this.selected]);
    const shown = [...new Set([...strongest.slice(0, MOST_CURVES), this.selected])];
    // The chosen one is drawn last, over the others.
    const series = shown
      .sort((one, other) => Number(one === this.selected) - Number(other === this.selected))
      .map((at): Series => {
        const head = last[at];
        const isChosen = at === this.selected;
        return {
          name: own.head(head === undefined ? '' : headName(head)),
          short: head !== undefined && named.has(at) ? headName(head) : '',
          role: isChosen ? 'w' : 'rest',
          stroke: '',
          points: this.measured.map(({ step, heads }) => ({ step, value: heads[at]?.[name] ?? Number.NaN })),
        };
      });
    return html`<sa-run-plot .heading=${own[name]} .series=${series} .at=${this.at}></sa-run-plot>`;
  }
}
customElements.define('sa-task-measures', MeasuresSection);
