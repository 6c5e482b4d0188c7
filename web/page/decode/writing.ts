/** A trained model that writes: its text so far, the probabilities of the next token, and how that is chosen. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { errorText, fieldIds, segmented } from '../../controls/field.ts';
import type { NumberDetail } from '../../controls/number-field.ts';
import { decodeWords } from '../../i18n/decode.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { trainingProblems } from '../../i18n/training-problems.ts';
import type { Mask } from '../../scene/types.ts';
import { explain, type Problem, problemOf } from '../../session/problem.ts';
import { formatConstant, formatPercent } from '../../trace/number-format.ts';
import { visibleToken } from '../../trace/token-text.ts';
import type { NextSymbol, SamplingOptions } from '../../training/index.ts';
import { tokensIn, typedFrom } from '../training/task/sequence.ts';
import { line } from './picture.ts';

export interface Writer {
  readonly symbols: readonly string[];
  readonly prompt: readonly string[];
  readonly seed: number;
  /** Rejects with what the core throws. */
  next(tokens: readonly string[], options: SamplingOptions): Promise<NextSymbol>;
}

/** Bars of the next token. */
const MOST_BARS = 8;

export class Writing {
  tokens: readonly string[];
  /** The symbol that follows the tokens asked for last; null: not known yet. */
  next: NextSymbol | null = null;
  trouble: Problem | null = null;
  private prompt: readonly string[];
  private promptText: string;
  private promptTrouble = '';
  private way: 'sample' | 'greedy' = 'sample';
  private temperature = 0.8;
  private topK: number | null = null;
  private seed: number;
  private request = 0;
  private status = '';

  constructor(
    private readonly writer: Writer,
    private mask: Mask,
    private readonly changed: () => void,
  ) {
    this.prompt = this.tokens = writer.prompt;
    this.promptText = typedFrom(writer.prompt, writer.symbols);
    this.seed = writer.seed;
  }

  /** From a prompt again. */
  begin(prompt: readonly string[]): void {
    this.prompt = this.tokens = prompt;
    this.next = null;
  }

  keep(tokens: readonly string[]): void {
    this.tokens = tokens;
  }

  /** What was written with another mask is not what this one writes. */
  setMask(mask: Mask, shown: readonly string[]): void {
    if (JSON.stringify(mask) === JSON.stringify(this.mask)) return;
    this.mask = mask;
    this.forgetAfter(shown);
  }

  private forgetAfter(shown: readonly string[]): void {
    this.tokens = shown.length < this.prompt.length ? this.prompt : shown;
  }

  /** Asks for the token after these. */
  ask(tokens: readonly string[]): void {
    this.request += 1;
    const { request, seed, topK, way, mask } = this;
    this.next = null;
    this.trouble = null;
    const options = {
      temperature: way === 'greedy' ? 0 : this.temperature,
      ...(way === 'sample' && topK !== null && { topK }),
      seed,
      mask,
    };
    const done = (take: () => void): void => {
      if (request !== this.request) return;
      take();
      this.changed();
    };
    this.writer.next(tokens, options).then(
      (next) =>
        done(() => {
          this.next = next;
        }),
      (thrown: unknown) =>
        done(() => {
          this.trouble = problemOf(thrown);
        }),
    );
  }

  close(): void {
    this.request += 1;
  }

  render(
    language: LanguageCode,
    count: number,
    rewrite: (prompt: readonly string[]) => void,
    again: () => void,
  ): TemplateResult {
    const { writing: words } = decodeWords(language);
    const change = (set: () => void): void => {
      set();
      this.status = '';
      this.forgetAfter(this.tokens.slice(0, count));
      again();
    };
    return html`<section class="writing">
      <div class="next">
        <h3>${words.next}</h3>
        ${this.bars(language)}
      </div>
      <div class="written">
        <h3>${words.text}</h3>
        <p class="text"><b>${this.textOf(this.prompt)}</b>${this.textOf(this.tokens.slice(this.prompt.length))}</p>
        ${this.promptField(language, rewrite)}
        <div class="settings">
          ${segmented({
            id: 'writing-way',
            label: words.choose,
            options: (['sample', 'greedy'] as const).map((value) => ({ value, text: words.ways[value] })),
            value: this.way,
            onChoose: (way) =>
              change(() => {
                this.way = way;
              }),
          })}
          ${this.numbers(language, change)}
          <button type="button" @click=${() =>
            change(() => {
              this.seed = (this.seed + 1) >>> 0;
              this.tokens = this.prompt;
              rewrite(this.prompt);
            })}>${words.another}</button>
          <button type="button" @click=${() => void this.copy(language)}>${words.copy}</button>
          <span class="fine" role="status">${this.status}</span>
        </div>
      </div>
    </section>`;
  }

  private textOf(tokens: readonly string[]): string {
    const { symbols } = this.writer;
    return typedFrom(tokens, symbols) + (symbols.includes(' ') ? '' : ' ');
  }

