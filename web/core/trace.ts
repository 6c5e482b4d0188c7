import { AttentionError } from '../scene/error.ts';
import { shown } from '../scene/saying.ts';
import type { Scene } from '../scene/types.ts';
import { checkRoom, resultArgument } from './arguments.ts';
import { brought } from './brought.ts';
import type { Range, Session } from './session.ts';
import type { Overview, OverviewWindow, Parameter, Step, Tensor, TensorWindow, Trace } from './types.ts';

/** A tensor, and where the core finds it: among steps, then parameters. */
export interface Found {
  readonly described: Step | Parameter;
  readonly place: number;
  /** The axes of one head: rows, and what is one row. */
  readonly own: readonly number[];
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
}

const tensorKeys = ['head', 'layer', 'rows', 'columns', 'into'] as const;
const overviewKeys = ['head', 'layer', 'rows', 'columns', 'height', 'width'] as const;

/** A trace whose memory is the core's: what is asked for is copied out, the descriptions once and when first read. */
export class CoreTrace implements Trace {
  readonly #lazy: boolean;
  readonly #retire: (session: Session) => void;
  #session: Session | null;

  /** `retire`: takes the session back when the trace is disposed of. */
  constructor(session: Session, lazy: boolean, retire: (session: Session) => void) {
    this.#session = session;
    this.#lazy = lazy;
    this.#retire = retire;
  }

  get tokens(): readonly string[] {
    return this.#alive().descriptions.tokens;
  }
  get keyTokens(): readonly string[] {
    return this.#alive().descriptions.keyTokens;
  }
  get layers(): number {
    return this.#alive().descriptions.layers;
  }
  get steps(): readonly Step[] {
    return this.#alive().descriptions.steps;
  }
  get parameters(): readonly Parameter[] {
    return this.#alive().descriptions.parameters;
  }
  get vocabulary(): readonly string[] {
    return this.#alive().descriptions.vocabulary;
  }
  get symbols(): Readonly<Record<string, number>> {
    return this.#alive().descriptions.symbols;
  }

  get computed(): Readonly<Record<string, number>> {
    const session = this.#alive();
    const rows: Record<string, number> = {};
    for (const [place, { name }] of session.descriptions.steps.entries()) {
      rows[name] = (rows[name] ?? 0) + session.computed(place);
    }
    return rows;
  }

  update(scene: Scene): void {
    this.#alive().update(scene, this.#lazy);
  }

  tensor(name: string, window: TensorWindow = {}): Tensor {
    const session = this.#alive();
    const found = this.#found(name, window, tensorKeys);
    const { described, own } = found;
    const { head, rows, columns } = window;
    if (columns !== undefined && own.length !== 2) {
      const axes = described.axes.join(', ');
      throw new AttentionError('out-of-range', `${name} (${axes}) has no columns to choose from`, name);
    }
    const [first, last] = headsOf(name, found, head);
    const down = rangeOf(name, 'rows', rows, found.rows);
    const across = rangeOf(name, 'columns', columns, found.columns);
    const count = (last - first) * (down[1] - down[0]) * (across[1] - across[0]);
    checkRoom(name, count);
    const data = resultArgument('into', window.into, count);
    session.read(found.place, [first, last], down, across, data);
    const kept = columns === undefined ? own.slice(1) : [across[1] - across[0]];
    const heads = head === undefined && hasHeads(described) ? [found.heads] : [];
    return { shape: [...heads, down[1] - down[0], ...kept], data };
  }

  overview(name: string, window: OverviewWindow): Overview {
    const session = this.#alive();
    const found = this.#found(name, window, overviewKeys);
    const answer = brought()?.overviewOf(session, found, name, window);
    if (answer === undefined) throw new AttentionError('internal', 'the overview was not brought');
    return answer;
  }

  variance(name: string, window: Pick<TensorWindow, 'head' | 'layer'> = {}): number {
    checkKeys(window, name, ['head', 'layer']);
    const { data } = this.tensor(name, window);
    return this.#alive().variance(data.length);
  }

