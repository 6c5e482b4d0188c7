/**
 * The address bar carries the scene. Writing replaces the history entry, because typing must not fill the history,
 * and waits for a pause. A link to a lesson is an entry of its own, so Back returns from it.
 */
export class Address {
  private timer = 0;
  private pending: (() => string | Promise<string>) | null = null;
  /** Incremented whenever a link that is being packed becomes out of date. */
  private requestId = 0;
  /** The fragment as it was last read or written. */
  private known: string;
  /** The last fragments that others have replaced since the reader changed it. */
  private replaced: readonly string[] = [];
  private readonly onHash: () => void;

  /**
   * `onNavigate` is called when the reader changed the fragment: Back, Forward, a link, or typing in the address
   * bar.
   */
  constructor(private readonly onNavigate: (hash: string) => void) {
    restore();
    this.known = location.hash;
    this.onHash = () => {
      if (location.hash === this.known) return;
      this.known = location.hash;
      this.replaced = [];
      this.forget();
      this.onNavigate(location.hash);
    };
    addEventListener('hashchange', this.onHash);
    // If the query (the language) changes too, no other event is sent.
    addEventListener('popstate', this.onHash);
    addEventListener('pagehide', this.leave);
  }

  /**
   * `hash` returns the fragment with its "#", or an empty text. It is called after the typing pauses; for a `long`
   * scene later, since packing it can take longer than a key press may. A promise is written when it resolves,
   * unless the scene has changed by then.
   */
  write(hash: () => string | Promise<string>, long = false): void {
    this.pending = hash;
    this.requestId += 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.flush, long ? longDelay : delay);
  }

  /** Writes a waiting fragment now. */
  readonly flush = (): void => {
    const hash = this.pending?.() ?? null;
    this.forget();
    const { requestId } = this;
    if (typeof hash === 'string') this.put(hash);
    else {
      const putLate = (packed: string): void => void (requestId === this.requestId && this.put(packed));
      // If no link can hold this scene, the address must not keep that of another.
      hash?.then(putLate, () => putLate(''));
    }
  };

  private readonly leave = (): void => {
    this.flush();
    if (this.replaced.length > 0) remember({ replaced: this.replaced, written: location.hash });
  };

  private put(hash: string): void {
    if (hash === location.hash) return;
    this.replaced = [...this.replaced, location.hash].slice(-MOST_REPLACED);
    history.replaceState(history.state, '', hash === '' ? location.pathname + location.search : hash);
    this.known = location.hash;
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.pending = null;
    this.requestId += 1;
  }

  close(): void {
    this.forget();
    removeEventListener('hashchange', this.onHash);
    removeEventListener('popstate', this.onHash);
    removeEventListener('pagehide', this.leave);
  }
}

/** Milliseconds. Safari allows 100 changes of history in 30 s. */
const delay = 180;
const longDelay = 800;

/**
 * A reload opens the address that the page had when the reload began, whatever is written until the page goes. What was written is kept for
 * that reload only.
 */
const KEPT = 'address';
/** A slow reload may see more than one. */
const MOST_REPLACED = 8;

interface LateAddress {
  readonly replaced: readonly string[];
  readonly written: string;
}

function remember(late: LateAddress): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(late));
  } catch {
    // Storage is blocked or full.
  }
}

function restore(): void {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (kept === null || navigation?.type !== 'reload') return;
    const { replaced, written } = JSON.parse(kept) as LateAddress;
    if (replaced.includes(location.hash) && written.startsWith('#')) history.replaceState(history.state, '', written);
  } catch {
    // Storage is blocked.
  }
}
