import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { loadGlossary } from '../../i18n/lesson-texts.ts';
import { lessonWords } from '../../i18n/lessons.ts';
import { type LessonState, predictedNumber } from '../../lessons/condition.ts';
import type { Glossary, Lesson, LessonText, Prediction } from '../../lessons/types.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import type { Problem } from '../../model/problem.ts';
import type { Scene } from '../../scene/types.ts';
import { type LessonAction, type PageEvent, request } from '../shell/events.ts';
import { bare, isDone, itemsOf, type LessonItem, openerOf, sceneAt } from './course.ts';
import { line, prose } from './glossary.ts';
import { calledAs, isControl, leadTo, pointAt } from './pointer.ts';
import type { Answer } from './prediction.ts';
import './prediction.ts';

/** Milliseconds that the scene has to rest, with what was asked for done, before the lesson goes on: time to see the tick. */
const rest = 1800;

/**
 * A lesson, one page at a time. Which page that is stands in the scene's view; what has been done, guessed and solved is
 * kept here for as long as the lesson is open. It asks for other scenes and pages (`sa-lesson-request`) and checks each picture.
 */
export class LessonPages extends LightDomElement {
  @property({ attribute: false }) lesson!: Lesson;
  @property({ attribute: false }) text!: LessonText;
  /** The language of `text`. */
  @property({ attribute: false }) language = '';
  /** The scene that was asked for; `picture` is of an earlier one where there is a `problem` with it. */
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) picture!: ComputedScene;
  @property({ attribute: false }) problem: Problem | null = null;
  /** The scene that arrived last as a whole, from a link, a lesson or the page before. */
  @property({ attribute: false }) arrived!: Scene;
  /** Ids of the pages and challenges that were done. */
  @state() private done: ReadonlySet<string> = new Set();
  @state() private answers: ReadonlyMap<string, Answer> = new Map();
  /** The item that the lesson went on from by itself. */
  @state() private cameFrom: number | null = null;
  @state() private term: { readonly key: string; readonly glossary: Glossary } | null = null;
  private items: readonly LessonItem[] = [];
  /** Where the reader began the item on show, and whether what it asks for held when it was checked last. */
  private begun: { readonly index: number; readonly scene: Scene; done: boolean | null; bare?: string } | null = null;
  private timer = 0;
  /** The item was done just now; each further change puts off its turning. */
  private going = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    pointAt(null, this.picture);
  }

  /** The page in the scene's view; it may be one that the lesson does not have. */
  private get index(): number {
    return this.scene.view?.page ?? 0;
  }

  private get item(): LessonItem | undefined {
    return this.items[this.index];
  }

  private titleOf(item: LessonItem): string {
    const { pages, challenges } = this.text;
    return (item.kind === 'page' ? pages[item.id] : challenges[item.id])?.title ?? item.id;
  }

  /** "Page 2 of 9", "Challenge 1 of 3". */
  private whereIs(index: number): string {
    const { pages, challenges } = this.lesson;
    return index < pages.length
      ? lessonWords.page(index + 1, pages.length)
      : lessonWords.challenge(index - pages.length + 1, challenges.length);
  }

  // ---- What has been done --------------------------------------------------------------------------------------------

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('lesson')) {
      this.items = itemsOf(this.lesson);
      this.done = new Set();
      this.answers = new Map();
      this.begun = null;
      this.cameFrom = null;
    }
    if (!['scene', 'picture', 'problem', 'lesson'].some((name) => changed.has(name))) return;
    const target = this.behind();
    if (target === null) this.check();
    else this.request({ kind: 'open', scene: target });
  }

  /**
   * A link that names a page of the lesson means the scene of that page: that scene, where the one that arrived is still
   * the lesson's first; else null.
   */
  private behind(): Scene | null {
    const { lesson, index, scene } = this;
    if (scene !== this.arrived || this.item === undefined || index === 0) return null;
    const target = sceneAt(lesson, index);
    const first = bare(lesson.scene);
    return bare(scene) === first && bare(target) !== first ? target : null;
  }

  private moment(start: Scene): LessonState {
    const { scene, picture, problem } = this;
    return { scene, start, trace: problem === null && picture.lens === null ? picture.trace : null, problem };
  }

  /** Checks what the item on show asks for; where the reader has just done it, it is ticked, and the lesson goes on. */
  private check(): void {
    clearTimeout(this.timer);
    const { item, index } = this;
    if (item === undefined) return;
    if (this.begun?.index !== index) {
      const own = item.kind === 'challenge' || openerOf(this.lesson, index) === index;
      this.going = false;
      this.begun = { index, scene: own ? sceneAt(this.lesson, index) : this.scene, done: null };
    }
    const done = isDone(item, this.moment(this.begun.scene));
    const before = this.begun.done;
    this.begun.done = done;
    if (done !== true) return;
    const news = !this.done.has(item.id);
    if (news) this.done = new Set([...this.done, item.id]);
    // What held from the start, or had been done before, is no reason to turn the page.
    if (before === null) return;
    if (item.kind === 'challenge') {
      if (news) this.request({ kind: 'announce', text: lessonWords.solvedSaid(this.titleOf(item)) });
    } else if (news || this.going) {
      this.going = true;
      this.timer = window.setTimeout(() => this.goOn(index), rest);
    }
  }

  private goOn(from: number): void {
    const to = from + 1;
    const next = this.items[to];
    if (this.index !== from || next === undefined) return;
    const within = this.querySelector('.lesson-page')?.contains(document.activeElement) ?? false;
    this.turn(to, within);
    this.cameFrom = from;
    this.request({ kind: 'announce', text: lessonWords.movedOn(this.whereIs(to), this.titleOf(next)) });
  }

  // ---- What it asks for ----------------------------------------------------------------------------------------------

  private request(action: LessonAction): void {
    // Not while a component draws, as it would change what it draws from.
    queueMicrotask(() => request(this, 'sa-lesson-request', action));
  }

  /** `focus`: the reader turned the page, and reads on there. */
  private turn(to: number, focus = true): void {
    const { lesson, index } = this;
    const known = index < this.items.length;
    const opens = !known || openerOf(lesson, to) !== openerOf(lesson, index);
    this.cameFrom = null;
    this.going = false;
    this.request(opens ? { kind: 'open', scene: sceneAt(lesson, to) } : { kind: 'turn', page: to });
    if (focus) setTimeout(() => this.readOn());
  }

  private readOn(): void {
    // The button that turned the page is at its foot, the next page begins at the head.
    this.closest('.sidebar')?.scrollTo({ top: 0 });
    this.querySelector<HTMLElement>('.lesson-page')?.focus({ preventScroll: true });
  }

  private reset(): void {
    if (this.begun !== null) this.request({ kind: 'open', scene: this.begun.scene });
  }

  private async show(): Promise<void> {
    const { item } = this;
    if (item?.kind !== 'page' || item.page.points === undefined) return;
    const target = item.page.points;
    if (isControl(target)) {
      request(this, 'sa-lesson-request', { kind: 'controls' });
      // The sheet of a narrow screen has to be there first.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
    await leadTo(target, this.picture);
  }

  private async explain(key: string): Promise<void> {
    try {
      this.term = { key, glossary: await loadGlossary(this.language) };
    } catch {
      this.request({ kind: 'announce', text: lessonWords.noTerm });
    }
  }

  protected override updated(): void {
    const { item } = this;
    const points = item?.kind === 'page' ? (item.page.points ?? null) : null;
    // What it points at may only now be drawn, with the same change.
    requestAnimationFrame(() => {
      if (this.isConnected) pointAt(points, this.picture);
    });
  }

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const { items, index, item } = this;
    if (item === undefined) return this.noPage();
    return html`
      ${this.itemBar()}
      <div
        class="lesson-page"
        tabindex="-1"
        lang=${this.language}
        @sa-term=${(event: PageEvent<'sa-term'>) => void this.explain(event.detail)}
      >
        ${this.wayBack()}
        <h3>${this.titleOf(item)}</h3>
        ${item.kind === 'page' ? this.page(item.id, item.page.points !== undefined) : this.challenge(item.id)}
      </div>
      <footer>
        <button type="button" ?disabled=${index === 0} @click=${() => this.turn(index - 1)}>${lessonWords.back}</button>
        <span>${this.whereIs(index)}</span>
        <button type="button" ?disabled=${index >= items.length - 1} @click=${() => this.turn(index + 1)}>
          ${lessonWords.next}
        </button>
      </footer>
      ${
        this.term === null
          ? nothing
          : html`<sa-glossary
            .glossary=${this.term.glossary}
            .term=${this.term.key}
            .language=${this.language}
            @sa-glossary-close=${() => {
              this.term = null;
            }}
          ></sa-glossary>`
      }
    `;
  }

  /** One mark a page of the lesson, another a challenge; a tick where it was done. */
  private itemBar(): TemplateResult {
    const own = lessonWords;
    return html`<nav class="lesson-items" aria-label=${own.contents}>
      <ol>
        ${this.items.map((item, at) => {
          const isPage = item.kind === 'page';
          const title = this.titleOf(item);
          const name = isPage ? own.toPage(at + 1, title) : own.toChallenge(at - this.lesson.pages.length + 1, title);
          const done = this.done.has(item.id);
          return html`<li>
            <button
              type="button"
              class=${done ? `${item.kind} is-done` : item.kind}
              title=${name}
              aria-label=${done ? `${name}, ${isPage ? own.isDone : own.isSolved}` : name}
              aria-current=${at === this.index ? 'step' : 'false'}
              @click=${() => this.turn(at)}
            >
              <span aria-hidden="true">${done ? '✓' : ''}</span>
            </button>
          </li>`;
        })}
      </ol>
    </nav>`;
  }

  private noPage(): TemplateResult {
    return html`<div class="lesson-page" tabindex="-1">
      <p role="alert">${lessonWords.noPage(this.index, this.items.length)}</p>
      <button type="button" @click=${() => this.turn(0)}>${lessonWords.toFirst}</button>
    </div>`;
  }

  private wayBack() {
    const from = this.cameFrom;
    const item = from === null ? undefined : this.items[from];
    if (from === null || item === undefined) return nothing;
    return html`<p class="came-from">
      <span class="tick" aria-hidden="true">✓</span> ${lessonWords.cameFrom(this.titleOf(item))}
      <button type="button" class="quiet" @click=${() => this.turn(from)}>${lessonWords.wayBack}</button>
    </p>`;
  }

  private page(id: string, points: boolean) {
    const text = this.text.pages[id];
    const { item } = this;
    if (text === undefined || item?.kind !== 'page') return nothing;
    const { predict } = item.page;
    return html`
      ${prose(text.body)}
      ${predict === undefined || text.predict === undefined ? nothing : this.prediction(id, predict, text.predict)}
      ${
        text.do === undefined
          ? nothing
          : task(this.done.has(id), this.done.has(id) ? lessonWords.done : lessonWords.todo, line(text.do))
      }
      <div class="buttons">
        ${
          points && item.page.points !== undefined
            ? html`<button
              type="button"
              aria-label=${lessonWords.showName(calledAs(item.page.points))}
              @click=${() => void this.show()}
            >
              ${lessonWords.show}
            </button>`
            : nothing
        }
        ${this.changed ? html`<button type="button" class="quiet" @click=${() => this.reset()}>${lessonWords.reset}</button>` : nothing}
      </div>
    `;
  }

  /** The scene is another than when the reader came to the page. */
  private get changed(): boolean {
    const { begun, scene } = this;
    if (begun === null || begun.scene === scene) return false;
    begun.bare ??= bare(begun.scene);
    return begun.bare !== bare(scene);
  }

  private prediction(id: string, prediction: Prediction, text: { readonly ask: string; readonly reveal: string }) {
    const answered = ({ detail }: PageEvent<'sa-answer'>): void => {
      const answers = new Map(this.answers);
      if (detail === null) answers.delete(id);
      else answers.set(id, detail);
      this.answers = answers;
    };
    return keyed(
      id,
      html`<sa-prediction
        .prediction=${prediction}
        .text=${text}
        .expected=${this.problem === null && this.picture.lens === null ? predictedNumber(prediction, this.picture.trace) : null}
        .answer=${this.answers.get(id) ?? null}
        @sa-answer=${answered}
      ></sa-prediction>`,
    );
  }

  private challenge(id: string) {
    const text = this.text.challenges[id];
    if (text === undefined) return nothing;
    const solved = this.done.has(id);
    return html`
      ${prose(text.ask)}
      ${solved ? task(true, lessonWords.solved, line(text.done)) : html`<p class="todo">${lessonWords.unsolved}</p>`}
      ${keyed(
        id,
        html`<details class="hint">
          <summary>${lessonWords.hint}</summary>
          ${prose(text.hint)}
        </details>`,
      )}
      <div class="buttons">
        <button type="button" ?disabled=${!this.changed} @click=${() => this.reset()}>${lessonWords.resetChallenge}</button>
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
