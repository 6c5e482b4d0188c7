import { html, nothing, type TemplateResult } from 'lit';
import type { Rows } from '../../scene/types.ts';
import { formatNumber } from '../../trace/number-format.ts';
import { styled } from '../../views/shared/custom-element.ts';
import type { Weighed } from './weigh.ts';

interface Labels {
  readonly title: string;
  /** Who does this, or what it shows, below the grid. */
  readonly about?: string;
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  readonly cell: (query: string, key: string, value: string) => string;
}

type Cell = (row: number, column: number) => TemplateResult;

function grid({ title, about, queries, keys }: Labels, cell: Cell, sums: readonly string[], sum = ''): TemplateResult {
  return html`<figure>
    <figcaption>${title}</figcaption>
    <table aria-label=${title}>
      <thead>
        <tr>
          <td></td>
          ${keys.map((key) => html`<th scope="col">${key}</th>`)}
          ${sums.length === 0 ? nothing : html`<th scope="col" class="sum">${sum}</th>`}
        </tr>
      </thead>
      <tbody>
        ${queries.map(
          (query, row) => html`<tr>
            <th scope="row">${query}</th>
            ${keys.map((_, column) => cell(row, column))}
            ${sums.length === 0 ? nothing : html`<td class=${sums[row] === '1.00' ? 'sum' : 'sum odd'}>${sums[row]}</td>`}
          </tr>`,
        )}
      </tbody>
    </table>
    ${about === undefined ? nothing : html`<p class="fine">${about}</p>`}
  </figure>`;
}

/** A mask as an array of True and False. With `flip`, its cells are buttons, and arrow keys move among them. */
export function arrayGrid(labels: Labels, rows: Rows, flip?: (row: number, column: number) => void): TemplateResult {
  const cell: Cell = (row, column) => {
    const isTrue = rows[row]?.[column] === 1;
    const text = isTrue ? 'True' : 'False';
    // On a narrow screen two arrays stand side by side.
    const written = html`<span class="long">${text}</span><span class="short" aria-hidden="true">${text[0]}</span>`;
    const kind = isTrue ? 'truth' : 'falsehood';
    if (flip === undefined) return html`<td class=${kind} translate="no">${written}</td>`;
    const name = labels.cell(labels.queries[row] ?? '', labels.keys[column] ?? '', text);
    return html`<td class=${kind} translate="no">
      <button
        type="button"
        aria-label=${name}
        tabindex=${row + column === 0 ? 0 : -1}
        @click=${() => flip(row, column)}
        @keydown=${move}
      >
        ${written}
      </button>
    </td>`;
  };
  return grid(labels, cell, []);
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function move(event: KeyboardEvent): void {
  const [down, across] = steps[event.key] ?? [];
  const cell = (event.currentTarget as HTMLElement).closest('td');
  const row = cell?.closest('tr');
  if (down === undefined || across === undefined || !cell || !row) return;
  event.preventDefault();
  const rows = row.parentElement?.children;
  const next = rows?.[Array.from(rows).indexOf(row) + down]?.children[cell.cellIndex + across];
  next?.querySelector('button')?.focus();
}

/** Two decimals, because rows must be seen to add up. A hidden key has exactly 0. */
const weightText = (weight: number): string =>
  Number.isNaN(weight) ? 'NaN' : weight === 0 ? '0' : formatNumber(weight, 2);

export function weightGrid(labels: Labels, { weights, sums }: Weighed, sum: string): TemplateResult {
  const cell: Cell = (row, column) => {
    const weight = weights[row]?.[column] ?? 0;
    const kind = Number.isNaN(weight) ? 'weight nan' : weight === 0 ? 'weight none' : 'weight';
    const share = Number.isNaN(weight) ? 0 : weight * 50;
    return html`<td class=${kind} ${styled({ '--share': `${share}%` })}>${weightText(weight)}</td>`;
  };
  const texts = sums.map((total) => (Number.isNaN(total) ? 'NaN' : formatNumber(total, 2)));
  return grid(labels, cell, texts, sum);
}

/** Numbers as they are: what softmax gets. */
export function numberGrid(labels: Labels, rows: readonly (readonly string[])[]): TemplateResult {
  return grid(labels, (row, column) => html`<td class="number">${rows[row]?.[column]}</td>`, []);
}
