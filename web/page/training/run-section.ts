import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { selectField } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { NumberChange } from '../../controls/number-field.ts';
import type { Axis } from '../../core/types.ts';
import { trainingWords } from '../../i18n/training.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import type { ComputedScene } from '../../trace/scene-result.ts';
import type { RunArguments } from '../../training/index.ts';
import { optimizerKinds } from '../../training/options.ts';
import { FocusRequest, formatConstant, formatNumber } from '../../views/index.ts';
import { type LossAt, withLoss } from '../../views/plots/loss-points.ts';
import { type Failed, TrainingClient } from './client.ts';
import type { Trained } from './files-section.ts';
import { secondsLeft } from './progress.ts';
import { GOAL, type Kept, type Optimizer, type RunEnd, type RunState, type TrainingResponse } from './protocol.ts';
import { Silence } from './silence.ts';
import { factsOf, reasonsStuck } from './stuck.ts';
import './files-section.ts';
import '../../views/plots/loss-curve.ts';

/** Where a run is. */
type Phase = 'none' | 'loading' | 'running' | 'paused' | 'hidden' | 'changed' | 'lost' | RunEnd;

type Start = Parameters<TrainingClient['ask']>[0] & { readonly kind: 'start' };

/** What a run was begun with. */
interface Begun {
  readonly picture: ComputedScene;
  readonly head: number;
  readonly target: Rows;
}

const AXES: readonly Axis[] = ['T_q', 'T_k'];

/**
 * `<sa-training-run>`: gradient descent to the target, as it goes. It runs in a worker, which begins with the first press and ends with
 * this element; `sa-keep` keeps what was learned.
 */
export class RunSection extends LightDomElement {
  @property({ attribute: false }) picture!: ComputedScene;
  @property({ attribute: false }) head = 0;
  /** Null: there is none to train to. */
  @property({ attribute: false }) target: Rows | null = null;
  @state() private optimizer: Optimizer = { kind: 'adam', learningRate: 0.05 };
  @state() private phase: Phase = 'none';
  @state() private shown: RunState | null = null;
  @state() private problem: Failed | null = null;
  private curve: readonly LossAt[] = [];
  /** What was told of last that would be left, and where the run stood then. */
  private kept: { readonly state: RunState; readonly left: Kept } | null = null;
  private begun: Begun | null = null;
  private asked: Start | null = null;
  /** What the run that is on show was given: the worker's own arguments. */
  private source: RunArguments | null = null;
  /** What has come since the last frame. */
  private coming: Extract<TrainingResponse, { kind: 'run' }> | null = null;
  private frame = 0;
  /** Milliseconds that it ran before the last press of play, and when that was. */
  private ranBefore = 0;
  private playedAt = 0;
  private readonly client = new TrainingClient(
    (answer) => answer.kind === 'run' && this.receive(answer),
    (failed) => this.fail(failed),
  );
  private readonly silence = new Silence(() => this.lose());

