import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { stageWords } from '../../i18n/stage.ts';
import { isFolded } from '../../stage/folded.ts';
import { type Journey, journeyOf } from '../../stage/journey.ts';
import { nextStill, positionOf, previousStill, rounded } from '../../stage/moment.ts';
import { readerOf, type StageCell, type StageSource } from '../../stage/numbers.ts';
import { cellLabel } from '../formula/cell-label.ts';
import { define, OnScreen } from '../shared/custom-element.ts';
import { WindowListener } from '../shared/own-window.ts';
import { paletteStyles, unseenStyles } from '../shared/palette.ts';
import '../formula/arithmetic-view.ts';
import { described, numberText } from '../../trace/trace-reader.ts';
import { type DetailEvent, emit } from '../shared/events.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { captionTemplate, groupList, type Payoff, payoffTemplate } from './caption-templates.ts';
import { leftText, titleOf } from './captions.ts';
import { drawn, hatch } from './draw.ts';
import { ease, morph, type Room, type StagePicture } from './marks.ts';
import { pictureAt, roomOf, stagePicture } from './picture.ts';
import { Player } from './player.ts';
import { stageStyles } from './styles.ts';

const SPEEDS = [0.5, 1, 2] as const;
/** How far a finger must travel for a swipe, in pixels. */
const SWIPE = 40;

/**
 * `<sa-stage>`: one token's path through a trace, played chapter by chapter. It keeps the moment itself while it
 * plays and reports where it stops with `sa-moment`.
 */
@define('sa-stage')
export class SaStage extends LocalizedElement {
  static override styles = [paletteStyles, unseenStyles, stageStyles];

  /** The result on show. A new one is a new journey, and the picture moves to it from what is on the screen. */
  @property({ attribute: false }) source: StageSource | null = null;
  /** The index of the token. */
  @property({ attribute: false }) query = 0;
  /** Whether the caption is not announced when it changes. */
  @property({ attribute: false }) isQuiet = false;
  /** What is said at the end, in place of the last chapter's caption. */
  @property({ attribute: false }) payoff: () => Payoff | null = () => null;
  /** What the word looks at, if the sentence is too long for that to be searched here. */
  @property({ attribute: false }) answer = '';
  /** The smallest text of the picture. px */
  @property({ attribute: false }) leastText = 13;
  @property({ attribute: false }) moment = 0;
  /** The numbers whose arithmetic the reader opened, each from the one before. */
  @state() private asked: readonly StageCell[] = [];
  /** The key of the mark selected with the arrow keys. */
  @state() private chosen: string | null = null;
  @state() private printing = false;

  journey: Journey | null = null;
  private shown: StagePicture | null = null;
  /** Where a moving picture started. */
  private morphedFrom: StagePicture | null = null;
  private filmLayer: number | null | undefined = undefined;
  private swipe: { readonly x: number; readonly y: number } | null = null;
  private readonly screen = new OnScreen(this, () => this.requestUpdate());
  private readonly player = new Player(this, () => this.rest());

  /** Whether it is printing: paper shows every chapter. */
  private readonly onPrint = ({ type }: Event): void => {
    this.printing = type === 'beforeprint';
    this.performUpdate();
  };

