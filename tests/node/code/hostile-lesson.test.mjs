// The notebook of somebody's lesson file. Whatever its text holds, a Markdown parser finds no markup in it, and shows the text as it is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Lexer } from 'marked';
import { loadCore } from 'self-attention/core';
import { example } from '../lessons/wrong-files.mjs';
import { bundle } from '../support/bundle.mjs';

const { lessonNotebookFor } = await bundle('web/export/code/lesson-notebook.ts');
const { readLesson } = await bundle('web/lessons/file.ts');
const { loadGlossary } = await bundle('web/i18n/lessons/texts.ts');
const terms = Object.keys(await loadGlossary('en'));
const core = await loadCore();

const script = '<script>alert(1)</script>';
const hostile = {
  'a tag': script,
  'backticks around a blank line': `\`a\n\n${script}\n\nb\``,
  'backticks around a line that begins with a tag': `\`a\n${script}\``,
  'an empty code span before another': `\`\`\`${script}\``,
  'empty code spans inside the mark of a list': '1``.`` a',
  'code spans side by side': `\`a\`\`${script}\`\`b\``,
  'one backtick too many': `\`a\` \`${script}`,
  'a backslash before a backtick': `\\\`${script}\\\``,
  'the end of the folded answer': `</details>\n\n${script}`,
  'a fence of backticks': `\`\`\`\n${script}\n\`\`\`\n${script}`,
  'a fence of tildes': `~~~\n${script}\n~~~\n${script}`,
  'an image with a handler': '<img src=x onerror=alert(1)>',
  'a link to a program': '[a](javascript:alert(1)) ![a](https://example.org/x.png) <javascript:alert(1)>',
  'a reference': `[a]\n\n[a]: javascript:alert(1) "${script}"`,
  'a comment, an instruction and a section': `<!-- a -->\n<?a ?>\n<![CDATA[${script}]]>\n<!DOCTYPE html>`,
  'an entity and mathematics': '&lt;script&gt; $x$ $$\\href{javascript:alert(1)}{x}$$ \\(x\\)',
  'carriage returns': `\`a\r\r${script}\r\r\``,
  'a term around a tag': `[[softmax|${script}]] [[softmax]]`,
  'lists, quotes, headings, rules and tables': `# a\n> ${script}\n- b\n1. c\n\n---\n\n===\n\n|a|\n|-|\n    ${script}`,
};

/** A program that is no Python, so it is text in the notebook. */
const textProgram = (code) => ({ file: 'notes.txt', code });

/** The lesson of an example file, with `text` wherever a file has text. */
function lessonWith(text) {
  const [first, ...others] = example.pages.map((page) => ({
    ...page,
    title: text.slice(0, 120) || 'x',
    body: text,
    ...('do' in page ? { do: text } : {}),
    ...('predict' in page ? { predict: { ...page.predict, ask: text, reveal: text } } : {}),
  }));
  const pages = [{ ...first, program: textProgram(text) }, ...others];
  const challenges = example.challenges.map((own) => ({ ...own, title: text.slice(0, 120), ask: text, hint: text }));
  const source = {
    title: 'x',
    links: [{ title: 'x', url: 'https://example.org/' }],
    licence: 'CC BY 4.0',
    credit: text,
  };
  const file = { ...example, title: text.slice(0, 120), summary: text, source, pages, challenges };
  return readLesson(JSON.stringify(file), terms);
}

const markdownOf = ({ lesson, text }) =>
  JSON.parse(lessonNotebookFor('numpy', lesson, text, (scene) => core.attend(scene)))
    .cells.filter(({ cell_type }) => cell_type === 'markdown')
    .map(({ source }) => source.join(''))
    // Formulas are the notebook's own. A file's dollar signs are escaped.
    .filter((text) => !/(?<!\\)\$\$/.test(text));

/** Every token of a Markdown text, at any depth. */
function tokensOf(markdown) {
  const found = [];
  const visit = (tokens) => {
    for (const token of tokens) {
      found.push(token);
      visit([...(token.tokens ?? []), ...(token.items ?? [])]);
    }
  };
  visit(Lexer.lex(markdown));
  return found;
}

const isFold = ({ raw }) => /^(<details><summary>[\w ]+<\/summary>|<\/details>)\s*$/.test(raw);
const structure = [
  'space',
  'heading',
  'paragraph',
  'text',
  'escape',
  'codespan',
  'code',
  'blockquote',
  'strong',
  'html',
];

function checkMarkup(cells) {
  for (const cell of cells) {
    for (const token of tokensOf(cell)) {
      // The notebook has no lists, links or images of its own in these cells, so a file's text has made none either.
      // A plain address becomes a link to itself.
      const isAddress = token.type === 'link' && token.href === token.text && /^https?:/.test(token.href);
      assert.ok(isAddress || structure.includes(token.type), `${token.type}: ${token.raw}\n${cell}`);
      if (token.type === 'html') assert.ok(isFold(token), `${token.raw}\n${cell}`);
    }
  }
}

/** What a reader sees. */
const shownIn = (cells) =>
  cells
    .flatMap(tokensOf)
    .filter(({ type, tokens }) => tokens === undefined && type !== 'html' && type !== 'space')
    .map(({ text }) => text)
    .join('');
const letters = (text) => text.replaceAll(/\s+/g, '');
/** A lesson's text without its own marks. */
const unmarked = (text) =>
  letters(text.replaceAll(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1').replaceAll(/`([^`]*)`/g, '$1'));

describe('the notebook of a lesson file', () => {
  for (const [name, text] of Object.entries(hostile))
    it(`has no markup from its text, and shows it: ${name}`, () => {
      const cells = markdownOf(lessonWith(text));
      checkMarkup(cells);
      const shown = letters(shownIn(cells));
      assert.ok(shown.includes(unmarked(text.trim())) || shown.includes(letters(text)), `${text}\n${shown}`);
    });

  it('keeps a program with fences inside in one block', () => {
    const code = '```\n<b>\n````\n<i>\n';
    const [first, ...others] = example.pages;
    const file = { ...example, pages: [{ ...first, program: textProgram(code) }, ...others] };
    const cells = markdownOf(readLesson(JSON.stringify(file), terms));
    checkMarkup(cells);
    assert.ok(cells.flatMap(tokensOf).some(({ type, text }) => type === 'code' && text === code.trim()));
  });

  it('has no markup from any text', () => {
    const pieces = [
      '`',
      '``',
      '\n',
      '\n\n',
      '\r',
      ' ',
      '    ',
      '\\',
      '<b>',
      script,
      '</details>',
      '~~~',
      '$',
      '[[softmax]]',
    ];
    const text = fc
      .array(fc.constantFrom(...pieces, ...'a#>-+1.|*_[](){}!&"'), { minLength: 1, maxLength: 25 })
      .map((parts) => parts.join(''))
      .filter((text) => text.trim() !== '' && !/\[\[(?!softmax\]\])/.test(text));
    fc.assert(
      fc.property(text, (text) => checkMarkup(markdownOf(lessonWith(text)))),
      { numRuns: 200 },
    );
  });
});
