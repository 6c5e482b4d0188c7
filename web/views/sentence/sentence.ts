import { html, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';
import { viewWords } from '../../i18n/views.ts';
import { formatPercent } from '../../trace/number-format.ts';
import { isRightToLeft } from '../../trace/token-text.ts';
import { define, styled } from '../shared/custom-element.ts';
import { emit } from '../shared/events.ts';
import { SaLongTokens } from '../tokens/long-tokens.ts';
import { arcsOf, pathOf, ROOM, type WordBox } from './arcs.ts';
import { sentenceStyles } from './styles.ts';

export interface Swap {
  /** The index of the token. */
  readonly index: number;
  readonly word: string;
  /** The accessible name of the button. */
  readonly label: string;
  readonly press: () => void;
}

/** A longer sentence is a wall of text: words around the asking word stand for it, fewer on a narrow screen. */
const WHOLE = 40;
const AROUND = { wide: 24, narrow: 12 };
/** CSS pixels. */
const NARROW = 640;
/** The height of the percentages, which stand outside the words of a text box. */
const PERCENTS = 28;

/**
 * `<sa-sentence>`: the sentence in large type. From the asking word an arc leads to every other word, as wide as that word's
 * weight. The words can be pressed as in `<sa-tokens>`. Of a long sentence it shows some words around the asking one, and says at
 * both edges how much weight is on the others.
 */
@define('sa-sentence')
export class SaSentence extends SaLongTokens {
  static override styles = [...SaLongTokens.styles, sentenceStyles];

  /** The weights of the asking word, one for each token. */
  @property({ attribute: false }) weights: ArrayLike<number> = [];

  /** Whether one word stands out. Without, none is emphasized. */
  @property({ attribute: false }) isClear = true;
  /** Whether a text box lies over the words. Then they stand where it writes them, or are hidden. */
  @property({ attribute: false }) isEdited = false;
  /** Whether the text box stays over the words without the focus, since its text is not theirs. */
  @property({ attribute: false }) isWrong = false;
  /** What the text box says, cut at the tokens: text, token, text, … token, text. Null if the tokens are not those of the text. */
  @property({ attribute: false }) parts: readonly string[] | null = null;
  /** A word of the sentence, and the word that a press puts in its place. */
  @property({ attribute: false }) swap: Swap | null = null;

  @state() private isNarrow = false;
  @state() private boxes: readonly WordBox[] = [];
  // In the next frame: a size that changes twice in one frame is an error of the page.
  private readonly resizes = new ResizeObserver(() => requestAnimationFrame(() => this.measure()));

  override connectedCallback(): void {
    super.connectedCallback();
    this.resizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resizes.disconnect();
  }

  override willUpdate(changed: PropertyValues): void {
    this.near = this.focusOn?.query ?? 0;
    super.willUpdate(changed);
  }

  /** Whether the words stand where the text box writes them. */
  private get isWritten(): boolean {
    return this.isBelowBox && this.parts !== null && this.tokens.length <= this.most;
  }

  private get isBelowBox(): boolean {
    return this.isEdited || this.isWrong;
  }

  /** Where the word of the keyboard stands in a text, in UTF-16 units. Undefined if that is not known. */
  placeIn(text: string): readonly [number, number] | undefined {
    return text.length === this.parts?.join('').length ? this.places[this.active] : undefined;
  }

  /** Asks from the word at a place in the text of the box, if there is one. */
  askAt(place: number): void {
    const word = this.places.findIndex(([start, end]) => start <= place && place <= end);
    if (word >= 0) emit(this, 'sa-focus', { focus: { query: word }, pinned: true });
  }

  /** Start and end of each word in the text of the box. */
  private get places(): (readonly [number, number])[] {
    const places: (readonly [number, number])[] = [];
    let start = 0;
    for (const [index, part] of (this.parts ?? []).entries()) {
      if (index % 2 === 1) places.push([start, start + part.length]);
      start += part.length;
    }
    return places;
  }

  /** Leads the keyboard from the text box back to the asking word. */
  async leaveBox(): Promise<void> {
    this.isEdited = false;
    await this.updateComplete;
    this.focusChip(this.near);
  }

  override updated(): void {
    this.measure();
    // For the style of the text box.
    if (this.isWritten) this.setAttribute('spaced', this.isSingle ? 'single' : 'several');
    else this.removeAttribute('spaced');
  }

  protected override get most(): number {
    if (this.tokens.length <= WHOLE) return WHOLE;
    return this.isNarrow ? AROUND.narrow : AROUND.wide;
  }

  protected override get leading(): number {
    return this.most / 2;
  }

  /** Where the words stand. Another place of a word draws the arcs again, before the browser paints. */
  private measure(): void {
    this.isNarrow = this.clientWidth < NARROW;
    const percents = this.isWritten ? PERCENTS : 0;
    const boxes = Array.from(
      this.renderRoot.querySelectorAll<HTMLElement>('[role=option]'),
      ({ offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height }) => ({
        left,
        top,
        width,
        height: height + percents,
      }),
    );
    const isSame =
      boxes.length === this.boxes.length &&
      boxes.every(({ left, top, width }, index) => {
        const before = this.boxes[index];
        return left === before?.left && top === before.top && width === before.width;
      });
    if (!isSame) this.boxes = boxes;
  }

  private get isSingle(): boolean {
    return new Set(this.boxes.map(({ top }) => top)).size <= 1;
  }

  override render(): TemplateResult {
    const { isSingle } = this;
    const query = this.focusOn?.query ?? 0;
    const [first, end] = this.drawn;
    const shown = Array.from({ length: end - first }, (_, index) => this.weights[first + index] ?? Number.NaN);
    const arcs = arcsOf(this.boxes, query - first, shown, isSingle ? ROOM.single : ROOM.several);
    const strongest = this.strongest;
    const drawn = repeat(
      arcs,
      ({ key }) => `${query} ${first + key}`,
      ({ key, curve, width }) =>
        svg`<path class=${first + key === strongest ? 'most' : ''} pathLength="1" d=${pathOf(curve)} stroke-width=${width}></path>`,
    );
    const direction = this.tokens.some(isRightToLeft) ? 'rtl' : 'ltr';
    const isPart = this.tokens.length > this.most;
    const { wordsBefore, wordsAfter } = viewWords(this.language).tokens;
    const classes = {
      single: isSingle,
      written: this.isWritten,
      covered: this.isBelowBox && !this.isWritten,
    };
    return html`<div dir=${direction} class=${classMap(classes)}>
        ${isPart ? this.edge(-1, wordsBefore) : nothing}${this.list()}${isPart ? this.edge(1, wordsAfter) : nothing}
      </div>
      ${classes.covered ? nothing : html`<svg aria-hidden="true">${drawn}</svg>${this.swapButton()}`}`;
  }

  /** The same elements in both places, or a word would lose the focus. */
  protected override chip(token: string, i: number, active: boolean): TemplateResult {
    const parts = this.isWritten ? this.parts : null;
    const [before, written = token] = parts?.slice(2 * i) ?? [];
    const after = i === this.tokens.length - 1 ? parts?.at(-1) : '';
    return html`<span class="gap">${before}</span>${super.chip(written, i, active)}<span class="gap">${after}</span>`;
  }

  /** How many words stand before or behind the drawn ones, and their weight. */
  private edge(side: -1 | 1, words: (count: number, weight: string) => string): TemplateResult {
    const [first, end] = this.drawn;
    const outside = Array.from(this.weights).filter((_, key) => (side < 0 ? key < first : key >= end));
    const weight = outside.reduce((sum, one) => sum + one, 0);
    return this.way(side, (count) => words(count, count === 0 ? '' : formatPercent(weight)));
  }

  /** Where the word of the swap stands, if it is drawn. */
  private get swapBox(): WordBox | undefined {
    return this.boxes[(this.swap?.index ?? -1) - this.drawn[0]];
  }

  private swapButton(): TemplateResult | typeof nothing {
    const box = this.swapBox;
    if (this.swap === null || box === undefined) return nothing;
    const { word, label, press } = this.swap;
    // Near an edge it stays inside.
    const half = `${word.length / 2 + 2.5}ch`;
    const place = {
      left: `clamp(${half}, ${box.left + box.width / 2}px, 100% - ${half})`,
      top: `${box.top + box.height}px`,
    };
    return html`<button type="button" class="swap" aria-label=${label} @click=${press} ${styled(place)}>⇄ ${word}</button>`;
  }

  protected override towards(key: string, from: number): number | null {
    const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
    return super.towards(this.tokens.some(isRightToLeft) ? (mirrored[key] ?? key) : key, from);
  }

  /** The key that stands out, or -1. */
  private get strongest(): number {
    if (!this.isClear) return -1;
    return Array.from(this.weights).reduce((best, weight, key, all) => (weight > (all[best] ?? 0) ? key : best), 0);
  }

  protected override classOf(i: number): string {
    return i === this.strongest ? 'most' : '';
  }

  protected override detail(i: number): TemplateResult {
    const weight = this.weights[i];
    // Beside a weight that is no number the others are not shares either.
    const isShare = weight !== undefined && (Number.isNaN(weight) || !Array.from(this.weights).some(Number.isNaN));
    return html`<span class="percent">${isShare ? formatPercent(weight) : nothing}</span>`;
  }
}
