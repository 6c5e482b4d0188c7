import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import { segmented } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { controlWords } from '../../i18n/controls.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { mistakeWords } from '../../i18n/mistakes.ts';
import { pageWords } from '../../i18n/page.ts';
import { readRow } from '../../trace/reading.ts';
import type { SceneResult, WholeResult } from '../../trace/scene-result.ts';
import { heatmap, lines } from '../../views/attention-pictures.ts';
import type { HeadMap } from '../../views/grid/head-maps.ts';
import type { Focus } from '../../views/index.ts';
import { WeightTransition } from '../../views/shared/weight-transition.ts';
import { lazy } from '../lazy.ts';
import { type DetailEvent, emit } from '../shell/events.ts';
import { layerSwitch } from '../steps/sections.ts';
import { type Pinned, pinOf } from './pinned.ts';

const headMaps = lazyModule(() => import('../../views/grid/head-maps.ts'));
const trainingPanel = IS_ONE_SCRIPT ? null : lazyModule(() => import('../training/training-panel.ts'));
const pinnedPanel = lazyModule(() => import('./pinned-panel.ts'));
const nearestPanel = lazyModule(() => import('./nearest-panel.ts'));
const mistakePanel = lazyModule(() => import('./mistake-panel.ts'));

/** On a narrow screen the links stand below the picture, which keeps the first screen free for it. */
const narrow = matchMedia('(width < 67.5rem)');

/** A pinned result lasts as long as the page: the panel is removed when the stage is shown. */
let kept: Pinned | null = null;

