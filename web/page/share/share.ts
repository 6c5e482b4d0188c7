import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore, Trace } from '../../core/types.ts';
import { version } from '../../core/version.ts';
import { fileNameOf, oneFileWith, type Shown, sceneDocument } from '../../export/snippets.ts';
import { shareWords } from '../../i18n/share.ts';
import type { Scene } from '../../scene/types.ts';
import { without } from '../../scene/without.ts';
import { focusOf, resolved, selectedView } from '../../session/focus.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { screenNameOf } from '../../session/state.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { hiddenTrace } from '../lessons/hidden-answer.ts';
import type { DetailEvent } from '../shell/events.ts';
import type { Snippet } from './snippets.ts';
import { shareStyles } from './styles.ts';
import { download, isAlone, siteFolder } from './text-box.ts';
import './snippets.ts';
import './text-box.ts';

const snippetKinds = ['link', 'element', 'iframe', 'markdown', 'mdx'] as const satisfies readonly Snippet[];
const embedding = [...snippetKinds, 'file'] as const;
const numeric = ['picture', 'numbers', 'worksheet', 'code'] as const;
const downloadKinds = ['picture', 'numbers', 'worksheet', 'scene', 'code'] as const;
type Kind = (typeof embedding)[number] | (typeof downloadKinds)[number];

const isIn = <One extends string>(all: readonly One[], name: string): name is One => all.some((one) => one === name);

/** What an embedded element shows of a scene. Below arcs, and on the stage, an answer in words is already there. */
function picturesOf({ view, encoder }: Scene): readonly string[] {
  if (view?.at !== undefined) return ['stage'];
  return encoder === undefined ? ['arcs', 'heatmap'] : ['arcs', 'reading', 'heatmap'];
}

/** Choices last as long as the page. Null shows what is on screen, in the dialog a picture if there is one. */
let kept: { readonly kind: Kind | null; readonly shown: Shown | null } = { kind: null, shown: null };

/**
 * Opens the Share dialog for the result on show, with the view of `scene`. Afterwards the focus returns to where it
 * was.
 */
export function openShare(result: SceneResult, scene: Scene, core: SceneCore): void {
  if (document.querySelector('sa-share') !== null) return;
  adoptStyles(shareStyles);
  document.body.append(Object.assign(new Share(), { result, scene, core }));
}

