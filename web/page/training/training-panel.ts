import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { trainingWords } from '../../i18n/training.ts';
import { trainingProblems } from '../../i18n/training-problems.ts';
import type { Rows } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { atLeast, KEPT_BACK } from '../../trace/number-format.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { formatNumber } from '../../views/index.ts';
import { type DetailEvent, emit } from '../shell/events.ts';
import { TrainingClient } from './client.ts';
import { gradientReader } from './gradient-reader.ts';
import type { Gradients } from './gradient-section.ts';
import { lossFormula } from './loss-formula.ts';
import type { TrainingResponse, WeightsLoss } from './protocol.ts';
import type { StepTaken } from './step-section.ts';
import { adoptTrainingStyles } from './styles.ts';
import type { TargetChoice } from './target-section.ts';
import { countedRows, hiddenCells, noParts, onlyRow, raised, targetArguments, targetOf, withParts } from './targets.ts';
import './gradient-section.ts';
import './run-section.ts';
import './step-section.ts';
import './target-section.ts';

/** The input of a gradient: the same gradient is not requested twice. */
interface Question {
  readonly result: SceneResult;
  readonly loss: WeightsLoss;
  readonly row: number;
  readonly learningRate: number;
}

type Goal = { readonly target: Rows } | { readonly why: string };

/** Why there is no gradient or step. */
interface Failed {
  readonly why: string;
  /** As in the core's errors. */
  readonly code: string;
  /** The failed part; 'all': the worker died. */
  readonly of: 'gradient' | 'step' | 'all';
}

/**
 * `<sa-training>`: a target for the weights of a head, its gradient, one step of gradient descent, and many. Workers compute it and end
 * when the panel closes (`sa-close`).
 */
