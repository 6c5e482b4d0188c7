import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import { isSameButView } from '../../session/state.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { Focus } from '../../views/index.ts';
import { lazy } from '../lazy.ts';
import type { Pair } from '../why/origins.ts';

const why = lazyModule(() => import('../why/why.ts'));

/** `<sa-show-why>`: the dialog of the buttons, loaded when it is first opened. It stays when the window gets narrower or wider. */
export class ShowWhy extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) result!: SceneResult;
  @state() private shown: Pair | null = null;

  open(pair: Pair): void {
    this.shown = pair;
  }

  /** Another scene may not have the pair. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('result');
    if (before !== undefined && !isSameButView(before.scene, this.result.scene)) this.shown = null;
  }

  private readonly close = (): void => {
    this.shown = null;
    document.querySelector<HTMLElement>('.show-why')?.focus();
  };

  protected override render() {
    const { core, shown, result, language } = this;
    if (shown === null || result.viewport !== null) return nothing;
    return lazy(
      language,
      why,
      () => html`<sa-why .core=${core} .result=${result} .pair=${shown} @sa-close=${this.close}></sa-why>`,
    );
  }
}
customElements.define('sa-show-why', ShowWhy);

/** For a cell of a query and a key whose score is on show. */
export function whyButton(
  language: LanguageCode,
  result: SceneResult,
  { name, index, layer = result.layer }: NonNullable<Focus['cell']>,
): TemplateResult | typeof nothing {
  const [head = 0, query = 0, key = 0] = index;
  const isPair = result.step(name, layer)?.axes.join(' ') === 'H T_q T_k';
  if (!isPair || result.viewport !== null || result.hiddenAnswer !== null) return nothing;
  if (result.step('scores', layer)?.layer !== layer) return nothing;
  const open = (): void => document.querySelector<ShowWhy>('sa-show-why')?.open({ layer, head, query, key });
  return html`<button type="button" class="show-why" @click=${open}>${pageWords(language).picture.why}</button>`;
}
