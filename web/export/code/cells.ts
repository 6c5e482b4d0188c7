/**
 * The cells of a Jupyter notebook, and the text of its file (https://nbformat.readthedocs.io/en/latest/format_description.html,
 * nbformat 4.5).
 */

export interface Cell {
  readonly cell_type: 'markdown' | 'code';
  readonly source: string;
  /** What the code prints, as stored in the file. */
  readonly output?: string;
  /** Whether the code is folded. */
  readonly isFolded?: boolean;
  /** Whether the notebook runs on after an error in this cell, such as a library that is not installed. */
  readonly mayFail?: boolean;
}

/** Paragraphs of Markdown. */
export const prose = (...paragraphs: readonly string[]): Cell => ({
  cell_type: 'markdown',
  source: paragraphs.join('\n\n'),
});

export const code = (lines: readonly string[], more: Omit<Cell, 'cell_type' | 'source'> = {}): Cell => ({
  cell_type: 'code',
  source: lines.join('\n').trim(),
  ...more,
});

/** A list of lines, as Jupyter writes text, so that version diffs work by line. */
const linesOf = (text: string): readonly string[] => text.split(/(?<=\n)/);

/** The text of an .ipynb file. Cells without text are left out. */
export function notebook(cells: readonly Cell[]): string {
  const written = cells
    .filter(({ source }) => source !== '')
    .map(({ cell_type, source, output = '', isFolded = false, mayFail = false }, index) => ({
      cell_type,
      id: `cell-${index + 1}`,
      metadata: {
        ...(isFolded ? { jupyter: { source_hidden: true } } : {}),
        ...(mayFail ? { tags: ['raises-exception'] } : {}),
      },
      ...(cell_type === 'code' ? { execution_count: null, outputs: outputsOf(output) } : {}),
      source: linesOf(source),
    }));
  const metadata = {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  };
  return `${JSON.stringify({ cells: written, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

const outputsOf = (output: string): readonly object[] =>
  output === '' ? [] : [{ name: 'stdout', output_type: 'stream', text: linesOf(output) }];
