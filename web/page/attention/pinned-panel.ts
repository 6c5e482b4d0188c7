import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { pageWords } from '../../i18n/page.ts';
import { type Digits, KEPT_BACK } from '../../trace/number-format.ts';
import type { Focus } from '../../views/index.ts';
import { emit } from '../shell/events.ts';
import { type Pinned, WEIGHT_AXES } from './pinned.ts';
import '../../views/steps/comparison.ts';

/** Keys among which most weights are too small for a colour of their own. */
const FAINT = 64;

/**
 * `<sa-pinned>`: the pinned result beside the one on show, with differing cells marked. `sa-close` unpins it. It is
 * hidden while a lesson asks for a number that it may contain.
 */
export class PinnedPanel extends LightDomElement {
  @property({ attribute: false }) pinned!: Pinned;
  /** Null while its numbers are loading. */
  @property({ attribute: false }) now: Pinned | null = null;
  @property({ attribute: false }) digits: Digits = 2;
  /** `weights`, or `rounded`. */
  @property() name = 'weights';
  @property({ attribute: false }) layer = 0;
  @property({ attribute: false }) focusOn: Focus | null = null;

  private readonly unpin = (): void => {
    emit(this, 'sa-close', null);
  };

  protected override render() {
    const { pinned, now } = this;
    if (now?.tensor.data.includes(KEPT_BACK)) return nothing;
    const words = pageWords(this.language).picture.pinned;
    if (now === null) return html`<p role="status">${pageWords(this.language).scale.computing}</p>`;
    // On a scale up to 1, the weights of so many keys would all look empty.
    const isFaint = [pinned, now].some(({ labels }) => (labels.T_k?.length ?? 0) > FAINT);
    const side = (one: Pinned, title: string) => ({ ...one, title, axes: WEIGHT_AXES });
    return html`<section class="compare" aria-labelledby="pinned-title">
      <h2 id="pinned-title">${words.title}</h2>
      <sa-compare
        .first=${side(pinned, words.first(pinned.label))}
        .second=${side(now, words.second(now.label))}
        .name=${this.name}
        .layer=${this.layer}
        .labels=${now.labels}
        .accent=${'w'}
        .digits=${this.digits}
        .whole=${true}
        .relative=${isFaint}
        .focusOn=${this.focusOn}
      ></sa-compare>
      <button type="button" @click=${this.unpin}>${words.letGo}</button>
    </section>`;
  }
}
customElements.define('sa-pinned', PinnedPanel);
