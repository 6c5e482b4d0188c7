/** Text cut into lines, and those at their delimiters. */
interface Table {
  readonly lines: readonly (readonly string[])[];
  /** The last line is the first that RFC 4180 does not have: a quotation mark is not closed, or something follows one that closes. */
  readonly isMisquoted: boolean;
}

/**
 * Text with `\n` at the ends of lines as RFC 4180 has it: a cell in quotation marks may hold delimiters, ends of lines and, doubled,
 * quotation marks. Lines with nothing in them are left out.
 */
export function readQuoted(text: string, delimiter: string): Table {
  const lines: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const cells: string[] = [];
    for (let isOpen = true; isOpen; ) {
      const closing = text[at] === '"' ? closingQuote(text, at) : null;
      const end = endOfCell(text, delimiter, closing === null ? at : closing + 1);
      if (closing !== null && (closing < 0 || text.slice(closing + 1, end).trim() !== ''))
        return { lines: [...lines, cells], isMisquoted: true };
      cells.push(closing === null ? text.slice(at, end) : text.slice(at + 1, closing).replaceAll('""', '"'));
      isOpen = text[end] === delimiter;
      at = end + 1;
    }
    if (cells.length > 1 || cells[0] !== '') lines.push(cells);
  }
  return { lines, isMisquoted: false };
}

/** −1: there is none. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfCell(text: string, delimiter: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
  return end;
}
