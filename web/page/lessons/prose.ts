import { html, type TemplateResult } from 'lit';

/** The reader wants to know what a term means. */
export class TermRequest extends CustomEvent<string> {
  static readonly type = 'sa-term';
  constructor(key: string) {
    super(TermRequest.type, { detail: key, bubbles: true });
  }
}

const marks = /`([^`]+)`|\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/;

/** A line of a lesson's text: `code`, and [[term]] or [[term|as shown]], which asks for its meaning with a TermRequest. */
export function line(text: string): (TemplateResult | string)[] {
  const parts = text.split(marks);
  const pieces: (TemplateResult | string)[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    const [plain = '', code, term, shown] = parts.slice(at, at + 4);
    if (plain !== '') pieces.push(plain);
    if (code !== undefined) pieces.push(html`<code>${code}</code>`);
    if (term !== undefined) pieces.push(termLink(term, shown ?? term));
  }
  return pieces;
}

/** Paragraphs, parted by empty lines. */
export const prose = (text: string): TemplateResult[] =>
  text.split(/\n{2,}/).map((paragraph) => html`<p>${line(paragraph)}</p>`);

const termLink = (key: string, shown: string): TemplateResult =>
  html`<button
    type="button"
    class="term"
    aria-haspopup="dialog"
    @click=${({ currentTarget }: Event) => currentTarget?.dispatchEvent(new TermRequest(key))}
  >${shown}</button>`;
