import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import { segmented } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { mistakeWords } from '../../i18n/mistakes.ts';
import { pageWords } from '../../i18n/page.ts';
import { isSameButView } from '../../session/state.ts';
import type { SceneResult, WholeResult } from '../../trace/scene-result.ts';
import { heatmap, lines } from '../../views/attention-pictures.ts';
import { NAMED } from '../../views/grid/head-maps.ts';
import type { Focus } from '../../views/index.ts';
import { WeightTransition } from '../../views/shared/weight-transition.ts';
import { lazy } from '../lazy.ts';
import { type DetailEvent, emit } from '../shell/events.ts';
import { scrollIntoViewUntilStable } from '../shell/in-sight.ts';
import { layerSwitch } from '../steps/sections.ts';
import { headMapsOf, pinnedLabel, small, thumbnailSize } from './head-maps.ts';
import { heatmapBefore, heatmapOfDifference, heatmapWithoutMistake } from './last-change.ts';
import { canPin, loadedPin, MOST_PINNED, type Pinned, pinHeads, pinOf } from './pinned.ts';
import { canDecode } from './show-decode.ts';
import { showHeadsButton } from './show-heads.ts';
import './show-why.ts';

const trainingPanel = IS_ONE_SCRIPT ? null : lazyModule(() => import('../training/training-panel.ts'));
const pinnedPanel = lazyModule(() => import('./pinned-panel.ts'));
const nearestPanel = lazyModule(() => import('./nearest-panel.ts'));
const mistakePanel = lazyModule(() => import('./mistake-panel.ts'));

const narrow = matchMedia('(width < 67.5rem)');
/** Where a lesson has a column of its own, the page does not scroll. */
const narrowLesson = matchMedia('(width < 60rem)');
const widths = [narrow, narrowLesson, small];

/** Which weights the heatmap has. */
type Moment = 'now' | 'before' | 'difference';
const ONE_CHANGE = 1000; // Milliseconds.

/** A pinned result lasts as long as the page: the panel is removed when the stage is shown. */
let kept: Pinned | null = null;

/** The attention of one head as a heatmap and as lines. A narrow screen shows one of them, with a switch. */
export class AttentionPanel extends LightDomElement {
  /** Null where all heads cannot be shown at once. */
  @property({ attribute: false }) core: SceneCore | null = null;
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
  /** Where training draws the weights, this is only the choice of a head. */
  @property({ attribute: false }) hasPictures = true;
  /** Computes the scene although it takes long. */
  @property({ attribute: false }) computeAnyway: (() => void) | undefined;
  @state() private isLearning = false;
  @state() private pinned = kept;
  /** What is to be pinned is loading. */
  private isPinning = false;
  @state() private shown: 'heatmap' | 'lines' = 'heatmap';
  /** The weights of every head of this layer before the last change of numbers. Null if there was none. */
  @state() private previous: readonly Pinned[] | null = null;
  @state() private moment: Moment = 'now';
  private changedAt = Number.NEGATIVE_INFINITY;
  private readonly weights = new WeightTransition(this, () => this.requestUpdate());