  constructor() {
    super();
    this.addController(new WindowListener(this, ['beforeprint', 'afterprint'], this.onPrint));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('source') || changed.has('query')) {
      const had = this.journey !== null;
      this.journey = this.source === null ? null : journeyOf(this.language, this.source, this.query);
      this.asked = this.asked.filter((cell) => this.isThere(cell));
      if (had) this.glide();
      // A step that was switched off took its chapter along.
      if (this.moment > this.chapters && !this.player.playing) this.moment = this.chapters;
    } else if (changed.has('lang') && this.journey !== null)
      this.journey = { ...this.journey, language: this.language };
  }

  private isThere(cell: StageCell): boolean {
    const { name, index, layer } = cell;
    const found = this.source && described(readerOf(this.source, cell), name, layer);
    return found?.layer === layer && index.every((index, axis) => index < (found.shape[axis] ?? 0));
  }

  override firstUpdated(): void {
    const board = this.renderRoot.querySelector('.room');
    if (board === null) return;
    this.screen.measure(board);
    this.screen.watch(board);
    this.requestUpdate();
  }

  override updated(): void {
    const { chapters, moment } = this;
    const layer = this.journey?.chapters[positionOf(moment, chapters).chapter]?.layer ?? 0;
    const isLast = moment === 0 || layer === (this.journey?.layers ?? 1) - 1;
    const filmLayer = isLast ? null : layer;
    if (filmLayer !== this.filmLayer) emit(this, 'sa-film-layer', filmLayer);
    this.filmLayer = filmLayer;
  }

  private get chapters(): number {
    return this.journey?.chapters.length ?? 0;
  }

  // ---- Time ----------------------------------------------------------------------------------------------------------

  play(): void {
    if (this.chapters === 0) return;
    if (this.moment >= this.chapters) this.moment = 0;
    this.asked = [];
    if (this.moment === 0) this.glide();
    this.player.play();
    emit(this, 'sa-play', null);
  }

  pause(): void {
    if (this.player.stop()) this.rest();
  }

  /** Goes to a moment and stops there. */
  private go(moment: number): void {
    this.player.stop();
    this.asked = [];
    this.chosen = null;
    if (moment === this.moment) return;
    this.glide();
    this.moment = moment;
    this.rest();
  }

  private readonly rest = (): void => emit(this, 'sa-moment', rounded(this.moment));

  private readonly toggle = (): void => (this.player.playing ? this.pause() : this.play());
  /** Goes to the previous or next still picture. */
  readonly back = (): void => this.go(this.pastFolds(previousStill(this.moment), -1));
  readonly forward = (): void => this.go(this.pastFolds(nextStill(this.moment, this.chapters), 1));

  /** Steps over chapters that change nothing. */
  private pastFolds(moment: number, step: 1 | -1): number {
    const isFold = (at: number): boolean => {
      const chapter = this.journey?.chapters[at - 1];
      return chapter !== undefined && isFolded(chapter);
    };
    let reached = moment;
    while (reached > 0 && reached < this.chapters && isFold(reached)) reached += step;
    return reached;
  }

  /** Moves the picture from what is on the screen to its target. */
  private glide(): void {
    if (this.shown !== null && this.player.beginMorph()) this.morphedFrom = this.shown;
  }

  // ---- Keys, fingers, numbers ----------------------------------------------------------------------------------------

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const inBoard = (event.target as Element).closest('.board, .scrub') !== null;
    if (!inBoard) return;
    const actions: Readonly<Record<string, () => void>> = {
      ' ': this.toggle,
      ArrowLeft: this.back,
      ArrowRight: this.forward,
      PageUp: this.back,
      PageDown: this.forward,
      Home: () => this.go(0),
      End: () => this.go(this.chapters),
      ArrowUp: () => this.choose(-1),
      ArrowDown: () => this.choose(1),
      Enter: () => this.ask(this.shown?.marks.find((mark) => mark.key === this.chosen)),
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action !== undefined) action();
    else if (event.key === 'Escape' && (this.asked.length > 0 || this.chosen !== null)) this.leaveNumbers();
    else return;
    event.preventDefault();
  };

  private choose(step: number): void {
    this.player.stop();
    // The numbers of this chapter. Before the film, all.
    const own = this.journey?.chapters[positionOf(this.moment, this.chapters).chapter];
    const isOwn = ({ name, layer }: StageCell): boolean =>
      this.moment === 0 ||
      own === undefined ||
      own.steps.length === 0 ||
      (layer === own.layer && own.steps.includes(name));
    const marks =
      this.shown?.marks.filter((mark) => mark.kind === 'box' && mark.number !== undefined && isOwn(mark.number.cell)) ??
      [];
    const index = marks.findIndex((mark) => mark.key === this.chosen);
    const next = marks[index < 0 ? 0 : Math.min(marks.length - 1, Math.max(0, index + step))];
    this.chosen = next?.key ?? null;
  }

  private ask(mark: StagePicture['marks'][number] | undefined): void {
    if (mark === undefined || mark.kind === 'flow' || mark.number === undefined) return;
    this.pause();
    this.asked = [mark.number.cell];
  }

  private readonly onPress = ({ target }: Event): void => {
    const path = (target as Element).closest('[data-mark]')?.getAttribute('data-mark');
    if (path != null) this.ask(this.shown?.marks[Number(path)]);
  };

  /** A number inside the arithmetic opens its own arithmetic. */
  private readonly onDeeper = (event: DetailEvent<'sa-focus'>): void => {
    event.stopPropagation();
    const { cell } = event.detail.focus ?? {};
    if (cell === undefined || !event.detail.pinned) return;
    this.pause();
    const from = this.arithmetic;
    const own = from?.isWithoutMistake ? { isWithoutMistake: from.isWithoutMistake } : {};
    this.asked = [...this.asked, { layer: from?.layer ?? 0, ...cell, ...own }];
  };

  private readonly up = (): void => {
    this.asked = this.asked.slice(0, -1);
    if (this.asked.length === 0) this.focusBoard();
  };

  private readonly leaveNumbers = (): void => {
    this.asked = [];
    this.chosen = null;
    this.focusBoard();
  };

  focusBoard(): void {
    this.renderRoot.querySelector<HTMLElement>('.board')?.focus({ preventScroll: true });
  }

  private readonly onDown = ({ pointerType, clientX, clientY }: PointerEvent): void => {
    this.swipe = pointerType === 'mouse' ? null : { x: clientX, y: clientY };
  };

  private readonly onUp = ({ clientX, clientY }: PointerEvent): void => {
    const { swipe } = this;
    this.swipe = null;
    if (swipe === null) return;
    const across = clientX - swipe.x;
    if (Math.abs(across) < SWIPE || Math.abs(clientY - swipe.y) > Math.abs(across)) return;
    if (across < 0) this.forward();
    else this.back();
  };

  // ---- What is drawn -------------------------------------------------------------------------------------------------

  private get room(): Room {
    const { width, height } = this.screen.size;
    return roomOf(width, height, this.leastText);
  }

  private get arithmetic(): StageCell | null {
    return this.asked.at(-1) ?? this.shown?.now?.cell ?? null;
  }

  private picture(journey: Journey): StagePicture {
    const target = pictureAt(journey, this.moment, this.room);
    const { morphed } = this.player;
    return this.morphedFrom === null || morphed === 1 ? target : morph(this.morphedFrom, target, ease(morphed));
  }

  protected override render() {
    const words = stageWords(this.language);
    const { journey } = this;
    if (journey === null) return nothing;
    if (this.printing) return Array.from({ length: journey.layers }, (_, layer) => this.printed(journey, layer));
    const { chapter: index } = positionOf(this.moment, this.chapters);
    const chapter = journey.chapters[index];
    this.shown = this.screen.size.width === 0 ? null : this.picture(journey);
    const { keyTokens, tokens } = journey;
    const left = leftText(this.shown?.left ?? [], journey);
    const empty = chapter === undefined || tokens.length === 0 || keyTokens.length === 0;
    return html`<div class="whole" @keydown=${this.onKey}>
      ${empty ? html`<p class="caption"></p>` : this.caption(journey, this.moment === 0 ? null : index)}
      <div
        class="board"
        role="group"
        tabindex="0"
        aria-label=${words.label(tokens[this.query] ?? '')}
        aria-describedby="keys"
        @click=${this.onPress}
        @pointerdown=${this.onDown}
        @pointerup=${this.onUp}
      >
        <div class="room"><svg class="marks" aria-hidden="true">${hatch}${this.shown === null ? nothing : drawn(this.shown, this.chosen)}</svg></div>
        ${keyed(left, html`<p class="left-out">${left}</p>`)}
        <p class="unseen" id="keys">${words.keys}</p>
        <p class="unseen" role="status">${this.chosenText(journey)}</p>
      </div>
      ${this.controls(journey, index)} ${this.numbers(journey)}
    </div>`;
  }

  private chosenText({ language, source }: Journey): string {
    const mark = this.shown?.marks.find(({ key }) => key === this.chosen);
    if (mark === undefined || mark.kind === 'flow' || mark.number === undefined) return '';
    const { value, cell } = mark.number;
    return `${cellLabel(language, readerOf(source, cell), cell.name, cell.index, cell.layer)} = ${numberText(cell.name, source.digits)(value)}`;
  }

  /** The caption of a chapter, or for null the text before the first one. */
  private caption(journey: Journey, index: number | null): TemplateResult {
    const ended = index !== null && this.moment >= this.chapters && !this.printing ? this.payoff() : null;
    const said = ended === null ? captionTemplate(journey, index, this.answer) : payoffTemplate(ended);
    return html`<p class="caption" aria-live=${this.player.playing || this.isQuiet ? 'off' : 'polite'}>${said}</p>`;
  }

  private controls(journey: Journey, index: number): TemplateResult {
    const words = stageWords(journey.language);
    const { moment, chapters } = this;
    const { playing } = this.player;
    const titles = journey.chapters.map((chapter) => titleOf(chapter, journey));
    const ended = moment >= chapters;
    const text = moment === 0 ? words.before : words.at(index + 1, chapters, titles[index] ?? '');
    const step = (name: string, can: boolean, path: string, press: () => void) =>
      html`<button type="button" aria-label=${name} aria-disabled=${can ? 'false' : 'true'} @click=${() => can && press()}>${icon(path)}</button>`;
    return html`<div class="controls">
      <div class="buttons">
        ${step(words.back, moment > 0, 'M6 5h2v14H6zM19 5v14l-9-7z', this.back)}
        <button type="button" class="play" @click=${this.toggle}>
          ${icon(playing ? 'M6 5h4v14H6zM14 5h4v14h-4z' : 'M7 4.500v15l12-7.500z')}
          ${playing ? words.pause : ended ? words.again : words.play}
        </button>
        ${step(words.forward, !ended, 'M16 5h2v14h-2zM5 5v14l9-7z', this.forward)}
      </div>
      <input
        class="scrub"
        type="range"
        min="0"
        max=${chapters}
        step="0.01"
        aria-label=${words.moment}
        aria-valuetext=${text}
        .value=${live(String(rounded(moment)))}
        @input=${this.onScrub}
        @change=${() => this.rest()}
      />
      <select class="speed" aria-label=${words.speed} @change=${this.onSpeed}>
        ${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === this.player.speed}>${words.times(speed)}</option>`)}
      </select>
      <ol class="chapters" aria-label=${words.chapters}>
        ${groupList(journey, index, moment > 0, (to) => this.go(to))}
      </ol>
    </div>`;
  }

  private numbers({ language, source }: Journey): TemplateResult {
    const words = stageWords(language);
    const cell = this.arithmetic;
    const asked = this.asked.length > 0;
    return html`<div class="arithmetic" @sa-focus=${this.onDeeper}>
      ${
        cell === null
          ? nothing
          : keyed(
              `${cell.name} ${cell.layer} ${cell.index.join()} ${cell.isWithoutMistake ?? false}`,
              html`<sa-arithmetic
              .trace=${readerOf(source, cell)}
              .step=${cell.name}
              .index=${cell.index}
              .layer=${cell.layer}
              .digits=${source.digits}
              .isCompact=${true}
              ?inert=${this.player.playing}
            ></sa-arithmetic>`,
            )
      }
      ${this.asked.length > 1 ? html`<button type="button" @click=${this.up}>${words.numberBack}</button>` : nothing}
      ${asked ? html`<button type="button" @click=${this.leaveNumbers}>${words.numbersBack}</button>` : nothing}
    </div>`;
  }

  /** A layer on paper: what is said about its chapters, and the complete picture. */
  private printed(journey: Journey, layer: number): TemplateResult {
    const chapters = journey.chapters.map((chapter, index) => ({ ...chapter, index }));
    const own = chapters.filter((chapter) => chapter.layer === layer);
    const payoff = layer === journey.layers - 1 ? this.payoff() : null;
    const picture = stagePicture(journey, { chapter: own.at(-1)?.index ?? 0, progress: 1 }, roomOf(1040, 340));
    return html`<div class="still">
      ${own.filter((chapter) => !isFolded(chapter)).map(({ index }) => this.caption(journey, index))}
      <svg class="marks" aria-hidden="true" viewBox="0 0 1040 340">${hatch}${drawn(picture, null)}</svg>
      ${payoff === null ? nothing : html`<p class="caption">${payoffTemplate({ ...payoff, next: null })}</p>`}
    </div>`;
  }

  private readonly onScrub = ({ target }: Event): void => {
    this.player.stop();
    this.asked = [];
    this.moment = Number((target as HTMLInputElement).value);
  };

  private readonly onSpeed = ({ target }: Event): void => {
    this.player.speed = Number((target as HTMLSelectElement).value);
  };
}

const icon = (path: string): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;
