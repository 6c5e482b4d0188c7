import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { controlWords } from '../../i18n/controls.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { lazy } from '../lazy.ts';

const lab = lazyModule(() => import('../mask-lab/mask-lab.ts'));

/** The button is among the controls, which are closed when the window gets narrower. The dialog stays open. */
export const maskLabButton = (language: LanguageCode): TemplateResult =>
  html`<span data-control="attention.mask.lab"
    ><button
      type="button"
      class="show-mask-lab"
      @click=${() => document.querySelector<ShowMaskLab>('sa-show-mask-lab')?.open()}
    >
      ${controlWords(language).maskLab}
    </button></span
  >`;

/** `<sa-show-mask-lab>`: the dialog of that button, loaded when it is first opened. */
export class ShowMaskLab extends LightDomElement {
  @state() private isOpen = false;

  open(): void {
    this.isOpen = true;
  }

  private readonly close = (): void => {
    this.isOpen = false;
    document.querySelector<HTMLElement>('.show-mask-lab')?.focus();
  };

  protected override render() {
    if (!this.isOpen) return nothing;
    return lazy(this.language, lab, () => html`<sa-mask-lab @sa-close=${this.close}></sa-mask-lab>`);
  }
}
customElements.define('sa-show-mask-lab', ShowMaskLab);
