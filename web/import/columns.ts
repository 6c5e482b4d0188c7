import { refuse } from './types.ts';

// Matrices that are printed in blocks of columns, because their rows are wider than the screen.

/** MATLAB, Octave and libtorch: `Columns 1 through 8`, `Columns 9 and 10:`, `Column 11`. */
const heading = /^[ \t]*columns?[ \t]+(\d{1,7})(?:[ \t]+(?:to|through|and)[ \t]+(\d{1,7}))?:?[ \t]*$/i;

export const isColumnHeading = (line: string): boolean => line.length <= 100 && heading.test(line);

/**
 * Joins blocks of columns under such headings. Throws `scene-form` if a block is missing, or does not have the rows of the first or the columns of its
 * heading.
 */
export function joinHeadedColumns(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(isColumnHeading);
  if (first < 0) return lines;
  const rows: string[][] = [];
  let next = 1;
  let row = 0;
  let width = 0;
  let title = lines[first] ?? '';
  const close = (): void => {
    if (row === 0 || row !== rows.length) refuseParts(title);
  };
  if (lines.slice(0, first).some((line) => line.trim() !== '')) refuseParts(title);
  for (const line of lines.slice(first)) {
    const [, from, to = from] = heading.exec(line) ?? [];
    if (from !== undefined) {
      if (next > 1) close();
      title = line;
      row = 0;
      width = Number(to) - next + 1;
      if (Number(from) !== next || width < 1) refuseParts(title);
      next += width;
    } else if (line.trim() !== '') {
      const cells = line.trim().split(/\s+/);
      const isFirst = next === width + 1;
      if (isFirst) rows.push([]);
      if (cells.length !== width || rows[row] === undefined) refuseParts(title);
      rows[row]?.push(line.trim());
      row += 1;
    }
  }
  close();
  return rows.map((parts) => parts.join(' '));
}

const refuseParts = (text: string): never =>
  refuse('scene-form', (words) => words.problems.columnwise(text.trim().slice(0, 60)));

/**
 * Joins the blocks of a matrix or a data frame of R or pandas that repeats its row names below further columns. Other texts stay as they are: a
 * block has a title for each column but none for the column of row names, so that it is no table of one width.
 */
export function joinWrappedColumns(text: string): string {
  if (text.length > 1_000_000) return text;
  const written = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const caption = /^[\p{L}_][\p{L}\p{N}_.]*:$/u.test(written[0]?.trim() ?? '') ? written.slice(0, 1) : [];
  const footer = /^\[\d+ rows? x \d+ columns?\]$/.test(written.at(-1)?.trim() ?? '') ? written.slice(-1) : [];
  const own = written.slice(caption.length, written.length - footer.length);
  // Brackets, except in R's labels, and separators belong to other forms.
  if (/[,;]\s|\t|[[\](){}"]/.test(own.join('\n').replaceAll(/\[\d*,\d*\]/g, ''))) return text;
  const lines = own.map((line) =>
    line
      .replace(/\\\s*$/, '')
      .trim()
      .split(/\s+/),
  );
  const label = lines[1]?.[0];
  const second = lines.findIndex((line, index) => index > 2 && line[0] === label && lines[index - 1]?.[0] !== label);
  const size = second - 1;
  if (label === undefined || size < 2 || lines.length % size !== 0) return text;
  const blocks = Array.from({ length: lines.length / size }, (_, index) =>
    lines.slice(index * size, (index + 1) * size),
  );
  const [first = []] = blocks;
  const isWrapped = blocks.every(([titles = [], ...rows]) =>
    rows.every((row, index) => row.length === titles.length + 1 && row[0] === first[index + 1]?.[0]),
  );
  if (!isWrapped) return text;
  const joined = first.map((line, index) =>
    [...line, ...blocks.slice(1).flatMap((block) => block[index]?.slice(index === 0 ? 0 : 1) ?? [])].join(' '),
  );
  return [...caption, ...joined, ...footer].join('\n');
}
