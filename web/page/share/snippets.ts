import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { heightIn, helloMessage } from '../../export/embed-message.ts';
import {
  embedAddress,
  fileNameOf,
  type Shown,
  type Snippets,
  snippetsBeside,
  snippetsWith,
  wordsOf,
} from '../../export/snippets.ts';
import { shareWords } from '../../i18n/share.ts';
import { encodeLink } from '../../scene/index.ts';
import type { Scene } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { emit } from '../shell/events.ts';
import { isAlone, pageAddress, siteFolder } from './text-box.ts';
import './settings.ts';
import './text-box.ts';

export type Snippet = keyof Snippets;

/** Milliseconds. */
const pause = 400;

/** Longer links are a problem for some hosts. */
const LONG = 2000;

/** A text for the reader's own page, with a choice of what it shows. */
export class ShareSnippets extends LightDomElement {
  @property() kind: Snippet = 'link';
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) shown!: Shown;
  @property({ attribute: false }) steps: readonly string[] = [];
  @property() version = '';
  /** Null while it is being made, or if there is none. */
  @state() private made: { readonly snippets: Snippets; readonly link: string } | null = null;
  /** Shown in place of them if no link can hold the scene. */
  private beside: ReturnType<typeof snippetsBeside> | null = null;
  /** The address in the preview. It follows a short time after the last choice. */
  @state() private preview = '';
  private timer = 0;
  /** Packing a large scene takes time, so it is done once. */
  private link: { readonly scene: Scene; readonly text: Promise<string> } | null = null;
  @state() private trouble = '';
  /** The address of the element and its frame. A one-file page cannot know it. */
  @state() private base = siteFolder();
  @state() private baseTrouble = '';
  private requestId = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('scene') || changed.has('shown')) void this.make();
  }

  private async make(): Promise<void> {
    const words = shareWords(this.language);
    this.requestId += 1;
    const { requestId, scene, shown, version } = this;
    const { base } = this;
    const lang = this.language;
    try {
      if (this.link?.scene !== scene) this.link = { scene, text: encodeLink(scene) };
      const link = await this.link.text;
      if (requestId !== this.requestId) return;
      // Without a fragment, a saved page would open the scene it was saved with.
      const page = isAlone() && link === '' ? `${pageAddress()}#v=1` : pageAddress();
      const title = words.of(wordsOf(scene, 60));
      const made = snippetsWith(link, { ...shown, scene, base, page, version, lang, title });
      this.made = { snippets: made, link };
      clearTimeout(this.timer);
      this.timer = window.setTimeout(
        () => {
          this.preview = shown.show.length === 0 ? '' : embedAddress(link, { ...shown, base: siteFolder(), lang });
        },
        this.preview === '' ? 0 : pause,
      );
      this.trouble = '';
      this.beside = null;
    } catch (thrown) {
      if (requestId !== this.requestId) return;
      this.made = null;
      this.trouble = explain(this.language, problemOf(thrown));
      const title = words.of(wordsOf(scene, 60));
      const options = { ...shown, scene, base, page: pageAddress(), version, lang, title };
      this.beside = snippetsBeside(fileNameOf(scene, '.json'), options);
    }
  }

  /** Other ways to share a scene that no link can hold. */
  private ways(beside: NonNullable<typeof this.beside>): TemplateResult {
    const words = shareWords(this.language);
    const { kind, scene } = this;
    const lead = (to: 'file' | 'scene') => (): void => {
      emit(this, 'sa-share-kind', to);
    };
    return html`${
      kind === 'element' || kind === 'mdx'
        ? html`<p>${words.beside(fileNameOf(scene, '.json'))}</p>
          <sa-share-text .text=${beside[kind]} .name=${words.kind[kind]}></sa-share-text>`
        : nothing
    }
    <p class="share-buttons">
      ${isAlone() ? nothing : html`<button type="button" @click=${lead('file')}>${words.kind.file}</button>`}
      <button type="button" @click=${lead('scene')}>${words.kind.scene}</button>
    </p>`;
  }

  protected override render() {
    const words = shareWords(this.language);
    const { kind, made } = this;
    const plain = kind === 'link';
    return html`<p>${words.about[kind]}</p>
      ${this.trouble === '' ? nothing : html`<p class="error" role="alert">${this.trouble}. ${words.tooLarge}</p>`}
      ${this.trouble === '' || this.beside === null ? nothing : this.ways(this.beside)}
      ${plain ? nothing : html`<sa-share-show .shown=${this.shown} .steps=${this.steps}></sa-share-show>`}
      ${
        made === null
          ? nothing
          : html`<sa-share-text .text=${made.snippets[kind]} .name=${words.kind[kind]}></sa-share-text>
            <p class="share-length">${this.lengthOf(made)}</p>
            ${
              kind === 'iframe'
                ? html`<p class="share-tip">${words.heightTip} <code>&lt;script src="${siteFolder()}embed-resize.js">&lt;/script></code></p>`
                : nothing
            }
            ${plain || !isAlone() ? nothing : this.baseField}
            ${
              plain || isAlone() || this.preview === ''
                ? nothing
                : keyed(this.preview, html`<sa-share-preview .address=${this.preview}></sa-share-preview>`)
            }`
      }`;
  }

  private get baseField() {
    const words = shareWords(this.language);
    const typed = ({ target }: Event): void => {
      const text = target instanceof HTMLInputElement ? target.value.trim() : '';
      const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
      this.baseTrouble = isAddress ? '' : words.notAddress(text);
      if (!isAddress) return;
      this.base = new URL('.', `${text.replace(/[?#].*/s, '').replace(/\/$/, '')}/`).href;
      void this.make();
    };
    return html`<p class="share-field">
        <label for="share-base">${words.base}</label>
        <input
          id="share-base"
          type="text"
          inputmode="url"
          spellcheck="false"
          .value=${this.base}
          aria-invalid=${this.baseTrouble === '' ? 'false' : 'true'}
          aria-describedby="share-base-error"
          @change=${typed}
        />
      </p>
      <p id="share-base-error" class="error" role="alert">${this.baseTrouble}</p>`;
  }

  private lengthOf({ snippets: texts, link }: { readonly snippets: Snippets; readonly link: string }): string {
    const words = shareWords(this.language);
    const text = texts[this.kind];
    const count = text.length.toLocaleString(this.language);
    const length = this.kind === 'link' && text.length > LONG ? words.lengthLong(count) : words.length(count);
    return link.startsWith('z=') ? `${length} ${words.packed}` : length;
  }
}
customElements.define('sa-share-snippets', ShareSnippets);

/**
 * A preview in a frame, as on the reader's own page. Each address gets a new frame, since navigating one would add
 * to the history.
 */
export class SharePreview extends LightDomElement {
  @property() address = '';
  @state() private height = 320;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('message', this.onMessage);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('message', this.onMessage);
  }

  private readonly onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const frame = this.querySelector('iframe');
    if (frame === null || source !== frame.contentWindow || origin !== 'null') return;
    this.height = heightIn(data) ?? this.height;
  };

  private readonly greet = ({ target }: Event): void => {
    if (target instanceof HTMLIFrameElement) target.contentWindow?.postMessage(helloMessage(), '*');
  };

  protected override render() {
    const words = shareWords(this.language);
    return html`<p id="share-preview">${words.preview}</p>
      <iframe
        src=${this.address}
        title=${words.preview}
        height=${this.height}
        sandbox="allow-scripts"
        @load=${this.greet}
      ></iframe>`;
  }
}
customElements.define('sa-share-preview', SharePreview);
