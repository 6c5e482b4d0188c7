import { LitElement } from 'lit';
import { type LanguageCode, languageAt } from '../../i18n/language.ts';

/** A component whose words are in the language of its place in the document. `requestUpdate('lang')` draws a change of it. */
export class LocalizedElement extends LitElement {
  get language(): LanguageCode {
    return languageAt(this);
  }
}
