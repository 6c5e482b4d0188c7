import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { lazy } from '../lazy.ts';

const decode = lazyModule(() => import('../decode/decode.ts'));

/**
 * A large scene has no trace on the page, and in a question the answer would be seen. Given q, k and v are those of all tokens: no row of
 * them is computed.
 */
export const canDecode = (result: SceneResult): boolean =>
  result.viewport === null && result.hiddenAnswer === null && result.scene.embedding.kind !== 'qkv';

/** Decodes the sentence token after token. The button is among the controls, and the dialog stays open without them. */
export const showDecodeButton = (language: LanguageCode): TemplateResult =>
  html`<span data-control="decode"
    ><button
      type="button"
      class="show-decode"
      @click=${() => document.querySelector<ShowDecode>('sa-show-decode')?.open()}
    >
      ${pageWords(language).picture.decode}
    </button></span
  >`;

/** `<sa-show-decode>`: the dialog of that button, loaded when it is first opened. */
export class ShowDecode extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) result!: SceneResult;
  @state() private shown: SceneResult | null = null;

  open(): void {
    this.shown = this.result;
  }

  private readonly close = (): void => {
    this.shown = null;
    document.querySelector<HTMLElement>('.show-decode')?.focus();
  };

  protected override render() {
    const { shown, core, language } = this;
    if (shown === null) return nothing;
    return lazy(
      language,
      decode,
      () =>
        html`<sa-decode .core=${core} .scene=${shown.scene} .tokens=${shown.tokens} @sa-close=${this.close}></sa-decode>`,
    );
  }
}
customElements.define('sa-show-decode', ShowDecode);
