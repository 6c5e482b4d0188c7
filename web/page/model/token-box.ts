import { html, type TemplateResult } from 'lit';
import { importWords } from '../../i18n/import.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import type { TextList } from '../../import/index.ts';
import { typedTokens } from '../../import/model/rows.ts';
import { marksIn } from '../../import/model-tokens.ts';

/** The text of a field of tokens, and the list of the file that filled it. */
export interface TokenField {
  readonly text: string;
  readonly from: TextList | null;
}
export const noTokens: TokenField = { text: '', from: null };

/** What the reader typed stays where the file has no tokens. */
export function filled(field: TokenField, list: TextList | null): TokenField {
  if (list !== null) return { text: typedTokens(list.texts), from: list };
  return field.from === null ? field : noTokens;
}

interface TokenBox {
  readonly id: 'tokens' | 'key-tokens';
  readonly label: string;
  /** What an empty field means. */
  readonly about: string;
  readonly field: TokenField;
  readonly onInput: (field: TokenField) => void;
}

export function tokenBox(language: LanguageCode, { id, label, about, field, onInput }: TokenBox): TemplateResult {
  const words = importWords(language).model;
  const { text, from } = field;
  const marks = marksIn(text).map((mark) => words.marks[mark]);
  return html`<label for="model-${id}">${label}</label>
    <textarea
      id="model-${id}"
      rows="2"
      spellcheck="false"
      aria-describedby="model-${id}-about"
      .value=${text}
      @input=${({ target }: Event) => onInput({ text: (target as HTMLTextAreaElement).value, from: null })}
    ></textarea>
    <p class="hint" id="model-${id}-about">
      ${from === null ? about : words.tokensFrom(from.name, from.texts.length)} ${marks.join(' ')}
    </p>`;
}
