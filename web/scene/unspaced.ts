/**
 * Scripts that write no spaces between words. Dictionaries find the words, and they differ from browser to browser. So the words
 * are found once, when somebody types, and each ends with a zero-width space in the sentence (from version 3 of the tokenizer on).
 */

const scripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const letter = String.raw`(?:(?=[\p{L}\p{M}\p{N}])[${scripts}ー])`;

/** The separator that Unicode has for these scripts. Nobody sees it. */
const END = '\u200b';

const letters = new RegExp(letter, 'u');
const run = new RegExp(String.raw`${letter}(?:${letter}|${END})*`, 'gu');
const strayEnd = new RegExp(String.raw`(?<!${letter})${END}`, 'gu');
/** A letter with its marks. A virama joins two letters, and NFKC splits the vowel am of Thai and Lao. */
const character = /[\s\S](?:[\u17d2\u1039]\p{L}|\u0e4d\u0e32|\u0ecd\u0eb2|[\p{M}\u0e33\u0eb3])*/gu;

/** Some words of each script. Where they stay in one piece, the browser has no dictionary for it. */
const samples: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Han}/u, '我们学习'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}ー]/u, 'これは本です'],
  [/\p{Script=Thai}/u, 'แมวนั่งบนเสื่อ'],
  [/\p{Script=Lao}/u, 'ແມວນັ່ງຢູ່ເທິງ'],
  [/\p{Script=Khmer}/u, 'ឆ្មាអង្គុយលើ'],
  [/\p{Script=Myanmar}/u, 'ကြောင်ထိုင်နေသည်'],
];

export const isUnspaced = (text: string): boolean => letters.test(text);

/** The text as it is shown and typed. */
export const withoutEnds = (text: string): string => text.replaceAll(END, '');

/** The text with an end after each word, as far as `words` knows the words of its script. Words that already have ends keep them. */
export const withEnds = (text: string, words: (text: string) => readonly string[]): string =>
  text.replace(strayEnd, '').replace(run, (own) => {
    const isKnown = hasDictionary(own, words);
    if (!isKnown && !own.includes(END)) return own;
    const found = own.split(END).flatMap((part) => (part === '' ? [] : isKnown ? words(part) : [part]));
    return found.map((word) => word + END).join('');
  });

function hasDictionary(text: string, words: (text: string) => readonly string[]): boolean {
  const sample = samples.find(([script]) => script.test(text))?.[1];
  return sample !== undefined && words(sample).length > 1;
}

/** Whether some words have no ends, so that each of their characters is a token. */
export const isByCharacter = (text: string): boolean =>
  (text.match(run) ?? []).some((own) => !own.includes(END) && (own.match(character) ?? []).length > 1);

/** A part of a text: a token, or text of other scripts that is still to be split. */
export interface TextPart {
  readonly text: string;
  readonly isToken: boolean;
}

/** The words with ends, or else the characters. Other ends are removed. */
export function* partsOf(text: string): Iterable<TextPart> {
  const plain = text.replace(strayEnd, '');
  let from = 0;
  for (const { index, 0: own } of plain.matchAll(run)) {
    if (index > from) yield { text: plain.slice(from, index), isToken: false };
    const tokens = own.includes(END) ? own.split(END) : (own.match(character) ?? []);
    for (const token of tokens) if (token !== '') yield { text: token, isToken: true };
    from = index + own.length;
  }
  if (from < plain.length) yield { text: plain.slice(from), isToken: false };
}
