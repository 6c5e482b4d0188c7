import type { HeadNumbers } from './head-grid.ts';

/**
 * At most so many rows and columns, for a picture with fewer pixels than cells: each cell is the largest of a block, so that no line of single cells
 * is lost. It is hidden where all cells of the block are.
 */
export function pooled(whole: HeadNumbers, pixels: number): HeadNumbers {
  const { rows, columns, numbers, masked } = whole;
  const block = Math.ceil(Math.max(rows, columns) / pixels);
  if (block <= 1) return whole;
  const [down, across] = [Math.ceil(rows / block), Math.ceil(columns / block)];
  const largest = new Float32Array(down * across).fill(-Infinity);
  const isSeen = new Uint8Array(down * across);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const from = row * columns + column;
      const to = Math.floor(row / block) * across + Math.floor(column / block);
      const value = numbers[from] ?? Number.NaN;
      // NaN stays.
      if (!(value <= (largest[to] ?? 0))) largest[to] = value;
      if (masked?.[from] !== -Infinity) isSeen[to] = 1;
    }
  return {
    ...whole,
    ...{ rows: down, columns: across, numbers: largest },
    masked: masked && Float32Array.from(isSeen, (seen) => (seen === 1 ? 0 : -Infinity)),
  };
}
