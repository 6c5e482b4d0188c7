import { readDelimited, readTable } from './delimited.ts';
import { placeText, quoted, valuesOf } from './matrices.ts';
import { type ArrayValues, refuse } from './types.ts';

// Tables in marks: Markdown, console.table and other boxes, and LaTeX matrices.

const rule = /^[\s|+:\-=─━═┄┈│┃║┌┬┐├┼┤└┴┘┏┳┓┣╋┫┗┻┛╔╦╗╠╬╣╚╩╝╒╤╕╞╪╡╘╧╛╭╮╯╰]+$/;
const bar = /[|│┃║]/;

/** Whether all lines of a text are rows or rules of a table with bars. */
export function isBoxed(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.length > 1 &&
    lines.every((line) => /^\s*[|│┃║]/.test(line) || rule.test(line)) &&
    lines.some((line) => bar.test(line) && !rule.test(line))
  );
}

/** Reads a Markdown table, which always has titles, or a box, whose titles end at its second rule. */
export function readBoxed(text: string, name: string): readonly ArrayValues[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isRow = (line: string): boolean => !rule.test(line);
  const first = lines.findIndex(isRow);
  const hasHead =
    lines[first + 1] !== undefined && !isRow(lines[first + 1] ?? '') && lines.slice(first + 2).some(isRow);
  const cells = lines.filter(isRow).map((line) =>
    line
      .trim()
      .split(bar)
      .slice(1, /[|│┃║]$/.test(line.trim()) ? -1 : undefined)
      .map((cell) => cell.trim().replaceAll(/^['"`*]+|['"`*]+$/g, '')),
  );
  return readTable({ cells, commas: true }, name, { hasHead });
}

const drawn = /[⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠]/g;

/** Whether a matrix has brackets that are drawn over several lines, as SymPy prints them. */
export const isDrawn = (text: string): boolean => /[⎡⎛]/.test(text);

/** Reads the numbers between drawn brackets. */
export const readDrawn = (text: string, name: string): readonly ArrayValues[] =>
  readDelimited(text.replace(drawn, ' '), name);

const environment = /\\begin\{(?:[bpvVB]?(?:small)?matrix\*?|array|tabular)\}(?:\[[^\]]{0,20}\])?(?:\{[^}]{0,100}\})?/;

export const isLatex = (text: string): boolean => environment.test(text);

/** Reads the matrices of LaTeX source: cells between &, rows between \\\\. Throws `scene-form` if a factor or an exponent changes the numbers. */
export function readLatex(text: string, name: string): readonly ArrayValues[] {
  const found: ArrayValues[] = [];
  let rest = text;
  for (let start = environment.exec(rest); start !== null; start = environment.exec(rest)) {
    const from = start.index + start[0].length;
    const end = rest.indexOf('\\end{', from);
    if (end < 0) refuse('scene-form', (words) => words.problems.unclosed(placeText(words, { name, row: 0 })));
    const own = latexName(rest.slice(Math.max(0, start.index - 120), start.index)) || name;
    const behind = rest.slice(end, end + 60).replace(/^\\end\{[^}]*\}\s*(?:\\right\s*[\])|.}])?/, '');
    if (/^\s*[\^']/.test(behind)) refuse('scene-form', (words) => words.problems.outside(quoted(behind.trim())));
    found.push(latexMatrix(rest.slice(from, end), own));
    rest = rest.slice(end + 5);
  }
  return found;
}

/** The name in front of a matrix: W_Q of “W_{Q} = \\left[”. Throws `scene-form` for anything that may change the numbers. */
function latexName(before: string): string {
  const marks = /\\(?:left|right|displaystyle|quad|qquad|[[\](),;! ])|end\{\w*\}|[$&,;\s]|[[({|.]$/g;
  const line = before
    .slice(Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf('\\end{') + 1))
    .replace(marks, '');
  if (line === '' || line === '[' || line === '(') return '';
  const [, word, index] = /([A-Za-z]\w*?)(?:_\{?(\w+)\}?)?\}?[=:]$/.exec(line) ?? [];
  if (word === undefined) return refuse('scene-form', (words) => words.problems.outside(quoted(line)));
  return index === undefined ? word : `${word}_${index}`;
}

function latexMatrix(body: string, name: string): ArrayValues {
  const cells = body
    .replaceAll(/\\(?:hline|toprule|midrule|bottomrule)/g, ' ')
    .split(/\\\\(?:\[[^\]]{0,20}\])?/)
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) =>
      row.split('&').map((cell) =>
        cell
          .trim()
          .replaceAll(/^\$|\$$/g, '')
          .replace(/^([+-]?)\\infty$/, '$1∞'),
      ),
    );
  const columns = cells[0]?.length ?? 0;
  for (const [row, line] of cells.entries()) {
    if (line.length === columns) continue;
    refuse('shape', (words) => words.problems.ragged(placeText(words, { name, row }), line.length, columns), {
      name,
      row,
    });
  }
  return valuesOf(name, [cells.length, columns], cells.flat());
}