/** The attention of one head as a heatmap and as lines. A narrow screen shows one of them, with a switch. */
export class AttentionPanel extends LightDomElement {
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) head = 0;
  /** The selected head and layer. Their result may still be loading. */
  @property({ attribute: false }) selected = { head: 0, layer: 0 };
  /** The names of the heads, if they have names. */
  @property({ attribute: false }) headNames: readonly string[] = [];
  @property({ attribute: false }) focusOn: Focus | null = null;
  @property({ attribute: false }) query = 0;
  /** The error of the requested scene, while the result is an earlier one. Empty without an error. */
  @property() problem = '';
  /** A lesson is beside the picture, so training opens below it. Elsewhere training has a screen of its own. */
  @property({ attribute: false }) inLesson = false;
  /** Computes the scene although it takes long. */
  @property({ attribute: false }) computeAnyway: (() => void) | undefined;
  @state() private areAllShown = false;
  @state() private isLearning = false;
  @state() private pinned = kept;
  @state() private shown: 'heatmap' | 'lines' = 'heatmap';
  private readonly weights = new WeightTransition(this, () => this.requestUpdate());

  constructor() {
    super();
    this.addController(this.weights);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    narrow.addEventListener('change', this.onWidth);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    narrow.removeEventListener('change', this.onWidth);
    kept = this.pinned;
  }

  private readonly onWidth = (): void => this.requestUpdate();

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const { result, head } = this;
    // A link to a training run leads to the panel it is trained in, and so does undoing its closing.
    const before = changed.get('result') as SceneResult | undefined;
    if (this.inLesson && changed.has('result') && runsOf(result) !== undefined && runsOf(before) === undefined)
      this.isLearning = true;
    const data = result.viewport === null ? result.ofHead(result.weightsStep, head) : null;
    if (data !== null) this.weights.start({ data, queries: result.tokens, keys: result.keyTokens });
  }

  private heads(): TemplateResult {
    const words = pageWords(this.language).picture;
    const { result, headNames } = this;
    const options = Array.from({ length: result.heads }, (_, head) => ({
      value: String(head),
      text: words.headName(head + 1, headNames[head] ?? ''),
    }));
    return segmented({
      id: 'head',
      label: words.head,
      options,
      value: String(this.selected.head),
      onChoose: (head) => emit(this, 'sa-head', Number(head)),
    });
  }

  protected override render() {
    const words = pageWords(this.language).picture;
    const { result, head, focusOn, shown } = this;
    const outdated = this.problem !== '';
    const label = words.weights(head + 1, result.heads);
    const { query } = this;
    const isLarge = result.viewport !== null;
    const more = html`${this.allHeadsButton()} ${result.viewport === null ? html`${this.pinButton(label)} ${this.inLesson ? this.learnButton() : nothing}` : nothing}`;
    const all = this.areAllShown && this.canShowAll ? this.allHeads() : nothing;
    return html`
      ${this.nearest()}
      <div class="picture-bar">
        ${result.heads > 1 ? this.heads() : nothing} ${narrow.matches ? nothing : more} ${result.layers > 1 ? layerSwitch(this.language, this, result, this.selected.layer, 'layer') : nothing}
        ${isLarge ? nothing : this.choice()}
        ${this.note()}
        ${outdated ? this.why() : nothing}
      </div>
      ${narrow.matches ? nothing : all}
      <div id="picture" tabindex="-1" class=${classMap({ pictures: !isLarge, large: isLarge, outdated, [`show-${shown}`]: true })}>
        ${isLarge ? html`<sa-large-scene .result=${result} .view=${{ head, query, focusOn, label }}></sa-large-scene>` : this.pictures(label)}
      </div>
      ${narrow.matches && result.viewport === null ? html`<div class="picture-bar">${more}</div>${all}` : nothing} ${this.comparison(label)} ${this.inLesson && this.isLearning && result.viewport === null ? this.training() : nothing} ${result.withoutMistake === null ? nothing : this.mistake(result.withoutMistake)}
    `;
  }

  private get canShowAll(): boolean {
    return this.result.heads > 1 && this.result.viewport === null;
  }

  private allHeadsButton(): TemplateResult | typeof nothing {
    const words = pageWords(this.language).picture;
    if (!this.canShowAll) return nothing;
    const toggle = (): void => {
      this.areAllShown = !this.areAllShown;
    };
    return html`<button
      type="button"
      aria-expanded=${this.areAllShown ? 'true' : 'false'}
      aria-controls="all-heads"
      @click=${toggle}
    >
      ${words.allHeads}
    </button>`;
  }

  private allHeads(): TemplateResult {
    const words = pageWords(this.language).picture;
    return html`<div id="all-heads">
      ${lazy(
        this.language,
        headMaps,
        () => html`<sa-head-maps
          .heads=${guard([this.result, this.query, this.headNames], () => this.headMaps())}
          .queryLabels=${this.result.tokens}
          .keyLabels=${this.result.keyTokens}
          .selected=${this.selected.head}
          .query=${this.query}
          .digits=${this.result.digits}
          .label=${words.allHeads}
          @sa-head-choice=${({ detail }: DetailEvent<'sa-head-choice'>) => emit(this, 'sa-head', detail)}
        ></sa-head-maps>`,
      )}
    </div>`;
  }

  private headMaps(): readonly HeadMap[] {
    const words = pageWords(this.language).picture;
    const { result, headNames, query } = this;
    return Array.from({ length: result.heads }, (_, head) => ({
      name: words.headName(head + 1, headNames[head] ?? ''),
      reading: readRow(this.language, result.row(head, query)).text,
      weights: result.ofHead(result.weightsStep, head) ?? new Float32Array(),
      masked: result.ofHead('masked', head),
    }));
  }

  private pinButton(label: string): TemplateResult {
    const words = pageWords(this.language).picture;
    const pin = (): void => {
      this.pinned = pinOf(this.result, this.head, label);
    };
    return html`<button type="button" class="pin" @click=${pin}>${words.pinned.button}</button>`;
  }

  private learnButton(): TemplateResult {
    const words = pageWords(this.language).picture;
    return html`<span data-control="learn"><button type="button" class="learn" aria-expanded=${this.isLearning ? 'true' : 'false'} @click=${this.learn}>${words.learn}</button></span>`;
  }

  private readonly learn = (): void => {
    this.isLearning = !this.isLearning;
    if (!this.isLearning) this.leaveRuns();
  };

  /** The address tells what is shown. */
  private leaveRuns(): void {
    if (runsOf(this.result) !== undefined) emit(this, 'sa-runs', null);
  }

  private training(): TemplateResult {
    const words = pageWords(this.language).picture;
    if (trainingPanel === null) return html`<p class="note" role="status">${words.learnElsewhere}</p>`;
    const { result, head, query } = this;
    const close = (): void => {
      this.isLearning = false;
      this.leaveRuns();
      this.querySelector<HTMLElement>('.learn')?.focus();
    };
    return html`${lazy(
      this.language,
      trainingPanel,
      () => html`<sa-training .result=${result} .head=${head} .query=${query} @sa-close=${close}></sa-training>`,
    )}`;
  }

  private comparison(label: string): TemplateResult | typeof nothing {
    const { result, pinned, head, focusOn } = this;
    if (pinned === null || result.viewport !== null) return nothing;
    const letGo = (): void => {
      this.pinned = null;
      this.querySelector<HTMLElement>('.pin')?.focus();
    };
    return html`${lazy(
      this.language,
      pinnedPanel,
      () => html`<sa-pinned
        .pinned=${pinned}
        .now=${pinOf(result, head, label)}
        .digits=${result.digits}
        .name=${result.weightsStep}
        .layer=${result.layer}
        .focusOn=${focusOn}
        @sa-close=${letGo}
      ></sa-pinned>`,
    )}`;
  }

  /** Real word vectors have neighbours that everybody knows. */
  private nearest(): TemplateResult | typeof nothing {
    const { result, query } = this;
    if (result.viewport !== null || result.scene.embedding.kind !== 'wordVectors') return nothing;
    return html`${lazy(
      this.language,
      nearestPanel,
      () => html`<sa-nearest .result=${result} .query=${query}></sa-nearest>`,
    )}`;
  }

  private why(): TemplateResult {
    const words = pageWords(this.language).picture;
    const { problem, computeAnyway } = this;
    const button = html`<button type="button" @click=${computeAnyway}>${words.anyway}</button>`;
    return html`<p class="outdated">
      ${words.stale}<span class=${computeAnyway === undefined ? 'why' : ''}>: ${problem}</span> ${computeAnyway === undefined ? nothing : button}
    </p>`;
  }

  private choice(): TemplateResult {
    const words = pageWords(this.language).picture;
    return html`<div class="only-narrow">
      ${segmented({
        id: 'shown',
        label: words.view,
        options: [
          { value: 'heatmap', text: words.heatmap },
          { value: 'lines', text: words.lines },
        ],
        value: this.shown,
        onChoose: (value) => {
          this.shown = value;
        },
      })}
    </div>`;
  }

  private pictures(label: string): TemplateResult {
    const { result, head, focusOn } = this;
    const { shown: transition, movement } = this.weights;
    const picture = { result, head, label, focusOn, transition, movement };
    return html`${heatmap(picture)} ${lines(picture)}`;
  }

  private note(): TemplateResult | typeof nothing {
    const { scene, viewport } = this.result;
    if (!scene.mistake) return nothing;
    const title = mistakeWords(this.language)[scene.mistake];
    const note =
      viewport === null
        ? controlWords(this.language).compare.note(title)
        : pageWords(this.language).scale.mistake(title);
    return html`<p class="outdated mistaken">${note}</p>`;
  }

  private mistake(withoutMistake: WholeResult): TemplateResult {
    return html`${lazy(
      this.language,
      mistakePanel,
      () => html`<sa-mistake
        .result=${this.result}
        .withoutMistake=${withoutMistake}
        .head=${this.head}
        .query=${this.query}
        .focusOn=${this.focusOn}
      ></sa-mistake>`,
    )}`;
  }
}
customElements.define('sa-attention', AttentionPanel);

const runsOf = (result: SceneResult | undefined) => result?.scene.view?.runs;
