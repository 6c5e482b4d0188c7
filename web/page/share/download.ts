import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { shareWords } from '../../i18n/share.ts';
import type { Scene } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { download } from './text-box.ts';

/** A file that is made from a scene and downloaded. */
export abstract class Download extends LightDomElement {
  @property({ attribute: false }) scene!: Scene;
  @state() protected trouble = '';
  @state() protected status = '';

  /** An error is shown, and nothing is saved. */
  protected async keep(name: string, make: () => Blob | Promise<Blob>): Promise<void> {
    const words = shareWords(this.language);
    this.trouble = '';
    this.status = '';
    try {
      download(await make(), name);
      this.status = words.downloaded(name);
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
  }

  protected get outcome(): TemplateResult {
    return html`<span role="status">${this.status}</span>
      ${this.trouble === '' ? nothing : html`<span class="error" role="alert">${this.trouble}</span>`}`;
  }
}
