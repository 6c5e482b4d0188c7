import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import type { SceneResult, WholeResult } from '../../trace/scene-result.ts';
import type { Focus } from '../../views/index.ts';
import { lazy } from '../lazy.ts';
import type { Pair } from '../why/origins.ts';

const why = lazyModule(() => import('../why/why.ts'));

/** `<sa-show-why>`: the button that takes a weight apart, and its dialog, loaded when it is first opened. */
export class ShowWhy extends LightDomElement {
  @property({ attribute: false }) result!: WholeResult;
  @property({ attribute: false }) pair!: Pair;
  @state() private shown: Pair | null = null;

  private readonly open = (): void => {
    this.shown = this.pair;
  };

  private readonly close = (): void => {
    this.shown = null;
    this.querySelector('button')?.focus();
  };

  protected override render() {
    const { shown, result } = this;
    return html`<button type="button" class="show-why" @click=${this.open}>${pageWords(this.language).picture.why}</button>
      ${shown === null ? nothing : lazy(this.language, why, () => html`<sa-why .result=${result} .pair=${shown} @sa-close=${this.close}></sa-why>`)}`;
  }
}
customElements.define('sa-show-why', ShowWhy);

/** For a cell of a query and a key whose score is on show. */
export function whyButton(
  result: SceneResult,
  { name, index, layer = result.layer }: NonNullable<Focus['cell']>,
): TemplateResult | typeof nothing {
  const [head = 0, query = 0, key = 0] = index;
  const isPair = result.step(name, layer)?.axes.join(' ') === 'H T_q T_k';
  if (!isPair || result.viewport !== null || result.hiddenAnswer !== null) return nothing;
  if (result.step('scores', layer)?.layer !== layer) return nothing;
  return html`<sa-show-why .result=${result} .pair=${{ layer, head, query, key }}></sa-show-why>`;
}
