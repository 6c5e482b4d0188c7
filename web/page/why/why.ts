import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { segmented } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Breakdown, Explanation, PartOrigin, SceneCore, ScorePart } from '../../core/types.ts';
import { whyWords } from '../../i18n/why.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { featuresOf } from '../../trace/axis-labels.ts';
import { formatNumber, formatPercent } from '../../trace/number-format.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { emit } from '../shell/events.ts';
import { madeOf } from './names.ts';
import { cellOf, type Pair } from './origins.ts';
import { quotedToken } from './quoted.ts';
import { whyStyles } from './styles.ts';
import { type WaterfallRow, waterfall } from './waterfall.ts';
import './gave.ts';
import './matrices.ts';
import './remove.ts';

const ways: readonly Breakdown[] = ['places', 'sources', 'querySources', 'keySources', 'features', 'dimensions'];
/** Parts that have a bar of their own. */
const MOST = 10;

type Tab = keyof ReturnType<typeof whyWords>['tabs'];

/** `<sa-why>`: one weight taken apart, and what the query carries afterwards. Dispatches `sa-focus` and `sa-close`. */
export class Why extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) result!: WholeResult;
  @property({ attribute: false }) pair!: Pair;
  @state() private tab: Tab = 'score';
  @state() private by: Breakdown | null = null;
  private possible: readonly Breakdown[] = [];
  private trouble = '';

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(whyStyles);
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')?.showModal();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('result') && !changed.has('pair')) return;
    this.trouble = '';
    this.possible = ways.filter((by) => this.has(by));
    if (this.by === null || !this.possible.includes(this.by)) this.by = this.possible[0] ?? null;
  }

  /** Whether the score can be taken apart so. Of what is wrong with the pair itself, the reason is kept. */
  private has(by: Breakdown): boolean {
    try {
      const { parts } = this.result.trace.explain({ ...this.pair, by, most: 4 });
      // Without places, and without names, these say nothing that the dimensions do not say.
      if (by === 'places') return parts.some(({ query }) => query?.kind === 'place');
      return true;
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.path !== 'by') this.trouble = explain(this.language, problem);
      return false;
    }
  }

  private readonly close = (): void => this.querySelector('dialog')?.close();

  private quoted(labels: readonly string[], index: number): string {
    return quotedToken(this.language, labels, index);
  }

  private number(value: number): string {
    return formatNumber(value, this.result.digits);
  }

  private signed(value: number): string {
    return `${value > 0 ? '+' : ''}${this.number(value)}`;
  }

  protected override render() {
    const words = whyWords(this.language);
    const { trace } = this.result;
    const [query, key] = [this.quoted(trace.tokens, this.pair.query), this.quoted(trace.keyTokens, this.pair.key)];
    return html`<dialog
      class="why"
      aria-labelledby="why-title"
      @close=${() => emit(this, 'sa-close', null)}
      @keydown=${(event: KeyboardEvent) => event.stopPropagation()}
    >
      <header>
        <h2 id="why-title">${words.title(query, key)}</h2>
        <button type="button" class="quiet" aria-label=${words.close} title=${words.close} @click=${this.close}>✕</button>
      </header>
      ${this.tabs(query)} ${this.shown(query, key)}
    </dialog>`;
  }

  private tabs(query: string): TemplateResult {
    const words = whyWords(this.language);
    const has = (name: string): boolean => this.result.step(name, this.pair.layer)?.layer === this.pair.layer;
    const tabs: readonly Tab[] = ['score', ...(has('output') ? (['gave'] as const) : []), 'remove', 'matrices'];
    return html`<div class="tabs">${segmented({
      id: 'why-tab',
      label: words.show(query),
      options: tabs.map((value) => ({ value, text: words.tabs[value] })),
      value: this.tab,
      onChoose: (tab) => {
        this.tab = tab;
      },
    })}</div>`;
  }

  private shown(query: string, key: string): TemplateResult {
    const { result, pair } = this;
    if (this.tab === 'gave') return html`<sa-why-gave .result=${result} .pair=${pair}></sa-why-gave>`;
    if (this.tab === 'remove')
      return html`<sa-why-remove .core=${this.core} .result=${result} .pair=${pair}></sa-why-remove>`;
    if (this.tab === 'matrices')
      return html`<sa-why-matrices .core=${this.core} .result=${result} .pair=${pair}></sa-why-matrices>`;
    if (this.trouble !== '') return html`<p class="error" role="alert">${this.trouble}</p>`;
    return this.by === null ? html`` : this.parts(this.by, query, key);
  }

  private parts(by: Breakdown, query: string, key: string): TemplateResult {
    const words = whyWords(this.language);
    const explained = this.result.trace.explain({ ...this.pair, by, most: MOST });
    const [largest] = explained.parts;
    const weight = explained.steps.at(-1)?.value ?? 0;
    const count = explained.parts.reduce((sum, part) => sum + part.count, 0);
    return html`<p>
        ${words.lead(query, key, formatPercent(weight), this.number(explained.score))}
        ${largest === undefined || largest.value === 0 ? words.allZero(count) : words.largest(this.nameOf(largest), this.signed(largest.value))}
      </p>
      ${segmented({
        id: 'why-by',
        label: words.by,
        options: this.possible.map((value) => ({ value, text: words.ways[value] })),
        value: by,
        onChoose: (chosen) => {
          this.by = chosen;
        },
      })}
      <p class="fine">${words.about[by]}</p>
      ${this.chart(explained)}
      <h3>${words.onward}</h3>
      <ol class="onward">
        ${explained.steps.map(({ name, value }) => {
          const isWeight = name === 'weights' || name === 'rounded';
          return html`<li>${words.steps[name] ?? name} <span class="value">${isWeight ? formatPercent(value) : this.number(value)}</span></li>`;
        })}
      </ol>`;
  }

  private chart({ parts, score }: Explanation): TemplateResult {
    const words = whyWords(this.language);
    const row = (part: ScorePart): WaterfallRow => ({
      name: this.linksOf(part),
      value: part.value,
      text: this.signed(part.value),
    });
    // A part of 0 has no bar. It is counted with the smaller ones.
    const shown = parts.filter(({ kind, value }) => kind !== 'rest' && value !== 0);
    const all = parts.reduce((sum, { count }) => sum + count, 0);
    const rest = parts.find(({ kind }) => kind === 'rest')?.value ?? 0;
    const count = all - shown.length;
    const left: WaterfallRow =
      rest === 0
        ? { name: words.zeros(count), value: 0, text: '0' }
        : { name: words.rest(count), value: rest, text: this.signed(rest) };
    return waterfall(words.chart, [...shown.map(row), ...(count === 0 ? [] : [left])], {
      name: words.score,
      value: score,
      text: this.number(score),
    });
  }

  private originName({ kind, index, token }: PartOrigin, ofQuery: boolean): string {
    const { origins } = whyWords(this.language);
    const { trace, scene } = this.result;
    const labels = ofQuery ? trace.tokens : trace.keyTokens;
    const number = (index ?? 0) + 1;
    if (kind === 'feature') return featuresOf(scene)[index ?? 0] ?? origins.feature(number);
    if (kind === 'head' && this.by !== 'sources') return origins.headFrom(number, this.quoted(trace.keyTokens, token));
    if (kind === 'whole') return origins.whole(this.quoted(labels, token));
    if (kind === 'dimension' && this.nameOfDimension(index ?? 0) !== '')
      return origins.named(number, this.nameOfDimension(index ?? 0));
    const words = origins[kind];
    return typeof words === 'string' ? words : words(number);
  }

  /** The features that meet in a dimension of the head. */
  private nameOfDimension(index: number): string {
    const [q, k] = (['q', 'k'] as const).map((name) => madeOf(this.result, this.pair, name, index));
    return q === '' || k === '' ? '' : `${q} × ${k}`;
  }

  private nameOf({ query, key, kind, count }: ScorePart): string {
    if (query === null || key === null) return whyWords(this.language).rest(count);
    const first = this.originName(query, true);
    return kind === 'dimensions' ? first : `${first} × ${this.originName(key, false)}`;
  }

  /** The sides of a part. Each that has a cell leads to it. */
  private linksOf(part: ScorePart): unknown {
    const { query, key, kind } = part;
    if (query === null || key === null) return this.nameOf(part);
    const side = (origin: PartOrigin, ofQuery: boolean): unknown => {
      const name = this.originName(origin, ofQuery);
      const cell = cellOf(this.result, this.pair, origin, ofQuery);
      if (cell === null) return name;
      const show = (): void => {
        this.close();
        emit(this, 'sa-focus', { focus: { cell }, pinned: true });
      };
      return html`<button type="button" class="origin" aria-label=${whyWords(this.language).goTo(name)} @click=${show}>${name}</button>`;
    };
    return kind === 'dimensions' ? side(query, true) : html`${side(query, true)} × ${side(key, false)}`;
  }
}
customElements.define('sa-why', Why);
