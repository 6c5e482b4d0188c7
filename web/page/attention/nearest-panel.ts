import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Neighbour, Step, WordRows } from '../../core/types.ts';
import { vectorWords } from '../../i18n/word-vectors.ts';
import { translationsFrom, type VectorLanguage, wordVectors } from '../../scene/vector-words.ts';
import { formatNumber } from '../../trace/number-format.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import { namedToken } from '../../trace/token-text.ts';

/** How many words are named. The word itself is not: it is always the nearest one before attention. */
const NAMED = 5;

interface LanguageWords {
  readonly language: VectorLanguage;
  readonly among: WordRows;
  /** The English words whose vectors they have. Empty for English. */
  readonly english: ReadonlyMap<string, string>;
}

/** `<sa-nearest>`: the words that a token's vector is most like, before the attention of a layer and after it. */
export class NearestPanel extends LightDomElement {
  @property({ attribute: false }) result!: WholeResult;
  @property({ attribute: false }) query = 0;
  /** All words of the scene's language. Null before they are loaded. */
  @state() private words: LanguageWords | null = null;
  @state() private isMissed = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('result') || this.words?.language === this.vectorLanguage()) return;
    this.words = null;
    void this.load(this.vectorLanguage());
  }

  private vectorLanguage(): VectorLanguage {
    const { embedding } = this.result.scene;
    return (embedding.kind === 'wordVectors' ? embedding.language : undefined) ?? 'en';
  }

  private async load(language: VectorLanguage): Promise<void> {
    try {
      const [among, english] = await Promise.all([wordVectors(language), translationsFrom(language)]);
      if (language === this.vectorLanguage()) this.words = { language, among, english };
      this.isMissed = false;
    } catch {
      this.isMissed = true;
    }
  }

  protected override render() {
    const words = vectorWords(this.language);
    const { result, query } = this;
    const [before, after] = this.steps();
    const token = result.tokens[query]?.toLowerCase() ?? '';
    const english = this.words?.english.get(token);
    return html`<section class="nearest" aria-labelledby="nearest-title">
      <h2 id="nearest-title">${words.title(namedToken(result.tokens, query))}</h2>
      ${
        before === undefined || after === undefined
          ? html`<p class="note">${words.otherWidth}</p>`
          : html`<dl>${this.row(words.before, before)} ${this.row(words.after, after)}</dl>`
      }
      ${english === undefined ? nothing : html`<p class="note">${words.translation(token, english)}</p>`}
      ${this.isMissed ? html`<p class="note" role="status">${words.missed}</p>` : nothing}
    </section>`;
  }

  /** What the layer begins with and what its attention adds up to. Undefined if it is not as wide as the words. */
  private steps(): readonly (Step | undefined)[] {
    const { trace, layer } = this.result;
    const width = trace.symbols['d_word'];
    const wide = trace.steps.filter(
      ({ shape, axes, layer: own }) =>
        own === layer && shape.length === 2 && shape[1] === width && axes[0]?.startsWith('T'),
    );
    const output = wide.find(({ name }) => name === 'output');
    const x0 = trace.steps.find(({ name }) => name === 'x0');
    return [layer === 0 ? x0 : wide[0], output];
  }

  private row(title: string, { name, layer }: Step): TemplateResult {
    const { result, query, words, isMissed } = this;
    const inEnglish = (word: string): string => words?.english.get(word) ?? word;
    const own = inEnglish(result.tokens[query]?.toLowerCase() ?? '');
    const near: readonly Neighbour[] =
      words === null && !isMissed
        ? []
        : result.trace
            .nearest(name, query, NAMED + 1, { layer, ...(words !== null && { among: words.among }) })
            .filter(({ word }) => inEnglish(word) !== own)
            .slice(0, NAMED);
    return html`<div>
      <dt>${title}</dt>
      <dd>${near.map(({ word, similarity }) => html`<span><b>${word}</b> ${formatNumber(similarity, 2)}</span> `)}</dd>
    </div>`;
  }
}
customElements.define('sa-nearest', NearestPanel);
