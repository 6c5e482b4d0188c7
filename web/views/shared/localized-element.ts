import { LitElement } from 'lit';
import { type LanguageCode, languageAt } from '../../i18n/language.ts';
import { sheetsIn } from './style-sheets.ts';

/** A component that follows its place in a document: its words are in the language there, its sheets are of that document. */
export class LocalizedElement extends LitElement {
  /** `requestUpdate('lang')` draws a change of it. */
  get language(): LanguageCode {
    return languageAt(this);
  }

  /** Lit has one sheet of each style, for the script's document. A page may put a view into another one, such as a frame's. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const { shadowRootOptions } = this.constructor as typeof LitElement;
    const root = this.shadowRoot ?? this.attachShadow(shadowRootOptions);
    this.adoptSheets(root);
    return root;
  }

  adoptedCallback(): void {
    if (this.shadowRoot !== null) this.adoptSheets(this.shadowRoot);
  }

  private adoptSheets(root: ShadowRoot): void {
    const { elementStyles } = this.constructor as typeof LitElement;
    root.adoptedStyleSheets = sheetsIn(this.ownerDocument, elementStyles);
  }
}
