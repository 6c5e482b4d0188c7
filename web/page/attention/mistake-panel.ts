import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Tensor } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { mistakeReasons } from '../../i18n/mistake-reasons.ts';
import { mistakeWords } from '../../i18n/mistakes.ts';
import type { Mistake } from '../../scene/types.ts';
import { atLeast } from '../../trace/number-format.ts';
import { emit } from '../shell/events.ts';
import '../../views/steps/comparison.ts';
import { without } from '../../scene/without.ts';
import type { SceneResult, WholeResult } from '../../trace/scene-result.ts';
import { type Focus, formatNumber, roleOf } from '../../views/index.ts';

/** Mistakes after which the rows of weights do not add up to 1, except by chance. Their sums are then shown. */
const summed: ReadonlySet<Mistake> = new Set(['whole-matrix-softmax', 'mask-after-softmax', 'overflow-softmax']);

/**
 * `<sa-mistake>`: a scene's mistake beside the right computation, tensor by tensor: the first that differs, the
 * weights, and their result. The core computes both.
 */
export class MistakePanel extends LightDomElement {
  @property({ attribute: false }) result!: WholeResult;
  /** The same layer of the scene without its mistake. */
  @property({ attribute: false }) withoutMistake!: WholeResult;
  @property({ attribute: false }) head = 0;
  @property({ attribute: false }) query = 0;
  @property({ attribute: false }) focusOn: Focus | null = null;

  protected override render() {
    const words = controlWords(this.language);
    const { mistake } = this.result.scene;
    if (!mistake) return nothing;
    return html`<section class="compare" aria-labelledby="compare-title">
      <h2 id="compare-title">${words.compare.title(mistakeWords(this.language)[mistake])}</h2>
      <p class="why-wrong">${mistakeReasons(this.language)[mistake]}</p>
      ${this.names().map((name) => [
        this.pair(name),
        name === 'weights' && summed.has(mistake) ? this.sums() : nothing,
      ])}
      <button type="button" class="leave-mistake" @click=${this.leave}>${words.compare.back}</button>
    </section>`;
  }

  private readonly leave = (): void => {
    emit(this, 'sa-edit', { scene: without(this.result.scene, 'mistake'), controlId: 'mistake' });
  };

  /** The first tensor that differs, then the weights and their result. */
  private names(): readonly string[] {
    const { result, withoutMistake } = this;
    const both = withoutMistake.steps.map(({ name }) => name).filter((name) => result.step(name) !== undefined);
    const first = both.find((name) => !same(result.tensor(name), withoutMistake.tensor(name)));
    const last = result.step('output')?.shape.join() === result.step('z')?.shape.slice(1).join() ? [] : ['output'];
    return [...new Set([...(first === undefined ? [] : [first]), 'weights', 'z', ...last])];
  }

  private pair(name: string): TemplateResult {
    const { result, withoutMistake, head } = this;
    const own = controlWords(this.language).compare;
    const step = result.step(name);
    if (step === undefined) return html``;
    const called = result.called(name) ?? name;
    const side = (from: SceneResult, title: string) => ({
      title: own.of(called, title),
      tensor: from.tensor(name),
      axes: from.step(name)?.axes ?? step.axes,
      masked: name === 'weights' && from.step('masked') !== undefined ? from.tensor('masked') : null,
    });
    return html`<div class="compare-pair">
      <h3 class="role-${roleOf(name)}"><span class="step-name">${called}</span></h3>
      <sa-compare
        .first=${side(withoutMistake, own.right)}
        .second=${side(result, own.wrong)}
        .name=${name}
        .layer=${result.layer}
        .head=${result.slice(step.axes, head)}
        .query=${this.query}
        .labels=${result.labelsFor(name)}
        .accent=${name === 'weights' ? 'weights' : roleOf(name)}
        .digits=${result.digits}
        .focusOn=${this.focusOn}
      ></sa-compare>
    </div>`;
  }

  /** The sums of the rows of weights, in both computations. A row with NaN has no sum. */
  private sums(): TemplateResult {
    const { result, withoutMistake, head } = this;
    const own = controlWords(this.language).compare;
    const [first, second] = [withoutMistake, result].map(
      ({ trace, layer }) => trace.rowSums('weights', { layer, head }).data,
    );
    const text = (value: number | undefined): string => formatNumber(value ?? Number.NaN, atLeast(4, result.digits));
    return html`<div class="scrolls" role="group" aria-label=${own.sums('weights')} tabindex="0">
      <table class="sums">
        <caption>${own.sums('weights')}</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${own.right}</th>
            <th scope="col">${own.wrong}</th>
          </tr>
        </thead>
        <tbody>
          ${result.tokens.map(
            (token, row) =>
              html`<tr><th scope="row">${token}</th><td>${text(first?.[row])}</td><td>${text(second?.[row])}</td></tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}
customElements.define('sa-mistake', MistakePanel);

const same = (a: Tensor, b: Tensor): boolean =>
  a.shape.join() === b.shape.join() && a.data.every((value, index) => Object.is(value, b.data[index]));
