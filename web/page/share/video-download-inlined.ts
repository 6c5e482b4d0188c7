import { html } from 'lit';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { shareWords } from '../../i18n/share.ts';

/** Takes the place of video-download.ts in the page of one file, which has no room for it. */
class ShareVideo extends LightDomElement {
  protected override render() {
    return html`<p class="note">${shareWords.noVideo}</p>`;
  }
}
customElements.define('sa-share-video', ShareVideo);
