import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { segmented, selectField } from '../../../controls/field.ts';
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
import type { Measured } from './protocol.ts';
import { RunControl } from './run-control.ts';
import { runCurves, runFiles, runState } from './run-state.ts';
import type { Side } from './side.ts';
import { adoptTaskStyles } from './styles.ts';
import './choice-form.ts';
import './heads-section.ts';
import './measures-section.ts';

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
  @state() private sides: readonly Side[] = [];
  @state() private status = '';
  @state() private pace: Pace = 'full';
  /** The run whose heads are shown; the head and the token that are followed in it. */
  @state() private shown: Side['name'] = 'A';
  @state() private head: number | null = null;
  @state() private query = 0;
  /** What was told of each run last. */
  private readonly measured = new Map<Side['name'], Measured>();
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
      this.head = event.detail;
    });
    this.addEventListener(TaskChoiceChange.type, (event) => {
      if (!(event instanceof TaskChoiceChange) || !(event.target instanceof Element)) return;
      const name = Reflect.get(event.target, 'run');
      const side = this.sides.find((one) => one.name === name);
      if (side !== undefined) this.choose(side, event.detail);
    });
  }

  private readonly onLook = (event: Event): void => {
    if (!(event instanceof LookRequest)) return;
    const { begun } = this.side.control;
    // Another task has other symbols.
    for (const { control } of this.sides)
      if (control.begun?.choice.task === begun?.choice.task) control.look(event.detail);
  };

  override connectedCallback(): void {
    super.connectedCallback();
    adoptTaskStyles();
    document.addEventListener('visibilitychange', this.onVisibility);
    this.sides = [this.sideOf('A', suitedTo('induction', taskWords.text))];
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

  private sideOf(name: Side['name'], choice: RunChoice): Side {
    const control = new RunControl(() => this.requestUpdate());
    return { name, control, choice, others: new Map(), waiting: 0 };
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
      this.shown = 'A';
      return;
    }
    const added = this.sideOf('B', first.choice);
    added.control.pace = perSecond(this.pace);
    added.control.look(first.control.looked);
    this.sides = [first, added];
    added.control.check(added.choice);
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
      <h3 id="task-title">${words.title}</h3>
      <p class="about">${words.about}</p>
      <div class="task-sides">
        ${sides.map(
          ({ name, choice, control }) =>
            html`<sa-task-choice .isOneOfTwo=${sides.length > 1} .run=${name} .choice=${choice} .problem=${control.problem} .facts=${control.facts}></sa-task-choice>`,
        )}
      </div>
      ${this.comparison()} ${this.buttons()}
      <div class="task-sides">${sides.map((side) => runState(side, sides.length > 1))}</div>
      <p class="note" role="status">${this.status}</p>
      ${runCurves(sides)} ${this.history()} ${this.model()}
      <div class="task-sides">${sides.map((side) => runFiles(side, sides.length > 1))}</div>
    `;
  }

  private buttons(): TemplateResult {
    const { buttons: own } = taskWords;
    const { sides, isRunning } = this;
    const cannot = sides.some(({ control }) => !control.canBegin);
    const goesOn = sides.every(({ control }) => control.canGoOn);
    const hasBegun = sides.some(({ control }) => control.begun !== null);
    const isLost = sides.some(
      ({ control }) => control.problem?.code === 'wasm-load' || control.problem?.code === 'unexpected',
    );
    return html`<div class="training-buttons">
      ${
        isRunning
          ? html`<button type="button" class="run-play" @click=${this.pause}>${own.pause}</button>`
          : html`<button type="button" class="run-play" ?disabled=${cannot && !goesOn} @click=${this.play}>${this.playText(goesOn)}</button>`
      }
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

  /** The side that is shown: the other may have been let go of. */
  private get side(): Side {
    return this.sides.find(({ name }) => name === this.shown) ?? (this.sides[0] as Side);
  }

  private runChoice(): TemplateResult {
    return segmented({
      id: 'task-shown',
      label: taskWords.heads.ofRun,
      options: this.sides.map(({ name }) => ({ value: name, text: name })),
      value: this.side.name,
      onChoose: (name) => {
        this.shown = name;
      },
    });
  }

  /** What the model makes of a sequence, head by head. */
  private model(): TemplateResult | typeof nothing {
    const { heads, example, measures } = taskWords;
    const { control } = this.side;
    const { seen, begun, looked, lookProblem } = control;
    if (seen === null || begun === null) return nothing;
    const { look, measured } = seen;
    const { step } = control;
    const [layers = 1, inLayer = 1] = look.shape;
    const head = Math.min(this.head ?? (layers - 1) * inLayer, layers * inLayer - 1);
    const query = Math.min(this.query, look.tokens.length - 1);
    return html`
      ${this.sides.length > 1 ? this.runChoice() : nothing}
      <h4>${example.title}</h4>
      <sa-task-example
        .look=${look}
        .looked=${looked}
        .symbols=${begun.facts?.symbols ?? []}
        .problem=${lookProblem}
        .query=${query}
      ></sa-task-example>
      <h4>${heads.title}</h4>
      <p class="about">${heads.about}</p>
      <sa-task-heads
        .look=${look}
        .measured=${measured.findLast((one) => one.step <= step) ?? null}
        .causal=${begun.choice.mask === 'causal'}
        .selected=${head}
        .query=${query}
      ></sa-task-heads>
      <h4>${measures.title}</h4>
      <p class="about">${measures.about}</p>
      <sa-task-measures .measured=${measured} .selected=${head} .at=${control.isRunning ? null : step}></sa-task-measures>
    `;
  }
}
customElements.define('sa-train-task', TaskSection);
