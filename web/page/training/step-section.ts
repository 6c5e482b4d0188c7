import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import '../../controls/number-field.ts';
import type { Axis } from '../../core/types.ts';
import { trainingWords } from '../../i18n/training.ts';
import type { Scene } from '../../scene/types.ts';
import type { Digits } from '../../trace/number-format.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { formatNumber } from '../../views/index.ts';
import { emit } from '../shell/events.ts';
import '../../views/steps/comparison.ts';

/** The effect of one step. */
export interface StepTaken {
  readonly result: SceneResult;
  readonly head: number;
  readonly before: number;
  readonly after: number;
  readonly weights: Float32Array;
  readonly scene: Scene;
}

const AXES: readonly Axis[] = ['T_q', 'T_k'];

/** `<sa-gradient-step>`: the length of one step, and its effect. `sa-number` changes the length, `sa-open-scene` keeps the step. */
export class StepSection extends LightDomElement {
  @property({ attribute: false }) taken: StepTaken | null = null;
  @property({ attribute: false }) learningRate = 1;
  /** Why this step is not possible. The last possible one is shown. */
  @property() problem = '';
  @property({ attribute: false }) digits: Digits = 2;

  constructor() {
    super();
    // A weight after the step is not a cell of the page's trace.
    this.addEventListener('sa-focus', (event) => event.stopPropagation());
  }

  protected override render() {
    const { step: own } = trainingWords(this.language);
    const { taken, problem } = this;
    return html`
      <h3>${own.title}</h3>
      <div class="training-fields">
        <sa-number
          .control=${'step-rate'}
          .label=${own.rate}
          .name=${own.rateName}
          .value=${this.learningRate}
          .problem=${problem}
        ></sa-number>
      </div>
      ${taken === null ? nothing : this.comparison(taken)}
    `;
  }

  private comparison({ result, head, before, after, weights, scene }: StepTaken) {
    const { step: own } = trainingWords(this.language);
    const shape = [result.tokens.length, result.keyTokens.length];
    const mask = result.ofHead('masked', head);
    const masked = mask && { shape, data: mask };
    const side = (title: string, data: Float32Array) => ({ title, tensor: { shape, data }, axes: AXES, masked });
    const text = (loss: number): string => formatNumber(loss, 4);
    const verdict = after < before ? own.smaller : after > before ? own.larger : own.same;
    return html`
      ${this.problem === '' ? nothing : html`<p class="note">${own.stale}</p>`}
      <p class="training-loss" role="status">${own.loss(text(before), text(after))} (${verdict})</p>
      <sa-compare
        class=${this.problem === '' ? '' : 'is-old'}
        .first=${side(own.before, result.ofHead('weights', head) ?? new Float32Array())}
        .second=${side(own.after, weights)}
        .name=${'weights'}
        .layer=${result.layer}
        .labels=${{ T_q: result.tokens, T_k: result.keyTokens }}
        .accent=${'w'}
        .digits=${this.digits}
        .whole=${true}
      ></sa-compare>
      <div class="training-buttons">
        <button type="button" ?disabled=${this.problem !== ''} @click=${() => this.keep(scene)}>${own.keep}</button>
      </div>
    `;
  }

  private keep(scene: Scene): void {
    emit(this, 'sa-open-scene', { scene, message: trainingWords(this.language).step.kept });
  }
}
customElements.define('sa-gradient-step', StepSection);