  constructor() {
    super();
    // The weights of a run are no cells of the trace.
    this.addEventListener(FocusRequest.type, (event) => event.stopPropagation());
    this.addEventListener(NumberChange.type, (event) => {
      if (!(event instanceof NumberChange)) return;
      event.stopPropagation();
      this.optimizer = { ...this.optimizer, learningRate: event.detail.value ?? 0 };
      this.problem = null;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.onVisibility);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.end('none');
  }

  private readonly onVisibility = (): void => {
    if (document.hidden && this.isRunning) this.pause('hidden');
  };

  private get isRunning(): boolean {
    return this.phase === 'running' || this.phase === 'loading';
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const { begun } = this;
    if (begun === null || !(changed.has('picture') || changed.has('target') || changed.has('head'))) return;
    const isSame =
      begun.picture === this.picture && begun.head === this.head && String(begun.target) === String(this.target);
    if (!isSame) this.end('changed');
  }

  // ---- The run -------------------------------------------------------------------------------------------------------

  private begin(isPaused: boolean): void {
    const { picture, head, target, optimizer } = this;
    if (target === null) return;
    this.begun = { picture, head, target };
    this.curve = [];
    this.kept = null;
    this.ranBefore = 0;
    const loss = { kind: 'weights', target, head, layer: picture.layer } as const;
    const hasTable = picture.parameter('E') !== undefined;
    this.source = { scene: picture.scene, loss, optimizer, ...(hasTable && { fixed: ['E'] }) };
    this.start({ kind: 'start', scene: picture.scene, loss, optimizer, from: null, isPaused });
  }

  private start(start: Start): void {
    this.asked = start;
    this.problem = null;
    this.goOn('loading');
    this.client.ask(start);
  }

  private readonly play = (): void => this.press('play');
  private readonly once = (): void => this.press('once');

  private press(kind: 'play' | 'once'): void {
    const isPaused = kind === 'once';
    if (!this.canGoOn) this.begin(isPaused);
    else if (this.phase === 'lost' && this.asked !== null)
      this.start({ ...this.asked, from: this.kept?.left.snapshot ?? null, isPaused });
    else {
      if (kind === 'play') this.goOn('running');
      this.client.press(kind);
    }
  }

  /** A run that waits, or whose worker was ended; one that has come to its end begins anew. */
  private get canGoOn(): boolean {
    return this.begun !== null && ['paused', 'hidden', 'lost'].includes(this.phase);
  }

  private goOn(phase: 'loading' | 'running'): void {
    this.phase = phase;
    this.playedAt = performance.now();
    this.silence.listen(phase === 'loading');
  }

  private rest(phase: Phase): void {
    this.ranBefore = this.elapsed;
    this.phase = phase;
    this.silence.stop();
  }

  private pause(phase: 'paused' | 'hidden'): void {
    this.rest(phase);
    this.client.press('pause');
  }

  private end(phase: Phase): void {
    this.begun = null;
    this.leave(phase);
  }

  private leave(phase: Phase): void {
    this.rest(phase);
    this.client.close();
    cancelAnimationFrame(this.frame);
    this.coming = null;
  }

  /** What was kept last is what there is. */
  private lose(): void {
    this.leave('lost');
    const { kept } = this;
    if (kept === null) return;
    this.shown = kept.state;
    this.curve = this.curve.filter(({ step }) => step <= kept.state.step);
  }

  /** Seconds that it has run, without its pauses, in milliseconds. */
  private get elapsed(): number {
    return this.ranBefore + (this.isRunning ? performance.now() - this.playedAt : 0);
  }

  /** As many pictures as there are frames. */
  private receive(answer: Extract<TrainingResponse, { kind: 'run' }>): void {
    this.silence.hear();
    const { state } = answer;
    if (state.kept !== null) this.kept = { state, left: state.kept };
    if (Number.isFinite(state.loss) && state.step > (this.curve.at(-1)?.step ?? -1))
      this.curve = withLoss(this.curve, state);
    if (this.coming === null) this.frame = requestAnimationFrame(() => this.draw());
    this.coming = answer;
  }

  private draw(): void {
    const { coming } = this;
    this.coming = null;
    if (coming === null) return;
    const { state, status } = coming;
    this.shown = state;
    // It may have been paused since.
    if (status === 'running') {
      if (this.phase !== 'loading') return;
      this.ranBefore = this.elapsed;
      this.goOn('running');
    } else this.rest(status === 'paused' && this.phase === 'hidden' ? 'hidden' : status);
  }

  private fail(failed: Failed): void {
    if (failed.of === 'all') this.lose();
    else {
      this.end('none');
      this.problem = failed;
    }
  }

  private readonly keep = (): void => {
    if (this.kept !== null)
      this.dispatchEvent(new CustomEvent<Scene>('sa-keep', { detail: this.kept.left.scene, bubbles: true }));
  };

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const { run: own } = trainingWords;
    const { problem, shown, optimizer } = this;
    return html`
      <h3>${own.title}</h3>
      <p class="about">${own.about(formatConstant(GOAL))}</p>
      <div class="training-fields">
        ${selectField({
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
          .problem=${problem?.why ?? ''}
        ></sa-number>
      </div>
      <div class="training-now">
        ${this.playButton()}
        ${shown === null ? nothing : this.facts(shown)}
      </div>
      <p class="note" role="status">${this.phaseText()}</p>
      ${this.buttons()} ${shown === null ? nothing : this.pictures(shown)}
    `;
  }

