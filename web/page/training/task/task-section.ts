import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { errorText } from '../../../controls/field.ts';
import { LightDomElement } from '../../../controls/light-dom-element.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import type { Scene } from '../../../scene/types.ts';
import { formatConstant } from '../../../views/index.ts';
import { type DetailEvent, emit } from '../../shell/events.ts';
import type { InspectedSequence, Measured } from '../protocol.ts';
import { RunControl } from '../run-control.ts';
import { playButton } from '../run-views.ts';
import { MOST_POINTS } from '../snapshot-schedule.ts';
import { adoptTrainingStyles } from '../styles.ts';
import './choice-form.ts';
import { planOf, type RunChoice, suitedTo, type TaskPlan } from './choices.ts';
import { comparison } from './comparison.ts';
import { historySlider } from './history.ts';
import { LinkedRuns, linkedChoices } from './linked-runs.ts';
import { blankHeads, headMaps, headSwitches, measureCurves, sequences } from './models.ts';
import { type Pace, paceChoice, perSecond } from './pace.ts';
import { runCurves, runFiles, runNotes, runState } from './run-state.ts';
import { runText } from './run-text.ts';
import type { Side } from './side.ts';
import './run-link.ts';
import { canWrite } from './write-section.ts';

/** Milliseconds after the last key before a choice is checked. */
const CHECK_DELAY = 150;

/**
 * `<sa-train-task>`: a separate model learns a task, or two models side by side. Each has a worker, which starts when this element is
 * first in view and ends with it. `sa-open-scene` opens the model.
 */
