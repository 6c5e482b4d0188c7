import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { shareWords as words } from '../../i18n/share.ts';

/** Lines that a text is given room for. */
const MOST_LINES = 14;

/** A text to take: it can be read, copied, and where it has a file's name, kept. */
export class ShareText extends LightDomElement {
  @property() text = '';
  /** What it is, for those who do not see where it stands. */
  @property() name = '';
  /** Of a file; empty where it is no file. */
  @property() file = '';
  @property() type = 'text/plain';
  /** Lines as they are, however long. */
  @property({ attribute: false }) lines = false;
  @state() private status = '';

  private readonly copy = async (): Promise<void> => {
    const box = this.querySelector('textarea');
    this.status = '';
    try {
      await navigator.clipboard.writeText(this.text);
      this.status = words.copied;
    } catch {
      box?.focus();
      box?.select();
      this.status = words.notCopied;
    }
  };

  private readonly keep = (): void => {
    download(new Blob([this.text], { type: `${this.type};charset=utf-8` }), this.file);
    this.status = words.downloaded(this.file);
  };

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('text') || changed.has('lang')) this.status = '';
  }

  protected override render() {
    const rows = Math.min(MOST_LINES, Math.max(2, this.text.split('\n', MOST_LINES + 1).length));
    return html`<textarea
        readonly
        spellcheck="false"
        translate="no"
        wrap=${this.lines ? 'off' : 'soft'}
        rows=${rows}
        aria-label=${this.name}
        .value=${this.text}
      ></textarea>
      <p class="share-buttons">
        <button type="button" class="main" @click=${this.copy}>${words.copy}</button>
        ${
          this.file === ''
            ? nothing
            : html`<button type="button" @click=${this.keep}>${words.download(this.file)}</button>`
        }
        <span role="status">${this.status}</span>
      </p>`;
  }
}
customElements.define('sa-share-text', ShareText);

/** Gives a file to the browser, which keeps it as it keeps any download. */
export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser reads it after this turn, however large it is.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The folder that the page's files are in, as an absolute address. */
export const siteFolder = (): string => new URL('.', location.href).href;

/** The page itself, with the language that was chosen and without a scene. */
export const pageAddress = (): string => location.href.replace(/#.*/s, '');

/** This is self-attention.html: one file, with nothing beside it that could be fetched. */
export const isAlone = (): boolean => document.querySelector('script#scene') !== null;
