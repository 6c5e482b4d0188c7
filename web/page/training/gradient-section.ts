import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ref } from 'lit/directives/ref.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Axis, Tensor } from '../../core/types.ts';
import { trainingWords } from '../../i18n/training.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import { type Focus, FocusRequest, formatNumber, roleOf } from '../../views/index.ts';
import { atLeast, type Digits } from '../../views/shared/number-format.ts';
import { axisLabels } from '../../views/trace/descriptions.ts';
import type { TraceReader } from '../../views/trace/trace-reader.ts';
import { reachable } from '../steps/step.ts';
import { gradientName } from './gradient-reader.ts';
import type { TensorGradient } from './protocol.ts';
import '../../views/formula/arithmetic-view.ts';

/** What came of the gradient, and what it was asked of. */
export interface Gradients {
  readonly picture: ComputedScene;
  readonly loss: number;
  readonly tensors: readonly TensorGradient[];
  /** (T_k, T_k), of the row of the weights. */
  readonly jacobian: Tensor;
  readonly row: number;
  /** Null: there are too many numbers for the arithmetic of each. */
  readonly reader: TraceReader | null;
}

const JACOBIAN: readonly Axis[] = ['T_k', 'T_k'];
const OF_JACOBIAN = '∂weight / ∂score';

/**
 * `<sa-gradients>`: the loss's gradient at every step of the weights, last first, then at every parameter; and the Jacobian of the
 * softmax. A cell that is pressed says what it means and how it came about, and so does each number in that; it is no cell of the
 * trace, so the page hears nothing of it.
 */
export class GradientSection extends LightDomElement {
  @property({ attribute: false }) gradients!: Gradients;
  @property({ attribute: false }) digits: Digits = 4;
  @state() private pressed: Focus | null = null;
  @state() private hovered: Focus | null = null;

  constructor() {
    super();
    this.addEventListener(FocusRequest.type, (event) => {
      if (!(event instanceof FocusRequest)) return;
      event.stopPropagation();
      const { pinned } = event.detail;
      const isOfArithmetic = event.target instanceof Element && event.target.matches('sa-arithmetic');
      const focus = isOfArithmetic ? event.detail.focus : this.whole(event.detail.focus);
      if (pinned) this.pressed = focus;
      else this.hovered = focus;
    });
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    // Another scene may have other cells.
    if (changed.has('gradients')) this.hovered = null;
  }

  protected override render() {
    const { gradient: own, jacobian: ofSoftmax } = trainingWords;
    const { tensors, picture, row } = this.gradients;
    const token = picture.tokens[row] ?? '';
    const hasParameters = tensors.some(({ isParameter }) => isParameter);
    return html`
      <h3 tabindex="-1">${own.title}</h3>
      <p class="about">${own.about}</p>
      ${hasParameters ? nothing : html`<p class="note">${picture.trace.parameters.length === 0 ? own.noParameters : own.flat}</p>`}
      <ol class="gradients">
        ${tensors.map((one) => html`<li>${this.picture(one)}</li>`)}
      </ol>
      <h3>${ofSoftmax.title(token)}</h3>
      <p class="about">${ofSoftmax.about}</p>
      <div class="training-jacobian">
        <sa-matrix
          .tensor=${this.gradients.jacobian}
          .axes=${JACOBIAN}
          .labels=${{ T_k: picture.keyTokens }}
          .name=${OF_JACOBIAN}
          .accent=${'w'}
          .digits=${this.digits}
          .label=${ofSoftmax.label(token)}
          .focusOn=${this.hovered ?? this.pressed}
        ></sa-matrix>
      </div>
      ${this.arithmetic()}
    `;
  }

  /** A matrix shows one head: its cell, with the head in its place. */
  private whole(focus: Focus | null): Focus | null {
    const found = this.gradients.tensors.find(({ name }) => gradientName(name) === focus?.cell?.name);
    if (focus?.cell === undefined || found === undefined || found.head === null) return focus;
    return { ...focus, cell: { ...focus.cell, index: [found.head, ...focus.cell.index] } };
  }

