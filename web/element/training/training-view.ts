import { css, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { elementTrainingWords } from '../../i18n/element/training.ts';
import type { Scene } from '../../scene/types.ts';
import { problemOf } from '../../session/problem.ts';
import { formatConstant, formatNumber } from '../../trace/number-format.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { Progress, Run } from '../../training/index.ts';
import { thinOut } from '../../views/plots/thin-out.ts';
import { define } from '../../views/shared/custom-element.ts';
import { NextFrame } from '../../views/shared/own-window.ts';
import { paletteStyles } from '../../views/shared/palette.ts';
import { translated } from '../language.ts';
import { fetchTraining } from './load-training.ts';
import { type TrainingRequest, trainingOf } from './options.ts';
import '../../views/plots/run-plot.ts';
import { LocalizedElement } from '../../views/shared/localized-element.ts';

/** Milliseconds of steps in a frame, and between two updates of the element's scene. */
const SLICE = 8;
const UPDATE_INTERVAL = 100;
/** The first steps get a frame each, so that a short run is seen too. Later a frame has more and more steps. */
const SLOW_STEPS = 60;
/** Points of the loss curve. */
const MOST_POINTS = 400;
/** The divergence at which target weights are learned. */
const GOAL = 0.01;

type Phase = 'none' | 'loading' | 'running' | 'paused' | 'done' | 'reached' | 'notFinite' | 'failed';

/** `<sa-element-training>`: a button that trains the scene, while the other parts of the element show it. */
@define('sa-element-training')
export class ElementTraining extends LocalizedElement {
  static override styles = [
    paletteStyles,
    css`
      :host {
        display: block;
        block-size: 100%;
        overflow-y: auto;
      }
      p {
        margin: 0.25rem 0;
      }
      .about,
      dt {
        color: var(--sa-ink-soft);
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        margin-block: 0.5rem;
      }
      button {
        min-block-size: 2.25rem;
        padding-inline: 0.75rem;
        border: 1px solid var(--sa-line);
        border-radius: 4px;
        background: var(--sa-ground);
        color: inherit;
        font: inherit;
        cursor: pointer;
      }
      button:disabled {
        color: var(--sa-ink-soft);
        cursor: default;
      }
      button:focus-visible {
        outline: 2px solid var(--sa-w);
        outline-offset: 2px;
      }
      dl {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.25rem;
        margin: 0;
      }
      dl > div {
        display: flex;
        gap: 0.375rem;
      }
      dd {
        margin: 0;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  @property({ attribute: false }) result!: SceneResult;
  /** The attribute `training`. */
  @property({ attribute: false }) text: string | null = null;
  @property({ attribute: false }) readonly = false;
  /** Shows a scene in the element. `isResting`: the page gets an event. */
  @property({ attribute: false }) learn!: (scene: Scene, isResting: boolean) => void;
  @state() private phase: Phase = 'none';
  @state() private progress: Progress | null = null;
  @state() private why = '';
  private curve: readonly Progress[] = [];
  private run: Run | null = null;
  private request: TrainingRequest | null = null;
  /** The scene before the training, and the last trained one. */
  private start: Scene | null = null;
  private trained: Scene | null = null;
  private runId = 0;
  private readonly frame = new NextFrame(this, () => this.go());
  private updatedAt = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    // It may be in another window.
    this.frame.cancel();
    if (this.phase === 'running') this.frame.request();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Moved in the document, it is there again at once, and trains on.
    queueMicrotask(() => {
      if (!this.isConnected) this.end('none');
    });
  }

  /** The run ends when the attribute or the scene changes: it trains another model then. */
  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (this.run === null && this.phase !== 'loading') return;
    const isOther = changed.has('result') && this.result.scene !== this.trained && this.result.scene !== this.start;
    if (isOther || (changed.has('text') && changed.get('text') !== undefined)) this.end('none');
  }

  private end(phase: Phase): void {
    this.runId += 1;
    this.frame.cancel();
    this.run?.dispose();
    this.run = null;
    this.phase = phase;
  }

  private readonly play = async (): Promise<void> => {
    if (this.run === null) await this.begin();
    if (this.run === null) return;
    this.phase = 'running';
    this.frame.request();
  };

  private async begin(): Promise<void> {
    this.phase = 'loading';
    this.why = '';
    this.runId += 1;
    const { runId } = this;
    const { scene } = this.result;
    this.start = scene;
    try {
      const training = await fetchTraining();
      if (runId !== this.runId) return;
      this.request = trainingOf(this.text, this.result);
      this.run = training.train({ ...this.request.options, scene });
      this.curve = [];
      this.progress = null;
    } catch (thrown) {
      if (runId === this.runId) this.fail(thrown);
    }
  }

  private fail(thrown: unknown): void {
    this.why = translated(this.language, problemOf(thrown, 'internal'));
    this.end('failed');
  }

  private readonly pause = (): void => {
    this.frame.cancel();
    this.rest('paused');
  };

  /** Back to the scene before the training. */
  private readonly restart = (): void => {
    const { start } = this;
    this.end('none');
    this.progress = null;
    this.curve = [];
    if (start !== null) this.learn(start, true);
  };

  private readonly go = (): void => {
    const { run, request } = this;
    if (run === null || request === null) return;
    const begin = performance.now();
    try {
      const before = run.steps;
      const most = before + 1 + Math.floor(before / SLOW_STEPS);
      let [loss, accuracy] = [0, 0];
      let last: Progress;
      do {
        last = run.step(1);
        loss += last.loss;
        accuracy += last.accuracy ?? 0;
      } while (run.steps < Math.min(request.steps, most) && performance.now() - begin < SLICE);
      const count = run.steps - before;
      // The loss of one batch jumps, so the mean of a frame is shown.
      this.progress = { ...last, loss: loss / count, accuracy: last.accuracy === null ? null : accuracy / count };
      this.curve = thinOut(this.curve, [this.progress], MOST_POINTS);
    } catch (thrown) {
      const { code } = problemOf(thrown, 'internal');
      if (code === 'not-finite') this.rest('notFinite');
      else this.fail(thrown);
      return;
    }
    if (request.options.loss?.kind === 'weights' && this.progress.loss < GOAL) this.rest('reached');
    else if (run.steps >= request.steps) this.rest('done');
    else {
      if (begin - this.updatedAt > UPDATE_INTERVAL) this.showScene(false);
      this.frame.request();
    }
  };

  private rest(phase: Phase): void {
    this.phase = phase;
    this.showScene(true);
  }

  private showScene(isResting: boolean): void {
    const { run, start } = this;
    if (run === null || start === null) return;
    this.updatedAt = performance.now();
    const scene = run.scene();
    // An embedding that is not trained stays as the scene writes it, for other words too.
    const isFixed = this.request?.options.fixed?.includes('E') === true;
    this.trained = isFixed ? { ...scene, embedding: start.embedding } : scene;
    this.learn(this.trained, isResting);
  }

  protected override render(): TemplateResult {
    const words = elementTrainingWords(this.language);
    const { phase, progress, readonly } = this;
    const isRunning = phase === 'running' || phase === 'loading';
    const isOver = phase === 'done' || phase === 'reached' || phase === 'notFinite';
    const status = phase === 'none' ? '' : phase === 'failed' ? this.why : words.phases[phase];
    return html`
      <p class="about">${this.about()}</p>
      <div class="buttons">
        ${
          isRunning
            ? html`<button type="button" @click=${this.pause} ?disabled=${phase === 'loading'}>${words.pause}</button>`
            : html`<button type="button" @click=${this.play} ?disabled=${readonly || isOver}>${phase === 'paused' ? words.resume : words.train}</button>`
        }
        <button type="button" @click=${this.restart} ?disabled=${this.start === null || phase === 'loading'}>${words.restart}</button>
      </div>
      <p role="status">${status}</p>
      ${progress === null ? nothing : this.facts(progress)}
      ${
        this.curve.length < 2
          ? nothing
          : html`<sa-run-plot
              .series=${[{ name: '', short: '', role: 'w', stroke: '', points: this.curve.map(({ step, loss }) => ({ step, value: loss })) }]}
              .heading=${words.curve}
              .valueText=${words.curveValue}
              .goal=${this.request?.options.loss?.kind === 'weights' ? GOAL : null}
              logarithmic
            ></sa-run-plot>`
      }
    `;
  }

  private about(): string {
    const words = elementTrainingWords(this.language);
    try {
      const { task, loss } = trainingOf(this.text, this.result).options;
      if (task !== undefined) return words.aboutTask(task.kind);
      return loss?.kind === 'weights' ? words.aboutWeights : words.aboutLoss;
    } catch {
      return '';
    }
  }

  private facts({ step, loss, accuracy }: Progress): TemplateResult {
    const words = elementTrainingWords(this.language);
    const facts = [
      [words.step, words.of(formatConstant(step), formatConstant(this.request?.steps ?? step))],
      [words.loss, formatNumber(loss, 4)],
      ...(accuracy === null ? [] : [[words.accuracy, `${formatNumber(100 * accuracy, 0)} %`]]),
    ];
    return html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
  }
}
