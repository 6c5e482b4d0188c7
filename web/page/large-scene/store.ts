import type { Block, BlockRequest } from './protocol.ts';

/** Blocks of rows that are kept; older ones are fetched again when they are looked at again. */
const MOST = 400;

const keyOf = ({ name, layer, head, rows }: BlockRequest): string => `${name} ${layer} ${head ?? ''} ${rows ?? ''}`;
const tensorOf = ({ name, layer }: BlockRequest): string => `${name} ${layer}`;

/** The numbers of a scene that have been fetched, and which are still missing. */
export class Store {
  private readonly windows = new Map<string, Block>();
  private readonly rows = new Map<string, Block>();
  private readonly byTensor = new Map<string, Set<Block>>();
  /** All that has been looked at; of another scene it will be looked at too. */
  private readonly used = new Map<string, BlockRequest>();
  private readonly missing = new Map<string, BlockRequest>();
  private late = false;

  /** `onMissing` is called when something is missing. */
  constructor(private readonly onMissing: () => void) {}

  /** The block that answers a request; null where it has to be fetched first. */
  block(request: BlockRequest): Block | null {
    const key = keyOf(request);
    this.used.set(key, request);
    const found = (request.rows === null ? this.windows : this.rows).get(key) ?? null;
    if (found === null) this.miss(key, request);
    return found;
  }

  /** The number at an index, wherever it was fetched; NaN, and asked for by `request`, where it was not. */
  value(request: BlockRequest, index: readonly number[]): number {
    for (const block of this.byTensor.get(tensorOf(request)) ?? []) {
      const position = offsetIn(block, index);
      if (position !== null) {
        this.used.set(keyOf(block.request), block.request);
        return block.data[position] ?? Number.NaN;
      }
    }
    const key = keyOf(request);
    this.used.set(key, request);
    this.miss(key, request);
    this.late = true;
    return Number.NaN;
  }

  /** Whether `value` had to answer NaN since this was last asked. */
  waiting(): boolean {
    const { late } = this;
    this.late = false;
    return late;
  }

  private miss(key: string, request: BlockRequest): void {
    if (this.missing.has(key)) return;
    this.missing.set(key, request);
    this.onMissing();
  }

  /** What is missing and not fetched yet; asked once, it is on its way. */
  private readonly fetched = new Set<string>();
  unfetched(): BlockRequest[] {
    const fresh = [...this.missing].filter(([key]) => !this.fetched.has(key));
    for (const [key] of fresh) this.fetched.add(key);
    return fresh.map(([, request]) => request);
  }

  /** What the pictures of this scene have looked at. */
  get requested(): BlockRequest[] {
    return [...this.used.values()];
  }

  add(blocks: readonly Block[]): void {
    for (const block of blocks) {
      const key = keyOf(block.request);
      this.missing.delete(key);
      this.fetched.delete(key);
      const into = block.request.rows === null ? this.windows : this.rows;
      const before = into.get(key);
      if (before) this.byTensor.get(tensorOf(block.request))?.delete(before);
      into.set(key, block);
      const tensor = tensorOf(block.request);
      const all = this.byTensor.get(tensor) ?? new Set();
      all.add(block);
      this.byTensor.set(tensor, all);
    }
    for (const [key, block] of this.rows) {
      if (this.rows.size <= MOST) break;
      this.rows.delete(key);
      this.byTensor.get(tensorOf(block.request))?.delete(block);
    }
  }

  /** What was on its way will not come: it is asked for again when it is looked at again. */
  retry(): void {
    this.fetched.clear();
    this.missing.clear();
  }

  /** The lens is elsewhere: what was cut by it is of no use any more. */
  forgetWindows(): void {
    for (const block of this.windows.values()) this.byTensor.get(tensorOf(block.request))?.delete(block);
    this.windows.clear();
    // What was on its way was cut by it too, or belongs to a question that nobody waits for any more.
    this.retry();
  }
}

function offsetIn({ origin, shape }: Block, index: readonly number[]): number | null {
  let offset = 0;
  for (const [axis, size] of shape.entries()) {
    const position = (index[axis] ?? -1) - (origin[axis] ?? 0);
    if (position < 0 || position >= size) return null;
    offset = offset * size + position;
  }
  return offset;
}