  constructor() {
    super();
    this.addController(this.weights);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const width of widths) width.addEventListener('change', this.onWidth);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const width of widths) width.removeEventListener('change', this.onWidth);
    kept = this.pinned;
  }

  private readonly onWidth = (): void => this.requestUpdate();

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const { result, head } = this;
    const before = changed.get('result') as SceneResult | undefined;
    if (before !== undefined) this.keepPrevious(before);
    if (this.isPinning) void this.pin();
    const data = result.viewport === null ? result.ofHead(result.weightsStep, head) : null;
    if (data !== null) this.weights.start({ data, queries: result.tokens, keys: result.keyTokens });
  }

  /** Changes that follow each other quickly, as those of a slider, are one. */
  private keepPrevious(before: SceneResult): void {
    const { result, inLesson } = this;
    const { embedding, tokens } = result.scene;
    // Somebody else's model was opened.
    const isOther = embedding.kind === 'qkv' && before.scene.tokens !== tokens;
    if (isOther || before.layer !== result.layer || before.viewport !== null || inLesson || result.viewport !== null) {
      this.previous = null;
      this.moment = 'now';
    } else if (!isSameButView(before.scene, result.scene)) {
      const now = performance.now();
      if (this.previous === null || now - this.changedAt > ONE_CHANGE)
        this.previous = pinHeads(before, pageWords(this.language).picture.weights);
      this.changedAt = now;
      if (this.moment === 'before') this.moment = 'now';
    }
  }

  private get previousOfHead(): Pinned | null {
    return this.previous?.[this.head] ?? null;
  }

  /** Now, before the last change, or the difference of the two. */
  private moments(): TemplateResult | typeof nothing {
    const words = pageWords(this.language).picture.change;
    if (this.previousOfHead === null) return nothing;
    return segmented({
      id: 'moment',
      label: words.label,
      options: (['now', 'before', 'difference'] as const).map((value) => ({ value, text: words[value] })),
      value: this.moment,
      onChoose: (moment) => {
        this.moment = moment;
      },
    });
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
    const { core, result, head, focusOn, shown } = this;
    const outdated = this.problem !== '';
    if (!this.hasPictures)
      return html`<div class="picture-bar">
        ${this.isNavigable ? this.navigator() : nothing} ${this.note()} ${outdated ? this.why() : nothing}
      </div>`;
    const label = words.weights(head + 1, result.heads);
    const { query } = this;
    const isLarge = result.viewport !== null;
    const isNow = this.moment === 'now' || this.previousOfHead === null;
    // On a wide screen it stands at the end of the thumbnails.
    const allHeads = this.offersAllHeads && (narrow.matches || isLarge) ? showHeadsButton(this.language) : nothing;
    const more = html`${allHeads} ${isLarge || this.isPinnedInPlace ? nothing : this.moments()} ${isLarge && this.inLesson ? nothing : this.pinButton()} ${isLarge || !this.inLesson ? nothing : this.learnButton()}`;
    const isPanel = isLarge && !this.isPinnedInPlace;
    // Below the picture the links leave the first screen free for it.
    const isBelow = (this.inLesson ? narrowLesson : narrow).matches;
    return html`
      ${this.inLesson ? nothing : this.nearest()}
      <div class="picture-bar">
        ${this.isNavigable ? this.navigator() : this.switches()} ${isBelow ? nothing : more}
        ${isLarge || !isNow || this.isPinnedInPlace || this.hasRightBeside ? nothing : this.choice()}
        ${this.note()}
        ${outdated ? this.why() : nothing}
      </div>
      <div id="picture" tabindex="-1" class=${classMap({ pictures: !isPanel, large: isPanel, outdated, [`show-${isNow && !this.hasRightBeside ? shown : 'heatmap'}`]: true })}>
        ${this.isPinnedInPlace ? this.comparison() : isLarge ? html`<sa-large-scene .result=${result} .view=${{ head, query, focusOn, label }}></sa-large-scene>` : this.pictures(label)}
      </div>
      ${isBelow ? html`<div class="picture-bar">${more}</div>` : nothing} ${this.inLesson ? this.nearest() : nothing} ${this.isPinnedInPlace ? nothing : this.comparison()} ${this.inLesson && this.isLearning && !isLarge ? this.training() : nothing} ${result.withoutMistake === null ? nothing : this.mistake(result.withoutMistake)}
      ${core !== null && canDecode(result) ? html`<sa-show-decode .core=${core} .result=${result}></sa-show-decode>` : nothing}
      <sa-show-why .core=${this.core} .result=${result}></sa-show-why>
      ${this.offersAllHeads ? html`<sa-show-heads .core=${this.core} .result=${result} .selected=${this.selected}></sa-show-heads>` : nothing}
    `;
  }

  /** Experiment has room for both heatmaps where the picture is. */
  private get isPinnedInPlace(): boolean {
    return this.pinned !== null && !this.inLesson && !narrow.matches && canPin(this.result);
  }

  /** Likewise for a mistake and the right weights. */
  private get hasRightBeside(): boolean {
    return this.result.withoutMistake !== null && !this.inLesson && !narrow.matches;
  }

  /** In a lesson, the heads that it speaks of are beside it. */
  private get offersAllHeads(): boolean {
    const { core, result, inLesson } = this;
    return core !== null && !inLesson && result.heads * result.layers > 1;
  }

  /** A large scene has no thumbnails, so it has switches. */
  private switches(): TemplateResult {
    const { result, language, selected } = this;
    return html`${result.heads > 1 ? this.heads() : nothing} ${result.layers > 1 ? layerSwitch(language, this, result, selected.layer, 'layer') : nothing}`;
  }

  private get isNavigable(): boolean {
    const { viewport, heads, layers } = this.result;
    return viewport === null && heads * layers > 1;
  }

  /** All heads of all layers, layer by layer. The one that is pressed becomes the one on show. */
  private navigator(): TemplateResult {
    const { result, selected } = this;
    const words = pageWords(this.language).picture;
    const choose = (index: number): void => {
      const [layer, head] = [Math.floor(index / result.heads), index % result.heads];
      if (head !== selected.head) emit(this, 'sa-head', head);
      if (layer !== selected.layer) emit(this, 'sa-layer', layer);
    };
    return html`<div id="all-heads" class=${result.heads * result.layers > NAMED ? 'many' : ''}>
      <sa-head-maps
          .heads=${guard([result, this.query, this.headNames, this.language], () => headMapsOf(this.language, result, this.query))}
          .queryLabels=${result.tokens}
          .keyLabels=${result.keyTokens}
          .selected=${selected.layer * result.heads + selected.head}
          .query=${this.query}
          .digits=${result.digits}
          .size=${thumbnailSize(result, this.inLesson)}
          .label=${result.layers > 1 ? words.allLayers : words.allHeads}
          @sa-head-choice=${({ detail }: DetailEvent<'sa-head-choice'>) => choose(detail)}
        ></sa-head-maps>
      ${this.offersAllHeads && !narrow.matches ? showHeadsButton(this.language) : nothing}
    </div>`;
  }

  private pinButton(): TemplateResult {
    const words = pageWords(this.language).picture;
    if (!canPin(this.result)) return html`<p class="no-pin">${words.pinned.tooLong(MOST_PINNED)}</p>`;
    // Below both heatmaps it may be out of sight. One button for both keeps the keyboard's focus.
    const isPinned = this.isPinnedInPlace;
    return html`<button type="button" class="pin" @click=${isPinned ? this.unpin : this.pin}>${isPinned ? words.pinned.letGo : words.pinned.button}</button>`;
  }

  private readonly pin = async (): Promise<void> => {
    const { result, head, language } = this;
    const pinned = canPin(result) ? loadedPin(result, head, pinnedLabel(language, result, head)) : null;
    this.isPinning = pinned === null && canPin(result);
    if (pinned === null) return;
    this.pinned = pinned;
    await pinnedPanel.load();
    this.requestUpdate(); // Else what loads is drawn in a later update.
    await this.updateComplete;
    const panel = this.querySelector('sa-pinned');
    if (panel === null) return;
    void scrollIntoViewUntilStable(panel, () => panel.scrollIntoView({ block: 'nearest' }));
  };

  private learnButton(): TemplateResult {
    const words = pageWords(this.language).picture;
    return html`<span data-control="learn"><button type="button" class="learn" aria-expanded=${this.isLearning ? 'true' : 'false'} @click=${this.learn}>${words.learn}</button></span>`;
  }

  private readonly learn = async (): Promise<void> => {
    this.isLearning = !this.isLearning;
    if (!this.isLearning) return;
    // What cannot be loaded is said in its place.
    await trainingPanel?.load().catch(() => {});
    this.requestUpdate(); // Else what loads is drawn in a later update.
    await this.updateComplete;
    emit(this, 'sa-learning', null);
  };

  private training(): TemplateResult {
    const words = pageWords(this.language).picture;
    if (trainingPanel === null) return html`<p class="note" role="status">${words.learnElsewhere}</p>`;
    const { result, head, query } = this;
    const close = (): void => {
      this.isLearning = false;
      this.querySelector<HTMLElement>('.learn')?.focus();
    };
    return html`${lazy(
      this.language,
      trainingPanel,
      () => html`<sa-training .result=${result} .head=${head} .query=${query} @sa-close=${close}></sa-training>`,
    )}`;
  }

  private readonly unpin = async (): Promise<void> => {
    this.pinned = null;
    await this.updateComplete;
    this.querySelector<HTMLElement>('.pin')?.focus();
  };

  private comparison(): TemplateResult | typeof nothing {
    const { result, pinned, head, focusOn, language } = this;
    if (pinned === null || !canPin(result)) return nothing;
    return html`${lazy(
      this.language,
      pinnedPanel,
      () => html`<sa-pinned
        .pinned=${pinned}
        .now=${loadedPin(result, head, pinnedLabel(language, result, head))}
        .digits=${result.digits}
        .name=${result.weightsStep}
        .layer=${result.layer}
        .focusOn=${focusOn}
        @sa-close=${this.unpin}
      ></sa-pinned>`,
    )}`;
  }

  /** Real word vectors have neighbours that everybody knows. In a lesson they are below the picture, which keeps its place. */
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
    const { result, head, focusOn, language, moment, previousOfHead: previous } = this;
    if (previous !== null && moment !== 'now') {
      const change = { language, result, previous, now: pinOf(result, head, label), head, focusOn };
      return moment === 'before' ? heatmapBefore(change) : heatmapOfDifference(change);
    }
    const { shown: transition, movement } = this.weights;
    const picture = { result, head, label, focusOn, transition, movement };
    const { withoutMistake } = result;
    if (withoutMistake === null || !this.hasRightBeside) return html`${heatmap(picture)} ${lines(picture)}`;
    return html`<figure class="mistake-side"><figcaption>${controlWords(language).compare.wrong}</figcaption>${heatmap(picture)}</figure>
      ${heatmapWithoutMistake({ language, result: withoutMistake, head, label, focusOn })}`;
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
