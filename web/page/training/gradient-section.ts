import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ref } from 'lit/directives/ref.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Axis, Formula, Tensor } from '../../core/types.ts';
import { trainingWords } from '../../i18n/training.ts';
import { axisLabels } from '../../trace/axis-labels.ts';
import { atLeast, type Digits } from '../../trace/number-format.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { TraceReader } from '../../trace/trace-reader.ts';
import type { Jacobian } from '../../training/index.ts';
import { type Focus, formatNumber, roleOf } from '../../views/index.ts';
import { reachable } from '../steps/step.ts';
import { gradientName, type JacobianPlace, jacobianName } from './gradient-reader.ts';
import type { TensorGradient } from './protocol.ts';
import '../../views/formula/arithmetic-view.ts';

/** Gradients, and the scene that they belong to. */
export interface Gradients {
  readonly result: SceneResult;
  readonly loss: number;
  readonly tensors: readonly TensorGradient[];
  /** For one row of the weights. */
  readonly jacobian: Jacobian;
  readonly place: JacobianPlace;
  /** Null: too many numbers for the arithmetic. */
  readonly reader: TraceReader | null;
}

const JACOBIAN: readonly Axis[] = ['T_k', 'T_k'];

/**
 * `<sa-gradients>`: the gradient of the loss at every step of the weights, last first, then at every parameter, and the Jacobian of the
 * softmax. A pressed cell shows its meaning and its arithmetic. These are not cells of the page's trace, so no `sa-focus` leaves this
 * element.
 */
export class GradientSection extends LightDomElement {
  @property({ attribute: false }) gradients!: Gradients;
  @property({ attribute: false }) digits: Digits = 4;
  @state() private pressed: Focus | null = null;
  @state() private hovered: Focus | null = null;

