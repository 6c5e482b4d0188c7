import type { Axis, Parameter, Step } from '../../core/types.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { shareWords } from '../../i18n/share.ts';
import { explanation } from '../../i18n/step-text.ts';
import { isToken, labelsFor } from '../../trace/axis-labels.ts';
import { formatConstant, formatNumber } from '../../trace/number-format.ts';
import { namedToken, visibleToken } from '../../trace/token-text.ts';
import { calledBy } from '../../trace/trace-reader.ts';
import { calledLike } from '../../views/formula/notation.ts';
import { escaped } from '../../views/stage/markup.ts';
import { nameText } from '../../views/stage/parts.ts';
import { indexOf, type PlannedSection, type PlannedTable, planOf, type Subject } from './worksheet-plan.ts';

interface Sheet extends Subject {
  readonly formulaOf: (step: Step) => string;
}

/** The characters that fit beside each other on A4, about. A wider table goes on below. */
const LINE = 96;
/** Longer labels wrap. Characters */
const LABEL = 12;
/** Decimals of given numbers, so that rounding them does not change an answer. */
const GIVEN = 4;

/**
 * A page to print: the steps of a layer as tables. The row of one token is blank where it can be computed from the numbers on the sheet,
 * which are all that it needs. A second page has the answers. `formulaOf` returns the markup of a step's formula.
 */
export function worksheetDocument(language: LanguageCode, sheet: Sheet): string {
  const words = shareWords(language).worksheet;
  const { reader, scene } = sheet.result;
  const word = namedToken(reader.tokens, sheet.query);
  const title = words.title(reader.tokens.map(visibleToken).join(' '));
  const plan = planOf(sheet);
  const blanks = plan.map((planned) => section(language, sheet, planned, 'blank')).join('');
  const answers = plan
    .filter(({ isAsked }) => isAsked)
    .map((planned) => section(language, sheet, planned, 'answer'))
    .join('');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
${element('style', STYLE)}
</head>
<body>
<h1>${escaped(title)}</h1>
<p class="who">${escaped(words.name)} <span></span> ${escaped(words.date)} <span></span></p>
<p>${escaped(words.ask(word, scene.view?.digits ?? 2))}</p>
<p class="symbols">${symbolsOf(sheet)}</p>
${blanks}
<div class="answers">
<h1>${escaped(words.answers)}</h1>
${answers}
</div>
</body>
</html>
`;
}

/** The sizes and settings that formulas name: “d_k = 3”. */
const symbolsOf = ({ result: { reader } }: Sheet): string =>
  Object.entries(reader.symbols)
    .map(([name, value]) => `<span><var>${escaped(name)}</var> = ${formatConstant(value)}</span>`)
    .join(', ');

function section(language: LanguageCode, sheet: Sheet, planned: PlannedSection, kind: 'blank' | 'answer'): string {
  const { result, formulaOf } = sheet;
  const { reader, scene, layer, heads } = result;
  const { step, isAsked, tables } = planned;
  const [title, text] = explanation(language, step.name, { scene, layer, heads }) ?? [nameText(step.name), ''];
  const called = calledBy(reader, step.name);
  const formula = { ...step, formula: calledLike(step.formula, (name) => reader.called?.(name)) };
  const about = kind === 'answer' ? '' : `<p>${escaped(text)}</p><p class="formula">${formulaOf(formula)}</p>`;
  const shown = kind === 'answer' ? tables.filter(({ asked }) => asked !== null) : tables;
  return `<section${isAsked ? '' : ' class="given"'}>
<h2>${escaped(title)} <code>${escaped(called)}</code></h2>
${about}${shown.map((table) => tablesOf(language, sheet, table, kind)).join('')}</section>
`;
}

/** A planned table, in pieces that fit the width of the paper. */
function tablesOf(language: LanguageCode, sheet: Sheet, planned: PlannedTable, kind: 'blank' | 'answer'): string {
  const { tensor, rows, columns, asked, zeros } = planned;
  const words = shareWords(language).worksheet;
  const label = labeller(sheet, planned);
  const shownRows = kind === 'answer' ? rows.filter((row) => row === asked) : rows;
  const [rowAxis, columnAxis] = tensor.axes.length === 1 ? [undefined, tensor.axes[0]] : tensor.axes.slice(-2);
  const cells = shownRows.map((row) => columns.map((column) => cellOf(sheet, planned, row, column, kind)));
  const rowLabels = shownRows.map((row) => label(rowAxis, row));
  const columnLabels = columns.map((column) => label(columnAxis, column));
  const caption = escaped([calledOf(sheet, tensor), ...leadOf(language, sheet, planned)].join(' · '));
  const least = Math.max(3, ...rowLabels.map(({ length }) => Math.min(LABEL, length)));
  const widths = columnLabels.map((text, place) =>
    Math.max(4, Math.min(LABEL, text.length), ...cells.map((row) => row[place]?.length ?? 0)),
  );
  const pieces = piecesOf(widths, LINE - least).map(([from, to]) => {
    const head = columnLabels.slice(from, to).map((text) => `<th scope="col">${escaped(text)}</th>`);
    const body = cells.map((row, place) => {
      const own = row.slice(from, to).map((text) => (text === '' ? '<td class="blank"></td>' : `<td>${text}</td>`));
      return `<tr><th scope="row">${escaped(rowLabels[place] ?? '')}</th>${own.join('')}</tr>`;
    });
    return `<table><caption>${caption}</caption><thead><tr><td></td>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  });
  const note =
    kind === 'answer' || zeros.rows + zeros.columns === 0
      ? ''
      : `<p class="cut">${caption}: ${escaped(words.zeros(zeros.rows, zeros.columns))}</p>`;
  return `${pieces.join('')}${note}
`;
}

