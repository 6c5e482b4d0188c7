import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { segmented, selectField } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore, Tensor, WeightCombination } from '../../core/types.ts';
import { allHeadsWords } from '../../i18n/all-heads.ts';
import { givenLayers } from '../../scene/layers.ts';
import type { Scene } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { CLEAR, clearestPattern, type PatternName, patternNames } from '../../trace/head-patterns.ts';
import type { Digits } from '../../trace/number-format.ts';
import type { GridHead, HeadNumbers } from '../../views/grid/head-grid.ts';
import '../../views/grid/head-grid.ts';
import '../../views/grid/heatmap.ts';
import { formatPercent } from '../../views/index.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { type DetailEvent, emit } from '../shell/events.ts';
import { ModelHeads, type Quantity } from './model-heads.ts';
import { allHeadsStyles } from './styles.ts';

type Kind = PatternName | 'all';
const ways = ['mean', 'max', 'rollout'] as const;
/** The combined weights are below the heads. */
const narrow = matchMedia('(width < 60rem)');
const quantities = ['weights', 'norms'] as const;

/** The width of a picture among those of one kind, in CSS pixels. */
const CHOSEN = 112;

/** CSS pixels beside a picture. */
const BORDER = 9;

interface Layout {
  /** Heads in a row. */
  readonly columns: number;
  /** CSS pixels of a picture. */
  readonly size: number;
}

/**
 * All layers and heads have room on a screen, unless they would be too small to see. If the heads of a layer have no room beside each other,
 * they take several rows, as even as they can be.
 */
function layoutFor(heads: number, layers: number): Layout {
  const [beside, least] = narrow.matches ? [40, 48] : [480, 32];
  const room = Math.min(innerWidth, 1472) - beside;
  const rows = Math.ceil(heads / Math.max(1, Math.floor(room / (least + BORDER))));
  const columns = Math.ceil(heads / rows);
  const across = room / columns - BORDER;
  const down = (innerHeight - 205) / (layers * rows) - 23;
  return { columns, size: Math.floor(Math.max(least, Math.min(96, across, down))) };
}

