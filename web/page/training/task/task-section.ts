import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { errorText, selectField } from '../../../controls/field.ts';
import { LightDomElement } from '../../../controls/light-dom-element.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import type { TrainingFacts } from '../../../lessons/condition.ts';
import type { Scene } from '../../../scene/types.ts';
import { HeadChoice } from '../../../views/grid/head-maps.ts';
import { formatConstant } from '../../../views/index.ts';
import { TaskChoiceChange } from './choice-form.ts';
import { type RunChoice, suitedTo } from './choices.ts';
import { LookRequest, TokenChoice } from './example-section.ts';
import { historySlider } from './history.ts';
import { models } from './models.ts';
import type { Measured } from './protocol.ts';
import { RunControl } from './run-control.ts';
import { runCurves, runFiles, runNotes, runState } from './run-state.ts';
import { runText } from './run-text.ts';
import type { Side } from './side.ts';
import { adoptTaskStyles } from './styles.ts';
import './choice-form.ts';
import './run-link.ts';
import { LinkedRuns, linkedChoices } from './linked-runs.ts';

/** Milliseconds after the last key before what was typed is looked at. */
const PATIENCE = 150;

/** Steps a second; null: as many as there can be. */
const paces = [
  { name: 'full', perSecond: null },
  { name: 'hundred', perSecond: 100 },
  { name: 'ten', perSecond: 10 },
  { name: 'one', perSecond: 1 },
] as const;
type Pace = (typeof paces)[number]['name'];
const perSecond = (pace: Pace): number | null => paces.find(({ name }) => name === pace)?.perSecond ?? null;

/**
 * `<sa-train-task>`: a model of its own learns a task, or two models side by side, each in a worker, which begins when this is first in
 * sight and ends with this element. `sa-keep` opens what was learned.
 */
