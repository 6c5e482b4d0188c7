import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fileNameOf } from '../../export/snippets.ts';
import { type StageSubject, stageSubjectOf } from '../../export/stage-subject.ts';
import type { Theme } from '../../export/themes.ts';
import type { TraceLike } from '../../export/trace-like.ts';
import { lengthOf } from '../../export/video/frames.ts';
import { type VideoMaker, videoMakerHere, videoOf } from '../../export/video/video.ts';
import { videoWords } from '../../i18n/video.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { Download } from './download.ts';
import './film-preview.ts';

/** A preview of the film, and the film as a video, made on request. Closing the dialog cancels it. */
export class ShareVideo extends Download {
  @property({ attribute: false }) trace!: TraceLike;
  /** The scene without its mistake. Null if it makes none. */
  @property({ attribute: false }) right: TraceLike | null = null;
  @property({ attribute: false }) theme: Theme = 'light';
  @state() private subject: StageSubject | null = null;
  /** The seconds that are done. */
  @state() private seconds = 0;
  @state() private cancelling: AbortController | null = null;
  /** Undefined until it is known. */
  @state() private maker: VideoMaker | null | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void videoMakerHere().then((maker) => {
      this.maker = maker;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.cancelling?.abort();
  }

  protected override updated(changed: PropertyValues): void {
    if (['scene', 'trace', 'right', 'theme', 'lang'].some((name) => changed.has(name))) void this.prepare();
  }

  /** Says how long it takes before it starts. */
  private async prepare(): Promise<void> {
    const { scene, trace, right, theme } = this;
    try {
      this.subject = await stageSubjectOf(scene, trace, {
        ...{ theme, lang: this.language },
        ...(right === null ? {} : { right }),
      });
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
  }

  private async make(subject: StageSubject, maker: VideoMaker, name: string): Promise<void> {
    const words = videoWords(this.language);
    const cancelling = new AbortController();
    this.cancelling = cancelling;
    this.seconds = 0;
    const { signal } = cancelling;
    const onProgress = (seconds: number): void => {
      this.seconds = Math.floor(seconds);
    };
    await this.keep(name, () => videoOf(subject, maker, { signal, onProgress }));
    this.cancelling = null;
    if (!signal.aborted) return;
    this.trouble = '';
    this.status = words.cancelled;
  }

  protected override render() {
    const { subject } = this;
    if (subject === null) return this.outcome;
    return html`<sa-film-preview .subject=${subject}></sa-film-preview> ${this.video(subject)}`;
  }

  private video(subject: StageSubject) {
    const words = videoWords(this.language);
    const { maker, seconds, cancelling } = this;
    if (maker === null) return html`<p class="note">${words.none}</p>`;
    if (maker === undefined) return this.outcome;
    const all = Math.round(lengthOf(subject));
    const name = fileNameOf(this.scene, `-film.${maker.type.replace('video/', '')}`);
    const press = (): unknown => (cancelling === null ? this.make(subject, maker, name) : cancelling.abort());
    const progress = html`<progress max=${all} .value=${seconds} aria-label=${words.progress}></progress>
      <span>${words.soFar(seconds, all)}</span>
      <span class="hidden" role="status">${words.making}</span>`;
    return html`<p>${words.about[maker.kind](all)}</p>
      <p class="share-buttons">
        <button type="button" @click=${press}>${cancelling === null ? words.make(name) : words.cancel}</button>
        ${cancelling === null ? nothing : progress} ${this.outcome}
      </p>`;
  }
}
customElements.define('sa-share-video', ShareVideo);
