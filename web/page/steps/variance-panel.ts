import { html, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { controlWords } from '../../i18n/controls.ts';
import { atLeast, type Digits } from '../../trace/number-format.ts';
import type { Variances } from '../../trace/scene-result.ts';
import { formatNumber } from '../../views/index.ts';
import '../../views/plots/variance-plot.ts';

/**
 * `<sa-variance>`: why scores are divided by √d_k. It shows the variances of q, k and the scores before and after,
 * and how the variance of the scores grows with d_k, beside that of independent numbers (Vaswani et al. 2017,
 * footnote 4). The core computes every variance.
 */
export class VariancePanel extends LightDomElement {
  @property({ attribute: false }) variances!: Variances;
  @property({ attribute: false }) digits: Digits = 2;

  private readonly text = (value: number): string => formatNumber(value, atLeast(2, this.digits));

  protected override render() {
    const own = controlWords(this.language).variance;
    const { of, measured, theory } = this.variances;
    return html`<div class="variance" role="group" aria-label=${own.title}>
      <p>${own.text}</p>
      <div class="variance-parts">
        <dl>
          ${of.map(
            ([name, value]) => html`<div>
              <dt>${own.of} <i>${name}</i></dt>
              <dd>${this.text(value)}</dd>
            </div>`,
          )}
        </dl>
        <sa-variance-plot .measured=${measured} .theory=${theory} .digits=${atLeast(2, this.digits)}></sa-variance-plot>
      </div>
      <p class="soft">${own.expects}</p>
      ${this.table()}
    </div>`;
  }

  private table(): TemplateResult {
    const own = controlWords(this.language).variance;
    const { measured: all, theory } = this.variances;
    return html`<details class="variance-table">
      <summary>${own.table}</summary>
      <div class="scrolls" role="group" aria-label=${own.table} tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">${own.count}</th>
              <th scope="col">${own.measured}</th>
              <th scope="col">${own.theory}</th>
            </tr>
          </thead>
          <tbody>
            ${Array.from(
              all,
              (measured, index) => html`<tr>
                <th scope="row">${index + 1}</th>
                <td>${this.text(measured)}</td>
                <td>${this.text(theory[index] ?? Number.NaN)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
  }
}
customElements.define('sa-variance', VariancePanel);
