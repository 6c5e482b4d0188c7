import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { errorText } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Trace } from '../../core/types.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { loadGlossary } from '../../i18n/lessons/texts.ts';
import { type LessonState, predictedNumber, type TrainingFacts } from '../../lessons/condition.ts';
import { momentAt, openerOf, sceneAt, withChoices } from '../../lessons/course.ts';
import { indexOf, itemsOf, type LessonItem, turnedTo } from '../../lessons/items.ts';
import { lessonLimits } from '../../lessons/limits.ts';
import type { Course, Glossary, LessonText, Prediction, Target } from '../../lessons/types.ts';
import type { Scene } from '../../scene/types.ts';
import type { Problem } from '../../session/problem.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { afterFrame } from '../../views/shared/frame.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { type DetailEvent, emit, type LessonAction } from '../shell/events.ts';
import type { Sheet } from '../shell/screen.ts';
import { line, prose } from './glossary.ts';
import { askedOn, hideAnswers } from './hidden-answer.ts';
import { itemBar, turnBar } from './item-bar.ts';
import { ItemCheck } from './item-check.ts';
import { namesSwitch } from './names.ts';
import {
  closeStep,
  focusAt,
  isControl,
  isTypingOutside,
  pointAt,
  showPicture,
  showTarget,
  targetName,
} from './pointer.ts';
import type { Answer } from './prediction.ts';
import { programOf } from './program.ts';
import { questionBar, sourcesOf } from './question-bar.ts';
import { stageLink } from './stage-link.ts';
import { taskStyles } from './styles.ts';
import './prediction.ts';

/** Whether the reader has turned to a page that may be on another screen. */
let isOpeningPage = false;

/**
 * A lesson, one page at a time; only the reader turns them. Which page that is stands in the scene's view; what has been done
 * is kept in progress.ts, what was guessed here, for as long as the lesson is open. It asks for other scenes and pages (`sa-lesson-request`)
 * and checks each picture.
 */
