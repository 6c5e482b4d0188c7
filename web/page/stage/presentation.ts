import { html, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { stageWords } from '../../i18n/stage.ts';
import type { StageSource } from '../../stage/numbers.ts';
import { visibleToken } from '../../trace/token-text.ts';
import { styled } from '../../views/shared/custom-element.ts';
import type { SaStage } from '../../views/stage/stage.ts';

/** A window of this size shows the stage at its own size; a larger one makes all of it larger. */
const WIDTH = 1480;
const HEIGHT = 830;

/** Keys of the keyboard, and of the remotes that people present with. */
const forwards = new Set(['ArrowRight', 'PageDown']);
const backwards = new Set(['ArrowLeft', 'PageUp']);
const blanks = new Set(['b', 'B', '.']);

/**
 * A button, and the stage for a room full of people: over the whole screen where the browser allows it, else over the whole window.
 * The moment that it rests at goes up as the page's own stage tells of it.
 */
export class Presentation extends LightDomElement {
  @property({ attribute: false }) source: StageSource | null = null;
  @property({ attribute: false }) tokens: readonly string[] = [];
  /** The token whose way it is, from 0. */
  @property({ attribute: false }) query = 0;
  @property({ attribute: false }) moment = 0;
  @state() private isOpen = false;
  @state() private isBlank = false;
  /** Empty: the reader's own. */
  @state() private scheme: '' | 'light' | 'dark' = '';
  @state() private zoom = 1;
  @query('dialog') private dialog!: HTMLDialogElement;
  @query('dialog sa-stage') private stage!: SaStage | null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening();
  }

  private readonly open = async (): Promise<void> => {
    // One of the two plays.
    this.closest('main')?.querySelector<SaStage>('#picture sa-stage')?.pause();
    this.isOpen = true;
    this.measure();
    addEventListener('resize', this.measure);
    document.addEventListener('fullscreenchange', this.onFullScreen);
    await this.updateComplete;
    this.dialog.showModal();
    await this.stage?.updateComplete;
    this.stage?.focusBoard();
    // A browser without it, or a frame that may not, shows it in the window.
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

  /** Who leaves the full screen leaves the presentation: Escape does both. */
  private readonly onFullScreen = (): void => {
    if (document.fullscreenElement === null) this.close();
  };

  private readonly measure = (): void => {
    this.zoom = Math.max(1, Math.min(innerWidth / WIDTH, innerHeight / HEIGHT));
  };

  /** Wherever the focus is: a remote knows nothing of it. What the stage has answered is done. */
  private readonly onKey = (event: KeyboardEvent): void => {
    // The page behind has keys of its own.
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
    const { present } = stageWords;
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
    const { present } = stageWords;
    return html`<div class="presentation-head">
        <p>${this.tokens.map((token, at) => [at === this.query ? html`<strong>${visibleToken(token)}</strong>` : visibleToken(token), ' '])}</p>
        <p role="status" class="hidden">${this.isBlank ? present.blank : ''}</p>
        <button type="button" @click=${this.turnScheme}>${this.isDark ? present.light : present.dark}</button>
        <button type="button" @click=${this.close}>${present.close}</button>
      </div>
      <sa-stage .source=${this.source} .query=${this.query} .moment=${this.moment}></sa-stage>`;
  }
}
customElements.define('sa-presentation', Presentation);
