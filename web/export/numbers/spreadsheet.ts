import { spreadsheetWords } from '../../i18n/spreadsheet.ts';
import { AttentionError } from '../../scene/error.ts';
import type { Scene } from '../../scene/types.ts';
import { namedToken, visibleText } from '../../trace/token-text.ts';
import { checkOptions, checkSameWords } from '../arguments.ts';
import type { TraceLike } from '../trace-like.ts';
import { has, headSheet, type LayerSource, reasonsOf, type SharedBlocks } from './head-sheet.ts';
import { type Block, from, SheetBuilder } from './sheet-builder.ts';
import { TooLargeError } from './too-large.ts';
import { type CellNames, type Sheet, type SheetCell, workbookOf } from './xlsx.ts';

export interface SpreadsheetOptions {
  /** From 0. The last by default. */
  readonly layer?: number;
  /** From 0. A sheet for each head by default. */
  readonly head?: number;
  /** en or es. en by default. */
  readonly lang?: string;
}

/** Larger sheets take spreadsheets long to open. */
const MOST_CELLS = 400_000;

/**
 * One layer as a spreadsheet (.xlsx) with live formulas: a sheet for each head has q, k, v and the mask, and from them scores, softmax and
 * results. `temperature`, `scale` and `softcap` are named cells. Every formula has the core's number as its value. Steps without a formula
 * here (additive and general scores, learned relative positions, sparsemax, rounded weights, mistakes) are plain values, and the file says so.
 *
 * Throws AttentionError `shape` for the trace of another scene, `out-of-range` for a layer or head, `range` for a language, `scene-form` for
 * an unknown option, and `too-large` for more than 400 000 cells.
 */
export function spreadsheetOf(scene: Scene, trace: TraceLike, options: SpreadsheetOptions = {}): Uint8Array {
  checkOptions(options, ['layer', 'head', 'lang']);
  checkSameWords(scene, trace);
  const { layer = trace.layers - 1, head = null, lang = 'en' } = options;
  const words = spreadsheetWords(lang);
  if (words === undefined) throw new AttentionError('range', `spreadsheets do not speak "${lang}"`, 'lang');
  const heads = trace.symbols['H'] ?? 1;
  checkIndex('layer', layer, trace.layers);
  if (head !== null) checkIndex('head', head, heads);
  const source: LayerSource = { scene, trace, layer, words };
  const chosen = head === null ? Array.from({ length: heads }, (_, index) => index) : [head];
  checkSize(source, chosen.length);
  const settings = settingsSheet(source);
  const shared: SharedBlocks = new Map();
  const made = chosen.map((one) => headSheet(source, one, shared));
  const results = made.flatMap(({ z, sheet }) => (z === null ? [] : [from(sheet.name, z)]));
  const output = head === null && results.length > 0 ? outputSheet(source, results) : null;
  const sheets = [settings.sheet, ...made.map(({ sheet }) => sheet), ...(output === null ? [] : [output])];
  return workbookOf(sheets, settings.names);
}

function checkIndex(name: 'layer' | 'head', index: number, count: number): void {
  if (Number.isInteger(index) && index >= 0 && index < count) return;
  throw new AttentionError(
    'out-of-range',
    `${name} ${index} is not one of the ${count} ${name}s, counted from 0`,
    name,
  );
}

function checkSize({ trace, layer }: LayerSource, heads: number): void {
  const own = trace.steps.filter((step) => step.layer === layer && /^(?:H|H_kv)$/.test(step.axes[0] ?? ''));
  const perHead = own
    .filter(({ shape }) => shape.length === 3)
    .reduce((sum, { shape }) => sum + (shape[1] ?? 1) * (shape[2] ?? 1), 0);
  // The mask, and the masked scores of a scene without one.
  const mask = 2 * trace.tokens.length * trace.keyTokens.length;
  // Of all heads together: w_o with its bias, and the result.
  const ofAll = [...trace.steps, ...trace.parameters]
    .filter((one) => one.layer === layer && /^(?:output|w_o|b_o)$/.test(one.name))
    .reduce((sum, { shape }) => sum + shape.reduce((size, length) => size * length, 1), 0);
  const cells = heads * (perHead + mask) + ofAll;
  if (cells <= MOST_CELLS) return;
  throw new TooLargeError(tooMany, cells, MOST_CELLS, 'head');
}

const tooMany = (found: number, limit: number): string =>
  `the spreadsheet has some ${found} cells; it takes at most ${limit}: take one head, or fewer tokens`;

