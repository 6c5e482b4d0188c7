import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { sentenceInput } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { controlWords, sentenceWords } from '../../i18n/controls.ts';
import { galleryWords } from '../../i18n/gallery.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { isOfModel } from '../../scene/layers.ts';
import { limits } from '../../scene/limits.ts';
import type { Scene } from '../../scene/types.ts';
import { isByCharacter } from '../../scene/unspaced.ts';
import { lookUpWords } from '../../scene/words.ts';
import { typedText, typeEncoder, typeSentence } from '../../session/scene-choices.ts';
import { isSameButView, type Typed } from '../../session/state.ts';
import { outOfVocabularyOf } from '../../trace/out-of-vocabulary.ts';
import type { Reading } from '../../trace/row-sentence.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { Focus } from '../../views/index.ts';

/** The parts that belong to the sentence. A screen arranges them. */
export interface SentenceParts {
  /** What the text box says. */
  readonly text: string;
  /** The text box, with something beside its label. */
  readonly box: (beside: TemplateResult | typeof nothing) => TemplateResult;
  readonly tokens: TemplateResult;
  /** The text box of the encoder, for cross-attention. */
  readonly encoder: TemplateResult | typeof nothing;
  /** The gallery. */
  readonly examples: TemplateResult;
  /** What to look for in the opened example. */
  readonly hint: TemplateResult | typeof nothing;
  /** Whether a text box shows what is wrong. */
  readonly hasError: boolean;
}

/** The parts of a scene's sentence. */
export function sentences(
  language: LanguageCode,
  place: {
    readonly scene: Scene;
    readonly result: SceneResult;
    readonly focusOn: Focus;
    readonly typed: Typed | null;
    /** The error of the sentence or of the encoder. Empty if there is none. */
    readonly errorFor: (control: 'sentence' | 'encoder') => string;
    readonly example: Example | null;
    readonly onExample: (example: Example) => void;
    readonly onType: (typed: Typed) => void;
    readonly onHistory: (type: 'undo' | 'redo') => void;
    readonly announce: (text: string) => void;
  },
): SentenceParts {
  const { scene, result, focusOn, typed } = place;
  const { encoder } = scene;
  const sentenceText = scene.sentence === undefined ? undefined : typedText(scene, scene.sentence);
  const encoderText = encoder?.sentence === undefined ? undefined : typedText(scene, encoder.sentence);
  const textOf = (box: Typed['box'], plain: string): string =>
    typed?.scene === scene && typed.box === box ? typed.text : plain;
  const text = textOf('sentence', sentenceText ?? (scene.tokens ?? result.tokens).join(' '));
  // A focused key is a token of the second sentence.
  const { key: _, ...asking } = focusOn;
  return {
    text,
    box: (beside) => {
      const problem = place.errorFor('sentence');
      // A model's q, k and v belong to its own tokens, which the chips show: another sentence would need others.
      if (isOfModel(scene) && problem === '')
        return html`<div class="sentence of-model" data-control="sentence">${sentenceHead(html`<span>${sentenceWords(language).ofModel}</span>`, beside)}</div>`;
      return sentenceBox(language, {
        id: 'sentence',
        label: sentenceWords(language).label,
        beside,
        text,
        problem,
        onType: (text) => place.onType({ box: 'sentence', text, scene: typeSentence(scene, text) }),
        onHistory: place.onHistory,
      });
    },
    tokens: tokenStrip(language, result, encoder === undefined ? focusOn : asking),
    encoder:
      encoder === undefined
        ? nothing
        : sentenceBox(language, {
            id: 'encoder',
            label: controlWords(language).encoderLabel,
            text: textOf('encoder', encoderText ?? (encoder.tokens ?? result.keyTokens).join(' ')),
            problem: place.errorFor('encoder'),
            onType: (text) => place.onType({ box: 'encoder', text, scene: typeEncoder(scene, text) }),
            onHistory: place.onHistory,
          }),
    examples: exampleList(language, place.example, place.onExample, place.announce),
    hasError: place.errorFor('sentence') !== '' || (encoder !== undefined && place.errorFor('encoder') !== ''),
    hint: html`${exampleHint(language, place.example, scene)}${characterNote(language, scene)}`,
  };
}

/** The tokens. Of thousands, only those around the newest change. */
function tokenStrip(language: LanguageCode, result: SceneResult, focusOn: Focus): TemplateResult {
  const { tokens } = result;
  const { marks } = outOfVocabularyOf(result);
  const label = sentenceWords(language).tokens;
  return result.viewport === null
    ? html`<sa-tokens .tokens=${tokens} .marks=${marks} .label=${label} .focusOn=${focusOn}></sa-tokens>`
    : html`<sa-long-tokens
        .tokens=${tokens}
        .marks=${marks}
        .label=${label}
        .near=${result.near}
        .focusOn=${focusOn}
      ></sa-long-tokens>`;
}

