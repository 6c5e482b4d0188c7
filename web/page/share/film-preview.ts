import { html } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { StageSubject } from '../../export/stage-subject.ts';
import { stageFrames } from '../../export/video/frames.ts';
import { stageWords } from '../../i18n/stage.ts';
import { videoWords } from '../../i18n/video.ts';

/** The film in the share dialog: its last picture, until the reader plays it. */
export class FilmPreview extends LightDomElement {
  @property({ attribute: false }) subject!: StageSubject;
  @state() private isPlaying = false;
  private frames: ReturnType<typeof stageFrames> | null = null;
  private request = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  private stop(): void {
    cancelAnimationFrame(this.request);
    this.isPlaying = false;
  }

  private play(): void {
    const { frames } = this;
    if (frames === null) return;
    this.isPlaying = true;
    const start = performance.now();
    const next = (now: number): void => {
      const seconds = Math.max(0, now - start) / 1000;
      frames.paint(Math.min(seconds, frames.length));
      if (seconds < frames.length) this.request = requestAnimationFrame(next);
      else this.isPlaying = false;
    };
    this.request = requestAnimationFrame(next);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('subject')) return;
    this.stop();
    this.frames = stageFrames(this.subject, new AbortController().signal);
    this.frames.canvas.setAttribute('role', 'img');
    this.frames.paint(this.frames.length);
  }

  protected override render() {
    const { play, pause } = stageWords(this.language);
    const { frames, isPlaying } = this;
    frames?.canvas.setAttribute('aria-label', videoWords(this.language).preview);
    const press = (): void => (isPlaying ? this.stop() : this.play());
    return html`${frames?.canvas}
      <button type="button" @click=${press}>${isPlaying ? pause : play}</button>`;
  }
}
customElements.define('sa-film-preview', FilmPreview);
