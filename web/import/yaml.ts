import { arraysOfValue } from './json.ts';
import { checkCells, quoted } from './matrices.ts';
import { isAbbreviated } from './numbers.ts';
import { Scanner } from './scanner.ts';
import { type ArrayValues, importLimits, refuse } from './types.ts';

// The part of YAML that holds numbers: sequences in lines (`- 0.1`) and in brackets, and mappings of names to them.

interface Line {
  readonly indent: number;
  readonly text: string;
}

const item = /^-(?:[ ]+|$)/;
const key = /^(?:"([^"]{1,200})"|'([^']{1,200})'|([\p{L}_][^\s:#,[\]{}]{0,200}))[ ]*:(?:[ ]+|$)/u;

const linesOf = (text: string): readonly Line[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trimEnd())
    .filter((line) => line.trim() !== '' && !/^(?:---|\.\.\.|%YAML .*)$/.test(line))
    .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trim() }));

/** Whether a text is a sequence in lines, or a mapping to such. One number behind a dash is a negative number. */
export function isYaml(text: string): boolean {
  if (!/^[ ]*-(?:[ ]|$)/m.test(text) || /^[ ]*\t/m.test(text)) return false;
  const lines = linesOf(text);
  const [first, second] = lines;
  if (first === undefined) return false;
  const isList = item.test(first.text) && (second !== undefined || /^-[ ]+[-[]/.test(first.text));
  const isMapping = key.test(first.text) && lines.some(({ text: line }) => item.test(line));
  return (
    (isList || isMapping) &&
    lines.every(({ text: line }) => item.test(line) || key.test(line) || /^[[\]\d.+\-,]/.test(line))
  );
}

/** Reads the arrays of YAML. Throws `scene-form` for anything else in it. */
export function readYaml(text: string, name: string): readonly ArrayValues[] {
  checkCells(text.match(/,|^[ ]*(?:-[ ]+)*-/gm)?.length ?? 0);
  const reader = new YamlReader(linesOf(text));
  return arraysOfValue(reader.read(), name);
}

class YamlReader {
  readonly #lines: Line[];
  #next = 0;
  #depth = 0;

  constructor(lines: readonly Line[]) {
    this.#lines = [...lines];
  }

  read(): unknown {
    const value = this.#node(0);
    const line = this.#lines[this.#next];
    return line === undefined ? value : this.#refuse(line.text);
  }

  #refuse(text: string): never {
    return refuse('scene-form', (words) => words.problems.yaml(quoted(text)));
  }

  /** The node that begins at the next line, which is indented by at least `least`. */
  #node(least: number): unknown {
    this.#depth += 1;
    if (this.#depth > importLimits.depth) refuse('scene-form', (words) => words.problems.deep(importLimits.depth));
    const line = this.#lines[this.#next];
    if (line === undefined || line.indent < least) return this.#refuse(this.#lines[this.#next - 1]?.text ?? '');
    const value = item.test(line.text)
      ? this.#sequence(line.indent)
      : key.test(line.text)
        ? this.#mapping(line.indent)
        : this.#scalar();
    this.#depth -= 1;
    return value;
  }

  #sequence(indent: number): readonly unknown[] {
    const values: unknown[] = [];
    for (
      let line = this.#lines[this.#next];
      line?.indent === indent && item.test(line.text);
      line = this.#lines[this.#next]
    ) {
      this.#enter(line, item.exec(line.text)?.[0].length ?? 1);
      values.push(this.#node(indent + 1));
    }
    return values;
  }

  #mapping(indent: number): Readonly<Record<string, unknown>> {
    const values = new Map<string, unknown>();
    for (let line = this.#lines[this.#next]; line?.indent === indent; line = this.#lines[this.#next]) {
      const found = key.exec(line.text);
      if (found === null) return this.#refuse(line.text);
      const name = found[1] ?? found[2] ?? found[3] ?? '';
      if (values.has(name)) return this.#refuse(line.text);
      this.#enter(line, found[0].length);
      // A sequence may begin right below its key.
      const next = this.#lines[this.#next];
      values.set(name, this.#node(next !== undefined && item.test(next.text) ? indent : indent + 1));
    }
    return Object.fromEntries(values);
  }

  /** Leaves what stands behind a dash or a key as a line of its own. */
  #enter({ indent, text }: Line, length: number): void {
    if (text.length > length) this.#lines[this.#next] = { indent: indent + length, text: text.slice(length) };
    else this.#next += 1;
  }

  /** A number, or numbers in brackets, which may go on in the next lines. */
  #scalar(): unknown {
    let text = this.#lines[this.#next]?.text ?? '';
    this.#next += 1;
    if (!text.startsWith('[')) return numberIn(text);
    while (depthOf(text) > 0 && this.#lines[this.#next] !== undefined) {
      text += ` ${this.#lines[this.#next]?.text ?? ''}`;
      this.#next += 1;
    }
    const scanner = new Scanner(text);
    const value = this.#flow(scanner);
    return scanner.peek().kind === 'end' ? value : this.#refuse(text);
  }

  #flow(scanner: Scanner): unknown {
    const token = scanner.next();
    if (token.text !== '[') return token.kind === 'word' ? numberIn(token.text) : this.#refuse(scanner.text);
    this.#depth += 1;
    if (this.#depth > importLimits.depth) refuse('scene-form', (words) => words.problems.deep(importLimits.depth));
    const values: unknown[] = [];
    for (;;) {
      if (scanner.peek().text === ']') break;
      values.push(this.#flow(scanner));
      if (scanner.peek().kind === 'comma') scanner.next();
      else if (scanner.peek().text !== ']') this.#refuse(scanner.text);
    }
    scanner.next();
    this.#depth -= 1;
    return values;
  }
}

const depthOf = (text: string): number => (text.match(/\[/g)?.length ?? 0) - (text.match(/\]/g)?.length ?? 0);

/** The number that a YAML scalar writes. Other text stays, and is refused as a cell. */
function numberIn(text: string): number | string {
  if (isAbbreviated(text)) refuse('scene-form', (words) => words.problems.abbreviated);
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  const [, sign, named] = /^([+-]?)\.(inf|nan)$/i.exec(text) ?? [];
  if (named === undefined) return text;
  return named.toLowerCase() === 'nan' ? Number.NaN : sign === '-' ? -Infinity : Infinity;
}