const sentenceHead = (label: unknown, beside: unknown): TemplateResult =>
  html`<div class="sentence-head">${label}${beside}</div>`;

/** A sentence's box with its label. */
function sentenceBox(
  language: LanguageCode,
  box: {
    readonly id: string;
    readonly label: string;
    /** Drawn beside the label. */
    readonly beside?: TemplateResult | typeof nothing;
    readonly text: string;
    readonly problem: string;
    readonly onType: (text: string) => void;
    readonly onHistory: (type: 'undo' | 'redo') => void;
  },
): TemplateResult {
  return html`<div class="sentence" data-control=${box.id}>
    ${sentenceHead(html`<label for=${box.id}>${box.label}</label>`, box.beside ?? nothing)}
    ${sentenceInput(language, { ...box, error: `${box.id}-error` })}
  </div>`;
}

/** One sentence that says what the focused row means. */
export function readingLine(reading: Reading): TemplateResult {
  return html`<p class="reading ${reading.certainty ?? ''}">
    ${reading.parts.map(({ kind, text }) => (kind === 'text' ? text : html`<em class=${kind}>${text}</em>`))}
  </p>`;
}

/** A gallery scene that was opened. */
export interface Example {
  readonly id: string;
  readonly scene: Scene;
  /** The language of its words. */
  readonly language: string;
}

interface Item {
  readonly title: string;
  readonly hint: string;
}

const items = (language: LanguageCode): readonly (readonly [string, Item])[] =>
  Object.entries(galleryWords(language).items);

/** The gallery as a list of titles. A scene is fetched when it is chosen. */
function exampleList(
  language: LanguageCode,
  current: Example | null,
  onOpen: (example: Example) => void,
  announce: (text: string) => void,
): TemplateResult {
  const words = galleryWords(language);
  const id = current?.id ?? '';
  const choose = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLSelectElement) || target.value === '') return;
    try {
      const { galleryIn } = await import('../../scene/gallery.ts');
      const chosen = galleryIn(words.items).find((item) => item.id === target.value);
      if (chosen !== undefined) onOpen({ id: chosen.id, scene: await lookUpWords(chosen.scene, language), language });
    } catch {
      target.value = id;
      announce(words.missed);
    }
  };
  return html`<select class="examples" aria-label=${words.title} .value=${live(id)} @change=${choose}>
    <option value="" .selected=${live(id === '')}>${controlWords(language).examples}</option>
    ${items(language).map(([value, { title }]) => html`<option value=${value} .selected=${live(value === id)}>${title}</option>`)}
  </select>`;
}

/** What to look for in the opened example, and whether its scene is still the current one. */
function exampleHint(language: LanguageCode, opened: Example | null, scene: Scene): TemplateResult | typeof nothing {
  const hint = items(language).find(([id]) => id === opened?.id)?.[1].hint;
  // A note in another language would be about other words.
  if (opened === null || hint === undefined || opened.language !== language) return nothing;
  const before = isSameButView(scene, opened.scene)
    ? nothing
    : html`<strong>${galleryWords(language).asOpened}</strong> `;
  return html`<p class="note hint-line">${before}${hint}</p>`;
}

/** Says that words of a script without spaces were not found. */
function characterNote(language: LanguageCode, { tokenizer, sentence = '', encoder }: Scene) {
  const isRead = (tokenizer?.version ?? 1) >= limits.tokenizerVersion;
  return isRead && [sentence, encoder?.sentence ?? ''].some(isByCharacter)
    ? html`<p class="note">${sentenceWords(language).byCharacter}</p>`
    : nothing;
}

/** Milliseconds without a change before a screen reader gets the sentence, because every key press changes it. */
const announceDelay = 700;

/** Announces a sentence that is also visible, once it stops changing. */
export class Announcer extends LightDomElement {
  @property() text = '';
  @state() private spoken = '';
  private timer = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override willUpdate(): void {
    clearTimeout(this.timer);
    if (this.text === this.spoken) return;
    this.timer = window.setTimeout(() => {
      this.spoken = this.text;
    }, announceDelay);
  }

  protected override render() {
    return html`<p class="hidden" role="status" aria-live="polite">${this.spoken}</p>`;
  }
}
customElements.define('sa-announcer', Announcer);