export class TrainingPanel extends LightDomElement {
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) head = 0;
  /** The row in focus, from 0. */
  @property({ attribute: false }) query = 0;
  /** The panel is in a lesson: it opens out of view and can be closed. Else it is a part of the Train screen. */
  @property({ attribute: false }) inLesson = true;
  /** Whether the gradient and its step are shown. */
  @property({ attribute: false }) isInside = false;
  @state() private choice: TargetChoice | null = null;
  @state() private learningRate = 1;
  @state() private gradients: Gradients | null = null;
  @state() private taken: StepTaken | null = null;
  @state() private problem: Failed | null = null;
  @state() private status = '';
  private goal: Goal | null = null;
  private oneWeightTarget: { readonly of: string; readonly target: Rows } | null = null;
  private question: Question | null = null;
  private requestId = 0;
  private editCount = 0;
  /** Whether a link leads to the inside of a step, which is not in view yet. */
  private leadsInside = false;
  private page: HTMLElement | null = null;
  private readonly client = new TrainingClient(
    (response) => this.receive(response),
    (message) => {
      this.problem = { why: message || trainingWords(this.language).noWorker, code: 'unexpected', of: 'all' };
    },
  );

  constructor() {
    super();
    this.addEventListener('sa-target-choice', ({ detail }) => {
      if (this.choice === null) return;
      this.choice = { ...this.choice, ...detail };
      this.status = '';
    });
    // An ordinary edit: a link contains it, and one undo takes it back.
    this.addEventListener('sa-open-scene', ({ detail: { scene, message } }) => {
      this.editCount += 1;
      this.status = message;
      emit(this, 'sa-edit', { scene, controlId: `training.${this.editCount}` });
    });
    this.addEventListener('sa-number', (event) => {
      const isRate = event.target instanceof Element && event.target.closest('sa-gradient-step') !== null;
      if (isRate) this.learningRate = event.detail.value ?? 0;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptTrainingStyles();
    this.page = this.closest<HTMLElement>('sa-playground');
    // After a disconnect its gradient has to be requested again.
    if (this.hasUpdated) this.requestUpdate();
    this.page?.addEventListener('sa-focus', this.onFocus);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.page?.removeEventListener('sa-focus', this.onFocus);
    this.client.close();
    this.question = null;
  }

  /** A pinned weight of the page becomes the target's cell. */
  private readonly onFocus = (event: DetailEvent<'sa-focus'>): void => {
    if (this.choice === null) return;
    const { focus, pinned } = event.detail;
    if (!pinned || focus?.query === undefined || focus.key === undefined) return;
    if (focus.query >= this.result.tokens.length || focus.key >= this.result.keyTokens.length) return;
    this.choice = { ...this.choice, query: focus.query, key: focus.key };
  };

  // ---- The target, and its gradient ----------------------------------------------------------------------------------

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('result') || this.choice === null) this.choice = this.fitting(this.choice);
    this.goal = this.isHidden || this.choice === null ? null : this.goalOf(this.choice);
  }

  /** The panel opens below the picture, out of view. */
  protected override firstUpdated(): void {
    if (!this.inLesson) {
      this.leadsInside = this.isInside;
      return;
    }
    this.isInside = true;
    this.lead('#training-title', 'center');
  }

  protected override updated(): void {
    if (this.goal !== null && 'target' in this.goal) this.requestGradient(this.goal.target);
    if (!this.leadsInside || (this.taken === null && this.problem === null)) return;
    this.leadsInside = false;
    requestAnimationFrame(() => {
      // Leave the focus of a reader who has already begun to choose here.
      if (!this.contains(document.activeElement)) this.lead('.one-step > summary', 'start');
    });
  }

  private lead(to: string, block: ScrollLogicalPosition): void {
    const title = this.querySelector<HTMLElement>(to);
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block });
  }

  /** A lesson asks for a number that a gradient would give away. */
  private get isHidden(): boolean {
    return this.result.ofHead('weights', this.head)?.includes(KEPT_BACK) ?? false;
  }

  /** The choice, limited to the tokens of the scene. */
  private fitting(choice: TargetChoice | null): TargetChoice {
    const { result, inLesson, isInside } = this;
    const [rows, columns] = [result.tokens.length, result.keyTokens.length];
    const fits = choice?.parts.length === rows && choice.parts[0]?.length === columns;
    const query = Math.min(choice?.query ?? this.query, rows - 1);
    const key = choice === null ? this.secondOf(query) : Math.min(choice.key, columns - 1);
    // One cell can be learned at once. A lesson asks for a target of its own.
    const none = noParts(rows, columns);
    return {
      kind: choice?.kind ?? (inLesson || isInside ? 'cell' : 'painted'),
      weight: choice?.weight ?? 0.9,
      query,
      key,
      parts: choice !== null && fits ? choice.parts : inLesson ? none : withParts(none, query, key, 1),
    };
  }

  private rowOf(query: number): number[] {
    const { result, head } = this;
    const columns = result.keyTokens.length;
    return Array.from(result.ofHead('weights', head)?.subarray(query * columns, (query + 1) * columns) ?? []);
  }

  /** The key with the second largest weight: the first choice. */
  private secondOf(query: number): number {
    const order = this.rowOf(query)
      .map((weight, key) => ({ weight, key }))
      .sort((a, b) => b.weight - a.weight);
    const second = order[1];
    return (second !== undefined && second.weight > 0 ? second : order[0])?.key ?? 0;
  }

  /** The rows of the choice, or why it is not possible. */
  private goalOf(choice: TargetChoice): Goal {
    const { result, head } = this;
    const masked = result.ofHead('masked', head);
    const { target: own, painter } = trainingWords(this.language);
    const [token, keyToken] = [result.tokens[choice.query] ?? '', result.keyTokens[choice.key] ?? ''];
    if (choice.kind === 'painted') {
      const target = targetOf(choice.parts);
      if (countedRows(target) === 0) return { why: painter.none };
      const hidden = hiddenCells(target, masked);
      const [first] = hidden;
      if (first === undefined) return { target };
      const names = [result.tokens[first.row] ?? '', result.keyTokens[first.column] ?? ''] as const;
      return { why: painter.hidden(...names, hidden.length - 1) };
    }
    if (!(choice.weight >= 0 && choice.weight <= 1)) return { why: own.notBetween(formatNumber(choice.weight, 2)) };
    const isVisible = (key: number): boolean => masked?.[choice.query * result.keyTokens.length + key] !== -Infinity;
    if (!isVisible(choice.key)) return { why: own.hidden(token, keyToken) };
    const target = this.oneWeight(choice, isVisible);
    // The mask has changed since it was chosen.
    const [hidden] = hiddenCells(target, masked);
    if (hidden === undefined) return { target };
    this.oneWeightTarget = null;
    return { target: this.oneWeight(choice, isVisible) };
  }

  /** Made from the weights at the time of the choice, so a step towards the target does not move it. */
  private oneWeight(choice: TargetChoice, isVisible: (key: number) => boolean): Rows {
    const { result, head } = this;
    const of = JSON.stringify([
      choice.query,
      choice.key,
      choice.weight,
      head,
      result.layer,
      result.tokens,
      result.keyTokens,
    ]);
    if (this.oneWeightTarget?.of !== of) {
      const row = raised(this.rowOf(choice.query), choice.key, choice.weight, isVisible);
      this.oneWeightTarget = { of, target: onlyRow(row, choice.query, result.tokens.length) };
    }
    return this.oneWeightTarget.target;
  }

  private requestGradient(target: Rows): void {
    const { result, head, learningRate, choice } = this;
    const row = choice?.kind === 'cell' ? choice.query : Math.min(this.query, result.tokens.length - 1);
    const loss: WeightsLoss = { kind: 'weights', target, head, layer: result.layer };
    const question = { result, loss, row, learningRate };
    if (this.question !== null && isSame(this.question, question)) return;
    this.question = question;
    this.problem = null;
    this.requestId += 1;
    const { requestId } = this;
    const run = targetArguments(result, loss, { kind: 'sgd', learningRate });
    this.client.post({ kind: 'gradient', requestId, run, row });
  }

  private receive(answer: TrainingResponse): void {
    const { question } = this;
    if (question === null || answer.requestId !== this.requestId) return;
    const { result, loss, row } = question;
    this.problem = null;
    if (answer.kind === 'failed') {
      const of = answer.of === 'step' ? 'step' : 'gradient';
      this.problem = {
        why: explain(this.language, problemOf(answer), trainingProblems(this.language)),
        code: answer.code,
        of,
      };
    } else if (answer.kind === 'gradient') {
      const { tensors, symbols, jacobian } = answer;
      const place = [loss.head, row] as const;
      const reader = gradientReader({ result, tensors, symbols, target: loss.target, jacobian, place });
      this.gradients = { result, loss: answer.loss, tensors, jacobian, place, reader };
    } else if (answer.kind === 'step') {
      const before = this.gradients?.loss ?? Number.NaN;
      const { weights, scene, loss: after } = answer;
      this.taken = { result, head: loss.head, before, after, weights, scene };
    }
  }

  // ---- Rendering -----------------------------------------------------------------------------------------------------

  protected override render() {
    const { result, head, choice, problem, goal } = this;
    const words = trainingWords(this.language);
    if (choice === null || goal === null) return html`<p class="note">${words.covered}</p>`;
    const target = 'target' in goal ? goal.target : null;
    const isOneOfMany = result.heads * result.layers > 1;
    const why = 'why' in goal ? goal.why : problem === null || problem.of === 'step' ? '' : problem.why;
    return html`<section class="training" aria-labelledby="training-title">
      <div class="training-head">
        <h2 id="training-title" tabindex="-1">${words.title}</h2>
        ${this.inLesson ? html`<button type="button" @click=${this.close}>${words.close}</button>` : nothing}
      </div>
      <p class="about">${words.intro} ${isOneOfMany ? words.where(head + 1, result.layer + 1) : nothing}</p>
      <sa-training-target
        .choice=${choice}
        .result=${result}
        .head=${head}
        .target=${target}
        .problem=${why}
      ></sa-training-target>
      ${problem?.code === 'no-gradient' ? html`<p class="note">${words.gradient.noGradient}</p>` : nothing}
      ${problem !== null && canTryAgain(problem) ? html`<button type="button" @click=${this.again}>${lessonWords(this.language).again}</button>` : nothing}
      <sa-training-run .result=${result} .head=${head} .target=${target} .inLesson=${this.inLesson}></sa-training-run>
      <p class="note" role="status">${this.status}</p>
      <details class="one-step" .open=${this.isInside} @toggle=${this.onInside}>
        <summary>${words.inside}</summary>
        ${this.isInside ? this.results(why !== '') : nothing}
      </details>
    </section>`;
  }

  private results(isOld: boolean) {
    const { gradients, result, problem } = this;
    const { loss: own, waiting } = trainingWords(this.language);
    if (gradients === null) return isOld ? nothing : html`<p class="note" role="status">${waiting}</p>`;
    const digits = atLeast(3, result.digits);
    return html`<div class=${isOld ? 'is-old' : ''}>
      <h3>${own.title}</h3>
      <p class="about">${own.about}</p>
      ${lossFormula}
      <p class="training-loss" role="status">${own.value(formatNumber(gradients.loss, 4))}</p>
      <sa-gradients .gradients=${gradients} .digits=${digits}></sa-gradients>
      <sa-gradient-step
        .taken=${this.taken}
        .learningRate=${this.learningRate}
        .problem=${problem?.of === 'step' ? problem.why : ''}
        .digits=${result.digits}
      ></sa-gradient-step>
    </div>`;
  }

  private readonly onInside = ({ target }: Event): void => {
    if (!(target instanceof HTMLDetailsElement) || target.open === this.isInside) return;
    if (this.inLesson) this.isInside = target.open;
    else emit(this, 'sa-training-view', target.open ? 'step' : 'paint');
  };

  private readonly again = (): void => {
    this.question = null;
    this.problem = null;
    this.requestUpdate();
  };

  private readonly close = (): void => {
    emit(this, 'sa-close', null);
  };
}
customElements.define('sa-training', TrainingPanel);

/** The worker or its core did not load, so trying again may help. */
const canTryAgain = ({ of, code }: Failed): boolean => of === 'all' || code === 'wasm-load';

const isSame = (one: Question, other: Question): boolean =>
  one.result === other.result &&
  one.row === other.row &&
  one.learningRate === other.learningRate &&
  one.loss.head === other.loss.head &&
  String(one.loss.target) === String(other.loss.target);
