/** Numbers and texts as source code has them. */
import type { Tensor } from '../../core/types.ts';
import { shortestFloat32 } from '../float32.ts';

/** The shortest decimals that are this float32 and no other: 0.1, -2.5e-7, 3.0, -inf. Always a floating-point literal. */
export function float32(number: number): string {
  if (!Number.isFinite(number)) return Number.isNaN(number) ? 'nan' : number > 0 ? 'inf' : '-inf';
  const short = shortestFloat32(number);
  return /[.e]/.test(short) ? short.replace('e+', 'e') : `${short}.0`;
}

/** The cells of a matrix (a vector is one row), each column as wide as it has to be. */
export function alignedRows({ shape, data }: Tensor, write: (number: number) => string = float32): readonly string[] {
  const columns = shape.at(-1) ?? 1;
  const cells = Array.from(data, write);
  const widths = Array.from({ length: columns }, (_, column) => {
    let width = 0;
    for (let place = column; place < cells.length; place += columns) width = Math.max(width, cells[place]?.length ?? 0);
    return width;
  });
  return Array.from({ length: cells.length / columns }, (_, row) =>
    cells
      .slice(row * columns, (row + 1) * columns)
      .map((cell, column) => cell.padStart(widths[column] ?? 0))
      .join(', '),
  );
}

// What would end a line, or show the reader another order than the compiler sees.
const unseen = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** In double quotes, as Python and JSON write it: one line, nothing hidden in it. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(unseen, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** As `quoted`, for C++: what is not seen becomes the octal numbers of its bytes. */
export function utf8Escaped(text: string): string {
  const bytes = (mark: string): string =>
    Array.from(new TextEncoder().encode(mark), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  // ??/ was once another way to write a backslash, and compilers still warn of it.
  const body = text
    .replace(/["\\]|(?<=\?)\?/g, '\\$&')
    .replace(/\p{Cc}/gu, bytes)
    .replace(unseen, bytes);
  return `"${body}"`;
}

/** Words into lines no longer than `width`, each after `prefix`. None ends as C++ would go on in the next. */
export function wrapped(text: string, prefix: string, width = 100): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && !/(\\|\?\?\/)$/.test(line) && prefix.length + line.length + 1 + word.length > width) {
      lines.push(prefix + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, prefix + line];
}
