import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { shareWords } from '../../i18n/share.ts';

/** The most lines on show. */
const MOST_LINES = 14;

/** A text to read, copy and, if it has a file name, download. */
export class ShareText extends LightDomElement {
  @property() text = '';
  /** A description for screen readers. */
  @property() name = '';
  /** The file name. Empty if it is not a file. */
  @property() file = '';
  @property() type = 'text/plain';
  /** Whether long lines stay whole. */
  @property({ attribute: false }) lines = false;
  @state() private status = '';

  private readonly copy = async (): Promise<void> => {
    const words = shareWords(this.language);
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
    const words = shareWords(this.language);
    download(new Blob([this.text], { type: `${this.type};charset=utf-8` }), this.file);
    this.status = words.downloaded(this.file);
  };

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('text') || changed.has('lang')) this.status = '';
  }

  protected override render() {
    const words = shareWords(this.language);
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

/** Downloads a file. */
export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser reads it after this task, however large it is.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The absolute address of the folder with the page's files. */
export const siteFolder = (): string => new URL('.', location.href).href;

/** The address of the page in the selected language, without a scene. */
export const pageAddress = (): string => location.href.replace(/#.*/s, '');

/** Whether this is self-attention.html: one file, with nothing beside it to fetch. */
export const isAlone = (): boolean => document.querySelector('script#scene') !== null;