export class LessonPages extends LightDomElement {
  @property({ attribute: false }) lesson!: Course;
  @property({ attribute: false }) text!: LessonText;
  /** The language of `text`. */
  @property({ attribute: false }) textLanguage = '';
  /** The scene that was asked for; `picture` is of an earlier one where there is a `problem` with it. */
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) problem: Problem | null = null;
  /** What the sheet of a narrow screen shows. Null on a wide screen. */
  @property({ attribute: false }) sheet: Sheet | null = null;
  @state() private answers: ReadonlyMap<string, Answer> = new Map();
  @state() private term: { readonly key: string; readonly glossary: Glossary } | null = null;
  private items: readonly LessonItem[] = [];
  /** The pages whose answers are hidden, as the page was last told; undefined before it was told. */
  private hiding: string | undefined;
  /** The item whose target was brought into sight last. */
  private led: number | null = null;
  private itemCheck!: ItemCheck;
  /** The run of “Train a task” that was measured last. */
  private training: TrainingFacts | null = null;
  private playground: Element | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(taskStyles);
    this.playground = this.closest('sa-playground');
    this.playground?.addEventListener('sa-measured', this.onMeasured);
    this.playground?.addEventListener('sa-learning', this.onLearning);
  }

  /** What it points at may be in the panel that was opened. */
  private readonly onLearning = (): void => {
    const { target } = this;
    if (target !== null && !isControl(target)) void this.lead(target);
  };

  private readonly onMeasured = (event: Event): void => {
    this.training = event instanceof CustomEvent ? event.detail : null;
    this.check();
    this.requestUpdate();
  };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.playground?.removeEventListener('sa-measured', this.onMeasured);
    this.playground?.removeEventListener('sa-learning', this.onLearning);
    pointAt(this.language, null, this.result);
  }

  /** Where the item on show stands; −1 where the lesson has none of that name. */
  private get index(): number {
    return indexOf(this.lesson, this.scene.view?.page);
  }

  private get item(): LessonItem | undefined {
    return this.items[this.index];
  }

  private titleOf(item: LessonItem): string {
    const { pages, challenges } = this.text;
    return (item.kind === 'page' ? pages[item.id] : challenges[item.id])?.title ?? item.id;
  }

  // ---- What has been done --------------------------------------------------------------------------------------------

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('lesson')) {
      this.items = itemsOf(this.lesson);
      this.answers = new Map();
      this.itemCheck = new ItemCheck(this.lesson);
      this.led = null;
    }
    this.hide();
    if (!['scene', 'result', 'problem', 'lesson'].some((name) => changed.has(name))) return;
    this.check();
  }

  private hide(): void {
    const asked = askedOn(this.lesson, this.scene, (id) => this.answers.has(id));
    const hidden = asked.map(({ page, isLater }) => `${page} ${isLater}`).join();
    if (hidden === this.hiding) return;
    this.hiding = hidden;
    this.request({ kind: 'hide', hideAnswer: hideAnswers(asked) });
  }

  /** The trace with every number. Null where the scene has none on the page. */
  private get trace(): Trace | null {
    return this.problem === null && this.result.viewport === null ? this.result.trace : null;
  }

  private moment(start: Scene): LessonState {
    const { scene, trace, problem, training } = this;
    return { scene, start, trace, problem, training };
  }

  /** Checks what the item on show asks for; where the reader has just done it, it is ticked, and said. */
  private check(): void {
    const words = lessonWords(this.language);
    const { item, index, scene } = this;
    if (item === undefined || !this.itemCheck.check(item, index, scene, (start) => this.moment(start))) return;
    const said = item.kind === 'challenge' ? words.solvedSaid : words.doneSaid;
    this.request({ kind: 'announce', text: said(this.titleOf(item)) });
  }

  // ---- What it asks for ----------------------------------------------------------------------------------------------

  private request(action: LessonAction): void {
    // Not while a component draws, as it would change what it draws from.
    queueMicrotask(() => emit(this, 'sa-lesson-request', action));
  }

  /** The reader turned the page, and reads on there. */
  private goToPage(to: number): void {
    const { lesson, index } = this;
    const opens = index < 0 || openerOf(lesson, to) !== openerOf(lesson, index);
    // What was said of this page is not true of the next.
    this.request({ kind: 'announce', text: '' });
    const view = turnedTo(this.scene.view ?? {}, lesson, to);
    const turned = { kind: 'page', page: view.page, time: momentAt(lesson, to) } as const;
    const scene = () => withChoices(sceneAt(lesson, to), this.scene, sceneAt(lesson, Math.max(0, index)));
    this.request(opens ? { kind: 'open', scene: scene() } : turned);
    this.led = null;
    isOpeningPage = opens;
    setTimeout(() => this.readOn());
  }

  /** A page on another screen is drawn by another element, which the focus follows. */
  protected override firstUpdated(): void {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isOpeningPage && isFree) this.readOn();
    isOpeningPage = false;
  }

  private readOn(): void {
    this.scrollToText();
    this.querySelector<HTMLElement>('.lesson-page')?.focus({ preventScroll: true });
  }

  /** A sheet has room for the text, but not for the title and the marks above it. */
  private scrollToText(): void {
    this.closest('.sidebar')?.scrollTo({ top: 0 });
    if (this.sheet === 'lesson') this.querySelector('.turn')?.scrollIntoView({ block: 'start' });
  }

  private reset(): void {
    const { start } = this.itemCheck;
    if (start !== null) this.request({ kind: 'open', scene: start });
  }

  /** Gives the focus to what the page points at. */
  private async show(): Promise<void> {
    const { target } = this;
    if (target === null) return;
    if (this.sheet !== null && isControl(target)) this.request({ kind: 'open-controls' });
    await this.lead(target);
    focusAt(target, this.result);
  }

  /** What the page points at comes into sight; nothing that the reader does elsewhere is taken from under their hands. */
  private async lead(target: Target): Promise<void> {
    this.request({ kind: 'controls', beside: isControl(target) });
    // Where there is a sheet, it has to be drawn first.
    await afterFrame();
    await afterFrame();
    if (this.isConnected && target === this.target) await showTarget(this.language, target, this.result);
  }

  /** What the page on show points at. */
  private get target(): Target | null {
    const { item } = this;
    return item?.kind === 'page' ? (item.page.points ?? null) : null;
  }

  private async explain(key: string): Promise<void> {
    try {
      this.term = { key, glossary: await loadGlossary(this.language) };
    } catch {
      this.request({ kind: 'announce', text: lessonWords(this.language).noTerm });
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { index, target, sheet } = this;
    // A control that it points at is drawn after this frame, with the same change.
    void afterFrame().then(() => {
      if (this.isConnected) pointAt(this.language, target, this.result);
    });
    if (changed.has('sheet') && sheet === 'controls' && target !== null && isControl(target)) void this.lead(target);
    if (this.led === index && !changed.has('sheet')) return;
    if (sheet === 'lesson') this.scrollToText();
    if (this.led === index) return;
    this.led = index;
    // A challenge may need any control.
    if (target === null) {
      closeStep();
      showPicture();
      this.request({ kind: 'controls', beside: this.item?.kind === 'challenge' });
    } else if (!isTypingOutside(this)) void this.lead(target);
  }

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const { language, lesson, item } = this;
    if (item === undefined) return this.noPage();
    const items = { language, lesson, current: this.index, goTo: (index: number) => this.goToPage(index) };
    const titleOf = (one: LessonItem): string => this.titleOf(one);
    return html`
      ${
        lesson.id === 'questions'
          ? questionBar(language, item.id)
          : itemBar(items, this.items, titleOf, (one) => this.itemCheck.isDone(one))
      }
      ${turnBar(items)}
      <div
        class="lesson-page"
        tabindex="-1"
        lang=${this.textLanguage}
        @sa-term=${(event: DetailEvent<'sa-term'>) => void this.explain(event.detail)}
      >
        <h3>${this.titleOf(item)}</h3>
        ${item.kind === 'page' ? this.page(item.id) : this.challenge(item)}
      </div>
      ${
        this.term === null
          ? nothing
          : html`<sa-glossary
            .glossary=${this.term.glossary}
            .term=${this.term.key}
            .textLanguage=${this.language}
            @sa-glossary-close=${() => {
              this.term = null;
            }}
          ></sa-glossary>`
      }
    `;
  }

  private noPage(): TemplateResult {
    const words = lessonWords(this.language);
    return html`<div class="lesson-page" tabindex="-1">
      <p role="alert">${words.noPage(String(this.scene.view?.page))}</p>
      <button type="button" @click=${() => this.goToPage(0)}>${words.toFirst}</button>
    </div>`;
  }

  private page(id: string) {
    const words = lessonWords(this.language);
    const text = this.text.pages[id];
    const { item, target } = this;
    if (text === undefined || item?.kind !== 'page') return nothing;
    const { predict, sources } = item.page;
    return html`
      ${prose(text.body)}${text.onScreen === undefined ? nothing : prose(text.onScreen)}${programOf(this.language, item.page)}
      ${predict === undefined || text.predict === undefined ? nothing : this.prediction(id, predict, text.predict)}
      ${
        text.do === undefined
          ? nothing
          : html`<div class="asked">
              ${task(this.itemCheck.isDone(item), this.itemCheck.isDone(item) ? words.done : words.todo, line(text.do))}
              ${this.unchecked()}
            </div>`
      }
      ${sources === undefined ? nothing : sourcesOf(this.language, sources)}
      <div class="buttons">
        ${
          // It is in sight; this is the way for those who have no eyes or no mouse for it.
          target === null
            ? nothing
            : html`<button type="button" class="lead" @click=${() => void this.show()}>
              ${words.leadTo(targetName(this.language, target, this.result))}
            </button>`
        }
        ${stageLink(this, item.page)} ${namesSwitch(this.language, this)}
        ${this.itemCheck.hasChanged(this.scene) ? html`<button type="button" class="quiet" @click=${() => this.reset()}>${words.reset}</button>` : nothing}
      </div>
    `;
  }

  /** Why the page cannot check what the item on show asks for: the reader made the scene too large. */
  private unchecked(): TemplateResult {
    const words = lessonWords(this.language);
    const { excess } = this.itemCheck;
    const isLarge = this.problem === null && this.result.viewport !== null;
    const why = excess === null ? (isLarge ? words.tooLong : '') : words.tooManyCells(excess, lessonLimits.cells);
    return errorText('lesson-unchecked', why);
  }

  private prediction(id: string, prediction: Prediction, text: { readonly ask: string; readonly reveal: string }) {
    const answered = ({ detail }: DetailEvent<'sa-answer'>): void => {
      const answers = new Map(this.answers);
      if (detail === null) answers.delete(id);
      else answers.set(id, detail);
      this.answers = answers;
    };
    return keyed(
      id,
      html`<sa-prediction
        class=${this.answers.has(id) ? '' : 'asked'}
        .prediction=${prediction}
        .text=${text}
        .expected=${this.trace && predictedNumber(prediction, this.trace)}
        .answer=${this.answers.get(id) ?? null}
        @sa-answer=${answered}
      ></sa-prediction>`,
    );
  }

  private challenge(item: LessonItem) {
    const words = lessonWords(this.language);
    const { id } = item;
    const text = this.text.challenges[id];
    if (text === undefined) return nothing;
    const solved = this.itemCheck.isDone(item);
    return html`
      ${prose(text.ask)}
      <div class="asked">
        ${solved ? task(true, words.solved, line(text.done)) : html`<p class="todo">${words.unsolved}</p>`}
        ${this.unchecked()}
      </div>
      ${keyed(
        id,
        html`<details class="hint">
          <summary>${words.hint}</summary>
          ${prose(text.hint)}
        </details>`,
      )}
      <div class="buttons">
        <button type="button" ?disabled=${!this.itemCheck.hasChanged(this.scene)} @click=${() => this.reset()}>${words.resetChallenge}</button>
      </div>
    `;
  }
}
customElements.define('sa-lesson-pages', LessonPages);

/** What is to be done, ticked where it is. */
const task = (done: boolean, heading: string, text: unknown): TemplateResult =>
  html`<p class=${done ? 'todo is-done' : 'todo'}>
    ${done ? html`<span class="tick" aria-hidden="true">✓</span> ` : nothing}<strong>${heading}</strong> ${text}
  </p>`;