  rowSums(name: string, window: Pick<TensorWindow, 'head' | 'layer'> = {}): Tensor {
    checkKeys(window, name, ['head', 'layer']);
    const { shape } = this.tensor(name, window);
    const rows = shape.slice(0, -1);
    const count = rows.reduce((product, extent) => product * extent, 1);
    return { shape: rows, data: this.#alive().rowSums(count, shape.at(-1) ?? 1) };
  }

  scoreVariances(window: Pick<TensorWindow, 'layer'> = {}): Tensor {
    const session = this.#alive();
    const [q, k] = [this.#found('q', window, ['layer']), this.#found('k', window, ['layer'])];
    // They have to be there.
    for (const { place, heads, rows, columns } of [q, k]) {
      session.read(place, [0, heads], [0, rows], [columns - 1, columns], new Float32Array(heads * rows));
    }
    const data = new Float32Array(q.columns);
    session.scoreVariances(q.place, k.place, data);
    return { shape: [data.length], data };
  }

  dispose(): void {
    if (this.#session !== null) this.#retire(this.#session);
    this.#session = null;
  }

  #alive(): Session {
    if (this.#session !== null) return this.#session;
    throw new AttentionError('disposed', 'this trace was disposed of; ask for its tensors before that');
  }

  /** The tensor as a layer sees it: its own, or the newest before. */
  #found(name: string, window: TensorWindow | OverviewWindow, keys: readonly string[]): Found {
    checkKeys(window, typeof name === 'string' ? name : shown(name), keys);
    const session = this.#alive();
    const known = window.layer === undefined ? session.known.get(name) : undefined;
    if (known !== undefined) return known;
    const { steps, parameters, layers } = session.descriptions;
    const { layer = layers - 1 } = window;
    if (!Number.isInteger(layer) || layer < 0 || layer >= layers) {
      throw new AttentionError('out-of-range', `layer is ${shown(layer)}; there are layers 0 to ${layers - 1}`, name);
    }
    for (const [list, first] of [
      [steps, 0],
      [parameters, steps.length],
    ] as const) {
      for (let index = list.length - 1; index >= 0; index -= 1) {
        const described = list[index] as Step | Parameter;
        if (described.name !== name || described.layer > layer) continue;
        const found = foundAt(described, first + index);
        if (window.layer === undefined) session.known.set(name, found);
        return found;
      }
    }
    return this.#refuse(name, layer);
  }

  #refuse(name: string, layer: number): never {
    const known = [...this.steps, ...this.parameters].filter((described) => described.layer <= layer);
    const all = [...new Set(known.map((described) => described.name))].join(', ');
    const where = layer < this.layers - 1 ? `up to layer ${layer} the trace` : 'the trace';
    throw new AttentionError('unknown-tensor', `${where} has no tensor ${shown(name)}; it has: ${all}`, name);
  }
}

export function headsOf(name: string, { described, heads }: Found, head: number | undefined): Range {
  if (head === undefined) return [0, heads];
  if (!hasHeads(described)) {
    const axes = described.axes.join(', ');
    throw new AttentionError('out-of-range', `${name} (${axes}) has no heads to choose from`, name);
  }
  if (Number.isInteger(head) && head >= 0 && head < heads) return [head, head + 1];
  throw new AttentionError('out-of-range', `head is ${shown(head)}; ${name} has heads 0 to ${heads - 1}`, name);
}

export const hasHeads = ({ axes }: Step | Parameter): boolean => axes[0] === 'H' || axes[0] === 'H_kv';

function foundAt(described: Step | Parameter, place: number): Found {
  const { shape } = described;
  const own = hasHeads(described) ? shape.slice(1) : shape;
  const [rows = 1, ...row] = own;
  const heads = hasHeads(described) ? (shape[0] ?? 1) : 1;
  return { described, place, own, heads, rows, columns: row.reduce((product, size) => product * size, 1) };
}

/** The part of an axis that is asked for; all of it when nothing is said. */
export function rangeOf(name: string, axis: string, given: Range | undefined, size: number): Range {
  if (given === undefined) return [0, size];
  const [from, to] = Array.isArray(given) && given.length === 2 ? given : [Number.NaN, Number.NaN];
  if (Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= size) return [from, to];
  const asked = Array.isArray(given) && given.length === 2 ? `${shown(given[0])} to ${shown(given[1])}` : shown(given);
  throw new AttentionError(
    'out-of-range',
    `${axis} are ${asked}; they must be [from, to], within 0 to ${size} of ${name}, to not included`,
    name,
  );
}

function checkKeys(window: object, name: string, known: readonly string[]): void {
  if (typeof window === 'object' && window !== null) {
    let odd = false;
    for (const key in window) odd ||= !known.includes(key);
    if (!odd) return;
  }
  throw new AttentionError(
    'scene-form',
    `the window of ${name} is { ${known.join(', ')} }, not ${shown(window)}`,
    name,
  );
}
