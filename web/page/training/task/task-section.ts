import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { selectField } from '../../../controls/field.ts';
import { LightDomElement } from '../../../controls/light-dom-element.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import type { Scene } from '../../../scene/types.ts';
import { HeadChoice } from '../../../views/grid/head-maps.ts';
import { formatConstant, formatNumber } from '../../../views/index.ts';
import type { Trained } from '../files-section.ts';
import { TaskChoiceChange } from './choice-form.ts';
import { argumentsOf, type RunChoice, suitedTo, type TaskKind } from './choices.ts';
import { LookRequest, TokenChoice } from './example-section.ts';
import type { Series } from './plot.ts';
import { RunControl } from './run-control.ts';
import { adoptTaskStyles } from './styles.ts';
import '../files-section.ts';
import './choice-form.ts';
import './heads-section.ts';
import './measures-section.ts';
import './plot.ts';

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

/** A run, and what is chosen for it. */
interface Side {
  readonly name: 'A' | 'B';
  readonly control: RunControl;
  choice: RunChoice;
  /** What was chosen for other tasks: it is there again when a task is. */
  readonly others: Map<TaskKind, RunChoice>;
  waiting: number;
}

/**
 * `<sa-train-task>`: a model of its own learns a task, or two models side by side, each in a worker, which begins when this is first in
 * sight and ends with this element. `sa-keep` opens what was learned.
 */
export class TaskSection extends LightDomElement {
  @state() private sides: readonly Side[] = [];
  /** Counts what the runs tell. */
  @state() private told = 0;
  @state() private status = '';
  @state() private pace: Pace = 'full';
  /** The run whose heads are shown; the head and the token that are followed in it. */
  @state() private shown: Side['name'] = 'A';
  @state() private head: number | null = null;
  @state() private query = 0;
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

  // ---- What is chosen ------------------------------------------------------------------------------------------------

  private sideOf(name: Side['name'], choice: RunChoice): Side {
    const control = new RunControl(() => {
      this.told += 1;
    });
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

  private readonly play = (): void => this.each((control) => control.play());
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
            html`<sa-task-choice .run=${name} .choice=${choice} .problem=${control.problem} .facts=${control.facts}></sa-task-choice>`,
        )}
      </div>
      ${this.buttons()} ${sides.map((side) => this.state(side))}
      <p class="note" role="status">${this.status}</p>
      ${this.curves()} ${this.model()}
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

  /** Where a run stands, in words and numbers that are always there. */
  private state(side: Side): TemplateResult | typeof nothing {
    const { facts: own } = taskWords;
    const { control, name, choice } = side;
    if (control.begun === null) return nothing;
    const { step, until, stepsPerSecond, last, elapsed } = control;
    const seconds = (value: number): string => own.seconds(formatNumber(value, 1));
    const left = control.isRunning && stepsPerSecond > 0 ? (until - step) / stepsPerSecond : null;
    const facts = [
      ...(this.sides.length > 1 ? [[own.run, name]] : []),
      [own.step, own.of(formatConstant(step), formatConstant(until))],
      [own.loss, last === null ? own.unknown : formatNumber(last.loss, 4)],
      [own.accuracy, last?.accuracy == null ? own.unknown : `${formatNumber(100 * last.accuracy, 1)} %`],
      [own.speed, formatConstant(Math.round(stepsPerSecond))],
      [own.time, seconds(elapsed / 1000)],
      [own.left, left === null ? own.unknown : seconds(left)],
    ];
    return html`<div class="task-state" data-run=${name}>
      <progress max=${until} value=${step} aria-label=${own.progress(name)}></progress>
      <dl class="training-facts">
        ${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
      </dl>
      <p class="note" role="status">${this.phaseText(control)}</p>
      ${control.begun.choice === choice ? nothing : html`<p class="note">${taskWords.choices.changed}</p>`}
      <sa-trained-files .control=${`task-${name.toLowerCase()}-file`} .trained=${() => trainedBy(control)}></sa-trained-files>
    </div>`;
  }

  private phaseText({ phase, step, failure }: RunControl): string {
    const { phases: own } = taskWords;
    if (phase === 'none') return '';
    if (phase === 'done') return own.done(formatConstant(step));
    return phase === 'notFinite' ? own.notFinite(failure) : own[phase];
  }

  private curves(): TemplateResult | typeof nothing {
    const { curves: own } = taskWords;
    const { sides } = this;
    if (sides.every(({ control }) => control.measured.length === 0)) return nothing;
    const series = (value: (measured: RunControl['measured'][number]) => number): readonly Series[] =>
      sides.map(({ name, control }, at) => ({
        name: sides.length > 1 ? own.run(name) : '',
        short: sides.length > 1 ? name : '',
        role: at === 0 ? 'w' : 'k',
        stroke: at === 0 ? '' : 'dashed',
        points: control.measured.map((one) => ({ step: one.step, value: value(one) })),
      }));
    return html`<p class="about">${own.about}</p>
      <div class="task-plots">
        <sa-run-plot .heading=${own.loss} .logarithmic=${true} .series=${series(({ loss }) => loss)}></sa-run-plot>
        <sa-run-plot
          .heading=${own.accuracy}
          .series=${series(({ accuracy }) => accuracy ?? Number.NaN)}
        ></sa-run-plot>
      </div>`;
  }

  /** The side that is shown: the other may have been let go of. */
  private get side(): Side {
    return this.sides.find(({ name }) => name === this.shown) ?? (this.sides[0] as Side);
  }

  /** What the model makes of a sequence, head by head. */
  private model(): TemplateResult | typeof nothing {
    const { heads, example, measures } = taskWords;
    const { control } = this.side;
    const { seen, begun, looked, lookProblem } = control;
    if (seen === null || begun === null) return nothing;
    const { look, measured } = seen;
    const [layers = 1, inLayer = 1] = look.shape;
    const head = Math.min(this.head ?? (layers - 1) * inLayer, layers * inLayer - 1);
    const query = Math.min(this.query, look.tokens.length - 1);
    return html`
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
        .measured=${measured.at(-1) ?? null}
        .causal=${begun.choice.mask === 'causal'}
        .selected=${head}
        .query=${query}
      ></sa-task-heads>
      <h4>${measures.title}</h4>
      <p class="about">${measures.about}</p>
      <sa-task-measures .measured=${measured} .selected=${head}></sa-task-measures>
    `;
  }
}
customElements.define('sa-train-task', TaskSection);

/** The state that was kept last, up to the step that is on show. */
function trainedBy({ begun, snapshots, step: now }: RunControl): Trained | null {
  if (begun === null) return null;
  return { given: argumentsOf(begun.choice), learned: snapshots.findLast(({ step }) => step <= now) ?? null };
}