/** Runs of columns that fit. */
function piecesOf(widths: readonly number[], room: number): readonly (readonly [from: number, to: number])[] {
  const pieces: [number, number][] = [];
  let left = 0;
  for (const [column, width] of widths.entries()) {
    // A cell has an edge and space on both sides.
    const own = width + 2;
    const last = pieces.at(-1);
    if (last === undefined || own > left) {
      pieces.push([column, column + 1]);
      left = room - own;
    } else {
      last[1] = column + 1;
      left -= own;
    }
  }
  return pieces;
}

/** A number, or empty for one to fill in. */
function cellOf(
  { result }: Sheet,
  { tensor, lead, asked }: PlannedTable,
  row: number,
  column: number,
  kind: 'blank' | 'answer',
): string {
  if (kind === 'blank' && row === asked) return '';
  const value = result.reader.value(tensor.name, indexOf(tensor, lead, row, column), tensor.layer);
  return kind === 'answer' ? formatNumber(value, result.digits) : givenText(value);
}

/** A given number with up to four decimals, without zeros at the end. */
const givenText = (value: number): string =>
  formatNumber(value, GIVEN)
    .replace(/(\.\d*?)0+(?=e|$)/, '$1')
    .replace(/\.(?=e|$)/, '');

const calledOf = ({ result: { reader } }: Sheet, { name }: Step | Parameter): string =>
  reader.called?.(name) ?? nameText(name);

/** What the axes before the rows stand at: “head 2 of 3”, a word. */
function leadOf(
  language: LanguageCode,
  { result }: Sheet,
  { tensor, lead, columns, rows }: PlannedTable,
): readonly string[] {
  const words = shareWords(language).worksheet;
  const texts = lead.map((index, axis) => {
    const name = tensor.axes[axis];
    if (name === 'H' || name === 'H_kv') return words.head(index + 1, tensor.shape[axis] ?? 1);
    return isToken(name) ? words.word(namedToken(tokensOf(result, name), index)) : String(index);
  });
  // Columns or rows of all heads stand side by side in a parameter.
  const [axis, indices] = isOfHeads(tensor.axes.at(-1)) ? [tensor.axes.at(-1), columns] : [tensor.axes.at(-2), rows];
  const head = soleHead(result, axis, indices);
  return [
    ...texts.filter((text) => text !== ''),
    ...(head === null ? [] : [words.head(head + 1, headsOf(result, axis))]),
  ];
}