  private playButton(): TemplateResult {
    const { run: own } = trainingWords;
    return this.isRunning
      ? html`<button type="button" class="run-play" @click=${() => this.pause('paused')}>${own.pause}</button>`
      : html`<button type="button" class="run-play" ?disabled=${this.target === null} @click=${this.play}>${this.canGoOn ? own.resume : own.play}</button>`;
  }

  private buttons(): TemplateResult {
    const { run: own } = trainingWords;
    const cannot = this.target === null;
    const { isRunning } = this;
    return html`<div class="training-buttons">
      <button type="button" ?disabled=${cannot || isRunning} @click=${this.once}>${own.once}</button>
      <button type="button" ?disabled=${cannot || this.shown === null} @click=${() => this.begin(false)}>${own.restart}</button>
      <button type="button" ?disabled=${isRunning || this.kept === null} @click=${this.keep}>${own.keep}</button>
    </div>`;
  }

  private phaseText(): string {
    const { run: own } = trainingWords;
    const { phase } = this;
    if (phase === 'none') return '';
    return phase === 'reached' ? own.reached(formatConstant(GOAL)) : own[phase];
  }

  private pictures(shown: RunState): TemplateResult {
    const { run: own, stuck } = trainingWords;
    const { picture, target, begun, curve, phase } = this;
    const shape = [picture.tokens.length, picture.keyTokens.length];
    const isFitting = shown.weights.length === picture.tokens.length * picture.keyTokens.length;
    const ends = phase === 'stuck' && begun !== null ? reasonsStuck(factsOf(begun.picture, begun.target, curve)) : [];
    return html`
      ${ends.length === 0 ? nothing : html`<p>${stuck.title}</p><ul class="training-reasons">${ends.map((why) => html`<li>${why}</li>`)}</ul>`}
      <sa-loss-curve .curve=${curve} .goal=${GOAL} .label=${own.curve} .value=${own.curveValue}></sa-loss-curve>
      ${
        isFitting && target !== null
          ? html`<div class="training-pair">
              ${this.weights(own.wanted, { shape, data: Float32Array.from(target.flat()) })}
              ${this.weights(own.now, { shape, data: shown.weights })}
            </div>`
          : nothing
      }
      <sa-trained-files .trained=${this.trained}></sa-trained-files>
    `;
  }

  /** The run as it was begun last, and the scene that it has made. */
  private readonly trained = (): Trained | null => {
    const { source, kept } = this;
    if (source === null) return null;
    return { given: source, learned: null, ...(kept !== null && { now: { ...source, scene: kept.left.scene } }) };
  };

  private weights(title: string, tensor: { readonly shape: number[]; readonly data: Float32Array }): TemplateResult {
    const { picture, head } = this;
    const mask = picture.ofHead('masked', head);
    return html`<figure>
      <figcaption>${title}</figcaption>
      <sa-matrix
        .tensor=${tensor}
        .axes=${AXES}
        .labels=${{ T_q: picture.tokens, T_k: picture.keyTokens }}
        .name=${'weights'}
        .accent=${'w'}
        .digits=${picture.digits}
        .label=${title}
        .masked=${mask && { shape: tensor.shape, data: mask }}
      ></sa-matrix>
    </figure>`;
  }

  private facts({ step, loss, stepsPerSecond }: RunState): TemplateResult {
    const { run: own } = trainingWords;
    const seconds = (value: number): string => own.seconds(formatNumber(value, 1));
    const left = this.isRunning ? secondsLeft(this.curve, GOAL, stepsPerSecond) : null;
    const facts = [
      [own.steps, formatConstant(step)],
      [own.loss, formatNumber(loss, 4)],
      [own.speed, formatConstant(Math.round(stepsPerSecond))],
      [own.elapsed, seconds(this.elapsed / 1000)],
      [own.left, left === null ? (this.isRunning ? own.unknown : '–') : seconds(left)],
    ];
    return html`<dl class="training-facts">
      ${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>`;
  }
}
customElements.define('sa-training-run', RunSection);
