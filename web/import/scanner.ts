/** The kinds of tokens of a list in a programming language or in print. */
export type TokenKind = 'open' | 'close' | 'comma' | 'semicolon' | 'equals' | 'colon' | 'string' | 'word' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Its characters; of a string, those between the quotation marks. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** White space in front of it: none, on the same line, or with the end of a line. */
  readonly space: 'none' | 'space' | 'line';
}

const kinds: Readonly<Record<string, TokenKind>> = {
  '[': 'open',
  '(': 'open',
  '{': 'open',
  '<': 'open',
  ']': 'close',
  ')': 'close',
  '}': 'close',
  '>': 'close',
  ',': 'comma',
  ';': 'semicolon',
  '=': 'equals',
  ':': 'colon',
};

/** The bracket that closes another. */
export const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

/** Reads a text token by token, in a time that grows with its length. */
export class Scanner {
  readonly text: string;
  #position = 0;
  #ahead: Token | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get position(): number {
    return this.#position;
  }

  set position(position: number) {
    this.#position = position;
    this.#ahead = null;
  }

  /** The next token, which stays the next one. */
  peek(): Token {
    this.#ahead ??= this.#scan();
    return this.#ahead;
  }

  next(): Token {
    const token = this.peek();
    this.position = token.end;
    return token;
  }

  /** Whether a call is next: a word with a bracket right behind it. */
  isCall(): boolean {
    const [word, bracket] = this.#two();
    return word.kind === 'word' && bracket.text === '(' && bracket.space === 'none';
  }

  /** Whether an argument with a name is next. */
  isKeyword(): boolean {
    return this.#two()[1].kind === 'equals';
  }

  /** The next two tokens, which stay the next ones. */
  #two(): readonly [Token, Token] {
    const { position } = this;
    const two = [this.next(), this.peek()] as const;
    this.position = position;
    return two;
  }

  #scan(): Token {
    const { text } = this;
    blank.lastIndex = this.#position;
    const white = blank.exec(text)?.[0] ?? '';
    const start = this.#position + white.length;
    const space = white === '' ? 'none' : white.includes('\n') ? 'line' : 'space';
    const first = text[start];
    const token = (kind: TokenKind, end: number, found = text.slice(start, end)): Token => ({
      kind,
      text: found,
      start,
      end,
      space,
    });
    if (first === undefined) return token('end', start);
    // R assigns with an arrow.
    if (first === '<' && text[start + 1] === '-') return token('equals', start + 2);
    const kind = kinds[first];
    if (kind !== undefined) return token(kind, start + 1);
    const pattern =
      first === '"' || first === "'"
        ? space === 'none' && start > 0 && /[\p{L}\d]/u.test(text[start - 1] ?? '')
          ? quote
          : string
        : word;
    pattern.lastIndex = start;
    const found = pattern.exec(text)?.[0] ?? first;
    if (pattern === string && found.length > 1) return token('string', start + found.length, found.slice(1, -1));
    return token('word', start + found.length);
  }
}

const blank = /\s*/y;
const word = /[^\s[\](){}<>,;=:"']+/y;
/** A text ends on its line. The apostrophe of a word does not begin one. */
const string = /"[^"\n]*"|'[^'\n]*'/y;
const quote = /["']/y;