export class TaskSection extends LightDomElement {
  /** The page's scene: a link to runs contains it, and its view may name runs. */
  @property({ attribute: false }) scene!: Scene;
  @state() private sides: readonly Side[] = [];
  /** The problem of the runs in the opened link. */
  @state() private linkProblem = '';
  @state() private status = '';
  @state() private pace: Pace = 'hundred';
  @state() private areMeasuresShown = false;
  /** The followed token. */
  @state() private query = 0;
  /** The last measurement of each run that lessons were told. */
  private readonly announced = new Map<Side['name'], Measured>();
  private runTexts: readonly string[] = [];
  private readonly linkedRuns = new LinkedRuns(this);
  private clock: ReturnType<typeof setInterval> | undefined;
  private readonly observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) this.open();
  });

  private readonly chooseHead = (side: Side, head: number): void => {
    side.head = head;
    this.requestUpdate();
  };

  constructor() {
    super();
    this.addEventListener('sa-token-choice', ({ detail }) => {
      this.query = detail;
    });
  }

  /** In all runs of the same task: another task has other symbols. */
  private readonly inspect = (side: Side, sequence: InspectedSequence): void => {
    const task = side.control.begun?.plan.choice.task;
    for (const { control } of this.sides) if (control.begun?.plan.choice.task === task) control.inspect(sequence);
  };

  override connectedCallback(): void {
    super.connectedCallback();
    adoptTrainingStyles();
    document.addEventListener('visibilitychange', this.onVisibility);
    this.sides = this.linked().map((choice, index) => this.sideOf(index === 0 ? 'A' : 'B', choice));
    this.observer.observe(this);
    // The times advance while nothing else changes.
    this.clock = setInterval(() => this.isRunning && this.requestUpdate(), 500);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.observer.disconnect();
    clearInterval(this.clock);
    for (const side of this.sides) this.close(side);
  }

  private readonly onVisibility = (): void => {
    if (document.hidden) for (const { control } of this.sides) control.pause('hidden');
  };

  private get isRunning(): boolean {
    return this.sides.some(({ control }) => control.isRunning);
  }

  /** A link to runs leads to them, unless the reader has begun elsewhere. */
  protected override firstUpdated(): void {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (this.scene?.view?.runs === undefined || !isFree) return;
    this.querySelector<HTMLElement>('#task-title')?.focus();
  }

  /** Lessons have conditions about the result of a run. */
  protected override updated(): void {
    for (const { name, control } of this.sides) {
      const { begun, last } = control;
      if (begun?.facts == null || last === null || this.announced.get(name) === last) continue;
      this.announced.set(name, last);
      const { task, layers, heads, dModel, positions, mask } = begun.plan.choice;
      const { size } = begun.facts;
      const { step, accuracy } = last;
      emit(this, 'sa-measured', { task, layers, heads, dModel, positions, mask, size, step, accuracy });
    }
  }

  // ---- Choices -------------------------------------------------------------------------------------------------------

  private linked(): readonly RunChoice[] {
    const { choices, problem } = linkedChoices(this.language, this.scene);
    this.linkProblem = problem;
    return choices;
  }

  /** After an undo, or another link. */
  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('scene')) return;
    if (this.linkedRuns.hasChanged(this.scene, changed.get('scene') as Scene | undefined, this.texts()))
      this.takeLinkedChoices();
  }

  private takeLinkedChoices(): void {
    const choices = this.linked();
    for (const side of this.sides.slice(choices.length)) this.close(side);
    this.sides = choices.map((choice, index) => {
      const side = this.sides[index] ?? this.sideOf('B', choice);
      side.choice = choice;
      this.settle(side);
      return side;
    });
  }

  /** A field that is not a number cannot be in a link. */
  private updateLink(): void {
    const choices = this.sides.flatMap(({ choice }) => Object.values(choice));
    if (!choices.some(Number.isNaN)) this.linkedRuns.send(this.scene, this.texts());
  }

  private sideOf(name: Side['name'], choice: RunChoice): Side {
    const control = new RunControl<TaskPlan>(() => this.requestUpdate(), MOST_POINTS);
    control.pace = perSecond(this.pace);
    return { name, control, choice, checked: null, others: new Map(), timer: 0, head: null };
  }

  /** Nothing is loaded before the element is in view. */
  private open(): void {
    this.observer.disconnect();
    for (const side of this.sides) this.check(side);
  }

  private check(side: Side): void {
    side.checked = side.choice;
    side.control.check(planOf(side.choice));
  }

  private close(side: Side): void {
    window.clearTimeout(side.timer);
    side.control.close();
  }

  private choose(side: Side, change: Partial<RunChoice>): void {
    const { choice } = side;
    side.others.set(choice.task, choice);
    const task = change.task ?? choice.task;
    const base =
      task === choice.task ? choice : (side.others.get(task) ?? suitedTo(task, taskWords(this.language).text));
    side.choice = { ...base, ...change };
    this.status = '';
    window.clearTimeout(side.timer);
    side.timer = window.setTimeout(() => this.check(side), CHECK_DELAY);
    this.updateLink();
    this.requestUpdate();
  }

  // ---- Commands ------------------------------------------------------------------------------------------------------

  /** Of a finished run with other choices now, more steps would be those of the old ones. */
  private isOutdated({ control: { begun, phase }, choice }: Side): boolean {
    return phase === 'done' && begun !== null && begun.plan.choice !== choice;
  }

  /** A finished run does not go on while the other has not begun. */
  private readonly play = (): void => {
    if (this.sides.some((side) => this.isOutdated(side))) {
      this.restart();
      return;
    }
    const isBehind = this.sides.some(({ control }) => control.begun === null);
    this.each((control) => {
      if (!isBehind || control.phase !== 'done') control.play();
    });
  };
  private readonly pause = (): void => this.each((control) => control.pause('paused'));
  private readonly once = (): void => this.each((control) => control.once());
  private readonly restart = (): void => this.each((control) => control.begin(false));

  private each(command: (control: Side['control']) => void): void {
    this.status = '';
    for (const side of this.sides) {
      this.settle(side);
      command(side.control);
    }
  }

  /** A button counts for the newest choice, even before its delay is over. */
  private settle(side: Side): void {
    window.clearTimeout(side.timer);
    if (side.checked !== side.choice) this.check(side);
  }

  private readonly anotherSeed = (): void => {
    for (const side of this.sides) {
      this.choose(side, { seed: Number.isInteger(side.choice.seed) ? (side.choice.seed + 1) >>> 0 : 1 });
      this.settle(side);
      side.control.begin(false);
    }
  };

  /** Every run goes back to its last snapshot before that step. */
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
      this.close(second);
      this.sides = [first];
      this.updateLink();
      return;
    }
    first.control.leaveOut([]);
    const added = this.sideOf('B', first.choice);
    added.control.pace = perSecond(this.pace);
    added.control.inspect(first.control.sequence);
    this.sides = [first, added];
    this.check(added);
    this.updateLink();
  };

  private differ(side: Side, change: Partial<RunChoice>): void {
    const [first] = this.sides;
    if (first !== undefined) this.choose(side, { ...first.choice, ...change });
  }

  private openModel({ control }: Side): void {
    control.scene((scene) => {
      this.status = taskWords(this.language).buttons.opened;
      emit(this, 'sa-open-scene', { scene, message: '' });
    });
  }

  // ---- Rendering -----------------------------------------------------------------------------------------------------

  protected override render() {
    const words = taskWords(this.language);
    const { sides } = this;
    const isInspected = sides.some(({ control }) => control.inspected !== null);
    return html`<div class="task-screen ${sides.length > 1 ? 'two' : ''}">
      <div class="task-start">
        <h2 id="task-title" tabindex="-1">${words.title}</h2>
        ${errorText('task-link', this.linkProblem)}
        <div class="training-now">${this.playButton()}</div>
        ${sides.length === 1 ? sides.map(({ choice }) => html`<p class="task-about">${words.tasks[choice.task].about}</p>`) : nothing}
      </div>
      <section class="task-heads" aria-label=${words.heads.title}>
        ${isInspected ? headMaps(this.language, sides, this.query, this.chooseHead) : blankHeads(sides[0]?.choice)}
      </section>
      <section class="task-curves" aria-label=${words.curves.title}>
        ${isInspected ? nothing : html`<p class="about">${words.about}</p>`}
        <div class="task-sides">${sides.map((side) => runState(this.language, side, sides.length > 1))}</div>
        <div class="task-sides task-notes">${sides.map((side) => runNotes(this.language, side))}</div>
        ${sides.length === 1 ? sides.map((side) => headSwitches(this.language, side)) : nothing}
        ${runCurves(this.language, sides)}
        ${isInspected ? this.measures() : nothing}
      </section>
      <div class="task-sequences">${sequences(this.language, sides, this.query, this.inspect)}</div>
      <div class="task-setup">
        ${this.buttons()}
        <div class="task-sides">
          ${sides.map(
            (side) =>
              html`<sa-task-choice
                .isOneOfTwo=${sides.length > 1}
                .isExplained=${sides.length > 1 && (side === sides[0] || side.choice.task !== sides[0]?.choice.task)}
                .run=${side.name}
                .choice=${side.choice}
                .problem=${side.control.problem}
                .facts=${side.control.facts}
                @sa-task-choice=${({ detail }: DetailEvent<'sa-task-choice'>) => this.choose(side, detail)}
              ></sa-task-choice>`,
          )}
        </div>
        ${comparison(this.language, this.sides[1], this.compare, (side, change) => this.differ(side, change))} ${this.history()} ${this.results()}
      </div>
    </div>`;
  }

  private measures(): TemplateResult {
    const { measures: own, heads, curves } = taskWords(this.language);
    return html`<details .open=${this.areMeasuresShown} @toggle=${this.onMeasures}>
      <summary>${own.title}</summary>
      <p class="about">${heads.about}</p>
      <p class="about">${curves.about} ${own.about}</p>
      ${this.areMeasuresShown ? measureCurves(this.language, this.sides) : nothing}
    </details>`;
  }

  private readonly onMeasures = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLDetailsElement) || target.open === this.areMeasuresShown) return;
    this.areMeasuresShown = target.open;
    await this.updateComplete;
    // It opens at the foot of its column.
    if (target.open) target.scrollIntoView({ block: 'nearest' });
  };

  /** What can be done with the model, and a link to the run. */
  private results(): TemplateResult {
    const { sides, isRunning } = this;
    const { buttons: own } = taskWords(this.language);
    const hasBegun = sides.some(({ control }) => control.begun !== null);
    const write = sides.map((side) => this.writeButton(side));
    // The buttons of two runs would need a line that a low window does not have.
    const isAlone = sides.length === 1;
    return html`<div class="training-buttons">
        ${isAlone ? write : nothing}
        ${sides.map((side) => html`<button type="button" ?disabled=${isRunning || side.control.begun === null} @click=${() => this.openModel(side)}>${sides.length > 1 ? own.open(side.name) : own.openOnly}</button>`)}
      </div>
      <p class="note" role="status">${this.status}</p>
      <details>
        <summary>${own.keep}</summary>
        ${isAlone ? nothing : html`<div class="training-buttons">${write}</div>`}
        ${hasBegun ? html`<div class="task-sides">${sides.map((side) => runFiles(this.language, side, sides.length > 1))}</div>` : nothing}
        <sa-run-link .scene=${this.scene} .runs=${this.texts()}></sa-run-link>
      </details>`;
  }

  /** For a model whose answers are the next tokens. */
  private writeButton(side: Side): TemplateResult | typeof nothing {
    const { begun, facts } = side.control;
    const example = (begun?.facts ?? facts)?.example;
    const mask = (begun?.plan.choice ?? side.choice).mask;
    if (example === undefined || mask !== 'causal' || !canWrite(example)) return nothing;
    return html`<sa-task-write .side=${side} .isOneOfTwo=${this.sides.length > 1} ?disabled=${this.isRunning || begun?.facts == null}></sa-task-write>`;
  }

  /** A choice is wrong. */
  private get cannot(): boolean {
    return this.sides.some(({ control }) => !control.canBegin);
  }

  private get goesOn(): boolean {
    return this.sides.every(({ control }) => control.canGoOn);
  }

  private playButton(): TemplateResult {
    const { isRunning, cannot, goesOn } = this;
    return playButton({
      isRunning,
      isDisabled: cannot && (!goesOn || this.sides.some((side) => this.isOutdated(side))),
      text: this.playText(goesOn),
      pauseText: taskWords(this.language).buttons.pause,
      play: this.play,
      pause: this.pause,
    });
  }

  private buttons(): TemplateResult {
    const { buttons: own } = taskWords(this.language);
    const { sides, isRunning, cannot, goesOn } = this;
    const hasBegun = sides.some(({ control }) => control.begun !== null);
    const isLost = sides.some(
      ({ control }) => control.problem?.code === 'wasm-load' || control.problem?.code === 'unexpected',
    );
    return html`<div class="training-buttons">
      <button type="button" ?disabled=${isRunning || (cannot && !goesOn)} @click=${this.once}>${own.once}</button>
      <button type="button" ?disabled=${cannot || !hasBegun} @click=${this.restart}>${own.restart}</button>
      <button type="button" ?disabled=${cannot} @click=${this.anotherSeed}>${own.seed}</button>
      ${isLost ? html`<button type="button" @click=${this.open}>${own.again}</button>` : nothing} ${paceChoice(this.language, this.pace, this.choosePace)}
    </div>`;
  }

  /** The same array while its texts are the same. */
  private texts(): readonly string[] {
    const texts = this.sides.map(({ choice }) => runText(choice, taskWords(this.language).text));
    if (String(texts) !== String(this.runTexts)) this.runTexts = texts;
    return this.runTexts;
  }

  private history(): TemplateResult | typeof nothing {
    const controls = this.sides.map(({ control }) => control);
    const [longest] = controls.toSorted(
      (one, other) => (other.snapshots.at(-1)?.step ?? 0) - (one.snapshots.at(-1)?.step ?? 0),
    );
    if (longest === undefined || longest.snapshots.length < 2) return nothing;
    const { snapshots, step } = longest;
    return historySlider(this.language, { snapshots, step, onChoose: (chosen) => this.back(chosen) });
  }

  private readonly choosePace = (pace: Pace): void => {
    this.pace = pace;
    for (const { control } of this.sides) control.setPace(perSecond(pace));
  };

  private playText(goesOn: boolean): string {
    const { buttons: own } = taskWords(this.language);
    if (!goesOn || this.sides.some((side) => this.isOutdated(side))) return own.play;
    const [first] = this.sides;
    return first?.control.phase === 'done' ? own.more(formatConstant(first.choice.steps)) : own.resume;
  }
}
customElements.define('sa-train-task', TaskSection);
