import type { Block, BlockRequest } from './protocol.ts';

/** The most blocks of rows that are kept. Older ones are fetched again when they are needed. */
const MOST = 400;

const keyOf = ({ name, layer, head, rows }: BlockRequest): string => `${name} ${layer} ${head ?? ''} ${rows ?? ''}`;
const tensorOf = ({ name, layer }: BlockRequest): string => `${name} ${layer}`;

/** The numbers of a scene that have been fetched, and the requests for those that are missing. */
export class Store {
  private readonly windows = new Map<string, Block>();
  private readonly rows = new Map<string, Block>();
  private readonly byTensor = new Map<string, Set<Block>>();
  /** Every request so far. The next scene will need the same. */
  private readonly used = new Map<string, BlockRequest>();
  private readonly missing = new Map<string, BlockRequest>();
  private late = false;

  /** `onMissing` is called when something is missing. */
  constructor(private readonly onMissing: () => void) {}

  /** The block that answers a request. Null if it must be fetched first. */
  block(request: BlockRequest): Block | null {
    const key = keyOf(request);
    this.used.set(key, request);
    const found = (request.rows === null ? this.windows : this.rows).get(key) ?? null;
    if (found === null) this.miss(key, request);
    return found;
  }

  /** The number at an index, from any block that has it. If none has, returns NaN and fetches `request`. */
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

  /** Whether `value` has returned NaN since the last call. */
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

  /** Missing requests that have not been sent yet. Each is returned once. */
  private readonly fetched = new Set<string>();
  unfetched(): BlockRequest[] {
    const fresh = [...this.missing].filter(([key]) => !this.fetched.has(key));
    for (const [key] of fresh) this.fetched.add(key);
    return fresh.map(([, request]) => request);
  }

  /** Every request of the views of this scene. */
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

  /** Pending requests will not be answered: they are sent again when they are needed again. */
  retry(): void {
    this.fetched.clear();
    this.missing.clear();
  }

  /** The viewport has moved, so blocks that were cut to it are useless. */
  forgetWindows(): void {
    for (const block of this.windows.values()) this.byTensor.get(tensorOf(block.request))?.delete(block);
    this.windows.clear();
    // Pending requests were cut to it too, or belong to an outdated request.
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
