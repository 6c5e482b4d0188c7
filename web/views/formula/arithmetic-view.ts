import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formulaWords } from '../../i18n/formulas.ts';
import { fill } from '../../i18n/sentences.ts';
import { focusPart } from '../../trace/axis-labels.ts';
import { type Digits, formatConstant } from '../../trace/number-format.ts';
import { described, numberText, type TraceReader } from '../../trace/trace-reader.ts';
import { define } from '../shared/custom-element.ts';
import { emit } from '../shared/events.ts';
import { positionOf, rove } from '../shared/keyboard.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { paletteStyles, roleStyles, unseenStyles } from '../shared/palette.ts';
import { type Explanation, explain } from './explanation.ts';
import type { Piece } from './expression.ts';
import { fewTerms } from './few-terms.ts';
import { nameParts, written } from './notation.ts';

const arithmeticStyles = css`
  :host {
    font-size: var(--arithmetic-text, 0.9375rem);
    line-height: 1.9;
  }
  .row {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    margin: 0;
    min-width: 0;
  }
  .row + .row {
    margin-block-start: 0.35rem;
  }
  :host([compact]) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.5rem;
    line-height: 1.7;
  }
  :host([compact]) .row + .row {
    margin-block-start: 0;
  }
  :host([compact]) .notes {
    flex-basis: 100%;
    margin: 0;
    line-height: 1.35;
  }
  .head {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .equals {
    flex: none;
    align-self: center;
    color: var(--sa-ink-soft);
  }
  .expression {
    min-width: 0;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  .names {
    font-style: italic;
  }
  /* A long name beside it wraps instead. */
  .names:has(> .fraction) {
    flex: none;
    max-width: 60%;
  }
  .names .fraction > * {
    white-space: nowrap;
  }
  .fraction {
    overflow-wrap: normal;
    display: inline-flex;
    flex-direction: column;
    vertical-align: middle;
    max-width: 100%;
    margin-inline: 0.15em;
    text-align: center;
  }
  .bottom {
    border-block-start: 1px solid currentColor;
  }
  .root {
    white-space: nowrap;
  }
  .radicand {
    border-block-start: 1px solid currentColor;
    padding-inline: 0.1em;
  }
  sup {
    line-height: 1;
    vertical-align: 0.55em;
    font-size: max(0.8em, 13px);
  }
  sub {
    line-height: 0;
    font-size: 0.75em;
  }
  .term {
    display: inline-block;
  }
  button {
    font: inherit;
    color: inherit;
    border: 0;
    border-radius: 4px;
    cursor: pointer;
  }
  .number {
    display: inline-block;
    min-width: 24px;
    min-height: 24px;
    line-height: 24px;
    padding: 0 1px;
    background: none;
    text-decoration-line: underline;
    text-decoration-style: dotted;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.25em;
  }
  .number:hover {
    background: var(--sa-panel);
  }
  .more {
    min-height: 24px;
    padding: 0 0.5rem;
    line-height: 1.7;
    background: var(--sa-panel);
    border: 1px solid var(--sa-line);
    font-style: normal;
    font-size: var(--buttons-text, 0.8125rem);
  }
  button:focus-visible {
    outline: 3px solid var(--sa-focus);
    outline-offset: 1px;
  }
  .result {
    font-size: 1.125rem;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }
  .notes {
    margin: 0.25rem 0 0;
    color: var(--sa-ink-soft);
    font-size: var(--buttons-text, 0.8125rem);
    line-height: 1.5;
  }
  @media (pointer: coarse) {
    .number,
    .more {
      min-height: 32px;
      line-height: 32px;
    }
  }
`;

/** How many terms of a sum are written before "… N more terms". */
const TERMS = 16;
/** A sum of so few terms is written whole. */
const SHORT = 6;
/** How many terms a compact sum has. */
const FEW = 3;
/** How many more each press adds. A sum over a matrix of 512 tokens has 262,144 terms. */
const MORE = 1024;

/**
 * `<sa-arithmetic>`: how one number of the trace is computed, with the live numbers. Pressing a number in it
 * dispatches a pinned `sa-focus` for its cell.
 */
@define('sa-arithmetic')
export class SaArithmetic extends LocalizedElement {
  static override styles = [paletteStyles, roleStyles, unseenStyles, arithmeticStyles];

  /** traceReader(trace). */
  @property({ attribute: false }) trace: TraceReader | null = null;
  /** The step of the explained cell. A parameter has no computation, so only its number is explained. */
  @property() step = '';
  /** The cell's full index, head first. */
  @property({ attribute: false }) index: readonly number[] = [];
  /** The index of the layer. Null for the last layer that has the step. */
  @property({ attribute: false }) layer: number | null = null;
  @property({ type: Number }) digits: Digits = 2;
  /** Whether it is as short as possible: in one flow, without the terms that are 0, and with few others. */
  @property({ type: Boolean, reflect: true, attribute: 'compact' }) isCompact = false;

