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
import { readingOf } from '../../trace/reading.ts';
import type { ComputedScene } from '../../trace/scene-result.ts';
import { arcs, heatmap } from '../../views/attention-pictures.ts';
import type { HeadMap } from '../../views/grid/head-maps.ts';
import type { Focus } from '../../views/index.ts';
import { WeightTransition } from '../../views/shared/weight-transition.ts';
import { lazy } from '../lazy.ts';
import { request } from '../shell/events.ts';
import { layerSwitch } from '../steps/sections.ts';
import { type Pinned, pinOf } from './pinned.ts';

const headMaps = lazyModule(() => import('../../views/grid/head-maps.ts'));
const trainingPanel = lazyModule(() => import('../training/training-panel.ts'));
const pinnedPanel = lazyModule(() => import('./pinned-panel.ts'));
const mistakePanel = lazyModule(() => import('./mistake-panel.ts'));

const words = pageWords.picture;
/** On a narrow screen the links stand below the picture, which keeps the first screen free for it. */
const narrow = matchMedia('(width < 67.5rem)');

/** A pinned result lasts as long as the page: the panel is removed when the stage is shown. */
let kept: Pinned | null = null;

/** The attention of one head as a heatmap and as lines. A narrow screen shows one of them, with a switch. */
export class AttentionPanel extends LightDomElement {
  @property({ attribute: false }) picture!: ComputedScene;
  @property({ attribute: false }) head = 0;
  /** The selected head and layer. Their result may still be loading. */
  @property({ attribute: false }) selected = { head: 0, layer: 0 };
  /** The names of the heads, if they have names. */
  @property({ attribute: false }) headNames: readonly string[] = [];
  @property({ attribute: false }) focusOn: Focus | null = null;
  @property({ attribute: false }) query = 0;
  /** The error of the requested scene, while the result is an earlier one. Empty without an error. */
  @property() problem = '';
  /** Computes the scene although it takes long. */
  @property({ attribute: false }) anyway: (() => void) | undefined;
  @state() private areAllShown = false;
  @state() private isLearning = false;
  @state() private pinned = kept;
  @state() private shown: 'heatmap' | 'lines' = 'heatmap';
  private readonly weights = new WeightTransition(this);

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
    const { picture, head } = this;
    // A link to a training run leads to the panel it is trained in, and so does undoing its closing.
    const before = changed.get('picture') as ComputedScene | undefined;
    if (changed.has('picture') && runsOf(picture) !== undefined && runsOf(before) === undefined) this.isLearning = true;
    const data = picture.lens === null ? picture.ofHead('weights', head) : null;
    if (data !== null) this.weights.go({ data, queries: picture.tokens, keys: picture.keyTokens });
  }

  private heads(): TemplateResult {
    const { picture, headNames } = this;
    const options = Array.from({ length: picture.heads }, (_, head) => ({
      value: String(head),
      text: words.headName(head + 1, headNames[head] ?? ''),
    }));
    return segmented({
      id: 'head',
      label: words.head,
      options,
      value: String(this.selected.head),
      onChoose: (head) => request(this, 'sa-head', Number(head)),
    });
  }

  protected override render() {
    const { picture, head, focusOn, shown } = this;
    const outdated = this.problem !== '';
    const label = words.weights(head + 1, picture.heads);
    const { query } = this;
    const own = picture.pictures({ head, query, focusOn, label });
    const more = html`${this.allHeadsButton()} ${picture.lens === null ? html`${this.pinButton(label)} ${this.learnButton()}` : nothing}`;
    const all = this.areAllShown && this.canShowAll ? this.allHeads() : nothing;
    return html`
      <div class="picture-bar">
        ${picture.heads > 1 ? this.heads() : nothing} ${narrow.matches ? nothing : more} ${picture.layers > 1 ? layerSwitch(this, picture, this.selected.layer, 'layer') : nothing}
        ${own === null ? this.choice() : nothing}
        ${this.note()}
        ${outdated ? this.why() : nothing}
      </div>
      ${narrow.matches ? nothing : all}
      <div id="picture" tabindex="-1" class=${classMap({ pictures: own === null, large: own !== null, outdated, [`show-${shown}`]: true })}>
        ${own ?? this.pictures(label)}
      </div>
      ${narrow.matches && picture.lens === null ? html`<div class="picture-bar">${more}</div>${all}` : nothing} ${this.comparison(label)} ${this.isLearning && picture.lens === null ? this.training() : nothing} ${picture.right === null ? nothing : this.mistake(picture.right)}
    `;
  }

  private get canShowAll(): boolean {
    return this.picture.heads > 1 && this.picture.lens === null;
  }

  private allHeadsButton(): TemplateResult | typeof nothing {
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
    return html`<div id="all-heads">
      ${lazy(
        headMaps,
        () => html`<sa-head-maps
          .heads=${guard([this.picture, this.query, this.headNames], () => this.headMaps())}
          .queryLabels=${this.picture.tokens}
          .keyLabels=${this.picture.keyTokens}
          .selected=${this.selected.head}
          .query=${this.query}
          .digits=${this.picture.digits}
          .label=${words.allHeads}
          @sa-head-choice=${({ detail }: CustomEvent<number>) => request(this, 'sa-head', detail)}
        ></sa-head-maps>`,
      )}
    </div>`;
  }

  private headMaps(): readonly HeadMap[] {
    const { picture, headNames, query } = this;
    return Array.from({ length: picture.heads }, (_, head) => ({
      name: words.headName(head + 1, headNames[head] ?? ''),
      reading: readingOf(picture.row(head, query)).text,
      weights: picture.ofHead('weights', head) ?? new Float32Array(),
      masked: picture.ofHead('masked', head),
    }));
  }

  private pinButton(label: string): TemplateResult {
    const pin = (): void => {
      this.pinned = pinOf(this.picture, this.head, label);
    };
    return html`<button type="button" class="pin" @click=${pin}>${words.pinned.button}</button>`;
  }

  private learnButton(): TemplateResult {
    return html`<span data-control="learn"><button type="button" class="learn" aria-expanded=${this.isLearning ? 'true' : 'false'} @click=${this.learn}>${words.learn}</button></span>`;
  }

  private readonly learn = (): void => {
    this.isLearning = !this.isLearning;
    if (!this.isLearning) this.leaveRuns();
  };

  /** The address tells what is shown. */
  private leaveRuns(): void {
    if (runsOf(this.picture) !== undefined) request(this, 'sa-runs', null);
  }

  private training(): TemplateResult {
    if (IS_ONE_SCRIPT) return html`<p class="note" role="status">${words.learnElsewhere}</p>`;
    const { picture, head, query } = this;
    const close = (): void => {
      this.isLearning = false;
      this.leaveRuns();
      this.querySelector<HTMLElement>('.learn')?.focus();
    };
    return html`${lazy(
      trainingPanel,
      () => html`<sa-training .picture=${picture} .head=${head} .query=${query} @sa-close=${close}></sa-training>`,
    )}`;
  }

  private comparison(label: string): TemplateResult | typeof nothing {
    const { picture, pinned, head, focusOn } = this;
    if (pinned === null || picture.lens !== null) return nothing;
    const letGo = (): void => {
      this.pinned = null;
      this.querySelector<HTMLElement>('.pin')?.focus();
    };
    return html`${lazy(
      pinnedPanel,
      () => html`<sa-pinned
        .pinned=${pinned}
        .now=${pinOf(picture, head, label)}
        .digits=${picture.digits}
        .layer=${picture.layer}
        .focusOn=${focusOn}
        @sa-close=${letGo}
      ></sa-pinned>`,
    )}`;
  }

  private why(): TemplateResult {
    const { problem, anyway } = this;
    const button = html`<button type="button" @click=${anyway}>${words.anyway}</button>`;
    return html`<p class="outdated">
      ${words.stale}<span class=${anyway === undefined ? 'why' : ''}>: ${problem}</span> ${anyway === undefined ? nothing : button}
    </p>`;
  }

  private choice(): TemplateResult {
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
    const { picture: computed, head, focusOn } = this;
    const { shown: transition, movement } = this.weights;
    const picture = { computed, head, label, focusOn, transition, movement };
    return html`${heatmap(picture)} ${arcs(picture)}`;
  }

  private note(): TemplateResult | typeof nothing {
    const { scene, lens } = this.picture;
    if (!scene.mistake) return nothing;
    const title = mistakeWords[scene.mistake];
    const note = lens === null ? controlWords.compare.note(title) : pageWords.scale.mistake(title);
    return html`<p class="outdated mistaken">${note}</p>`;
  }

  private mistake(right: ComputedScene): TemplateResult {
    return html`${lazy(
      mistakePanel,
      () => html`<sa-mistake
        .picture=${this.picture}
        .right=${right}
        .head=${this.head}
        .query=${this.query}
        .focusOn=${this.focusOn}
      ></sa-mistake>`,
    )}`;
  }
}
customElements.define('sa-attention', AttentionPanel);

const runsOf = (picture: ComputedScene | undefined) => picture?.scene.view?.runs;