/** The dialog. Its scene is the one that it was opened with, and the page behind it waits. */
export class Share extends LightDomElement {
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) core!: SceneCore;
  @state() private kind: Kind = 'picture';
  @state() private chosen = kept.shown;
  @state() private downloads: typeof import('./downloads.ts') | null = null;
  @state() private trouble = '';
  @state() private status = '';
  /** The dialog's own copy, since the page's lives as long as the page. */
  private trace: Trace | null = null;
  private correct: Trace | null = null;
  private opener: Element | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.opener = document.activeElement;
    this.kind = kept.kind ?? (this.result.viewport === null ? 'picture' : 'link');
    addEventListener('hashchange', this.close);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.close);
    for (const trace of [this.trace, this.correct]) trace?.dispose();
    this.trace = null;
    this.correct = null;
    kept = { kind: this.kind, shown: this.chosen };
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')?.showModal();
    this.querySelector<HTMLElement>('input:checked')?.focus();
    void this.prepare();
  }

  private get shown(): Shown {
    return this.chosen ?? { show: picturesOf(this.scene), controls: [], theme: 'auto' };
  }

  /** The scene with the layer, the head and the token that are on screen. */
  private get onScreen() {
    const { scene, result } = this;
    const { head } = selectedView(scene, result);
    const layer = screenNameOf(scene) === 'watch' ? result.layers - 1 : result.layer;
    return { ...scene, view: { ...scene.view, layer, head, focus: resolved(focusOf(scene), result).query } };
  }

  private readonly close = (): void => this.querySelector('dialog')?.close();

  private readonly closed = (): void => {
    this.remove();
    if (this.opener instanceof HTMLElement) this.opener.focus();
  };

  /** The page's keys (undo, Escape) do not apply while the dialog is open. */
  private readonly pressed = (event: KeyboardEvent): void => event.stopPropagation();

  /** A press beside the dialog's content closes it. */
  private readonly beside = (event: Event): void => {
    if (event.target === event.currentTarget) this.close();
  };

  private choose(kind: Kind): void {
    this.kind = kind;
    this.trouble = '';
    this.status = '';
    void this.prepare();
  }

  /** A pressed button may be gone afterwards, so the focus goes to the kind. */
  private lead(kind: Kind): void {
    this.choose(kind);
    this.querySelector<HTMLElement>(`input[value=${kind}]`)?.focus();
  }

  /** Loads the code that makes files of numbers, and computes them, if one is wanted. */
  private async prepare(): Promise<void> {
    if (!isIn(numeric, this.kind) || this.result.viewport !== null) return;
    try {
      this.downloads = await import('./downloads.ts');
      this.trace ??= this.core.attend(this.scene);
      if (this.scene.mistake) this.correct ??= this.core.attend(without(this.scene, 'mistake'));
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
    this.requestUpdate();
  }

  private readonly keepPage = async (): Promise<void> => {
    const words = shareWords(this.language);
    const { scene } = this;
    const name = fileNameOf(scene, '.html');
    this.trouble = '';
    this.status = words.preparing;
    const address = `${siteFolder()}self-attention.html`;
    try {
      const response = await fetch(address);
      if (!response.ok) throw new TypeError(`${response.status} ${response.statusText}`);
      const page = oneFileWith(await response.text(), scene);
      download(new Blob([page], { type: 'text/html;charset=utf-8' }), name);
      this.status = words.downloaded(name);
    } catch (thrown) {
      this.status = '';
      this.trouble = words.notFetched(address, explain(this.language, problemOf(thrown)));
    }
  };

  protected override render() {
    const words = shareWords(this.language);
    return html`<dialog
      class="share"
      aria-labelledby="share-title"
      @close=${this.closed}
      @keydown=${this.pressed}
      @pointerdown=${this.beside}
    >
      <div class="share-body">
        <div class="share-head">
          <h2 id="share-title">${words.title}</h2>
          <button type="button" class="quiet" aria-label=${words.close} title=${words.close} @click=${this.close}>✕</button>
        </div>
        <div class="share-kinds">
          ${this.kinds(words.taking, downloadKinds)} ${this.kinds(words.embedding, embedding)}
        </div>
        <section
          class="share-panel"
          aria-label=${words.kind[this.kind]}
          @sa-share-kind=${(event: DetailEvent<'sa-share-kind'>) => this.lead(event.detail)}
          @sa-shown=${(event: DetailEvent<'sa-shown'>) => {
            this.chosen = event.detail;
          }}
        >
          ${this.panel()}
          ${this.trouble === '' ? nothing : html`<p class="error" role="alert">${this.trouble}</p>`}
        </section>
      </div>
    </dialog>`;
  }

  private kinds(title: string, kinds: readonly Kind[]): TemplateResult {
    const words = shareWords(this.language);
    return html`<fieldset>
      <legend>${title}</legend>
      ${kinds.map(
        (kind) => html`<label>
          <input
            type="radio"
            name="share-kind"
            value=${kind}
            .checked=${kind === this.kind}
            @change=${() => this.choose(kind)}
          /><span>${words.kind[kind]}</span>
        </label>`,
      )}
    </fieldset>`;
  }

  private panel(): TemplateResult | typeof nothing {
    const words = shareWords(this.language);
    const { kind, result, scene, trace } = this;
    if (isIn(snippetKinds, kind)) {
      return html`<sa-share-snippets
        .kind=${kind}
        .scene=${scene}
        .shown=${this.shown}
        .steps=${[...new Set(result.steps.map(({ name }) => name))].filter((name) => name !== 'tokens')}
        .version=${version}
      ></sa-share-snippets>`;
    }
    if (kind === 'file' && isAlone()) return html`<p>${words.alone}</p>`;
    if (kind === 'file') {
      return html`<p>${words.about.file}</p>
        <p class="share-buttons">
          <button type="button" class="main" @click=${this.keepPage}>${words.download(fileNameOf(scene, '.html'))}</button>
          <span role="status">${this.status}</span>
        </p>`;
    }
    if (kind === 'scene') {
      return html`<p>${words.about.scene}</p>
        <sa-share-text
          .text=${sceneDocument(scene)}
          .lines=${true}
          .name=${words.kind.scene}
          .file=${fileNameOf(scene, '.json')}
          .type=${'application/json'}
        ></sa-share-text>`;
    }
    if (result.viewport !== null) return html`<p class="note">${words.far(result.tokens.length)}</p>`;
    if (this.downloads === null || trace === null)
      return this.trouble === '' ? html`<p role="status">${words.preparing}</p>` : nothing;
    const { hiddenAnswer: answer } = result;
    if (kind === 'picture') {
      const shown = answer === null ? trace : hiddenTrace(trace, answer);
      const correctAnswer = result.withoutMistake?.hiddenAnswer ?? null;
      const correct = this.correct && correctAnswer ? hiddenTrace(this.correct, correctAnswer) : this.correct;
      return html`<sa-share-picture
        .scene=${this.onScreen}
        .linked=${scene}
        .trace=${shown}
        .right=${correct}
      ></sa-share-picture>`;
    }
    // An answer that only a later page of the lesson asks for may be downloaded.
    if (answer?.isLater === false) return html`<p class="note">${words.covered}</p>`;
    if (kind === 'numbers')
      return html`<sa-share-numbers .scene=${scene} .trace=${trace} .layer=${this.onScreen.view.layer}></sa-share-numbers>`;
    if (kind === 'worksheet')
      return html`<sa-share-worksheet .scene=${this.onScreen} .result=${result.withAnswer}></sa-share-worksheet>`;
    return html`<sa-share-code .scene=${scene} .trace=${trace}></sa-share-code>`;
  }
}
customElements.define('sa-share', Share);
