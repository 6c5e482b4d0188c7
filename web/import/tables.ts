import { isColumnHeading, joinHeadedColumns } from './columns.ts';
import { readDelimited } from './delimited.ts';
import { transposed } from './matrices.ts';
import { type ArrayValues, importLimits, refuse } from './types.ts';

// Tables of numbers under a title, as MATLAB, Octave, Julia, R, pandas, Torch and Eigen print them.

/** `A =`, `ans(:,:,2) =`, `[:, :, 1] =`, `, , 1`, `(1,.,.) =`, `$weights` */
const title =
  /^[ \t]*(?:([\p{L}_][\p{L}\p{N}_.]*)?(?:\([:,.\d ]+\)|\[[:, \d]+\])?[ \t]*=|, , [\w ]+|\([\d,. ]+\)[ \t]*=|\$[\w.]+|([\p{L}_][\p{L}\p{N}_. ]*):)[ \t]*$/u;
/** `2×3 Matrix{Float64}:`, `3-element Vector{Float64}:`, `  2×2 single matrix`, `Diagonal Matrix` */
const description =
  /^[ \t]*(?:\d+(?:[×x]\d+)*(?:-element)?[ \t]+[\p{L}_(][^\n]{0,200}(?::|matrix|array|vector)|(?:Diagonal|Permutation) Matrix|<class '[\w.]+'>)[ \t]*$/iu;
/** `[2 rows x 3 columns]`, `dtype: float64`, `Name: x, Length: 3, dtype: float64`, `[torch.FloatTensor of size 2x2]`, `[ CPUFloatType{2,2} ]` */
const footer =
  /^[ \t]*(?:\[\d+ rows? x \d+ columns?\]|(?:Name: .{0,200}, |Length: \d+, |Freq: \w+, )*dtype: \w+|\[(?:torch\.)?\w+Tensor of (?:size|dimension) [\dx]+(?: \(GPU \d+\))?\]|\[ \w+\{[\d,]*\} \]|attr\(,.*\)|Tensor\[\[[\d, ]*\], \w+\])[ \t]*$/;
/** MATLAB's and Torch's common factor of all numbers. */
const factor = /^[ \t]*1(?:\.0+)?e([+-]?\d{1,3})[ \t]*\*[ \t]*$/i;
/** R's labels of rows: `[1,]`, and of a vector's first number on a line: `[13]`. */
const rowLabel = /^[ \t]*\[(\d+),[ \t]*\][ \t]*/;
const vectorLabel = /^[ \t]*\[(\d+)\][ \t]+(?=[-+.\dNITF])/;
const columnLabels = /^[ \t]*\[[ \t]*,[ \t]*\d+\](?:[ \t]+\[[ \t]*,[ \t]*\d+\])*[ \t]*$/;

/** R's labels of list entries, which are also Python's lists of one number. */
const listLabel = /^[ \t]*\[\[\d+\]\][ \t]*$/;

const isShort = (line: string): boolean => line.length <= 300;
const isOwn = (line: string): boolean =>
  isShort(line) &&
  (isColumnHeading(line) ||
    [title, description, footer, factor, columnLabels, rowLabel, vectorLabel].some((form) => form.test(line)));

/** Whether a text has lines that only this form has, and no brackets with numbers. */
export function isPrintedTable(text: string): boolean {
  const lines = text.split('\n').filter((line) => !listLabel.test(line));
  return lines.some(isOwn) && !lines.some((line) => /[[({]/.test(line) && !isOwn(line));
}

/** The text without lines that only describe an array. */
export const withoutDescriptions = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isShort(line) || !(description.test(line) || footer.test(line)))
    .join('\n');

interface Block {
  name: string;
  lines: string[];
  exponent: number;
  isSeries: boolean;
  isColumn: boolean;
}

/** Reads all tables of a text. Throws as the reader of cells does. */
export function readPrintedTables(text: string, name: string): readonly ArrayValues[] {
  const blocks = blocksOf(text, name).filter(({ lines }) => lines.some((line) => line.trim() !== ''));
  if (blocks.length > importLimits.arrays)
    refuse('too-large', (words) => words.problems.manyArrays(importLimits.arrays));
  return blocks.flatMap(readBlock);
}

function blocksOf(text: string, name: string): readonly Block[] {
  const start = (own: string): Block => ({ name: own, lines: [], exponent: 0, isSeries: false, isColumn: false });
  const blocks = [start(name)];
  let outer = name;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const block = blocks.at(-1) ?? start(name);
    const scale = factor.exec(line);
    const titled = isShort(line) ? (title.exec(line) ?? listLabel.exec(line)) : null;
    if (isColumnHeading(line)) block.lines.push(line);
    else if (scale !== null) block.exponent = Number(scale[1]);
    else if (footer.test(line)) block.isSeries ||= /dtype:/.test(line);
    else if (titled !== null) {
      const written = line.trim().replace(/[ \t]*[=:]$|^\$/g, '');
      const own = /^ans\b/.test(written) ? written.slice(3) : written;
      // MATLAB and R name the parts of an array after it.
      if (titled[1] !== undefined || titled[2] !== undefined) outer = own;
      blocks.push(start(/^[[(,$]/.test(own) ? `${outer === own ? '' : outer}${own.replace(/[ :]/g, '')}` : own));
    } else if (isShort(line) && description.test(line)) {
      block.isColumn ||= /-element/.test(line);
    } else block.lines.push(line);
  }
  return blocks;
}

function readBlock({ name, lines, exponent, isSeries, isColumn }: Block): readonly ArrayValues[] {
  const unlabelled = joinHeadedColumns(withoutLabels(lines));
  const rows = exponent === 0 ? unlabelled : unlabelled.map((line) => scaled(line, exponent));
  const text = rows.join('\n');
  const readings = readDelimited(text, name);
  // A series has its index in front of each number.
  if (isSeries) {
    const series = readings.find(({ shape }) => shape.at(-1) === 1);
    if (series !== undefined) {
      const { reading: _, ...values } = series;
      return [values];
    }
    return readings.map((values) => (values.shape[1] === 2 ? secondColumn(values) : values));
  }
  return isColumn
    ? readings.map((values) =>
        values.shape.length === 1 && rows.filter((line) => line.trim() !== '').length > 1
          ? (transposed(values) ?? values)
          : values,
      )
    : readings;
}

function secondColumn(values: ArrayValues): ArrayValues {
  const { numbers, written, shape } = values;
  return {
    ...values,
    shape: [shape[0] ?? 0, 1],
    numbers: Float64Array.from({ length: shape[0] ?? 0 }, (_, row) => numbers[2 * row + 1] ?? Number.NaN),
    ...(written === undefined ? {} : { written: (index: number) => written(2 * index + 1) }),
    notes: [...(values.notes ?? []), 'sideTitles' as const],
  };
}

/** Multiplies the numbers of a line by a power of ten, in their text, so that nothing is rounded. */
const scaled = (line: string, exponent: number): string =>
  line.replace(/(\d)(?:e([+-]?\d+))?(?=\s|$)/gi, (_, digit: string, own = '0') => `${digit}e${exponent + Number(own)}`);

/** The lines without R's labels. Throws `scene-form` if the rows or columns of a matrix are printed in parts. */
function withoutLabels(lines: readonly string[]): readonly string[] {
  const vectors = lines.filter((line) => line.trim() !== '');
  if (vectors.length > 0 && vectors.every((line) => vectorLabel.test(line))) return vectorRows(vectors);
  let expected = 1;
  const heads = lines.filter((line) => columnLabels.test(line));
  const [second] = heads.slice(1);
  if (second !== undefined)
    refuse('scene-form', (words) => words.problems.columnwise(second.trim().split(/\s+/)[0] ?? ''));
  return lines.flatMap((line) => {
    if (columnLabels.test(line)) return [];
    const label = rowLabel.exec(line);
    if (label === null) return [line];
    if (Number(label[1]) !== expected) refuse('scene-form', (words) => words.problems.columnwise(label[0].trim()));
    expected += 1;
    return [line.slice(label[0].length)];
  });
}

/** R's vectors, each as one line. A label continues a vector if it counts its numbers. */
function vectorRows(lines: readonly string[]): readonly string[] {
  const rows: string[] = [];
  let count = 0;
  for (const line of lines) {
    const label = vectorLabel.exec(line);
    const start = Number(label?.[1]);
    const own = line.slice(label?.[0].length ?? 0).trim();
    if (start === 1) rows.push(own);
    else if (start === count + 1 && rows.length > 0) rows[rows.length - 1] += ` ${own}`;
    else refuse('scene-form', ({ problems }) => problems.columnwise(label?.[0].trim() ?? ''));
    count = (start === 1 ? 0 : count) + own.split(/\s+/).length;
  }
  return rows;
}
