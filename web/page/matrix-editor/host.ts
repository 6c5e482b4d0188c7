import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Core } from '../../core/types.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import type { Scene } from '../../scene/types.ts';
import { type MatrixName, MatrixRequest } from './request.ts';

/** The editor asks the page to undo or redo. */
export class HistoryRequest extends CustomEvent<'undo' | 'redo'> {
  static readonly type = 'sa-history';
  constructor(type: 'undo' | 'redo') {
    super(HistoryRequest.type, { detail: type, bubbles: true });
  }
}

/** Where the matrix editor opens: it is fetched when it is first asked for (MatrixRequest, from anywhere on the page). */
export class MatrixHost extends LitElement {
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) picture!: ComputedScene;
  @property({ attribute: false }) core!: Core;
  /** What is wrong with the scene; empty where nothing is. */
  @property() problem = '';
  @property({ attribute: false }) epoch = 0;
  @state() private open: MatrixName | null = null;
  /** The scene whose numbers are there, and its picture: of a long one they are fetched first. */
  private held: { readonly scene: Scene; readonly picture: ComputedScene } | null = null;
  private opener: Element | null = null;
  private page: Element | null = null;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.page = this.closest('sa-playground');
    this.page?.addEventListener(MatrixRequest.type, this.onRequest);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.page?.removeEventListener(MatrixRequest.type, this.onRequest);
  }

  private readonly onRequest = (event: Event): void => {
    if (!(event instanceof MatrixRequest)) return;
    this.opener = event.target instanceof Element ? event.target : null;
    void this.show(event.detail);
  };

  private async show(matrix: MatrixName): Promise<void> {
    await import('./editor.ts');
    this.open = matrix;
    this.entering = true;
    this.requestUpdate();
  }

  /** It may open later than it was asked to, once its numbers are there. */
  private entering = false;
  protected override updated(): void {
    const editor = this.entering ? this.querySelector<HTMLElement>('sa-matrix-editor') : null;
    if (editor === null) return;
    this.entering = false;
    editor.focus();
  }

  private readonly close = (): void => {
    const { open, opener } = this;
    this.open = null;
    // What opened it may have been drawn anew meanwhile.
    const back = opener?.isConnected === true ? opener : this.page?.querySelector(`[data-edits="${open?.name}"]`);
    if (back instanceof HTMLElement) back.focus();
  };

  protected override willUpdate(): void {
    const { open, scene, picture } = this;
    if (open === null) this.held = null;
    else if (picture.holds(open.name)) this.held = { scene, picture };
  }

  protected override render() {
    const { open, held, core, problem, epoch } = this;
    if (open === null || held === null) return nothing;
    const { scene, picture } = held;
    return html`<sa-matrix-editor
      .matrix=${open}
      .scene=${scene}
      .picture=${picture}
      .core=${core}
      .problem=${problem}
      .epoch=${epoch}
      @sa-close=${this.close}
    ></sa-matrix-editor>`;
  }
}
customElements.define('sa-matrix-host', MatrixHost);