/** `<sa-all-heads>`: every head of every layer, what it does, and all of them as one. Dispatches `sa-head`, `sa-layer` and `sa-close`. */
export class AllHeads extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) selected = { head: 0, layer: 0 };
  @property({ attribute: false }) digits: Digits = 2;
  @state() private kind: Kind = 'all';
  @state() private quantity: Quantity = 'weights';
  @state() private how: WeightCombination = 'mean';
  /** The layer whose heads are one. Null: all layers. */
  @state() private layer: number | null = null;
  @state() private known = 0;
  @state() private trouble = '';
  private model: ModelHeads | null = null;
  private grid: readonly GridHead[] = [];
  private read: (head: GridHead) => HeadNumbers | null = () => null;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(allHeadsStyles);
    addEventListener('resize', this.onResize);
  }

  private readonly onResize = (): void => this.requestUpdate();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('resize', this.onResize);
    this.model?.close();
    this.model = null;
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')?.showModal();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('scene')) this.compute();
    const { model, quantity } = this;
    if (['quantity', 'scene'].some((name) => changed.has(name)))
      this.read = ({ layer, head }) => model?.numbersOf(layer, head, quantity) ?? null;
    if (['kind', 'known', 'scene', 'language'].some((name) => changed.has(name))) this.grid = this.heads();
  }

  private compute(): void {
    this.model?.close();
    this.known = 0;
    this.kind = 'all';
    this.trouble = '';
    try {
      this.model = ModelHeads.of(this.core, this.scene);
    } catch (thrown) {
      this.model = null;
      this.trouble = explain(this.language, problemOf(thrown));
      return;
    }
    const { model } = this;
    if (model === null) {
      this.trouble = allHeadsWords(this.language).tooLarge;
      return;
    }
    if (!model.hasValues) this.quantity = 'weights';
    if (!model.isSquare && this.how === 'rollout') this.how = 'mean';
    if (this.layer !== null && this.layer >= model.trace.layers) this.layer = null;
    const report = (): void => {
      if (this.model === model) this.known = model.patterns.length;
    };
    model.findPatterns(report).catch((thrown: unknown) => {
      if (this.model === model) this.trouble = explain(this.language, problemOf(thrown));
    });
  }

  private heads(): readonly GridHead[] {
    const { model, kind } = this;
    if (model === null) return [];
    const words = allHeadsWords(this.language);
    const all = Array.from({ length: model.trace.layers * model.heads }, (_, index) => {
      const [layer, head] = [Math.floor(index / model.heads), index % model.heads];
      const patterns = model.patterns[layer]?.[head];
      const clearest = patterns === undefined ? null : clearestPattern(patterns);
      const place = words.place(layer + 1, head + 1);
      const given = givenLayers(this.scene.embedding)[layer];
      const name = [given?.name, given?.heads?.[head]].filter((part) => part !== undefined).join(' · ');
      const measured = patternNames.flatMap((one) => {
        const value = patterns?.[one] ?? null;
        return value === null ? [] : [words.pattern(words.names[one], formatPercent(value))];
      });
      const label = words.label(name, measured.join(', '));
      const shown = kind === 'all' ? clearest : kind;
      const percent = kind === 'all' ? '' : ` ${formatPercent(patterns?.[kind] ?? 0)}`;
      return { layer, head, place, kind: shown === null ? '' : `${words.short[shown]}${percent}`, label, patterns };
    });
    if (kind === 'all') return all;
    const strength = ({ patterns }: (typeof all)[number]): number => patterns?.[kind] ?? 0;
    return all.filter((one) => strength(one) >= CLEAR).sort((one, other) => strength(other) - strength(one));
  }

  private countOf(kind: PatternName): number {
    return (this.model?.patterns ?? []).flat().filter((patterns) => (patterns?.[kind] ?? 0) >= CLEAR).length;
  }

  private readonly close = (): void => this.querySelector('dialog')?.close();

  private readonly choose = ({ detail }: DetailEvent<'sa-head-choice'>): void => {
    const chosen = this.grid[detail];
    if (chosen === undefined) return;
    const { layer, head } = chosen;
    if (head !== this.selected.head) emit(this, 'sa-head', head);
    if (layer !== this.selected.layer) emit(this, 'sa-layer', layer);
    this.close();
  };

  protected override render() {
    const words = allHeadsWords(this.language);
    return html`<dialog
      class="all-heads"
      aria-labelledby="all-heads-title"
      @close=${() => emit(this, 'sa-close', null)}
      @keydown=${(event: KeyboardEvent) => event.stopPropagation()}
    >
      <header>
        <h2 id="all-heads-title">${words.title}</h2>
        <button type="button" class="quiet" aria-label=${words.close} title=${words.close} @click=${this.close}>✕</button>
      </header>
      ${this.trouble === '' ? nothing : html`<p class="error" role="alert">${this.trouble}</p>`}
      ${this.model === null ? nothing : this.parts(this.model)}
    </dialog>`;
  }

  private parts(model: ModelHeads): TemplateResult {
    const words = allHeadsWords(this.language);
    const { selected, grid, known } = this;
    const chosen = grid.findIndex(({ layer, head }) => layer === selected.layer && head === selected.head);
    const all = layoutFor(model.heads, model.trace.layers);
    const { columns, size } = this.kind === 'all' ? all : { columns: null, size: CHOSEN };
    const firstName = givenLayers(this.scene.embedding)[0]?.name;
    return html`<p class="about">${words.about}${this.quantity === 'weights' ? html` ${words.ownScale}` : nothing}${firstName === undefined ? nothing : html` ${words.counted(firstName)}`}</p>
      <div class="bar">
        ${this.kinds(model)} ${model.hasValues ? this.quantities() : nothing}
        <p class="fine" role="status">${known < model.trace.layers ? words.reading(known + 1, model.trace.layers) : ''}</p>
      </div>
      ${this.quantity === 'norms' ? html`<p class="fine">${words.normsMean}</p>` : nothing}
      <div class="parts">
        <div class="scroller">
          ${grid.length === 0 ? html`<p>${words.none}</p>` : nothing}
          <sa-head-grid
            .heads=${grid}
            .columns=${columns}
            .read=${this.read}
            .selected=${chosen}
            .size=${size}
            .label=${words.grid}
            @sa-head-choice=${this.choose}
          ></sa-head-grid>
        </div>
        ${this.known < model.trace.layers ? nothing : this.combined(model)}
      </div>`;
  }

  private kinds(model: ModelHeads): TemplateResult | typeof nothing {
    const words = allHeadsWords(this.language);
    if (!model.isSquare) return nothing;
    const all = { value: 'all' as Kind, text: words.all(model.trace.layers * model.heads) };
    const some = patternNames.flatMap((value) =>
      this.countOf(value) === 0 && value !== this.kind
        ? []
        : [
            {
              value: value as Kind,
              text: words.some(words.names[value], this.countOf(value)),
            },
          ],
    );
    return selectField(this.language, {
      id: 'heads-kind',
      label: words.kind,
      options: [all, ...some],
      value: this.kind,
      problem: '',
      onChoose: (kind) => {
        this.kind = kind;
      },
    });
  }

  private quantities(): TemplateResult {
    const words = allHeadsWords(this.language);
    return segmented({
      id: 'heads-quantity',
      label: words.quantity,
      options: quantities.map((value) => ({ value, text: words[value] })),
      value: this.quantity,
      onChoose: (quantity) => {
        this.quantity = quantity;
      },
    });
  }

  private combined(model: ModelHeads): TemplateResult {
    const words = allHeadsWords(this.language);
    const { how, layer } = this;
    const { tokens, keyTokens, layers } = model.trace;
    let one: Tensor | null = null;
    try {
      one = model.combined(how, layer === null ? [0, layers] : how === 'rollout' ? [0, layer + 1] : [layer, layer + 1]);
    } catch (thrown) {
      return html`<p class="error" role="alert">${explain(this.language, problemOf(thrown))}</p>`;
    }
    const names = givenLayers(this.scene.embedding);
    return html`<section class="combined" aria-labelledby="heads-one">
      <h3 id="heads-one">${words.one}</h3>
      ${segmented({
        id: 'heads-how',
        label: words.how,
        options: ways
          .filter((value) => value !== 'rollout' || model.isSquare)
          .map((value) => ({ value, text: words.ways[value] })),
        value: how,
        onChoose: (chosen) => {
          this.how = chosen;
        },
      })}
      ${
        layers === 1
          ? nothing
          : selectField(this.language, {
              id: 'heads-layer',
              label: words.layers,
              options: [
                { value: '', text: words.allLayers },
                ...Array.from({ length: layers }, (_, at) => ({
                  value: String(at),
                  text: (how === 'rollout' ? words.upTo : words.layer)(at + 1, names[at]?.name ?? ''),
                })),
              ],
              value: layer === null ? '' : String(layer),
              problem: '',
              onChoose: (chosen) => {
                this.layer = chosen === '' ? null : Number(chosen);
              },
            })
      }
      <sa-heatmap
        .weights=${one.data}
        .queryLabels=${tokens}
        .keyLabels=${keyTokens}
        .relative=${true}
        .digits=${this.digits}
        .label=${`${words.one}: ${words.ways[how]}`}
      ></sa-heatmap>
      <p class="fine">${words.cautions[how]}</p>
      ${model.isSquare ? nothing : html`<p class="fine">${words.noRollout}</p>`}
      <h3>${words.names.title}</h3>
      <p class="fine">${model.isSquare ? words.meaning : words.noPatterns}</p>
    </section>`;
  }
}
customElements.define('sa-all-heads', AllHeads);
