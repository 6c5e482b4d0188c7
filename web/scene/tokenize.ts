import { fail, message } from './error.ts';
import { limits } from './limits.ts';
import type { Scene, Tokenizer } from './types.ts';
import { partsOf, withEnds } from './unspaced.ts';

// Always the same locale: `en` has the root rules of Unicode (UAX #29), so a scene is cut the same way in every browser
// and in Node. Up to version 2 of the tokenizer, scripts without spaces may differ (Chinese, Japanese, Thai, Lao, Khmer,
// Burmese): their boundaries come from dictionaries that change with the version of ICU. From version 3 on, the sentence
// marks the ends of such words.
const defaultLocale = 'en';

/**
 * A word in any script, a number, or a symbol: mathematics, money, emoji. The segmenter does not count emoji as
 * words.
 */
const content = /[\p{L}\p{N}\p{Sm}\p{Sc}\p{So}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const blank = /^[\s\p{Cc}\p{Cf}]*$/u;

/** An apostrophe of any kind between two letters, and what looks like one. */
const apostrophe = /(?<=\p{L}\p{M}*)[’‘‛ʼ＇´′](?=\p{L})/gu;

const unjoined = String.raw`[^\s\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]`;
/** Ignorable and control characters that can be seen: line breaks, selectors and tags of emoji, joiners within words that need them. */
const seen = [
  String.raw`[\t-\r]`,
  String.raw`\p{Emoji}[\ufe0e\ufe0f]`,
  String.raw`\p{Emoji}[\u{e0020}-\u{e007f}]+`,
  String.raw`(?<=${unjoined})[\u200c\u200d](?=${unjoined})`,
];
const invisible = new RegExp(String.raw`(${seen.join('|')})|[\p{Default_Ignorable_Code_Point}\p{Cc}]`, 'gu');

/**
 * The text that version 2 of the tokenizer cuts: texts that look the same are the same. Apostrophes are straight, invisible
 * characters are removed, and the rest is in the Unicode form NFKC (composed accents, no ligatures, no full-width letters).
 */
export const normalized = (text: string): string =>
  text.replace(apostrophe, "'").replace(invisible, '$1').normalize('NFKC');

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(locale: string): Intl.Segmenter {
  // Older Firefox has no segmenter. Cutting at spaces would give other tokens for the same scene.
  if (typeof Intl === 'undefined' || !('Segmenter' in Intl)) {
    return fail(
      'unsupported',
      '/sentence',
      message`Intl.Segmenter is missing here, so a sentence cannot be split; give the scene tokens`,
    );
  }
  const known = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, known);
  return known;
}

/**
 * The tokens of a sentence in order: words with their apostrophes, numbers, symbols and emoji. Punctuation is a
 * token only if the tokenizer keeps it; white space and invisible characters never are. May be empty. Throws
 * `unsupported` without Intl.Segmenter.
 */
export function tokenize(
  sentence: string,
  tokenizer: Tokenizer = {},
  locale: string = defaultLocale,
): readonly string[] {
  const key = keyOf(tokenizer, locale);
  if (last?.sentence === sentence && last.key === key) return last.tokens;
  const tokens: string[] = [];
  for (const token of split(sentence, tokenizer, locale)) tokens.push(cased(token, tokenizer));
  last = { sentence, key, tokens };
  return tokens;
}

// A keystroke asks several times, and thousands of words take milliseconds.
let last: { readonly sentence: string; readonly key: string; readonly tokens: readonly string[] } | undefined;

const isKept = ({ segment, isWordLike }: Intl.SegmentData, tokenizer: Tokenizer): boolean =>
  tokenizer.punctuation === true ? !blank.test(segment) : isWordLike === true || content.test(segment);

const keyOf = (tokenizer: Tokenizer, locale: string): string =>
  `${locale} ${tokenizer.version ?? 1} ${tokenizer.punctuation === true} ${tokenizer.lowercase === true}`;

function* split(sentence: string, tokenizer: Tokenizer, locale: string): Iterable<string> {
  const { version = 1 } = tokenizer;
  const between = segmenter(locale);
  const parts =
    version < 3
      ? [{ text: version === 2 ? normalized(sentence) : sentence, isToken: false }]
      : partsOf(normalizedWithEnds(sentence));
  for (const { text, isToken } of parts) {
    if (isToken) yield text;
    else for (const segment of between.segment(text)) if (isKept(segment, tokenizer)) yield segment.segment;
  }
}

