/**
 * Text of lessons and scenes as Markdown (CommonMark, as Jupyter reads it). Whatever the text holds, none of it becomes markup:
 * lessons are also read from other people's files.
 */

/** Arbitrary text, such as a typed sentence, on one line. Nothing in it is markup for Markdown, HTML or TeX. */
export const plain = (text: string): string => withoutList(withoutMarkup(text));

const withoutMarkup = (text: string): string => oneLine(text).replaceAll(/[\\`*_{}[\]<>#|~$&]/g, '\\$&');

/** At the start of a line these begin a list or a rule. */
const withoutList = (line: string): string => line.replace(/^[-+]|(?<=^\d+)[.)]/, '\\$&');

/** One line of a lesson's text (lessons/types.ts): its code and its terms, and the rest as `plain`. */
export const marked = (text: string): string =>
  withoutList(
    oneLine(text)
      // Spans side by side are one span, because their backticks would be one longer delimiter.
      .split(/((?:`[^`]*`)+)/)
      .map((part, index) => (index % 2 === 1 ? codeSpan(part.replaceAll('`', '')) : withTerms(part, index === 0)))
      .join(''),
  );

/** Each paragraph of a lesson's text. Blank lines separate them. */
export const paragraphs = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n/)
    .map(marked)
    .filter((paragraph) => paragraph !== '');

/** A block of code. Its fence is longer than every run of backticks inside. `language` is a plain word. */
export function fenced(code: string, language = ''): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Text that opens on a click, in GitHub and Jupyter. `title` and `parts` are Markdown already. */
export const folded = (title: string, ...parts: readonly string[]): string =>
  [`<details><summary>${title}</summary>`, ...parts, '</details>'].join('\n\n');

/** A line break could end a code span, or start another block inside a paragraph. */
const oneLine = (text: string): string => text.replaceAll(/[ \t\n\v\f\r]+/g, ' ').trim();

const codeSpan = (code: string): string => (code === '' ? '' : `\`${code}\``);

/** Text between code spans, with its terms as shown. */
function withTerms(text: string, startsLine: boolean): string {
  const shown = text.replaceAll(/\[\[([^\]]*)\]\]/g, (_, term: string) => term.split('|')[1] ?? term);
  // `plain` trims, and the spaces beside a code span belong to the sentence.
  const [before = '', after = ''] = [startsLine ? '' : /^\s*/.exec(shown)?.[0], /\s*$/.exec(shown)?.[0]];
  const words = shown.trim();
  return words === '' ? (startsLine ? '' : before) : `${before}${withoutMarkup(words)}${after}`;
}
