import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { shareWords as words } from '../../i18n/share.ts';
import type { Scene } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { download } from './text-box.ts';

/** What is made of a scene and handed to the browser. */
export abstract class Download extends LightDomElement {
  @property({ attribute: false }) scene!: Scene;
  @state() protected trouble = '';
  @state() protected status = '';

  /** What throws is shown; nothing is kept then. */
  protected async keep(name: string, make: () => Blob | Promise<Blob>): Promise<void> {
    this.trouble = '';
    this.status = '';
    try {
      download(await make(), name);
      this.status = words.downloaded(name);
    } catch (thrown) {
      this.trouble = explain(problemOf(thrown));
    }
  }

  protected get outcome(): TemplateResult {
    return html`<span role="status">${this.status}</span>
      ${this.trouble === '' ? nothing : html`<span class="error" role="alert">${this.trouble}</span>`}`;
  }
}
