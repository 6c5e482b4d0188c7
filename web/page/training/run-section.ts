import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { selectField } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import '../../controls/number-field.ts';
import type { Axis } from '../../core/types.ts';
import { trainingWords } from '../../i18n/training.ts';
import { trainingProblems } from '../../i18n/training-problems.ts';
import type { Rows } from '../../scene/types.ts';
import { explain } from '../../session/problem.ts';
import { isSameButView } from '../../session/state.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { optimizerKinds } from '../../training/options.ts';
import { formatConstant, formatNumber } from '../../views/index.ts';
import { emit } from '../shell/events.ts';
import type { Trained } from './files-section.ts';
import { secondsLeft } from './progress.ts';
import { GOAL, type Measured } from './protocol.ts';
import { RunControl, type RunPlan } from './run-control.ts';
import { factsList, playButton } from './run-views.ts';
import { factsOf, reasonsStuck, unreachable, withPositions } from './stuck.ts';
import { type Optimizer, targetArguments } from './targets.ts';
import './files-section.ts';
import '../../views/grid/heatmap.ts';
import '../../views/plots/run-plot.ts';

/** Points of the loss curve. */
const MOST_POINTS = 400;
const AXES: readonly Axis[] = ['T_q', 'T_k'];

interface Matrix {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

interface Plan extends RunPlan {
  readonly result: SceneResult;
  readonly head: number;
  readonly target: Rows;
}

/** `<sa-training-run>`: gradient descent to target weights. `sa-open-scene` keeps the result. */
export class RunSection extends LightDomElement {
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) head = 0;
  /** Null: there is no target yet. */
  @property({ attribute: false }) target: Rows | null = null;
  /** In a lesson, target and weights are compared after a run. Elsewhere the target is beside this, and the weights always on show. */
  @property({ attribute: false }) inLesson = false;
  @state() private optimizer: Optimizer = { kind: 'adam', learningRate: 0.05 };
  private readonly control = new RunControl<Plan>(() => this.requestUpdate(), MOST_POINTS);
  /** The last run stays in sight while the next one begins, and when the scene changes. */
  private plan: Plan | null = null;
  /** Why the target cannot be reached. */
  private warning: string | null = null;
  private curve: readonly Measured[] = [];
  private weights: Float32Array = new Float32Array();
  /** Whether the run begins as soon as the scene has the positions that its target needs. */
  private waitsForPositions = false;
  /** The weights of the last snapshot. */
  private keptWeights: Float32Array = new Float32Array();

  constructor() {
    super();
    // A weight of the run is not a cell of the page's trace.
    this.addEventListener('sa-focus', (event) => event.stopPropagation());
    this.addEventListener('sa-number', (event) => {
      event.stopPropagation();
      this.optimizer = { ...this.optimizer, learningRate: event.detail.value ?? 0 };
      this.control.problem = null;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.onVisibility);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.control.close();
  }

  private readonly onVisibility = (): void => {
    if (document.hidden) this.control.pause('hidden');
  };

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const { control } = this;
    if (changed.has('target') || changed.has('result')) {
      this.warning = this.target === null ? null : unreachable(this.language, this.result, this.target);
      // The scene has changed in another way.
      if (this.warning !== null && changed.has('result')) this.waitsForPositions = false;
    }
    const begun = control.begun?.plan;
    if (begun !== undefined && !this.isOf(begun)) control.retire();
    if (control.measured.length > 0) this.curve = control.measured.filter(({ step }) => step <= control.step);
    const { step, weights } = control.inspected?.inspection ?? {};
    if (weights != null) this.weights = weights;
    if (step === control.snapshots.at(-1)?.step) this.keptWeights = this.weights;
    if (control.phase === 'lost') this.weights = this.keptWeights;
  }

  /** Whether a plan is for what is on show. Another view of the scene changes no number. */
  private isOf({ result, head, target }: Plan): boolean {
    const isSameScene = isSameButView(result.scene, this.result.scene) && result.layer === this.result.layer;
    return isSameScene && head === this.head && String(target) === String(this.target);
  }

