import type { Block, BlockRequest } from './protocol.ts';

/** Blocks of rows that are kept; older ones are fetched again when they are looked at again. */
const MOST = 400;

const keyOf = ({ name, layer, head, rows }: BlockRequest): string => `${name} ${layer} ${head ?? ''} ${rows ?? ''}`;
const tensorOf = ({ name, layer }: BlockRequest): string => `${name} ${layer}`;

/** The numbers of a scene that have been fetched, and which are still wanted. */
export class Store {
  private readonly windows = new Map<string, Block>();
  private readonly rows = new Map<string, Block>();
  private readonly byTensor = new Map<string, Set<Block>>();
  /** All that has been looked at; of another scene it will be looked at too. */
  private readonly used = new Map<string, BlockRequest>();
  private readonly missing = new Map<string, BlockRequest>();
  private late = false;

  /** `wanted` hears that something is missing. */
  constructor(private readonly wanted: () => void) {}

  /** The block that answers a want; null where it has to be fetched first. */
  block(want: BlockRequest): Block | null {
    const key = keyOf(want);
    this.used.set(key, want);
    const found = (want.rows === null ? this.windows : this.rows).get(key) ?? null;
    if (found === null) this.miss(key, want);
    return found;
  }

  /** The number at an index, wherever it was fetched; NaN, and asked for by `want`, where it was not. */
  value(want: BlockRequest, index: readonly number[]): number {
    for (const block of this.byTensor.get(tensorOf(want)) ?? []) {
      const at = offsetIn(block, index);
      if (at !== null) {
        this.used.set(keyOf(block.want), block.want);
        return block.data[at] ?? Number.NaN;
      }
    }
    const key = keyOf(want);
    this.used.set(key, want);
    this.miss(key, want);
    this.late = true;
    return Number.NaN;
  }

  /** Whether `value` had to answer NaN since this was last asked. */
  waiting(): boolean {
    const { late } = this;
    this.late = false;
    return late;
  }

  private miss(key: string, want: BlockRequest): void {
    if (this.missing.has(key)) return;
    this.missing.set(key, want);
    this.wanted();
  }

  /** What is missing and not fetched yet; asked once, it is on its way. */
  private readonly fetched = new Set<string>();
  unfetched(): BlockRequest[] {
    const fresh = [...this.missing].filter(([key]) => !this.fetched.has(key));
    for (const [key] of fresh) this.fetched.add(key);
    return fresh.map(([, want]) => want);
  }

  /** What the pictures of this scene have looked at. */
  get looked(): BlockRequest[] {
    return [...this.used.values()];
  }

  add(blocks: readonly Block[]): void {
    for (const block of blocks) {
      const key = keyOf(block.want);
      this.missing.delete(key);
      this.fetched.delete(key);
      const into = block.want.rows === null ? this.windows : this.rows;
      const before = into.get(key);
      if (before) this.byTensor.get(tensorOf(block.want))?.delete(before);
      into.set(key, block);
      const tensor = tensorOf(block.want);
      const all = this.byTensor.get(tensor) ?? new Set();
      all.add(block);
      this.byTensor.set(tensor, all);
    }
    for (const [key, block] of this.rows) {
      if (this.rows.size <= MOST) break;
      this.rows.delete(key);
      this.byTensor.get(tensorOf(block.want))?.delete(block);
    }
  }

  /** What was on its way will not come: it is asked for again when it is looked at again. */
  retry(): void {
    this.fetched.clear();
    this.missing.clear();
  }

  /** The lens is elsewhere: what was cut by it is of no use any more. */
  forgetWindows(): void {
    for (const block of this.windows.values()) this.byTensor.get(tensorOf(block.want))?.delete(block);
    this.windows.clear();
    // What was on its way was cut by it too, or belongs to a question that nobody waits for any more.
    this.retry();
  }
}

function offsetIn({ origin, shape }: Block, index: readonly number[]): number | null {
  let offset = 0;
  for (const [axis, size] of shape.entries()) {
    const at = (index[axis] ?? -1) - (origin[axis] ?? 0);
    if (at < 0 || at >= size) return null;
    offset = offset * size + at;
  }
  return offset;
}
