import { importWords } from '../i18n/import.ts';
import { checkCells, isAbbreviated, placeText, quoted, valuesOf } from './matrices.ts';
import { type ArrayValues, importLimits, refuse } from './types.ts';

/**
 * Reads arrays as NumPy and PyTorch print them, and as Python, JAX and TensorFlow write them: nested brackets with commas or spaces,
 * optionally with `array(…)`, `tensor(…)`, a dtype, or a name in front. Several arrays become several matrices.
 */
export function readPrinted(text: string, name: string): readonly ArrayValues[] {
  const { problems } = importWords;
  const columnwise = /\bcolumns?\s+\d+\s+(?:to|through|and)\s+\d+/i.exec(text);
  if (columnwise !== null) refuse('scene-form', problems.columnwise(columnwise[0]));
  const source = bare(text);
  const found: ArrayValues[] = [];
  let cells = 0;
  let rest = source;
  for (let open = rest.indexOf('['); open >= 0; open = rest.indexOf('[')) {
    if (found.length === importLimits.arrays) refuse('too-large', problems.manyArrays(importLimits.arrays));
    const own = nameIn(rest.slice(0, open));
    const reader = new Brackets(rest, open, own === '' ? name : own);
    const values = reader.read();
    cells += values.numbers.length;
    checkCells(cells);
    found.push(values);
    rest = rest.slice(reader.end).replace(after, '');
  }
  if (rest.trim() !== '') refuse('scene-form', problems.outside(quoted(rest.trim())));
  if (found.length === 0) refuse('empty', problems.nothing);
  const several = found.length > 1;
  return found.map((values, index) =>
    several && values.name === name ? { ...values, name: `${name === '' ? 'array' : name} ${index + 1}` } : values,
  );
}

/**
 * Removes what notebooks add: prompts and comments, which may contain brackets. If all arrays are in a comment (a printed result next to
 * its code), only the comment marks go. A list or tuple around several arrays goes too.
 */
function bare(text: string): string {
  const unprompted = text.replace(/^[ \t]*(?:In|Out)[ \t]*\[[\d ]*\]:?/gm, '');
  const isCommented = !unprompted.replace(/#.*$/gm, '').includes('[');
  const source = (isCommented ? unprompted.replace(/^[ \t]*#[ \t]?/gm, '') : unprompted).replace(/#.*$/gm, '').trim();
  return /^[[(]\s*(?:array|tensor)\(/.test(source) && /\)\s*,?\s*[\])]$/.test(source) ? source.slice(1, -1) : source;
}

const before =
  /^[\s,;]*(?:Parameter containing:\s*)?(?:([\p{L}_][\p{L}\p{N}_.]*)\s*[:=]?\s*)?(?:<tf\.Tensor:[^[]*numpy=\s*)?(?:(?:np|numpy|torch|jnp|tf)\.)?(?:(?:[aA]rray|asarray|matrix|[tT]ensor|FloatTensor|constant)\()?\s*$/u;
const after =
  /^\s*(?:,\s*(?:dtype\s*=\s*[\w.'<>|]+|device\s*=\s*'[^']*'|grad_fn\s*=\s*<[^>]{0,200}>|requires_grad\s*=\s*\w+))*\s*,?\s*\)?\s*>?[;,]?/;
const constructors = /^(?:array|Array|tensor|Tensor)$/;

/** The name in the text before an array ("Q", "w_q ="). Throws for any other text. */
function nameIn(text: string): string {
  const lead = text.replace(/\s+/g, ' ').trim();
  const match = lead.length > 200 ? null : before.exec(lead);
  if (match === null) return refuse('scene-form', importWords.problems.outside(quoted(lead)));
  const name = match[1] ?? '';
  return constructors.test(name) ? '' : name;
}

/** Reads one array. Afterwards `end` is the position behind it. */
class Brackets {
  readonly #text: string;
  readonly #name: string;
  readonly #cells: string[] = [];
  readonly #shape: number[] = [];
  /** Number of cells or brackets so far, at each depth. */
  readonly #counts: number[] = [];
  end: number;

  constructor(text: string, start: number, name: string) {
    this.#text = text;
    this.#name = name;
    this.end = start;
  }

  read(): ArrayValues {
    const token = /[[\],]|[^\s[\],]+/g;
    token.lastIndex = this.end;
    let depth = 0;
    let separated = true;
    for (let match = token.exec(this.#text); match !== null; match = token.exec(this.#text)) {
      const [found] = match;
      if (found === '[') {
        if (depth > 0) this.#count(depth, 'array');
        this.#counts[depth] = 0;
        depth += 1;
        if (depth > importLimits.depth) this.#refuse(() => importWords.problems.deep(importLimits.depth));
        separated = true;
      } else if (found === ']') {
        depth -= 1;
        this.#close(depth);
        separated = false;
        if (depth === 0) {
          this.end = token.lastIndex;
          return valuesOf(this.#name, this.#shape, this.#cells);
        }
      } else if (found === ',') {
        if (separated) this.#refuse((place) => importWords.problems.emptyCell(place));
        separated = true;
      } else {
        if (isAbbreviated(found)) this.#refuse(() => importWords.problems.abbreviated);
        this.#count(depth, 'number');
        this.#cells.push(found);
        checkCells(this.#cells.length);
        separated = false;
      }
    }
    return this.#refuse((place) => importWords.problems.unclosed(place));
  }

  /** Depth of the numbers; null before the first number. */
  #leaves: number | null = null;

  #count(depth: number, kind: 'array' | 'number'): void {
    if (kind === 'number') this.#leaves ??= depth;
    const level = this.#leaves;
    const mixed = level !== null && (kind === 'number' ? depth !== level : depth >= level);
    if (mixed) this.#refuse((place) => importWords.problems.mixed(place));
    this.#counts[depth - 1] = (this.#counts[depth - 1] ?? 0) + 1;
  }

  #close(depth: number): void {
    const count = this.#counts[depth] ?? 0;
    const known = this.#shape[depth];
    if (known === undefined) this.#shape[depth] = count;
    else if (known !== count) this.#refuse((place) => importWords.problems.ragged(place, count, known), false);
  }

  /** Refuses with the current row of the innermost matrix. */
  #refuse(message: (place: string) => string, inside = true): never {
    const level = this.#leaves ?? this.#counts.length;
    const row = level < 2 ? 0 : Math.max(0, (this.#counts[level - 2] ?? 1) - 1);
    const column = this.#counts[level - 1] ?? 0;
    const place = { name: this.#name, row, ...(inside ? { column } : {}) };
    return refuse(inside ? 'scene-form' : 'shape', message(placeText({ name: this.#name, row })), place);
  }
}
