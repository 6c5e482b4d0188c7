import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { lazy } from '../lazy.ts';

const allHeads = lazyModule(() => import('../all-heads/all-heads.ts'));

/** The button may be elsewhere when the window gets narrower or wider, and the dialog stays open. */
const buttons = '.show-heads';
const dialogs = 'sa-show-heads';

/** Shows all heads of all layers at once. */
export const showHeadsButton = (language: LanguageCode): TemplateResult =>
  html`<button
    type="button"
    class="show-heads"
    @click=${() => document.querySelector<ShowHeads>(dialogs)?.open()}
  >
    ${pageWords(language).picture.allHeads}
  </button>`;

/** `<sa-show-heads>`: the dialog of that button, loaded when it is first opened. */
export class ShowHeads extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) selected = { head: 0, layer: 0 };
  @state() private isOpen = false;

  open(): void {
    this.isOpen = true;
  }

  private readonly close = (): void => {
    this.isOpen = false;
    document.querySelector<HTMLElement>(buttons)?.focus();
  };

  protected override render() {
    const { core, result, selected, language } = this;
    if (!this.isOpen) return nothing;
    return lazy(
      language,
      allHeads,
      () => html`<sa-all-heads
        .core=${core}
        .scene=${result.scene}
        .selected=${selected}
        .digits=${result.digits}
        @sa-close=${this.close}
      ></sa-all-heads>`,
    );
  }
}
customElements.define('sa-show-heads', ShowHeads);