const NAMED = ['temperature', 'scale', 'softcap'] as const;

/** The named cells, and what has no formula. */
function settingsSheet(source: LayerSource): { readonly sheet: Sheet; readonly names: CellNames } {
  const { scene, trace, layer, words } = source;
  const { attention, mistake } = scene;
  const builder = new SheetBuilder(words.settings, [24, 14]);
  builder.text(words.title(layer + 1, trace.layers), 'title');
  builder.text(visibleText(trace.tokens.join(' ')));
  builder.add();
  builder.text(words.about);
  builder.text(words.precise, 'note');
  builder.add();
  const d_k = trace.symbols['d_k'] ?? 1;
  const isComputed = attention.score !== 'weights' && !mistake;
  const values: Readonly<Record<(typeof NAMED)[number], SheetCell | null>> = {
    temperature: isComputed ? { value: attention.temperature ?? 1 } : null,
    scale: !(isComputed && has(source, 'scaled'))
      ? null
      : attention.scale === undefined
        ? { value: 1 / Math.sqrt(d_k), formula: `1/SQRT(${d_k})` }
        : { value: attention.scale },
    softcap: isComputed && has(source, 'capped') ? { value: attention.softcap ?? 0 } : null,
  };
  const names: Record<string, string> = {};
  for (const name of NAMED) {
    const cell = values[name];
    if (cell === null) continue;
    const row = builder.add(
      { value: name, style: 'label' },
      { ...cell, style: 'input' },
      { value: words[name], style: 'note' },
    );
    names[name] = `'${words.settings}'!$B$${row}`;
  }
  builder.add();
  const reasons = reasonsOf(source);
  builder.text(reasons.length === 0 ? words.covered : words.plain, 'title');
  for (const reason of reasons) {
    const text = words.reasons[reason];
    builder.text(typeof text === 'string' ? text : text(attention.score ?? 'scaledDot'));
  }
  return { sheet: builder.sheet, names };
}

/** The heads side by side, and through w_o where there is one. */
function outputSheet(source: LayerSource, results: readonly Block[]): Sheet | null {
  if (!has(source, 'output')) return null;
  const { scene, trace, layer, words } = source;
  const builder = new SheetBuilder(words.output, [24, 11]);
  const rows = trace.tokens.map((_, index) => namedToken(trace.tokens, index));
  const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => String(index));
  const isPlain = Boolean(scene.mistake);
  const title = (name: 'heads' | 'w_o' | 'b_o' | 'output'): string =>
    name === 'heads' ? words.blocks[name] : `${name}: ${words.blocks[name]}`;
  const matrix = (name: string) => {
    const { shape, data } = trace.tensor(name, { layer });
    const columns = shape.at(-1) ?? 1;
    return { columns, value: (row: number, column: number) => data[row * columns + column] ?? Number.NaN };
  };
  const output = matrix('output');
  const z = trace.tensor('z', { layer });
  const [, , width = 1] = z.shape;
  const side = (row: number, column: number): string =>
    results[Math.floor(column / width)]?.cell(row, column % width) ?? '';
  const own = { rows, columns: numbered(output.columns), value: output.value };
  if (isPlain) {
    builder.block({ ...own, title: title('output'), note: words.note });
    return builder.sheet;
  }
  if (!has(source, 'w_o')) {
    builder.block({ ...own, title: title('output'), formula: side });
    return builder.sheet;
  }
  const merged = results.length * width;
  const heads = builder.block({
    title: title('heads'),
    rows,
    columns: numbered(merged),
    value: (row, column) =>
      z.data[(Math.floor(column / width) * rows.length + row) * width + (column % width)] ?? Number.NaN,
    formula: side,
  });
  const weights = matrix('w_o');
  const w_o = builder.block({
    title: title('w_o'),
    rows: numbered(merged),
    columns: numbered(weights.columns),
    value: weights.value,
    style: 'input',
  });
  const bias = has(source, 'b_o') ? matrix('b_o') : null;
  const b_o =
    bias &&
    builder.block({
      title: title('b_o'),
      rows: ['b_o'],
      columns: numbered(bias.columns),
      value: bias.value,
      style: 'input',
    });
  builder.block({
    ...own,
    title: title('output'),
    formula: (row, column) =>
      `SUMPRODUCT(MMULT(${heads.row(row)},${w_o.column(column)}))${b_o ? `+${b_o.cell(0, column)}` : ''}`,
  });
  return builder.sheet;
}
