import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../../controls/light-dom-element.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import type { Scene } from '../../../scene/types.ts';
import { explain, problemOf } from '../../../session/problem.ts';
import { pageAddress } from '../../share/text-box.ts';
import { fragmentOf } from '../../shell/link.ts';

/** `<sa-run-link>`: a link to the chosen runs. The same seed gives the same run everywhere. */
export class RunLink extends LightDomElement {
  /** The page's scene. */
  @property({ attribute: false }) scene!: Scene;
  /** As `runText` writes them. */
  @property({ attribute: false }) runs: readonly string[] = [];
  @state() private link: string | null = null;
  @state() private trouble = '';

  private readonly make = async (): Promise<void> => {
    const { scene, runs } = this;
    this.trouble = '';
    try {
      this.link = pageAddress() + (await fragmentOf({ ...scene, view: { ...scene.view, runs } }));
    } catch (thrown) {
      this.link = null;
      this.trouble = explain(this.language, problemOf(thrown));
    }
  };

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('runs') && changed.get('runs') !== undefined) this.link = null;
  }

  protected override render() {
    const { link: own } = taskWords(this.language);
    const { link, trouble } = this;
    return html`<h3>${own.title}</h3>
      <p class="about">${own.about}</p>
      <div class="training-buttons"><button type="button" @click=${this.make}>${own.make}</button></div>
      ${link === null ? nothing : html`<sa-share-text .text=${link} .name=${own.name}></sa-share-text>`}
      <p class="error" role="status">${trouble}</p>`;
  }
}
customElements.define('sa-run-link', RunLink);