export class TaskSection extends LightDomElement {
  /** Of the page: a link to runs holds it too, and may bring runs. */
  @property({ attribute: false }) scene!: Scene;
  @state() private sides: readonly Side[] = [];
  /** What is wrong with the runs of the link that the page was opened with. */
  @state() private linkProblem = '';
  @state() private status = '';
  @state() private pace: Pace = 'full';
  /** The token that is followed. */
  @state() private query = 0;
  /** What was told of each run last. */
  private readonly measured = new Map<Side['name'], Measured>();
  private written: readonly string[] = [];
  private readonly ofLink = new LinkedRuns(this);
  private clock: ReturnType<typeof setInterval> | undefined;
  private readonly sight = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) this.open();
  });

  constructor() {
    super();
    this.addEventListener(LookRequest.type, this.onLook);
    this.addEventListener(TokenChoice.type, (event) => {
      if (event instanceof TokenChoice) this.query = event.detail;
    });
    this.addEventListener(HeadChoice.type, (event) => {
      if (!(event instanceof HeadChoice)) return;
      // It is no head of the page's scene.
      event.stopPropagation();
      const side = this.sideAt(event);
      if (side !== undefined) side.head = event.detail;
      this.requestUpdate();
    });
    this.addEventListener(TaskChoiceChange.type, (event) => {
      const side = this.sideAt(event);
      if (event instanceof TaskChoiceChange && side !== undefined) this.choose(side, event.detail);
    });
  }

  /** The run that an event of one of its parts is about. */
  private sideAt({ target }: Event): Side | undefined {
    const part = target instanceof Element ? target.closest('sa-task-choice, sa-task-example, sa-task-heads') : null;
    const name = part === null ? null : Reflect.get(part, 'run');
    return this.sides.find((side) => side.name === name);
  }

  private readonly onLook = (event: Event): void => {
    if (!(event instanceof LookRequest)) return;
    const begun = this.sideAt(event)?.control.begun;
    // Another task has other symbols.
    for (const { control } of this.sides)
      if (control.begun?.choice.task === begun?.choice.task) control.look(event.detail);
  };

  override connectedCallback(): void {
    super.connectedCallback();
    adoptTaskStyles();
    document.addEventListener('visibilitychange', this.onVisibility);
    this.sides = this.linked().map((choice, at) => this.sideOf(at === 0 ? 'A' : 'B', choice));
    this.sight.observe(this);
    // Times go on while nothing else is told.
    this.clock = setInterval(() => this.isRunning && this.requestUpdate(), 500);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.sight.disconnect();
    clearInterval(this.clock);
    for (const side of this.sides) this.leave(side);
  }

  private readonly onVisibility = (): void => {
    if (document.hidden) for (const { control } of this.sides) control.pause('hidden');
  };

  private get isRunning(): boolean {
    return this.sides.some(({ control }) => control.isRunning);
  }

  /** A lesson asks for what a run has reached. */
  protected override updated(): void {
    for (const { name, control } of this.sides) {
      const { begun, last } = control;
      if (begun?.facts == null || last === null) continue;
      if (this.measured.get(name) === last) continue;
      this.measured.set(name, last);
      const { task, layers, heads, dModel, positions, mask } = begun.choice;
      const { step, accuracy } = last;
      const detail: TrainingFacts = {
        task,
        layers,
        heads,
        dModel,
        positions,
        mask,
        size: begun.facts.size,
        step,
        accuracy,
      };
      this.dispatchEvent(new CustomEvent<TrainingFacts>('sa-measured', { detail, bubbles: true }));
    }
  }

  // ---- What is chosen ------------------------------------------------------------------------------------------------

  private linked(): readonly RunChoice[] {
    const { choices, problem } = linkedChoices(this.scene);
    this.linkProblem = problem;
    return choices;
  }

  /** A step back, or another link. */
  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('scene')) return;
    if (this.ofLink.isOther(this.scene, changed.get('scene') as Scene | undefined, this.texts())) this.follow();
  }

  private follow(): void {
    const choices = this.linked();
    for (const side of this.sides.slice(choices.length)) this.leave(side);
    this.sides = choices.map((choice, at) => {
      const side = this.sides[at] ?? this.sideOf('B', choice);
      side.choice = choice;
      this.settle(side);
      return side;
    });
  }

  /** What is no number has no place in a link. */
  private tell(): void {
    const choices = this.sides.flatMap(({ choice }) => Object.values(choice));
    if (!choices.some(Number.isNaN)) this.ofLink.tell(this.scene, this.texts());
  }

  private sideOf(name: Side['name'], choice: RunChoice): Side {
    const control = new RunControl(() => this.requestUpdate());
    return { name, control, choice, others: new Map(), waiting: 0, head: null };
  }

  /** The first sight of it: until then nothing is fetched. */
  private open(): void {
    this.sight.disconnect();
    for (const side of this.sides) side.control.check(side.choice);
  }

  private leave(side: Side): void {
    window.clearTimeout(side.waiting);
    side.control.close();
  }

  private choose(side: Side, change: Partial<RunChoice>): void {
    const { choice } = side;
    side.others.set(choice.task, choice);
    const task = change.task ?? choice.task;
    const base = task === choice.task ? choice : (side.others.get(task) ?? suitedTo(task, taskWords.text));
    side.choice = { ...base, ...change };
    this.status = '';
    window.clearTimeout(side.waiting);
    side.waiting = window.setTimeout(() => side.control.check(side.choice), PATIENCE);
    this.tell();
    this.requestUpdate();
  }

  // ---- What is pressed -----------------------------------------------------------------------------------------------

  /** A run that has come to its end waits for one that has not begun. */
  private readonly play = (): void => {
    const isBehind = this.sides.some(({ control }) => control.begun === null);
    this.each((control) => {
      if (!isBehind || control.phase !== 'done') control.play();
    });
  };
  private readonly pause = (): void => this.each((control) => control.pause('paused'));
  private readonly once = (): void => this.each((control) => control.once());
  private readonly restart = (): void => this.each((control) => control.begin(false));

  private each(press: (control: RunControl) => void): void {
    this.status = '';
    for (const side of this.sides) {
      this.settle(side);
      press(side.control);
    }
  }

  /** What was typed last counts, however soon after it a button is pressed. */
  private settle(side: Side): void {
    window.clearTimeout(side.waiting);
    if (!side.control.isOf(side.choice)) side.control.check(side.choice);
  }

  private readonly anotherSeed = (): void => {
    for (const side of this.sides) {
      this.choose(side, { seed: Number.isInteger(side.choice.seed) ? (side.choice.seed + 1) >>> 0 : 1 });
      this.settle(side);
      side.control.begin(false);
    }
  };

  /** Every run to what was kept of it last before that step. */
  private back(step: number): void {
    this.status = '';
    for (const { control } of this.sides) {
      const snapshot = control.snapshots.findLast((one) => one.step <= step);
      if (snapshot !== undefined) control.restore(snapshot);
    }
  }

  private readonly compare = (): void => {
    const [first, second] = this.sides;
    if (first === undefined) return;
    if (second !== undefined) {
      this.leave(second);
      this.sides = [first];
      this.tell();
      return;
    }
    const added = this.sideOf('B', first.choice);
    added.control.pace = perSecond(this.pace);
    added.control.look(first.control.looked);
    this.sides = [first, added];
    added.control.check(added.choice);
    this.tell();
  };

  private differ(side: Side, change: Partial<RunChoice>): void {
    const [first] = this.sides;
    if (first !== undefined) this.choose(side, { ...first.choice, ...change });
  }

  private keep({ control }: Side): void {
    control.scene((scene) => {
      this.status = taskWords.buttons.opened;
      this.dispatchEvent(new CustomEvent<Scene>('sa-keep', { detail: scene, bubbles: true }));
    });
  }

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const words = taskWords;
    const { sides } = this;
    return html`
      <h3 id="task-title" tabindex="-1">${words.title}</h3>
      <p class="about">${words.about}</p>
      ${errorText('task-link', this.linkProblem)}
      <div class="task-sides">
        ${sides.map(
          ({ name, choice, control }) =>
            html`<sa-task-choice .isOneOfTwo=${sides.length > 1} .run=${name} .choice=${choice} .problem=${control.problem} .facts=${control.facts}></sa-task-choice>`,
        )}
      </div>
      ${this.comparison()}
      <div class="training-now">
        ${this.playButton()}
        <div class="task-sides">${sides.map((side) => runState(side, sides.length > 1))}</div>
      </div>
      <div class="task-sides">${sides.map(runNotes)}</div>
      ${this.buttons()}
      <p class="note" role="status">${this.status}</p>
      ${runCurves(sides)} ${this.history()} ${models(sides, this.query)}
      <div class="task-sides">${sides.map((side) => runFiles(side, sides.length > 1))}</div>
      <sa-run-link .scene=${this.scene} .runs=${this.texts()}></sa-run-link>
    `;
  }

  /** Nothing can be begun with what is chosen. */
  private get cannot(): boolean {
    return this.sides.some(({ control }) => !control.canBegin);
  }

  private get goesOn(): boolean {
    return this.sides.every(({ control }) => control.canGoOn);
  }

  private playButton(): TemplateResult {
    const { isRunning, cannot, goesOn } = this;
    return isRunning
      ? html`<button type="button" class="run-play" @click=${this.pause}>${taskWords.buttons.pause}</button>`
      : html`<button type="button" class="run-play" ?disabled=${cannot && !goesOn} @click=${this.play}>${this.playText(goesOn)}</button>`;
  }

  private buttons(): TemplateResult {
    const { buttons: own } = taskWords;
    const { sides, isRunning, cannot, goesOn } = this;
    const hasBegun = sides.some(({ control }) => control.begun !== null);
    const isLost = sides.some(
      ({ control }) => control.problem?.code === 'wasm-load' || control.problem?.code === 'unexpected',
    );
    return html`<div class="training-buttons">
      <button type="button" ?disabled=${isRunning || (cannot && !goesOn)} @click=${this.once}>${own.once}</button>
      <button type="button" ?disabled=${cannot || !hasBegun} @click=${this.restart}>${own.restart}</button>
      <button type="button" ?disabled=${cannot} @click=${this.anotherSeed}>${own.seed}</button>
      ${this.paceChoice()}
      ${isLost ? html`<button type="button" @click=${this.open}>${own.again}</button>` : nothing}
      ${sides.map(
        (side) =>
          html`<button type="button" ?disabled=${isRunning || side.control.begun === null} @click=${() => this.keep(side)}>${sides.length > 1 ? own.open(side.name) : own.openOnly}</button>`,
      )}
    </div>`;
  }

  /** The same list as long as it says the same. */
  private texts(): readonly string[] {
    const texts = this.sides.map(({ choice }) => runText(choice, taskWords.text));
    if (String(texts) !== String(this.written)) this.written = texts;
    return this.written;
  }

  private comparison(): TemplateResult {
    const { compare: own } = taskWords;
    const second = this.sides[1];
    const toggle = html`<button type="button" aria-expanded=${second === undefined ? 'false' : 'true'} @click=${this.compare}>${second === undefined ? own.second : own.alone}</button>`;
    if (second === undefined) return html`<div class="training-buttons">${toggle}</div>`;
    return html`<div class="training-buttons" role="group" aria-label=${own.copies}>
      ${toggle}
      <span aria-hidden="true">${own.copies}</span>
      <button type="button" @click=${() => this.differ(second, { positions: 'none' })}>${own.noPositions}</button>
      <button type="button" @click=${() => this.differ(second, { layers: 1 })}>${own.oneLayer}</button>
      <button type="button" @click=${() => this.differ(second, { mask: 'none' })}>${own.noMask}</button>
    </div>`;
  }

  private history(): TemplateResult | typeof nothing {
    const controls = this.sides.map(({ control }) => control);
    const [longest] = controls.toSorted(
      (one, other) => (other.snapshots.at(-1)?.step ?? 0) - (one.snapshots.at(-1)?.step ?? 0),
    );
    if (longest === undefined || longest.snapshots.length < 2) return nothing;
    const { snapshots, step } = longest;
    return historySlider({ snapshots, step, onChoose: (chosen) => this.back(chosen) });
  }

  private paceChoice(): TemplateResult {
    const { buttons: own } = taskWords;
    return selectField({
      id: 'task-pace',
      label: own.pace,
      options: paces.map(({ name }) => ({ value: name, text: own.paces[name] })),
      value: this.pace,
      problem: '',
      onChoose: (pace) => {
        this.pace = pace;
        for (const { control } of this.sides) control.setPace(perSecond(pace));
      },
    });
  }

  private playText(goesOn: boolean): string {
    const { buttons: own } = taskWords;
    if (!goesOn) return own.play;
    const [first] = this.sides;
    return first?.control.phase === 'done' ? own.more(formatConstant(first.choice.steps)) : own.resume;
  }
}
customElements.define('sa-train-task', TaskSection);
