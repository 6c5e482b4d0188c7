import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { lazy } from '../lazy.ts';

const allHeads = lazyModule(() => import('../all-heads/all-heads.ts'));

/** `<sa-show-heads>`: a button that shows all heads of all layers at once. */
export class ShowHeads extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) selected = { head: 0, layer: 0 };
  @state() private isOpen = false;

  private readonly open = (): void => {
    this.isOpen = true;
  };
  private readonly close = (): void => {
    this.isOpen = false;
    this.querySelector('button')?.focus();
  };

  protected override render() {
    const { core, result, selected, language } = this;
    return html`<button type="button" @click=${this.open}>${pageWords(language).picture.allHeads}</button>
      ${
        this.isOpen
          ? lazy(
              language,
              allHeads,
              () => html`<sa-all-heads
                .core=${core}
                .scene=${result.scene}
                .selected=${selected}
                .digits=${result.digits}
                @sa-close=${this.close}
              ></sa-all-heads>`,
            )
          : nothing
      }`;
  }
}
customElements.define('sa-show-heads', ShowHeads);