  // ---- The run -------------------------------------------------------------------------------------------------------

  protected override updated(): void {
    if (!this.waitsForPositions || this.warning !== null || this.target === null) return;
    this.waitsForPositions = false;
    this.play();
  }

  /** A lesson lets the reader see that a target is out of reach. */
  private get needsPositions(): boolean {
    return this.warning !== null && !this.inLesson && !this.control.canGoOn;
  }

  private readonly addPositions = (): void => {
    const message = trainingWords(this.language).run.positionsAdded;
    emit(this, 'sa-open-scene', { scene: withPositions(this.result.scene), message });
  };

  private readonly pause = (): void => this.control.pause('paused');
  private readonly play = (): void => {
    if (this.needsPositions) {
      this.waitsForPositions = true;
      this.addPositions();
      return;
    }
    if (!this.control.canGoOn) this.setPlan();
    this.control.play();
  };
  private readonly once = (): void => {
    if (!this.control.canGoOn) this.setPlan();
    this.control.once();
  };
  private readonly restart = (): void => {
    this.setPlan();
    this.control.begin(false);
  };

  private setPlan(): void {
    const { result, head, target, optimizer } = this;
    if (target === null) return;
    const run = targetArguments(result, { kind: 'weights', target, head, layer: result.layer }, optimizer);
    this.plan = { run, steps: Number.POSITIVE_INFINITY, canExtend: false, canBegin: true, result, head, target };
    this.control.setPlan(this.plan);
  }

  private readonly keep = (): void =>
    this.control.scene((scene) =>
      emit(this, 'sa-open-scene', { scene, message: trainingWords(this.language).run.kept }),
    );

  private readonly trained = (): Trained | null =>
    this.plan && { given: this.plan.run, learned: this.control.snapshots.at(-1) ?? null };

  // ---- Rendering -----------------------------------------------------------------------------------------------------

  protected override render() {
    const { run: own } = trainingWords(this.language);
    const { control, optimizer, target } = this;
    const { problem, isRunning } = control;
    const last = this.curve.at(-1);
    const rateProblem = problem === null ? '' : explain(this.language, problem, trainingProblems(this.language));
    return html`
      <div class="run-bar">
        <h3>${own.title}</h3>
        ${this.warning === null ? nothing : this.positionsOffer(this.warning)}
        <div class="training-now">
          ${playButton({
            isRunning,
            isDisabled: target === null,
            text: control.canGoOn ? own.resume : this.needsPositions ? own.playWithPositions : own.play,
            pauseText: own.pause,
            play: this.play,
            pause: this.pause,
          })}
          ${last === undefined ? nothing : this.facts(last)}
        </div>
        <p class="note" role="status">${this.phaseText()}</p>
        <div class="training-buttons">
          <button type="button" ?disabled=${target === null || isRunning} @click=${this.once}>${own.once}</button>
          <button type="button" ?disabled=${target === null || last === undefined} @click=${this.restart}>${own.restart}</button>
          <button type="button" ?disabled=${isRunning || control.begun === null || control.snapshots.length === 0} @click=${this.keep}>${own.keep}</button>
        </div>
      </div>
      ${this.inLesson ? nothing : this.currentWeights()}
      <div class="run-plan">
        <p class="about">${own.about(formatConstant(GOAL))}</p>
        <div class="training-fields">
          ${selectField(this.language, {
            id: 'run-optimizer',
            label: own.optimizer,
            options: optimizerKinds.map((kind) => ({ value: kind, text: own.optimizers[kind] })),
            value: optimizer.kind,
            problem: '',
            onChoose: (kind) => {
              this.optimizer = { ...optimizer, kind };
            },
          })}
          <sa-number
            .control=${'run-rate'}
            .label=${own.rate}
            .name=${own.rateName}
            .value=${optimizer.learningRate}
            .problem=${rateProblem}
          ></sa-number>
        </div>
        ${last === undefined ? nothing : this.curveAndFiles()}
      </div>
    `;
  }

