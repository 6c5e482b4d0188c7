import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fileNameOf } from '../../export/snippets.ts';
import { lengthOf } from '../../export/stage-canvas.ts';
import { type StageSubject, stageSubjectOf } from '../../export/stage-subject.ts';
import { recordStage, type VideoType, videoTypeHere } from '../../export/stage-video.ts';
import type { Theme } from '../../export/themes.ts';
import type { TraceLike } from '../../export/trace-like.ts';
import { figureLanguages } from '../../i18n/figure.ts';
import { currentLanguage } from '../../i18n/messages.ts';
import { videoWords as words } from '../../i18n/video.ts';
import { explain, problemOf } from '../../model/problem.ts';
import { Download } from './download.ts';

/** The stage as a video, which is recorded when it is asked for; it ends with this, when it goes. */
export class ShareVideo extends Download {
  @property({ attribute: false }) trace!: TraceLike;
  /** Of the scene without its mistake; null where it makes none. */
  @property({ attribute: false }) right: TraceLike | null = null;
  @property({ attribute: false }) theme: Theme = 'light';
  @property({ attribute: false }) head: number | 'all' = 0;
  @state() private subject: StageSubject | null = null;
  /** Whole seconds that are recorded. */
  @state() private seconds = 0;
  @state() private cancelling: AbortController | null = null;
  private readonly type = videoTypeHere();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.cancelling?.abort();
  }

  protected override updated(changed: PropertyValues): void {
    if (['scene', 'trace', 'right', 'theme', 'head', 'lang'].some((name) => changed.has(name))) void this.prepare();
  }

  /** How long it takes is said before it begins. */
  private async prepare(): Promise<void> {
    const { scene, trace, right, theme, head } = this;
    const lang = currentLanguage();
    try {
      this.subject = await stageSubjectOf(scene, trace, {
        ...{ theme, ...(head === 'all' ? {} : { head }) },
        ...(figureLanguages.includes(lang) ? { lang } : {}),
        ...(right === null ? {} : { right }),
      });
    } catch (thrown) {
      this.trouble = explain(problemOf(thrown));
    }
  }

  private async record(subject: StageSubject, type: VideoType, name: string): Promise<void> {
    const cancelling = new AbortController();
    this.cancelling = cancelling;
    this.seconds = 0;
    const { signal } = cancelling;
    const onProgress = (seconds: number): void => {
      this.seconds = Math.floor(seconds);
    };
    await this.keep(name, () => recordStage(subject, type, { signal, onProgress }));
    this.cancelling = null;
    if (!signal.aborted) return;
    this.trouble = '';
    this.status = words.cancelled;
  }

  protected override render() {
    const { type, subject, seconds, cancelling } = this;
    if (type === null) return html`<p class="note">${words.none}</p>`;
    if (subject === null) return this.outcome;
    const all = Math.round(lengthOf(subject));
    const name = `${fileNameOf(this.scene)}-stage.${type.replace('video/', '')}`;
    const press = (): unknown => (cancelling === null ? this.record(subject, type, name) : cancelling.abort());
    const progress = html`<progress max=${all} .value=${seconds} aria-label=${words.progress}></progress>
      <span>${words.soFar(seconds, all)}</span>
      <span class="hidden" role="status">${words.recording}</span>`;
    return html`<p>${words.about(all)}</p>
      <p class="share-buttons">
        <button type="button" @click=${press}>${cancelling === null ? words.record(name) : words.cancel}</button>
        ${cancelling === null ? nothing : progress} ${this.outcome}
      </p>`;
  }
}
customElements.define('sa-share-video', ShareVideo);