/** Normalized, but for the zero-width spaces that end words. */
const normalizedWithEnds = (sentence: string): string => sentence.split('\u200b').map(normalized).join('\u200b');

/** The sentence with the ends of words in scripts without spaces, as far as this browser knows them. */
export const withWordEnds = (sentence: string): string =>
  withEnds(sentence, (text) => Array.from(segmenter(defaultLocale).segment(text), ({ segment }) => segment));

const cased = (token: string, tokenizer: Tokenizer): string =>
  tokenizer.lowercase === true ? token.toLowerCase() : token;

/** Whether a sentence has more tokens than that. It stops cutting as soon as it knows. */
export function hasMore(count: number, sentence: string, tokenizer: Tokenizer = {}): boolean {
  if (last?.sentence === sentence && last.key === keyOf(tokenizer, defaultLocale)) return last.tokens.length > count;
  let found = 0;
  for (const _ of split(sentence, tokenizer, defaultLocale)) {
    found += 1;
    if (found > count) return true;
  }
  return false;
}

type Words = Pick<Scene, 'tokens' | 'sentence'>;

const cut = ({ tokens, sentence = '' }: Words, tokenizer: Tokenizer = {}): readonly string[] =>
  tokens?.map((token) => cased(token, tokenizer)) ?? tokenize(sentence, tokenizer);

/** The tokens of the queries, in lower case if the scene says so. There may be none, or too many. */
export const tokensOf = (scene: Scene): readonly string[] => cut(scene, scene.tokenizer);

/**
 * The tokens of keys and values: the encoder's if the scene has one, cut by the same tokenizer, else the scene's
 * own.
 */
export const keyTokensOf = (scene: Scene): readonly string[] => cut(scene.encoder ?? scene, scene.tokenizer);

/** `tokensOf`, checked. Throws `empty`, `too-large` or `unsupported` with the path of the sentence. */
export const resolveTokens = (scene: Scene): readonly string[] => checked(tokensOf(scene), scene, '');

/** `keyTokensOf`, checked as in `resolveTokens`. */
export const keyTokens = (scene: Scene): readonly string[] =>
  scene.encoder === undefined ? resolveTokens(scene) : checked(keyTokensOf(scene), scene.encoder, '/encoder');

function checked(tokens: readonly string[], { sentence }: Words, path: '' | '/encoder'): readonly string[] {
  if (sentence === undefined || (tokens.length > 0 && tokens.length <= limits.tokens)) return tokens;
  const place = `${path}/sentence`;
  const what = path === '' ? message`the sentence` : message`the encoder's sentence`;
  if (tokens.length === 0) {
    if (blank.test(sentence)) fail('empty', place, message`${what} is empty; type a word`);
    fail('empty', place, message`${what} has only punctuation, which this scene ignores; type a word`);
  }
  // Numbers are float32, and there are as many keys as queries.
  const memory = Math.round((tokens.length ** 2 * 4) / 2 ** 20);
  return fail(
    'too-large',
    place,
    message`${what} has ${tokens.length} tokens; the limit is ${limits.tokens} (the weights of one head would take ${memory} MiB)`,
  );
}

/** How many words two sentences share at their beginning, and at the end of the rest. */
export function sameEnds(
  before: readonly string[],
  now: readonly string[],
): { readonly start: number; readonly end: number } {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  return { start, end };
}

/**
 * The sentence cut at its tokens: text, token, text, … token, text, as they are written. Null if it has not all of these tokens,
 * as when it was given with tokens of its own.
 */
export function cutAt(sentence: string, tokens: readonly string[]): readonly string[] | null {
  const text = normalized(sentence);
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return null;
  const parts: string[] = [];
  let end = 0;
  for (const token of tokens) {
    const start = lower.indexOf(token.toLowerCase(), end);
    if (start < 0) return null;
    parts.push(text.slice(end, start), text.slice(start, start + token.length));
    end = start + token.length;
  }
  return [...parts, text.slice(end)];
}
