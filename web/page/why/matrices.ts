import { html, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { segmented } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { layersOf } from '../../core/removal.ts';
import type { SceneCore, Tensor } from '../../core/types.ts';
import { whyWords } from '../../i18n/why.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { type AxisLabels, featuresOf } from '../../trace/axis-labels.ts';
import { formatNumber, formatPercent } from '../../trace/number-format.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import { askMatrix, isFixed, moveMatrix, obstacleOf, pairWith, type Rotated, rotatedLayers } from './circuits.ts';
import { ColumnCount } from './column-count.ts';
import { hasParameter, madeOf } from './names.ts';
import type { Pair } from './origins.ts';

/** Degrees. */
const angles = ['0', '30', '45', '90'] as const;
/** More columns have no room for “number 12”. */
const MOST_NAMED = 16;
type Angle = (typeof angles)[number];
/** A number that is smaller than another by less than this part of it is called equal to it: float32 rounds. */
const SAME = 1e-5;
/** Whether a number is as large as the largest. */
export const isSame = (value: number, largest: number): boolean =>
  Math.abs(value - largest) <= SAME * Math.abs(largest);

const formulas = {
  ask: html`<var>W<sub>Q</sub> W<sub>K</sub><sup>T</sup></var>`,
  move: html`<var>W<sub>V</sub> W<sub>O</sub></var>`,
  moveValues: html`<var>W<sub>V</sub></var>`,
};

interface Shown {
  readonly ask: Tensor;
  readonly move: Tensor;
  readonly asItIs: Rotated;
  readonly rotated: Rotated;
  /** The largest difference of a weight of the head. */
  readonly difference: number;
}

/**
 * `<sa-why-matrices>`: what a head asks for and what it moves, in any basis of q and k. The screen that opens the panel has loaded
 * `<sa-matrix>`: to import it here too would cut the files of a first visit into more pieces.
 */
export class Matrices extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) result!: WholeResult;
  @property({ attribute: false }) pair!: Pair;
  @state() private angle: Angle = '0';
  private readonly columnCount = new ColumnCount(this, { wide: 8, phone: 5, small: 4 });
  private shown: Shown | null = null;
  private trouble = '';

  protected override willUpdate(changed: PropertyValues): void {
    if (!['result', 'pair', 'angle'].some((name) => changed.has(name)) || obstacleOf(this.result) !== null) return;
    this.trouble = '';
    try {
      this.shown = this.compute();
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
  }

  private compute(): Shown {
    const { core, result, pair } = this;
    const layers = layersOf(result.trace);
    const turned = rotatedLayers(core, result, pair, Number(this.angle));
    const own = turned[pair.layer] ?? {};
    const asItIs = pairWith(core, result, pair, layers);
    const rotated = pairWith(core, result, pair, turned);
    const difference = rotated.weights.reduce(
      (most, weight, index) => Math.max(most, Math.abs(weight - (asItIs.weights[index] ?? 0))),
      0,
    );
    const { ask, move } = { ask: askMatrix(core, result, pair, own), move: moveMatrix(core, result, pair, own) };
    return { ask, move, asItIs, rotated, difference };
  }

  protected override render() {
    const words = whyWords(this.language).matrices;
    const { shown, result, pair } = this;
    const obstacle = obstacleOf(result);
    if (obstacle !== null) return html`<p>${words.obstacles[obstacle]}</p>`;
    if (this.trouble !== '') return html`<p class="error" role="alert">${this.trouble}</p>`;
    if (shown === null) return html``;
    const features = this.rowLabels(shown.ask.shape[0] ?? 0);
    const hasOutput = hasParameter(result, 'w_o', pair.layer);
    const moved = hasOutput
      ? this.rowLabels(shown.move.shape[1] ?? 0)
      : Array.from({ length: shown.move.shape[1] ?? 0 }, (_, column) => this.numberName('v', column));
    return html`<div class="circuits">
        ${this.matrix('ask', shown.ask, features, features)}
        ${this.matrix(hasOutput ? 'move' : 'moveValues', shown.move, features, moved)}
      </div>
      ${isFixed(result) ? html`<p class="fine">${words.relative}</p>` : this.basis(shown)}`;
  }

  private rowLabels(count: number): string[] {
    const features = featuresOf(this.result.scene);
    const { origins } = whyWords(this.language);
    return Array.from({ length: count }, (_, index) => features[index] ?? origins.feature(index + 1));
  }

  private numberName(name: 'q' | 'k' | 'v', index: number): string {
    return madeOf(this.result, this.pair, name, index) || whyWords(this.language).number(index + 1);
  }

  private matrix(
    kind: 'ask' | 'move' | 'moveValues',
    tensor: Tensor,
    down: string[],
    across: string[],
  ): TemplateResult {
    const words = whyWords(this.language).matrices;
    const { title, about } = words[kind];
    return html`<section>
      <h3>${title} ${formulas[kind]}</h3>
      <p class="fine">${about}</p>
      <sa-matrix
        .whole=${true}
        .tensor=${tensor}
        .axes=${['d_model', kind === 'moveValues' ? 'd_v' : 'd_model']}
        .labels=${this.axisLabels(kind, down, across)}
        .name=${kind}
        .accent=${kind === 'ask' ? 'w' : 'v'}
        .digits=${this.result.digits}
        .label=${title}
      ></sa-matrix>
      <p>${this.largest(kind, tensor, down, across)}</p>
    </section>`;
  }

  private axisLabels(
    kind: 'ask' | 'move' | 'moveValues',
    down: readonly string[],
    across: readonly string[],
  ): AxisLabels {
    const isNamed = down.length <= MOST_NAMED || featuresOf(this.result.scene).length > 0;
    const short = (names: readonly string[]): readonly string[] =>
      isNamed ? names : names.map((_, index) => String(index + 1));
    return { d_model: short(down), ...(kind === 'moveValues' && { d_v: short(across) }) };
  }

  /** Where the largest number is. In the identity, and others like it, no cell is more than the next. */
  private largest(
    kind: 'ask' | 'move' | 'moveValues',
    { data }: Tensor,
    down: readonly string[],
    across: readonly string[],
  ): string | typeof nothing {
    const words = whyWords(this.language).matrices;
    const value = data.reduce((most, one) => Math.max(most, one), 0);
    if (value === 0) return nothing;
    const cells = Array.from(data.keys()).filter((index) => isSame(data[index] ?? 0, value));
    const columns = across.length;
    const [first = 0] = cells;
    const number = this.number(value);
    if (cells.length === 1)
      return words[kind].largest(down[Math.floor(first / columns)] ?? '', across[first % columns] ?? '', number);
    const isDiagonal = cells.length === down.length && cells.every((index, row) => index === row * (columns + 1));
    return isDiagonal ? words[kind].each(number) : words.equal(cells.length, number);
  }

  private number(value: number): string {
    return formatNumber(value, this.result.digits);
  }

  /** q and k change with the basis. Their score and every weight stay. */
  private basis({ asItIs, rotated, difference }: Shown): TemplateResult {
    const words = whyWords(this.language).matrices;
    const isRotated = this.angle !== '0';
    const { q, k } = rotated;
    const most = this.columnCount.value;
    const bounds = Math.max(...[q, k].flatMap((row) => Array.from(row, Math.abs)), Number.MIN_VALUE);
    const row = (name: string, numbers: Float32Array): TemplateResult => html`<tr>
      <th scope="row">${name}</th>
      ${Array.from(numbers.subarray(0, most), (value) => html`<td>${this.number(value)} ${bar(value / bounds)}</td>`)}
    </tr>`;
    return html`<h3>${words.basis}</h3>
      ${segmented({
        id: 'why-angle',
        label: words.rotate,
        options: angles.map((value) => ({ value, text: value === '0' ? words.asItIs : `${value}°` })),
        value: this.angle,
        onChoose: (angle) => {
          this.angle = angle;
        },
      })}
      <div class="gave" tabindex="0" role="group" aria-label=${words.basis}>
        <table aria-label=${words.basis}>
          <tbody>
            ${row('q', q)} ${row('k', k)}
          </tbody>
        </table>
      </div>
      ${q.length > most ? html`<p class="fine">${words.someNumbers(most, q.length)}</p>` : nothing}
      <p role="status">
        ${words.stays(this.number(rotated.score), formatPercent(rotated.weight))}
        ${isRotated ? words.difference(formatNumber(difference, 2), this.number(asItIs.score)) : words.tryIt}
      </p>`;
  }
}

/** From the middle: to the right above 0, hollow and to the left below it. */
const bar = (size: number): TemplateResult => html`<svg class="cell-bar" aria-hidden="true">
  <line x1="50%" x2="50%" y1="0" y2="100%"></line>
  ${size === 0 ? '' : svg`<rect class=${size < 0 ? 'bar less' : 'bar'} x="${50 + Math.min(0, size) * 50}%" width="${Math.abs(size) * 50}%" y="1" height="5"></rect>`}
</svg>`;
customElements.define('sa-why-matrices', Matrices);
