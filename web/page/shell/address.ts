/**
 * The address bar carries the scene. Writing replaces the entry (typing must not fill the browser's history) and waits
 * until the typing pauses; a link to a lesson is a real entry, so back returns from it.
 */
export class Address {
  private timer = 0;
  private pending: (() => string | Promise<string>) | null = null;
  /** Grows with all that makes what is being packed out of date. */
  private requestId = 0;
  /** The fragment as it was last read or written. */
  private known = location.hash;
  private readonly onHash: () => void;

  /** `onNavigate`: the person (back, forward, a link, typing in the bar) changed the fragment. */
  constructor(private readonly onNavigate: (hash: string) => void) {
    this.onHash = () => {
      if (location.hash === this.known) return;
      this.known = location.hash;
      this.forget();
      this.onNavigate(location.hash);
    };
    addEventListener('hashchange', this.onHash);
    // Where the query (the language) changes too, there is no other event.
    addEventListener('popstate', this.onHash);
    addEventListener('pagehide', this.flush);
  }

  /**
   * `hash` gives the fragment with its "#", or empty for none; it is asked when the time has come: later where it is `long`,
   * as making it then takes as long as a key may. One that comes later is written then, if nothing happened meanwhile.
   */
  write(hash: () => string | Promise<string>, long = false): void {
    this.pending = hash;
    this.requestId += 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.flush, long ? longDelay : delay);
  }

  /** Writes at once what is waiting. */
  readonly flush = (): void => {
    const hash = this.pending?.() ?? null;
    this.forget();
    const { requestId } = this;
    if (typeof hash === 'string') this.put(hash);
    else {
      const putLate = (packed: string): void => void (requestId === this.requestId && this.put(packed));
      // A scene that no link can hold leaves no other's in the address.
      hash?.then(putLate, () => putLate(''));
    }
  };

  private put(hash: string): void {
    if (hash === location.hash) return;
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
    removeEventListener('pagehide', this.flush);
  }
}

/** Milliseconds. Safari allows 100 changes of history in 30 s. */
const delay = 180;
const longDelay = 800;
