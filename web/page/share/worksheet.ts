import type { Axis, Parameter, Step } from '../../core/types.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { shareWords } from '../../i18n/share.ts';
import { explanation } from '../../i18n/step-text.ts';
import { keysAround, rowOf, type StageSource } from '../../stage/numbers.ts';
import { stepsRead } from '../../stage/step-kinds.ts';
import { formatNumber } from '../../trace/number-format.ts';
import { visibleToken } from '../../trace/token-text.ts';
import { calledBy, described } from '../../trace/trace-reader.ts';
import { calledLike } from '../../views/formula/notation.ts';
import { escaped } from '../../views/stage/markup.ts';
import { nameText } from '../../views/stage/parts.ts';

/** The rows and columns of a table that fit on paper. The sheet says what it leaves out. */
const MOST = { rows: 14, columns: 16 };

interface Sheet {
  readonly result: StageSource & { readonly layer: number };
  /** The index of the token whose numbers are asked for. */
  readonly query: number;
  readonly formulaOf: (step: Step) => string;
}

/**
 * A page to print: every step of a layer as a table. The row of one token is blank if it can be computed from given
 * numbers. A second page has the same tables with all numbers. `formulaOf` returns the markup of a step's formula.
 */
export function worksheetDocument(language: LanguageCode, sheet: Sheet): string {
  const words = shareWords(language).worksheet;
  const { reader, scene } = sheet.result;
  const word = visibleToken(reader.tokens[sheet.query] ?? '');
  const title = words.title(reader.tokens.map(visibleToken).join(' '));
  const tasks = stepsOf(sheet);
  const blanks = tasks.map((step) => section(language, sheet, step, 'blank')).join('');
  const answers = tasks
    .filter((step) => isAsked(step, sheet))
    .map((step) => section(language, sheet, step, 'answer'))
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
${blanks}
<div class="answers">
<h1>${escaped(words.answers)}</h1>
${answers}
</div>
</body>
</html>
`;
}

/** The steps of the layer on show that fit a table. */
const stepsOf = ({ result: { reader, layer } }: Sheet): readonly Step[] =>
  reader.steps.filter((step) => step.layer === layer && tableAxes(step) !== null);

/** Whether the numbers of a step can be computed from numbers on the sheet. */
const isAsked = (step: Step, { result: { reader } }: Sheet): boolean =>
  stepsRead(step, reader.steps).some((read) => read.shape.length > 1);

const isToken = (axis: Axis): boolean => axis === 'T' || axis === 'T_q' || axis === 'T_k';

/** The axes of a table's rows and columns, after the heads. Null if it is not a table. */
function tableAxes({ axes }: Pick<Step, 'axes'>): readonly [Axis, Axis] | null {
  const [rows, columns, more] = axes[0] === 'H' || axes[0] === 'H_kv' ? axes.slice(1) : axes;
  return rows === undefined || columns === undefined || more !== undefined ? null : [rows, columns];
}

function section(language: LanguageCode, sheet: Sheet, step: Step, kind: 'blank' | 'answer'): string {
  const { result, formulaOf } = sheet;
  const { reader, scene, layer, heads } = result;
  const [title, text] = explanation(language, step.name, { scene, layer, heads }) ?? [nameText(step.name), ''];
  const called = calledBy(reader, step.name);
  const asked = isAsked(step, sheet);
  const given = kind === 'answer' || !asked ? [] : step.inputs.map((name) => described(reader, name, layer));
  const parameters = given.filter((one): one is Parameter => one !== undefined && !('formula' in one));
  const about =
    kind === 'answer'
      ? ''
      : `<p>${escaped(text)}</p><p class="formula">${formulaOf({ ...step, formula: calledLike(step.formula, (name) => reader.called?.(name)) })}</p>`;
  return `<section>
<h2>${escaped(title)} <code>${escaped(called)}</code></h2>
${about}${parameters.map((parameter) => table(language, sheet, parameter, null)).join('')}${table(language, sheet, step, asked ? kind : null)}
</section>
`;
}

/** A tensor of the head on show. The token's row is blank, or in the answer key the only one shown. */
function table(
  language: LanguageCode,
  sheet: Sheet,
  tensor: Step | Parameter,
  kind: 'blank' | 'answer' | null,
): string {
  const { result, query } = sheet;
  const { reader, labels, digits, layer } = result;
  const axes = tableAxes(tensor);
  if (axes === null) return '';
  const [rowAxis, columnAxis] = axes;
  const [rows = 0, columns = 0] = tensor.shape.slice(-2);
  const own = isToken(rowAxis) ? Math.min(query, rows - 1) : 0;
  const head = 'formula' in tensor ? (rowOf(tensor, result, query, own) ?? []).slice(0, tensor.shape.length - 2) : [];
  const shownRows = kind === 'answer' ? { from: own, to: own + 1 } : keysAround(own, rows, MOST.rows);
  // The columns of all heads are side by side.
  const middle = isToken(columnAxis)
    ? Math.min(query, columns - 1)
    : Math.floor((columns * (result.head + 0.5)) / result.heads);
  const shown = keysAround(middle, columns, MOST.columns);
  const label = (axis: Axis, index: number): string => visibleToken(labels[axis]?.[index] ?? String(index));
  const range = ({ from, to }: { readonly from: number; readonly to: number }) =>
    Array.from({ length: to - from }, (_, index) => from + index);
  const header = range(shown).map((index) => `<th scope="col">${escaped(label(columnAxis, index))}</th>`);
  const body = range(shownRows).map((row) => {
    const cells = range(shown).map((column) => {
      if (kind === 'blank' && row === own) return '<td class="blank"></td>';
      return `<td>${formatNumber(reader.value(tensor.name, [...head, row, column], layer), digits)}</td>`;
    });
    return `<tr><th scope="row">${escaped(label(rowAxis, row))}</th>${cells.join('')}</tr>`;
  });
  const isCut = rows > MOST.rows || columns > MOST.columns;
  const cut = isCut
    ? `<p class="cut">${escaped(shareWords(language).worksheet.cut(shownRows.to - shownRows.from, rows, header.length, columns))}</p>`
    : '';
  const name = escaped(reader.called?.(tensor.name) ?? nameText(tensor.name));
  return `<table><caption>${name}</caption><thead><tr><td></td>${header.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>${cut}
`;
}

/** Escapes JSON for a script element, so that no tag in it can end the script. */
const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const STYLE = `
body { max-width: 52rem; margin: 1.5rem auto; padding: 0 1rem; font: 11pt/1.4 serif; color: #000; background: #fff; }
h1 { font-size: 16pt; }
h2 { font-size: 12pt; margin: 1.2rem 0 0.2rem; }
p { margin: 0.3rem 0; }
code { font: 10pt monospace; }
.who span { display: inline-block; width: 14rem; border-block-end: 1px solid #000; }
table { border-collapse: collapse; margin: 0.5rem 0; font: 9pt sans-serif; font-variant-numeric: tabular-nums; }
caption { text-align: start; font-style: italic; }
th, td { padding: 0.15rem 0.35rem; text-align: end; }
tbody td { border: 1px solid #999; }
td.blank { height: 1.6rem; min-width: 2.2rem; border: 1.5px solid #000; }
.cut { font-size: 9pt; }
section { break-inside: avoid; overflow-x: auto; }
.answers { break-before: page; }
@media screen { .answers { margin-block-start: 4rem; border-block-start: 1px dashed #000; } }
@page { margin: 15mm; }
`;
