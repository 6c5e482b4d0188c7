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
import { reachable } from '../steps/step.ts';
import type { TensorGradient } from './protocol.ts';

/** What came of the gradient, and what it was asked of. */
export interface Gradients {
  readonly picture: ComputedScene;
  readonly loss: number;
  readonly tensors: readonly TensorGradient[];
  /** (T_k, T_k), of the row of the weights. */
  readonly jacobian: Tensor;
  readonly row: number;
}

const JACOBIAN: readonly Axis[] = ['T_k', 'T_k'];
const OF_JACOBIAN = '∂weight / ∂score';

/**
 * `<sa-gradients>`: the loss's gradient at every step of the weights, last first, then at every parameter; and the Jacobian of the
 * softmax. A cell that is pressed says what it means; it is no cell of the trace, so the page hears nothing of it.
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
      const { focus, pinned } = event.detail;
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
      <h3>${own.title}</h3>
      <p class="about">${own.about}</p>
      ${hasParameters ? nothing : html`<p class="note">${picture.trace.parameters.length === 0 ? own.noParameters : own.flat}</p>`}
      <p class="training-cell" role="status">${this.meaning()}</p>
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
          .focusOn=${this.focusOn}
        ></sa-matrix>
      </div>
    `;
  }

  private get focusOn(): Focus | null {
    return this.hovered ?? this.pressed;
  }

  private picture({ name, axes, layer, shape, data, formula }: TensorGradient): TemplateResult {
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
        .focusOn=${this.focusOn}
      ></sa-matrix>
    </figure>`;
  }

  /** Of the cell that was pressed last. */
  private meaning(): string {
    const cell = this.pressed?.cell;
    if (cell === undefined) return '';
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
    const place = found.axes.map(
      (axis, at) => axisLabels(labels, axis, found.shape[at] ?? 0)[cell.index[at] ?? 0] ?? '',
    );
    const value = valueAt(found, cell.index);
    const means = value === 0 ? own.none : own.meaning(value > 0, found.name);
    return `${own.cell(found.name, place.join(', '), this.text(value))}: ${means}`;
  }

  private text(value: number): string {
    return formatNumber(value, atLeast(4, this.digits));
  }
}
customElements.define('sa-gradients', GradientSection);

/** Apart from the tensor's own: weights have a colour scale from 0 to 1, and their gradient none. */
const gradientName = (name: string): string => `∂loss / ∂${name}`;

const valueAt = ({ shape, data }: Tensor, index: readonly number[]): number =>
  data[shape.reduce((before, size, axis) => before * size + (index[axis] ?? 0), 0)] ?? Number.NaN;
