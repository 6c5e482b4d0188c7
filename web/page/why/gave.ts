import { html, nothing, svg, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { segmented } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { OutputExplanation } from '../../core/types.ts';
import { whyWords } from '../../i18n/why.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { formatNumber, formatPercent } from '../../trace/number-format.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import { namedToken } from '../../trace/token-text.ts';
import { ColumnCount } from './column-count.ts';
import { isSame } from './matrices.ts';
import { hasParameter, resultName } from './names.ts';
import type { Pair } from './origins.ts';
import { quotedToken } from './quoted.ts';
import { weightsOf } from './removals.ts';

/** What one key gave. */
interface Contribution {
  readonly key: number;
  readonly numbers: Float64Array;
  /** The largest absolute value. */
  readonly most: number;
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** More columns with the same number are counted. */
const MOST_NAMED = 3;

const largestOf = (numbers: Float64Array): number =>
  numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** `<sa-why-gave>`: what the query carries after this layer, and which word gave how much of it. */
export class Contributions extends LightDomElement {
  @property({ attribute: false }) result!: WholeResult;
  @property({ attribute: false }) pair!: Pair;
  @state() private whose: 'head' | 'all' = 'head';

  private readonly columnCount = new ColumnCount(this, { wide: 8, phone: 3, small: 2 });

  protected override render() {
    const words = whyWords(this.language);
    const { layer, head, query } = this.pair;
    const { trace, heads } = this.result;
    // Without w_o the heads stand side by side, so no number is a sum over them.
    const canAdd = heads > 1 && hasParameter(this.result, 'w_o', layer);
    const ofAll = canAdd && this.whose === 'all';
    try {
      const explained = trace.explainOutput({ layer, query, ...(ofAll ? {} : { head }) });
      return html`<p>${this.lead(explained)}</p>
        ${
          canAdd
            ? segmented({
                id: 'why-whose',
                label: words.whose,
                options: [
                  { value: 'head', text: words.oneHead(head + 1) },
                  { value: 'all', text: words.allHeads(heads) },
                ],
                value: this.whose,
                onChoose: (chosen) => {
                  this.whose = chosen as 'head' | 'all';
                },
              })
            : nothing
        }
        <p class="fine">${canAdd ? words.throughOutput : heads > 1 ? words.besideOthers(head + 1, heads) : words.noOutput}</p>
        ${this.table(explained, ofAll)}`;
    } catch (thrown) {
      return html`<p class="error" role="alert">${explain(this.language, problemOf(thrown))}</p>`;
    }
  }

  private contributionsOf({ output, parts }: OutputExplanation): Contribution[] {
    const width = output.length;
    return Array.from(this.result.trace.keyTokens.keys())
      .map((key) => {
        const numbers = parts.data.subarray(key * width, (key + 1) * width);
        return { key, numbers, most: largestOf(numbers) };
      })
      .filter(({ most }) => most !== 0)
      .sort((a, b) => b.most - a.most);
  }

  /** Who gave most of the largest number. */
  private lead(explained: OutputExplanation): string {
    const words = whyWords(this.language);
    const { output } = explained;
    const query = quotedToken(this.language, this.result.trace.tokens, this.pair.query);
    const column = output.findIndex((value) => Math.abs(value) === largestOf(output));
    const total = output[column] ?? 0;
    const [first, ...others] = this.contributionsOf(explained);
    if (first === undefined || total === 0) return words.gaveNothing(query);
    const of = ({ numbers }: Contribution): number => Math.abs(numbers[column] ?? 0);
    const largest = others.reduce((best, one) => (of(one) > of(best) ? one : best), first);
    const equal = Array.from(output.keys()).filter((one) => isSame(output[one] ?? 0, total));
    const name = this.columnName(column);
    const [all, part] = [total, largest.numbers[column] ?? 0].map((value) => formatNumber(value, this.result.digits));
    const key = quotedToken(this.language, this.result.trace.keyTokens, largest.key);
    if (equal.length === 1) return words.gaveMost(query, name, all ?? '', key, part ?? '');
    return words.gaveEqual(query, all ?? '', this.columnNames(equal), name, part ?? '', key);
  }

  private columnNames(columns: readonly number[]): string {
    if (columns.length > MOST_NAMED) return whyWords(this.language).columns(columns.length);
    return new Intl.ListFormat(this.language).format(columns.map((column) => this.columnName(column)));
  }

  private columnName(column: number): string {
    return resultName(this.result, 'output', this.pair.layer, column) || whyWords(this.language).number(column + 1);
  }

  private table(explained: OutputExplanation, ofAll: boolean): TemplateResult {
    const words = whyWords(this.language);
    const { output, bias } = explained;
    const { trace } = this.result;
    const contributions = this.contributionsOf(explained);
    const used = Array.from(output.keys()).filter(
      (column) => output[column] !== 0 || contributions.some(({ numbers }) => numbers[column] !== 0),
    );
    const columns = [...used]
      .sort((a, b) => Math.abs(output[b] ?? 0) - Math.abs(output[a] ?? 0))
      .slice(0, this.columnCount.value)
      .sort((a, b) => a - b);
    if (columns.length === 0) columns.push(0);
    const shown = columns.flatMap((column) =>
      [output, bias, ...contributions.map(({ numbers }) => numbers)].map((row) => row[column] ?? 0),
    );
    const bounds: Bounds = { low: Math.min(0, ...shown), high: Math.max(0, ...shown) };
    const weights = weightsOf(trace, this.pair);
    const row = (name: string, weight: string, numbers: Float64Array, kind = ''): TemplateResult =>
      html`<tr class=${kind}>
        <th scope="row">${name}</th>
        ${ofAll ? nothing : html`<td>${weight}</td>`}
        ${columns.map((column) => this.cell(numbers[column] ?? 0, bounds))}
      </tr>`;
    const left = [
      ...(used.length > columns.length ? [words.someNumbers(columns.length, used.length)] : []),
      ...(contributions.length < trace.keyTokens.length
        ? [words.nothing(trace.keyTokens.length - contributions.length)]
        : []),
    ];
    return html`<div class="gave" tabindex="0" role="group" aria-label=${words.tabs.gave}>
        <table aria-label=${words.tabs.gave}>
          <thead>
            <tr>
              <th scope="col">${words.from}</th>
              ${ofAll ? nothing : html`<th scope="col">${words.weight}</th>`}
              ${columns.map((column) => html`<th scope="col">${this.columnName(column)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${contributions.map(({ key, numbers }) => row(namedToken(trace.keyTokens, key), formatPercent(weights[key] ?? 0), numbers))}
            ${bias.some((value) => value !== 0) ? row(words.bias, '', bias) : nothing}
            ${row(words.total, '', output, 'total')}
          </tbody>
        </table>
      </div>
      ${left.length === 0 ? nothing : html`<p class="fine">${left.join(' ')}</p>`}`;
  }

  /** A number, over a bar from 0. It is hollow and goes to the left below 0. */
  private cell(value: number, { low, high }: Bounds): TemplateResult {
    const place = (number: number): number => ((number - low) / (high - low || 1)) * 100;
    const [left, right] = [place(Math.min(0, value)), place(Math.max(0, value))];
    return html`<td>
      ${formatNumber(value, this.result.digits)}
      <svg class="cell-bar" aria-hidden="true">
        <line x1="${place(0)}%" x2="${place(0)}%" y1="0" y2="100%"></line>
        ${value === 0 ? '' : svg`<rect class=${value < 0 ? 'bar less' : 'bar'} x="${left}%" width="${right - left}%" y="1" height="5"></rect>`}
      </svg>
    </td>`;
  }
}
customElements.define('sa-why-gave', Contributions);