  private promptField(language: LanguageCode, rewrite: (prompt: readonly string[]) => void): TemplateResult {
    const { writing: words } = decodeWords(language);
    const { symbols } = this.writer;
    const ids = fieldIds('writing-prompt');
    const typed = ({ target }: Event): void => {
      this.promptText = (target as HTMLInputElement).value;
      const tokens = tokensIn(this.promptText, symbols);
      const unknown = tokens.find((token) => !symbols.includes(token));
      const known = symbols.map(visibleToken).join(' ');
      this.promptTrouble =
        tokens.length === 0 ? words.empty : unknown === undefined ? '' : words.unknown(visibleToken(unknown), known);
      if (this.promptTrouble === '') rewrite(tokens);
      this.changed();
    };
    return html`<div class="field prompt">
        <label for=${ids.input} title=${words.promptName}>${words.prompt}</label>
        <input
          id=${ids.input}
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          aria-label=${words.promptName}
          aria-invalid=${this.promptTrouble === '' ? 'false' : 'true'}
          aria-describedby=${ids.error}
          .value=${live(this.promptText)}
          @input=${typed}
        />
      </div>
      ${errorText(ids.error, this.promptTrouble)}`;
  }

  private numbers(language: LanguageCode, change: (set: () => void) => void): TemplateResult {
    const { writing: words } = decodeWords(language);
    const { trouble } = this;
    const problemAt = (path: string): string =>
      trouble?.path.endsWith(path) ? explain(language, trouble, trainingProblems(language)) : '';
    const field = (
      control: string,
      label: string,
      name: string,
      value: number | null,
      set: (value: number | null) => void,
      options: { readonly placeholder?: string; readonly step?: (direction: -1 | 1) => number | null } = {},
    ): TemplateResult => html`<sa-number
      .control=${`writing-${control}`}
      .label=${label}
      .name=${name}
      .value=${value ?? undefined}
      .placeholder=${options.placeholder ?? null}
      .problem=${problemAt(control)}
      .step=${options.step ?? null}
      @sa-number=${({ detail }: CustomEvent<NumberDetail>) => change(() => set(detail.value))}
    ></sa-number>`;
    const isDrawn = this.way === 'sample';
    const whole =
      (value: number | null, least: number) =>
      (direction: -1 | 1): number | null =>
        (value ?? 0) + direction >= least ? (value ?? 0) + direction : null;
    return html`${
      isDrawn
        ? html`${field('temperature', words.temperature, words.temperatureName, this.temperature, (value) => {
            this.temperature = value ?? 1;
          })}
          ${field(
            'topK',
            words.topK,
            words.topKName,
            this.topK,
            (value) => {
              this.topK = value;
            },
            { placeholder: words.all, step: whole(this.topK, 1) },
          )}
          ${field(
            'seed',
            words.seed,
            words.seedName,
            this.seed,
            (value) => {
              this.seed = value ?? 1;
            },
            { step: whole(this.seed, 0) },
          )}`
        : nothing
    }`;
  }

  private bars(language: LanguageCode): TemplateResult {
    const { writing: words } = decodeWords(language);
    const { next, trouble, writer } = this;
    if (trouble !== null)
      return html`<p class="error" role="alert">${explain(language, trouble, trainingProblems(language))}</p>`;
    if (next === null) return html`<p class="fine">${words.waiting}</p>`;
    const all = writer.symbols
      .map((symbol, index) => ({ symbol, probability: next.probabilities[index] ?? 0 }))
      .filter(({ probability }) => probability > 0)
      .sort((one, other) => other.probability - one.probability);
    const most = all.slice(0, MOST_BARS);
    const chosen = all.find(({ symbol }) => symbol === next.symbol);
    const shown = chosen === undefined || most.includes(chosen) ? most : [...most.slice(0, -1), chosen];
    return html`<ol class="bars">
      ${repeat(
        shown,
        ({ symbol }) => symbol,
        ({ symbol, probability }) => html`<li class=${symbol === next.symbol ? 'chosen' : ''}>
          <b>${visibleToken(symbol)}</b>
          ${line(probability)}
          <span>${formatPercent(probability)}${symbol === next.symbol ? html` <i>← ${words.chosen}</i>` : nothing}</span>
        </li>`,
      )}
    </ol>
    ${all.length > shown.length ? html`<p class="fine">${words.others(formatConstant(all.length - shown.length))}</p>` : nothing}`;
  }

  private async copy(language: LanguageCode): Promise<void> {
    const { writing: words } = decodeWords(language);
    const topK = this.topK === null ? words.all : formatConstant(this.topK);
    const way = this.way === 'greedy' ? words.greedy : words.drawing(String(this.temperature), topK);
    const { symbols } = this.writer;
    const text = words.settings(
      way,
      String(this.seed),
      typedFrom(this.prompt, symbols),
      typedFrom(this.tokens, symbols),
    );
    try {
      await navigator.clipboard.writeText(text);
      this.status = words.copied;
    } catch {
      this.status = words.notCopied;
    }
    this.changed();
  }
}