  /** The other way. */
  private focusOn({ name, head }: TensorGradient): Focus | null {
    const focus = this.hovered ?? this.pressed;
    if (focus?.cell?.name !== gradientName(name) || head === null) return focus;
    const [of, ...index] = focus.cell.index;
    const { cell, ...rest } = focus;
    return of === head ? { ...rest, cell: { ...cell, index } } : rest;
  }

  /** Over the foot of the window, so that it is seen whichever cell is pressed. */
  private arithmetic(): TemplateResult | typeof nothing {
    const { gradient: own } = trainingWords;
    const { reader, picture } = this.gradients;
    const cell = this.pressed?.cell;
    if (cell === undefined) return nothing;
    const letGo = (): void => {
      this.pressed = null;
      this.renderRoot.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
    };
    return html`<div class="training-arithmetic" role="group" aria-label=${own.arithmetic}>
      <div>
        ${
          reader === null || cell.name === OF_JACOBIAN
            ? nothing
            : html`<sa-arithmetic
                .trace=${reader}
                .step=${cell.name}
                .index=${cell.index}
                .layer=${cell.layer ?? picture.layer}
                .digits=${this.digits}
              ></sa-arithmetic>`
        }
        <p class="training-cell" role="status">${this.meaning(cell)}</p>
      </div>
      <button type="button" aria-label=${own.letGo} @click=${letGo}>✕</button>
    </div>`;
  }

  private picture(tensor: TensorGradient): TemplateResult {
    const { name, axes, layer, shape, data, formula } = tensor;
    const { gradient: own } = trainingWords;
    const { picture } = this.gradients;
    return html`<figure>
      <figcaption class="role-${roleOf(name)}">${own.of(name)}</figcaption>
      <div class="formula" role="group" aria-label=${own.formula(name)} ${ref((box) => reachable(box ?? null, formula))}>
        <sa-formula .formula=${formula}></sa-formula>
      </div>
      <sa-matrix
        .tensor=${{ shape, data }}
        .axes=${axes}
        .labels=${picture.labelsFor(name)}
        .name=${gradientName(name)}
        .layer=${layer}
        .accent=${roleOf(name)}
        .digits=${this.digits}
        .label=${own.of(name)}
        .focusOn=${this.focusOn(tensor)}
      ></sa-matrix>
    </figure>`;
  }

  /** Of a gradient; what else stands in the arithmetic has no such meaning. */
  private meaning(cell: NonNullable<Focus['cell']>): string {
    const { picture, jacobian, tensors } = this.gradients;
    if (cell.name === OF_JACOBIAN) {
      const [i = 0, j = 0] = cell.index;
      const [one, other] = [picture.keyTokens[i] ?? '', picture.keyTokens[j] ?? ''];
      return trainingWords.jacobian.press(one, other, this.text(valueAt(jacobian, cell.index)));
    }
    const found = tensors.find(({ name }) => gradientName(name) === cell.name);
    if (found === undefined) return '';
    const { gradient: own } = trainingWords;
    const labels = picture.labelsFor(found.name);
    const index = found.head === null ? cell.index : cell.index.slice(1);
    const place = found.axes.map((axis, at) => axisLabels(labels, axis, found.shape[at] ?? 0)[index[at] ?? 0] ?? '');
    const value = valueAt(found, index);
    const means = value === 0 ? own.none : own.meaning(value > 0, found.name);
    return `${own.cell(found.name, place.join(', '), this.text(value))}: ${means}`;
  }

  private text(value: number): string {
    return formatNumber(value, atLeast(4, this.digits));
  }
}
customElements.define('sa-gradients', GradientSection);

const valueAt = ({ shape, data }: Tensor, index: readonly number[]): number =>
  data[shape.reduce((before, size, axis) => before * size + (index[axis] ?? 0), 0)] ?? Number.NaN;