  /** The weights of the run, and before a run those of the scene. */
  private shownWeights(): Matrix {
    const { result, head, weights } = this;
    const shape = [result.tokens.length, result.keyTokens.length];
    const isFitting = weights.length === result.tokens.length * result.keyTokens.length;
    return { shape, data: isFitting ? weights : (result.ofHead('weights', head) ?? new Float32Array()) };
  }

  private positionsOffer(why: string): TemplateResult {
    const { run: own } = trainingWords(this.language);
    return html`<div class="training-buttons">
      <p class="note">${why}</p>
      ${this.needsPositions ? nothing : html`<button type="button" @click=${this.addPositions}>${own.addPositions}</button>`}
    </div>`;
  }

  private phaseText(): string {
    const { run: own } = trainingWords(this.language);
    const { phase } = this.control;
    if (phase === 'none' || phase === 'done') return '';
    return phase === 'reached' ? own.reached(formatConstant(GOAL)) : own[phase];
  }

  private facts({ step, loss }: Measured): TemplateResult {
    const { run: own } = trainingWords(this.language);
    const { isRunning, stepsPerSecond, elapsed } = this.control;
    const seconds = (value: number): string => own.seconds(formatNumber(value, 1));
    const left = isRunning ? secondsLeft(this.curve, GOAL, stepsPerSecond) : null;
    return factsList([
      [own.steps, formatConstant(step)],
      [own.loss, formatNumber(loss, 4)],
      [own.speed, formatConstant(Math.round(stepsPerSecond))],
      [own.elapsed, seconds(elapsed / 1000)],
      [own.left, left !== null ? seconds(left) : isRunning ? own.unknown : '–'],
    ]);
  }

  private currentWeights(): TemplateResult {
    const { run: own } = trainingWords(this.language);
    const { result, head } = this;
    return html`<figure class="run-weights">
      <figcaption>${own.now}</figcaption>
      <sa-heatmap
        .weights=${this.shownWeights().data}
        .masked=${result.ofHead('masked', head)}
        .queryLabels=${result.tokens}
        .keyLabels=${result.keyTokens}
        .digits=${result.digits}
        .label=${own.now}
      ></sa-heatmap>
    </figure>`;
  }

  private curveAndFiles(): TemplateResult {
    const { run: own, stuck } = trainingWords(this.language);
    const { target, plan, curve, control } = this;
    const reasons =
      control.phase === 'stuck' && plan !== null
        ? reasonsStuck(this.language, factsOf(plan.result, plan.target, curve))
        : [];
    return html`
      ${reasons.length === 0 ? nothing : html`<p>${stuck.title}</p><ul class="training-reasons">${reasons.map((why) => html`<li>${why}</li>`)}</ul>`}
      <sa-run-plot
        .series=${[{ name: '', short: '', role: 'w', stroke: '', points: curve.map(({ step, loss }) => ({ step, value: loss })) }]}
        .heading=${own.curve}
        .valueText=${own.curveValue}
        .goal=${GOAL}
        logarithmic
      ></sa-run-plot>
      ${
        this.inLesson && target !== null
          ? html`<div class="training-pair">
              ${this.matrix(own.wanted, { ...this.shownWeights(), data: Float32Array.from(target.flat()) })}
              ${this.matrix(own.now, this.shownWeights())}
            </div>`
          : nothing
      }
      <sa-trained-files .trained=${this.trained}></sa-trained-files>
    `;
  }

  private matrix(title: string, tensor: Matrix): TemplateResult {
    const { result, head } = this;
    const mask = result.ofHead('masked', head);
    return html`<figure>
      <figcaption>${title}</figcaption>
      <sa-matrix
        .tensor=${tensor}
        .axes=${AXES}
        .labels=${{ T_q: result.tokens, T_k: result.keyTokens }}
        .name=${'weights'}
        .accent=${'w'}
        .digits=${result.digits}
        .label=${title}
        .masked=${mask && { shape: tensor.shape, data: mask }}
      ></sa-matrix>
    </figure>`;
  }
}
customElements.define('sa-training-run', RunSection);