  constructor() {
    super();
    this.addEventListener('sa-focus', (event) => {
      event.stopPropagation();
      const { pinned } = event.detail;
      const isOfArithmetic = event.target instanceof Element && event.target.matches('sa-arithmetic');
      const focus = isOfArithmetic ? event.detail.focus : this.whole(event.detail.focus);
      if (pinned) this.pressed = focus;
      else this.hovered = focus;
    });
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('gradients')) return;
    // The new scene may have other cells, and the Jacobian covers only one row.
    this.hovered = null;
    const { jacobian, place } = this.gradients;
    const cell = this.pressed?.cell;
    if (cell?.name === jacobianName(jacobian) && place.some((index, axis) => cell.index[axis] !== index))
      this.pressed = null;
  }

  protected override render() {
    const { gradient: own, jacobian: ofSoftmax } = trainingWords(this.language);
    const { tensors, result, jacobian, place } = this.gradients;
    const [, row] = place;
    const token = result.tokens[row] ?? '';
    const hasParameters = tensors.some(({ isParameter }) => isParameter);
    return html`
      <h3 tabindex="-1">${own.title}</h3>
      <p class="about">${own.about}</p>
      ${hasParameters ? nothing : html`<p class="note">${result.parameters.length === 0 ? own.noParameters : own.flat}</p>`}
      <ol class="gradients">
        ${tensors.map((one) => html`<li>${this.result(one)}</li>`)}
      </ol>
      <h3>${ofSoftmax.title(token)}</h3>
      <p class="about">${ofSoftmax.about}</p>
      <div class="training-jacobian">
        ${formulaBox(jacobian.formula, ofSoftmax.formula)}
        <sa-matrix
          .tensor=${jacobian}
          .axes=${JACOBIAN}
          .labels=${{ T_k: result.keyTokens }}
          .name=${jacobianName(jacobian)}
          .layer=${result.layer}
          .accent=${'w'}
          .digits=${this.digits}
          .label=${ofSoftmax.label(token)}
          .focusOn=${this.focusOn(jacobianName(jacobian), place)}
        ></sa-matrix>
      </div>
      ${this.arithmetic()}
    `;
  }

  /** The matrices show one head, and one row of the Jacobian: adds these to the index of a cell. */
  private whole(focus: Focus | null): Focus | null {
    if (focus?.cell === undefined) return focus;
    const { tensors, jacobian, place } = this.gradients;
    const { name, index } = focus.cell;
    const found = tensors.find((one) => gradientName(one.name) === name);
    const before = name === jacobianName(jacobian) ? place : headOf(found);
    return { ...focus, cell: { ...focus.cell, index: [...before, ...index] } };
  }

  /** The reverse, for a matrix that shows this head and row. */
  private focusOn(name: string, place: readonly number[]): Focus | null {
    const focus = this.hovered ?? this.pressed;
    if (focus?.cell?.name !== name || place.length === 0) return focus;
    const { cell, ...rest } = focus;
    const isHere = place.every((index, axis) => cell.index[axis] === index);
    return isHere ? { ...rest, cell: { ...cell, index: cell.index.slice(place.length) } } : rest;
  }

  /** Stays at the foot of the window, so that it is in view whichever cell is pressed. */
  private arithmetic(): TemplateResult | typeof nothing {
    const { gradient: own } = trainingWords(this.language);
    const { reader, result } = this.gradients;
    const cell = this.pressed?.cell;
    if (cell === undefined) return nothing;
    const deselect = (): void => {
      this.pressed = null;
      this.renderRoot.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
    };
    return html`<div class="training-arithmetic" role="group" aria-label=${own.arithmetic}>
      <div>
        ${
          reader === null
            ? nothing
            : html`<sa-arithmetic
                .trace=${reader}
                .step=${cell.name}
                .index=${cell.index}
                .layer=${cell.layer ?? result.layer}
                .digits=${this.digits}
              ></sa-arithmetic>`
        }
        <p class="training-cell" role="status">${this.meaning(cell)}</p>
      </div>
      <button type="button" aria-label=${own.letGo} @click=${deselect}>✕</button>
    </div>`;
  }

  private result(tensor: TensorGradient): TemplateResult {
    const { name, axes, layer, shape, data, formula } = tensor;
    const { gradient: own } = trainingWords(this.language);
    const { result } = this.gradients;
    return html`<figure>
      <figcaption class="role-${roleOf(name)}">${own.of(name)}</figcaption>
      ${formulaBox(formula, own.formula(name))}
      <sa-matrix
        .tensor=${{ shape, data }}
        .axes=${axes}
        .labels=${result.labelsFor(name)}
        .name=${gradientName(name)}
        .layer=${layer}
        .accent=${roleOf(name)}
        .digits=${this.digits}
        .label=${own.of(name)}
        .focusOn=${this.focusOn(gradientName(name), headOf(tensor))}
      ></sa-matrix>
    </figure>`;
  }

  /** Explains a gradient. The other numbers of the arithmetic get no explanation. */
  private meaning(cell: NonNullable<Focus['cell']>): string {
    const words = trainingWords(this.language);
    const { result, jacobian, tensors } = this.gradients;
    if (cell.name === jacobianName(jacobian)) {
      const own = cell.index.slice(2);
      const [one = '', other = ''] = own.map((index) => result.keyTokens[index] ?? '');
      return words.jacobian.press(one, other, this.text(valueAt(jacobian, own)));
    }
    const found = tensors.find(({ name }) => gradientName(name) === cell.name);
    if (found === undefined) return '';
    const { gradient: own } = words;
    const labels = result.labelsFor(found.name);
    const index = found.head === null ? cell.index : cell.index.slice(1);
    const place = found.axes.map((axis, i) => axisLabels(labels, axis, found.shape[i] ?? 0)[index[i] ?? 0] ?? '');
    const value = valueAt(found, index);
    const means = value === 0 ? own.none : own.meaning(value > 0, found.name);
    return `${own.cell(found.name, place.join(', '), this.text(value))}: ${means}`;
  }

  private text(value: number): string {
    return formatNumber(value, atLeast(4, this.digits));
  }
}
customElements.define('sa-gradients', GradientSection);

const headOf = (tensor: TensorGradient | undefined): readonly number[] =>
  tensor === undefined || tensor.head === null ? [] : [tensor.head];

const formulaBox = (formula: Formula, label: string): TemplateResult =>
  html`<div class="formula" role="group" aria-label=${label} ${ref((box) => reachable(box ?? null, formula))}>
    <sa-formula .formula=${formula}></sa-formula>
  </div>`;

const valueAt = ({ shape, data }: Tensor, index: readonly number[]): number =>
  data[shape.reduce((before, size, axis) => before * size + (index[axis] ?? 0), 0)] ?? Number.NaN;