const isOfHeads = (axis: Axis | undefined): boolean => axis !== undefined && /^H(_kv)?·/.test(axis);

const headsOf = ({ reader, heads }: Sheet['result'], axis: Axis | undefined): number =>
  (axis?.startsWith('H_kv') ? reader.symbols['H_kv'] : undefined) ?? reader.symbols['H'] ?? heads;

/** How many rows or columns of such an axis belong to each head. */
const widthOf = ({ reader }: Sheet['result'], axis: Axis | undefined): number =>
  reader.symbols[axis?.split('·')[1] ?? ''] ?? 1;

/** The head that such rows or columns belong to. Null for several, or if there is only one. */
function soleHead(result: Sheet['result'], axis: Axis | undefined, indices: readonly number[]): number | null {
  if (!isOfHeads(axis) || headsOf(result, axis) === 1) return null;
  const heads = new Set(indices.map((index) => Math.floor(index / widthOf(result, axis))));
  const [head] = heads;
  return heads.size === 1 && head !== undefined ? head : null;
}

const tokensOf = ({ reader }: Sheet['result'], axis: Axis | undefined): readonly string[] =>
  axis === 'T_k' ? reader.keyTokens : reader.tokens;

/** Labels of rows and columns: an axis has the same ones in every table. */
function labeller({ result }: Sheet, { tensor, rows, columns }: PlannedTable) {
  const labels = labelsFor(tensor.name, result.scene, result.labels);
  return (axis: Axis | undefined, index: number): string => {
    if (axis === undefined) return '';
    if (isToken(axis)) return namedToken(tokensOf(result, axis), index);
    if (isOfHeads(axis)) {
      const [width, all] = [widthOf(result, axis), axis === tensor.axes.at(-1) ? columns : rows];
      const isOne = headsOf(result, axis) === 1 || soleHead(result, axis, all) !== null;
      return isOne ? String(index % width) : `${Math.floor(index / width) + 1}·${index % width}`;
    }
    const named = labels[axis]?.[index];
    return named === undefined ? String(index) : visibleToken(named);
  };
}

/** Builds closing tags at run time: a literal `</style>` would end the inline script that contains this code. */
const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const STYLE = `
body { max-width: 52rem; margin: 1.5rem auto; padding: 0 1rem; font: 11pt/1.4 serif; color: #000; background: #fff; }
h1 { font-size: 16pt; }
h2 { font-size: 12pt; margin: 1.2rem 0 0.2rem; break-after: avoid; }
p { margin: 0.3rem 0; }
code { font: 10pt monospace; }
.who span { display: inline-block; width: 14rem; border-block-end: 1px solid #000; }
.symbols span { white-space: nowrap; }
.formula { overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: 0.5rem 0; font: 8.5pt sans-serif; font-variant-numeric: tabular-nums; }
caption { text-align: start; font-style: italic; break-after: avoid; }
th { max-width: 6.5rem; overflow-wrap: anywhere; }
th, td { padding: 0.12rem 0.3rem; text-align: end; }
tr { break-inside: avoid; }
tbody td { border: 1px solid #999; }
td.blank { height: 1.6rem; min-width: 2.2rem; border: 1.5px solid #000; }
.cut { font-size: 9pt; }
.answers { break-before: page; }
@media screen { section { overflow-x: auto; } .answers { margin-block-start: 4rem; border-block-start: 1px dashed #000; } }
@media print { body { max-width: none; margin: 0; padding: 0; } .formula math { font-size: 0.9em; } }
@page { size: A4; margin: 15mm; }
`;
