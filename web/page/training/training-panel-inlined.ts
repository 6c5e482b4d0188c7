import { html } from 'lit';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { pageWords } from '../../i18n/page.ts';

/** Takes the place of training-panel.ts in the page of one file, which has no room for it. */
class TrainingElsewhere extends LightDomElement {
  protected override render() {
    return html`<p class="note" role="status">${pageWords.picture.learnElsewhere}</p>`;
  }
}
customElements.define('sa-training', TrainingElsewhere);