  /** Whether the terms of a long sum that are 0 are only counted. */
  @property({ type: Boolean, attribute: 'folds-zeros' }) foldsZeros = false;

  /** How many more terms to write of each expanded sum, by its order in the expression. */
  @state() private open: ReadonlyMap<number, number> = new Map();
  @state() private active = 0;
  private explanation: Explanation | null = null;
  /** Whether the explanation waits for numbers. */
  private late = false;
  private sums = 0;
  private cells = 0;

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('step')) this.open = new Map();
    if (changed.has('step') || changed.has('index') || changed.has('layer')) this.active = 0;
    if (!['trace', 'step', 'index', 'layer', 'lang'].some((name) => changed.has(name))) return;
    try {
      this.explanation =
        this.trace && this.step !== ''
          ? explain(this.language, this.trace, this.step, this.index, this.layer ?? undefined)
          : null;
    } catch (error) {
      // A cell of an earlier, longer sentence: described in words, without a number.
      if (!(error instanceof RangeError)) throw error;
      this.explanation = null;
    }
    this.late = this.trace?.waiting?.() ?? false;
    if (this.late) this.explanation = null;
  }

  override render() {
    const words = formulaWords(this.language);
    const it = this.explanation;
    if (!it)
      return this.step === ''
        ? nothing
        : html`<p class="notes">${this.late ? words.arithmetic.waiting : fill(words.arithmetic.outside, { name: this.trace?.called?.(this.step) ?? this.step })}</p>`;
    this.sums = 0;
    this.cells = 0;
    const steps = this.steps(it);
    // Newly requested terms may still be loading.
    return this.trace?.waiting?.() ? html`<p class="notes">${words.arithmetic.waiting}</p>` : steps;
  }

  private steps(it: Explanation): TemplateResult {
    const words = formulaWords(this.language);
    const equals = html`<span class="equals">=</span>`;
    return html`
      <p class="row">
        <span class="head ${it.role}">${it.called ?? this.name(it.name)}(${it.where})</span>
        ${it.names.length > 0 ? html`${equals}<span class="expression names">${this.pieces(it.names)}</span>` : nothing}
      </p>
      ${
        it.numbers.length > 0
          ? html`<div class="row">
            ${equals}
            <span class="expression" role="group" aria-label=${words.arithmetic.numbers} @keydown=${this.onKey}>${this.pieces(it.numbers)}</span>
          </div>`
          : nothing
      }
      <p class="row">${equals}<output class="result ${it.role}">${numberText(it.name, this.digits)(it.value)}</output></p>
      ${it.conditions.map((condition) => html`<p class="notes" role="group" aria-label=${words.arithmetic.numbers} @keydown=${this.onKey}>${this.pieces(condition)}</p>`)}
      ${it.notes.map((note) => html`<p class="notes">${note}</p>`)}
    `;
  }

  private pieces(pieces: readonly Piece[]): TemplateResult[] {
    return pieces.map((piece) => this.piece(piece));
  }

  private piece(piece: Piece): TemplateResult {
    const words = formulaWords(this.language);
    switch (piece.kind) {
      case 'text':
        return html`${piece.text}`;
      case 'name':
        return html`<span class=${piece.role}>${piece.called?.replaceAll("'", '′') ?? this.name(piece.name)}${piece.previous ? html`<sup>(ℓ−1)</sup>` : nothing}</span>`;
      case 'constant':
        return html`<span title=${piece.label || nothing}>${formatConstant(piece.value)}</span>`;
      case 'cell':
        return this.cell(piece);
      case 'fraction':
        if (this.isCompact) return html`${this.bracketed(piece.top)} / ${this.bracketed(piece.bottom)}`;
        return html`<span class="fraction"><span class="top">${spoken('(')}${this.pieces(piece.top)}${spoken(`) ${words.speech.over} (`)}</span><span class="bottom">${this.pieces(piece.bottom)}${spoken(')')}</span></span>`;
      case 'root':
        return html`<span class="root"><span aria-hidden="true">√</span>${spoken(`${words.speech.root} `)}<span class="radicand">${this.pieces(piece.body)}</span></span>`;
      case 'power':
        return html`<span class="power"><i aria-hidden="true">e</i>${spoken(`${words.speech.exp} `)}<sup>${this.pieces(piece.body)}</sup></span>`;
      case 'raised':
        return html`<span class="power">${this.pieces(piece.base)}${spoken(` ${words.speech.power} `)}<sup>${this.pieces(piece.exponent)}</sup></span>`;
      case 'call':
        return html`<span aria-hidden="true">${piece.open}</span>${spoken(`${piece.spoken} (`)}${this.pieces(piece.body)}<span aria-hidden="true">${piece.close}</span>${spoken(')')}`;
      case 'terms':
        return this.terms(piece);
    }
  }

  /** In brackets, unless it is a single number or name. */
  private bracketed(pieces: readonly Piece[]): TemplateResult {
    const isSingle = pieces.length === 1 && pieces[0]?.kind !== 'terms';
    return isSingle ? html`${this.pieces(pieces)}` : html`(${this.pieces(pieces)})`;
  }

  private terms({ count, term }: Extract<Piece, { kind: 'terms' }>): TemplateResult {
    const words = formulaWords(this.language);
    const order = this.sums++;
    // One more term needs no more space than the button that hides it.
    const folds = this.foldsZeros && count > SHORT;
    if ((this.isCompact || folds) && !this.open.has(order)) return this.fewTerms({ kind: 'terms', count, term }, order);
    const visible = count <= TERMS + 1 ? count : Math.min(count, TERMS + (this.open.get(order) ?? 0));
    const all = visible === count;
    const toggle = () => {
      const next = new Map(this.open);
      if (all) next.delete(order);
      else next.set(order, visible - TERMS + MORE);
      this.open = next;
    };
    const visibleTerms = Array.from(
      { length: visible },
      (_, i) => html`<span class="term">${i > 0 ? '+ ' : ''}${this.pieces(term(i))}</span> `,
    );
    if (count <= TERMS + 1 && !this.isCompact && !folds) return html`${visibleTerms}`;
    const label = all ? words.arithmetic.fewer : words.arithmetic.more(count - visible);
    return html`${visibleTerms}<button type="button" class="more" aria-expanded=${this.open.has(order) ? 'true' : 'false'} @click=${toggle}>${label}</button>`;
  }

  /** The first terms other than 0, and how many are left. A press shows all. Without `isCompact` there are more. */
  private fewTerms(terms: Extract<Piece, { kind: 'terms' }>, order: number): TemplateResult {
    const words = formulaWords(this.language).arithmetic;
    const { shown, zeros, more, repeated, isAbout } = fewTerms(terms, this.isCompact ? FEW : TERMS);
    const written = shown.map(
      (pieces, i) => html`<span class="term">${i > 0 ? '+ ' : ''}${this.pieces(pieces)}</span> `,
    );
    if (more + zeros <= 0) return html`${written}`;
    const label =
      repeated !== null && zeros === 0
        ? html`… + ${more} × ${this.powerText(isAbout ? '≈ 0' : numberText(this.step, this.digits)(repeated))}`
        : more > 0
          ? words.more(more + zeros)
          : words.zeros(zeros);
    const open = () => {
      this.open = new Map(this.open).set(order, MORE);
    };
    return html`${written}<button type="button" class="more" aria-expanded="false" @click=${open}>${label}</button>`;
  }

  private powerText(exponent: string): TemplateResult {
    const { speech } = formulaWords(this.language);
    return html`<span class="power"><i aria-hidden="true">e</i>${spoken(`${speech.exp} `)}<sup>${exponent}</sup></span>`;
  }

  private cell(piece: Extract<Piece, { kind: 'cell' }>): TemplateResult {
    const order = this.cells++;
    const value = numberText(piece.name, this.digits)(piece.value);
    const press = () => {
      this.active = order;
      this.ask(piece);
    };
    return html`<button
      type="button"
      class="number ${piece.role}"
      data-position=${order}
      tabindex=${order === this.active ? 0 : -1}
      title="${piece.label} = ${value}"
      aria-label=${fill(formulaWords(this.language).arithmetic.number, { value, label: piece.label })}
      @click=${press}
    >${value}</button>`;
  }

  private name(name: string): TemplateResult {
    const { base, sub, primes } = nameParts(name);
    return html`${written(base)}${sub === '' ? nothing : html`<sub>${sub}</sub>`}${'′'.repeat(primes)}`;
  }

  private ask({ name, index, layer: layerIndex }: Extract<Piece, { kind: 'cell' }>): void {
    const tensor = this.trace ? described(this.trace, name, layerIndex) : undefined;
    const layer = tensor?.layer ?? layerIndex;
    const focus: Record<string, number> = {};
    for (const [axis, position] of index.entries()) {
      const part = focusPart(tensor?.axes[axis]);
      if (part) focus[part] = position;
    }
    emit(this, 'sa-focus', { focus: { ...focus, cell: { name, index, layer } }, pinned: true });
  }

  /** One tab stop for all numbers. Arrow keys move between them. */
  private onKey(event: KeyboardEvent): void {
    const from = positionOf(event);
    if (from === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rove(event.key, from, this.cells);
    if (to === null) return;
    event.preventDefault();
    this.active = to;
    this.renderRoot.querySelector<HTMLElement>(`[data-position="${to}"]`)?.focus();
  }
}

const spoken = (text: string) => html`<span class="unseen">${text}</span>`;
