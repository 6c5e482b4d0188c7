import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { pageWords } from '../../i18n/page.ts';
import type { Scene } from '../../scene/types.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { type DetailEvent, emit } from '../shell/events.ts';

const editor = lazyModule(() => import('./editor.ts'));

/** The place of the matrix editor, which is loaded on the first `sa-matrix` event from anywhere on the page. */
export class MatrixHost extends LightDomElement {
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) core!: SceneCore;
  /** The error of the scene, or empty. */
  @property() problem = '';
  @property({ attribute: false }) resetCount = 0;
  @state() private open: MatrixName | null = null;
  /** The matrix to edit, if the editor failed to load. */
  @state() private missed: MatrixName | null = null;
  /** The scene whose numbers are loaded, and its result. A large scene loads them first. */
  private loaded: { readonly scene: Scene; readonly result: SceneResult } | null = null;
  private opener: Element | null = null;
  private page: HTMLElement | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.page = this.closest<HTMLElement>('sa-playground');
    this.page?.addEventListener('sa-matrix', this.onRequest);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.page?.removeEventListener('sa-matrix', this.onRequest);
  }

  private readonly onRequest = (event: DetailEvent<'sa-matrix'>): void => {
    this.opener = event.target instanceof Element ? event.target : null;
    void this.show(event.detail);
  };

  private async show(matrix: MatrixName): Promise<void> {
    this.missed = null;
    try {
      await editor.load();
    } catch {
      this.missed = matrix;
      return;
    }
    this.open = matrix;
    this.entering = true;
    this.requestUpdate();
  }

  /** It may open later, once its numbers are loaded. */
  private entering = false;
  protected override updated(): void {
    const editor = this.entering ? this.querySelector<HTMLElement>('sa-matrix-editor') : null;
    if (editor === null) return;
    this.entering = false;
    this.opener?.closest('.editable')?.scrollIntoView({ block: 'nearest' });
    editor.focus();
  }

  private readonly close = (): void => {
    const { open, opener } = this;
    this.open = null;
    // The element that opened it may have been replaced meanwhile.
    const back = opener?.isConnected === true ? opener : this.page?.querySelector(`[data-edits="${open?.name}"]`);
    if (back instanceof HTMLElement) back.focus();
  };

  protected override willUpdate(): void {
    const { open, scene, result } = this;
    if (open === null) this.loaded = null;
    else if (result.viewport === null || result.isLoaded(open.name)) this.loaded = { scene, result };
  }

  protected override render() {
    const { open, missed, loaded, core, problem, resetCount } = this;
    if (missed !== null)
      return html`<section class="editor">
        <p class="note" role="alert">${pageWords(this.language).edit.missed}</p>
        <button type="button" @click=${() => this.show(missed)}>${lessonWords(this.language).again}</button>
      </section>`;
    if (open === null || loaded === null) return nothing;
    const { scene, result } = loaded;
    return html`<sa-matrix-editor
      .matrix=${open}
      .scene=${scene}
      .result=${result}
      .core=${core}
      .problem=${problem}
      .resetCount=${resetCount}
      @sa-close=${this.close}
    ></sa-matrix-editor>`;
  }
}
customElements.define('sa-matrix-host', MatrixHost);

/** A matrix of the scene: a parameter, an embedding, or the mask. */
export interface MatrixName {
  readonly name: string;
  /** The index of its layer. */
  readonly layer: number;
}

/** Whether a tensor of that name is a matrix or list that `parameters` may give. */
export const isLearned = (name: string): boolean =>
  /^(?:w_[qkvoa12]|u_a|v_a|b_[qkvo12]|gamma_[12]|beta_[12])$/.test(name);

const projection = /^[wb]_[qkv]$/;

/** Whether a scene can define the numbers of a tensor. Computed tensors cannot be typed. */
export function isEditable({ embedding, encoder, positions, attention }: Scene, name: string): boolean {
  switch (name) {
    case 'x0':
      return embedding.kind !== 'qkv';
    case 'x0_k':
      return embedding.kind !== 'qkv' && encoder !== undefined;
    case 'E':
      return embedding.kind !== 'qkv' && embedding.kind !== 'given';
    case 'q':
    case 'k':
    case 'v':
      return embedding.kind === 'qkv' && embedding.layers === undefined;
    case 'scores':
      return attention.scores !== undefined;
    case 'P':
      return positions?.kind === 'learned';
    case 'E_rel':
      return positions?.kind === 'relative';
    case 'S_rel':
      return positions?.kind === 'given';
    case 'mask':
    case 'blocked':
      return true;
    default:
      return isLearned(name) && (embedding.kind !== 'qkv' || !projection.test(name));
  }
}

/** Whether single numbers of a tensor can be changed in place: the mask is painted instead, and a hidden answer stays hidden. */
export const isChangeable = (result: SceneResult, name: string): boolean =>
  result.viewport === null &&
  result.hiddenAnswer === null &&
  name !== 'mask' &&
  name !== 'blocked' &&
  isEditable(result.scene, name);

/** Opens the editor on a matrix of a scene. Does nothing if it cannot be edited. */
export const editButton = (
  language: LanguageCode,
  scene: Scene,
  name: string,
  layer = 0,
): TemplateResult | typeof nothing =>
  isEditable(scene, name)
    ? html`<button
        type="button"
        class="edit"
        data-edits=${name}
        aria-label=${pageWords(language).edit.name(name)}
        @click=${({ currentTarget }: Event) => emit(currentTarget, 'sa-matrix', { name, layer })}
      >
        ${pageWords(language).edit.button}
      </button>`
    : nothing;

/** Buttons for several matrices in a row, as the controls offer them. Nothing if none can be edited. */
export function editLinks(
  language: LanguageCode,
  scene: Scene,
  names: readonly string[],
): TemplateResult | typeof nothing {
  const words = pageWords(language);
  const own = names.filter((name) => isEditable(scene, name));
  if (own.length === 0) return nothing;
  return html`<div class="field edit-links" role="group" aria-label=${words.edit.links}>
    <span>${words.edit.matrices}</span>
    <span>
      ${own.map(
        (name) => html`<button
          type="button"
          class="quiet"
          aria-label=${words.edit.name(name)}
          @click=${({ currentTarget }: Event) => emit(currentTarget, 'sa-matrix', { name, layer: 0 })}
        >
          ${name}
        </button>`,
      )}
    </span>
  </div>`;
}
