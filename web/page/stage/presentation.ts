import { html, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { sentenceWords } from '../../i18n/controls.ts';
import { stageWords } from '../../i18n/stage.ts';
import type { StageSource } from '../../stage/numbers.ts';
import { visibleToken } from '../../trace/token-text.ts';
import { styled } from '../../views/shared/custom-element.ts';
import type { Payoff } from '../../views/stage/caption-templates.ts';
import type { SaStage } from '../../views/stage/stage.ts';
import type { DetailEvent } from '../shell/events.ts';

/** The window size of the stage at normal scale. In a larger window everything is scaled up. */
const WIDTH = 1480;
const HEIGHT = 830;
/** The least height, at the window's own scale, that has room for the arcs above the stage. */
const TALL = 820;

/** Keys of the keyboard and of presentation remotes. */
const forwards = new Set(['ArrowRight', 'PageDown']);
const backwards = new Set(['ArrowLeft', 'PageUp']);
const blanks = new Set(['b', 'B', '.']);

/** What the sentence in large type shows. */
export interface Arcs {
  /** Null if there are no arcs. */
  readonly weights: ArrayLike<number> | null;
  /** Whether one word stands out in them. */
  readonly isClear: boolean;
}

/**
 * A button that shows the stage for an audience: full screen if the browser allows it, else over the whole window.
 * The moment where it stops is reported as by the page's own stage.
 */
export class Presentation extends LightDomElement {
  @property({ attribute: false }) source: StageSource | null = null;
  @property({ attribute: false }) tokens: readonly string[] = [];
  /** The index of the token. */
  @property({ attribute: false }) query = 0;
  /** The arcs of the token in a layer. Null is the last one. */
  @property({ attribute: false }) arcs: (layer: number | null) => Arcs = () => ({ weights: null, isClear: false });
  /** What the token looks at, if the stage does not search for it. */
  @property({ attribute: false }) answer = '';
  @property({ attribute: false }) moment = 0;
  @property({ attribute: false }) payoff: () => Payoff | null = () => null;
  @state() private isOpen = false;
  @state() private isBlank = false;
  /** Empty for the reader's own theme. */
  @state() private scheme: '' | 'light' | 'dark' = '';
  @state() private zoom = 1;
  @state() private isTall = false;
  @state() private filmLayer: number | null = null;
  @query('dialog') private dialog!: HTMLDialogElement;
  @query('dialog sa-stage') private stage!: SaStage | null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening();
  }

  private readonly open = async (): Promise<void> => {
    // Only one of the two stages plays.
    this.closest('main')?.querySelector<SaStage>('#picture sa-stage')?.pause();
    this.isOpen = true;
    this.measure();
    addEventListener('resize', this.measure);
    document.addEventListener('fullscreenchange', this.onFullScreen);
    await this.updateComplete;
    this.dialog.showModal();
    await this.stage?.updateComplete;
    this.stage?.focusBoard();
    // Without full screen, or in a frame that may not use it, the window is used.
    await document.documentElement.requestFullscreen?.().catch(() => {});
  };

  private readonly close = (): void => this.dialog.close();

  private readonly onClose = (): void => {
    this.stopListening();
    this.isOpen = false;
    this.isBlank = false;
    if (document.fullscreenElement !== null) void document.exitFullscreen();
  };

  private stopListening(): void {
    removeEventListener('resize', this.measure);
    document.removeEventListener('fullscreenchange', this.onFullScreen);
  }

  /** Leaving full screen ends the presentation. Escape does both. */
  private readonly onFullScreen = (): void => {
    if (document.fullscreenElement === null) this.close();
  };

  private readonly measure = (): void => {
    this.zoom = Math.max(1, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT));
    this.isTall = innerHeight / this.zoom >= TALL && innerWidth >= innerHeight;
  };

  /** Wherever the focus is, since a remote has none. Keys that the stage has handled are skipped. */
  private readonly onKey = (event: KeyboardEvent): void => {
    // The page behind has its own keys.
    event.stopPropagation();
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey) return;
    if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) return;
    if (forwards.has(key)) this.stage?.forward();
    else if (backwards.has(key)) this.stage?.back();
    else if (blanks.has(key)) this.isBlank = !this.isBlank;
    else return;
    event.preventDefault();
  };

  private readonly turnScheme = (): void => {
    this.scheme = this.isDark ? 'light' : 'dark';
  };

  private get isDark(): boolean {
    return this.scheme === '' ? matchMedia('(prefers-color-scheme: dark)').matches : this.scheme === 'dark';
  }

  protected override render() {
    const { present } = stageWords(this.language);
    return html`<button type="button" class="present" aria-haspopup="dialog" title=${present.about} @click=${this.open}>${present.open}</button>
      <dialog
        class="presentation ${this.isBlank ? 'blank' : ''}"
        aria-label=${present.title}
        @keydown=${this.onKey}
        @close=${this.onClose}
        ${styled({ 'color-scheme': this.scheme, '--zoom': String(this.zoom) })}
      >
        ${this.isOpen ? this.presented() : nothing}
      </dialog>`;
  }

  private presented(): TemplateResult {
    const { present } = stageWords(this.language);
    const arcs = this.arcs(this.filmLayer);
    const hasArcs = this.isTall && arcs.weights !== null;
    return html`<div class="presentation-head">
        ${hasArcs ? this.sentence(arcs) : this.words()}
        <p role="status" class="hidden">${this.isBlank ? present.blank : ''}</p>
        <button type="button" @click=${this.turnScheme}>${this.isDark ? present.light : present.dark}</button>
        <button type="button" @click=${this.close}>${present.close}</button>
      </div>
      <sa-stage
        class=${hasArcs ? 'below-arcs' : ''}
        .source=${this.source}
        .query=${this.query}
        .moment=${this.moment}
        .payoff=${this.payoff}
        .answer=${this.answer}
        .leastText=${16}
        @sa-film-layer=${this.onFilmLayer}
      ></sa-stage>`;
  }

  private readonly onFilmLayer = ({ detail }: DetailEvent<'sa-film-layer'>): void => {
    this.filmLayer = detail;
  };

  private sentence({ weights, isClear }: Arcs): TemplateResult {
    return html`<sa-sentence
      .tokens=${this.tokens}
      .label=${sentenceWords(this.language).tokens}
      .focusOn=${{ query: this.query }}
      .isClear=${isClear}
      .weights=${weights}
    ></sa-sentence>`;
  }

  /** The sentence where there is no room for arcs. */
  private words(): TemplateResult {
    const { tokens, query } = this;
    return html`<p>${tokens.map((token, index) => [index === query ? html`<strong>${visibleToken(token)}</strong>` : visibleToken(token), ' '])}</p>`;
  }
}
customElements.define('sa-presentation', Presentation);
