import type { Formula, Parameter, Step } from '../../core/types.ts';
import { rowOf, type StageSource } from '../../stage/numbers.ts';
import { stepsRead } from '../../stage/step-kinds.ts';
import { type SourceBlock, sourceCells } from '../../trace/cell-sources.ts';
import { described } from '../../trace/trace-reader.ts';

/** What a worksheet is about: the layer and head of a result, and a token. */
export interface Subject {
  readonly result: StageSource & { readonly layer: number };
  /** The index of the token whose numbers are asked for. */
  readonly query: number;
}

/** A part of a tensor: rows and columns along its last two axes. */
export interface PlannedTable {
  readonly tensor: Step | Parameter;
  /** The index along the axes before. */
  readonly lead: readonly number[];
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** The row that the reader fills in. Null if all is given. */
  readonly asked: number | null;
  /** How many rows and columns are left out because they have only zeros. */
  readonly zeros: { readonly rows: number; readonly columns: number };
}

export interface PlannedSection {
  readonly step: Step;
  readonly isAsked: boolean;
  /** The parameters that are read for the first time, then the step. */
  readonly tables: readonly PlannedTable[];
}

interface Part {
  readonly lead: readonly number[];
  readonly rows: Set<number>;
  readonly columns: Set<number>;
  asked: number | null;
}

/** The sections of a worksheet. Every number that an asked number is made of is given, or asked for before. */
export function planOf(subject: Subject): readonly PlannedSection[] {
  const { reader } = subject.result;
  const parts = new Map<Step | Parameter, Map<string, Part>>();
  const asked = new Set<Step>();
  for (const step of reader.steps) {
    const row = askedRow(step, subject);
    if (row === null) continue;
    asked.add(step);
    const size = step.shape.at(-1) ?? 0;
    const part = partOf(parts, step, row.slice(0, -1));
    part.asked = row.at(-1) ?? 0;
    part.rows.add(part.asked);
    for (let column = 0; column < size; column++) {
      part.columns.add(column);
      for (const block of sourceCells(reader, step.name, [...row, column], step.layer)) addBlock(subject, parts, block);
    }
  }
  const done = new Set<Step | Parameter>();
  return reader.steps.flatMap((step): PlannedSection[] => {
    const parameters = step.inputs.flatMap((name) => {
      const found = described(reader, name, step.layer);
      if (found === undefined || 'formula' in found || done.has(found)) return [];
      return [found];
    });
    const own = asked.has(step) ? [...parameters, step] : [step];
    const tables = own.flatMap((tensor) => {
      done.add(tensor);
      return tablesOf(subject, tensor, parts.get(tensor));
    });
    return tables.length === 0 ? [] : [{ step, isAsked: asked.has(step), tables }];
  });
}

/** The index of the row that is asked for. Null for a step that is given, as its numbers come from elsewhere. */
function askedRow(step: Step, { result, query }: Subject): readonly number[] | null {
  const { reader, layer } = result;
  if (step.layer !== layer || step.shape.length < 2 || looksUp(step.formula)) return null;
  const read = stepsRead(step, reader.steps);
  const isFromHere = read.some(({ shape }) => shape.length > 1) && read.every((one) => one.layer === layer);
  if (!isFromHere) return null;
  const keys = step.axes.at(-2) === 'T_k' ? (step.shape.at(-2) ?? 1) : reader.keyTokens.length;
  return rowOf(step, result, query, Math.min(query, keys - 1));
}

function looksUp(formula: Formula): boolean {
  if (formula.op === 'lookup') return true;
  const inside = formula.op === 'tensor' ? formula.index : 'args' in formula ? formula.args : [];
  return inside.some(looksUp);
}

function partOf(
  parts: Map<Step | Parameter, Map<string, Part>>,
  tensor: Step | Parameter,
  lead: readonly number[],
): Part {
  const all = parts.get(tensor) ?? new Map<string, Part>();
  parts.set(tensor, all);
  const key = lead.join();
  const part = all.get(key) ?? { lead, rows: new Set<number>(), columns: new Set<number>(), asked: null };
  all.set(key, part);
  return part;
}

function addBlock(
  { result }: Subject,
  parts: Map<Step | Parameter, Map<string, Part>>,
  { name, layer, ranges }: SourceBlock,
): void {
  const tensor = described(result.reader, name, layer);
  if (tensor === undefined) return;
  let leads: readonly (readonly number[])[] = [[]];
  for (const { start, end } of ranges.slice(0, -2))
    leads = leads.flatMap((lead) => span(start, end).map((index) => [...lead, index]));
  const [rows, columns] = ranges.length === 1 ? [{ start: 0, end: 1 }, ranges[0]] : ranges.slice(-2);
  for (const lead of leads) {
    const part = partOf(parts, tensor, lead);
    for (const row of span(rows?.start ?? 0, rows?.end ?? 0)) part.rows.add(row);
    for (const column of span(columns?.start ?? 0, columns?.end ?? 0)) part.columns.add(column);
  }
}

const span = (start: number, end: number): number[] => Array.from({ length: end - start }, (_, index) => start + index);

function tablesOf(
  { result }: Subject,
  tensor: Step | Parameter,
  parts: Map<string, Part> | undefined,
): readonly PlannedTable[] {
  const { reader } = result;
  const sorted = (all: Set<number>): number[] => [...all].sort((a, b) => a - b);
  return [...(parts?.values() ?? [])].map(({ lead, rows, columns, asked }) => {
    const isZero = (row: number, column: number): boolean =>
      reader.value(tensor.name, indexOf(tensor, lead, row, column), tensor.layer) === 0;
    const [allRows, allColumns] = [sorted(rows), sorted(columns)];
    const keptRows = allRows.filter((row) => row === asked || !allColumns.every((column) => isZero(row, column)));
    const keptColumns =
      asked === null ? allColumns.filter((column) => !allRows.every((row) => isZero(row, column))) : allColumns;
    const zeros = { rows: allRows.length - keptRows.length, columns: allColumns.length - keptColumns.length };
    return { tensor, lead, rows: keptRows, columns: keptColumns, asked, zeros };
  });
}

/** The index of a cell. A vector has one row. */
export const indexOf = ({ shape }: Step | Parameter, lead: readonly number[], row: number, column: number): number[] =>
  shape.length === 1 ? [column] : [...lead, row, column];
