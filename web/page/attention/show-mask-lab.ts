import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { controlWords } from '../../i18n/controls.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { lazy } from '../lazy.ts';

const lab = lazyModule(() => import('../mask-lab/mask-lab.ts'));

/** `<sa-show-mask-lab>`: the button of the mask lab, and its dialog, loaded when it is first opened. */
export class ShowMaskLab extends LightDomElement {
  @state() private isOpen = false;

  private readonly open = (): void => {
    this.isOpen = true;
  };

  private readonly close = (): void => {
    this.isOpen = false;
    this.querySelector('button')?.focus();
  };

  protected override render() {
    return html`<button type="button" class="show-mask-lab" @click=${this.open}>${controlWords(this.language).maskLab}</button>
      ${this.isOpen ? lazy(this.language, lab, () => html`<sa-mask-lab @sa-close=${this.close}></sa-mask-lab>`) : nothing}`;
  }
}
customElements.define('sa-show-mask-lab', ShowMaskLab);
