/** The instance of a WebAssembly module that is computed with, and the one that takes its place after a trap. */
import { AttentionError, message } from '../scene/error.ts';
import { refuse } from './calls.ts';
import type { MainModule, MultiHeadAttention, SceneTrace } from './module.ts';

/** What one instance of the core holds: unreachable, and so free, once the instance is given up. */
export class Instance {
  readonly traces = new WeakMap<object, SceneTrace>();
  readonly layers = new WeakMap<object, MultiHeadAttention>();
  /** A small trace that was disposed of: the next scene is often much like the last. */
  idle: SceneTrace | undefined;

  constructor(readonly module: MainModule) {}
}

/**
 * An instance whose call was cut short, mostly because there was no memory left, has cleaned up nothing: its stack and what it
 * allocated stay taken. It is given up with all that it held, and another one takes its place.
 */
export class Instances<Held = Instance> {
  #current: Held | null;
  #replacement: Promise<void> = Promise.resolve();
  readonly #instantiate: () => Promise<Held>;
  readonly #waiting: string;

  /** `waiting` is what waits for the one that takes its place. */
  constructor(first: Held, instantiate: () => Promise<Held>, waiting: string) {
    this.#current = first;
    this.#instantiate = instantiate;
    this.#waiting = waiting;
  }

  /** Settles when there is an instance to compute with. Rejects as `instantiate` does. */
  get ready(): Promise<void> {
    return this.#replacement;
  }

  /** Null while it is being replaced. */
  get current(): Held | null {
    return this.#current;
  }

  /** Throws AttentionError `too-large` where the call runs out of memory, or the instance is still being replaced. */
  call<Value>(use: (instance: Held) => Value): Value {
    const instance = this.#current;
    if (instance === null) {
      return refuse(
        '',
        message`the core ran out of memory and is being replaced; ${this.#waiting} waits for the new one`,
        'too-large',
      );
    }
    try {
      return use(instance);
    } catch (why) {
      if (why instanceof AttentionError) throw why;
      if (this.#current === instance) this.#replace();
      throw why instanceof WebAssembly.RuntimeError || why instanceof RangeError
        ? new AttentionError(
            'too-large',
            message`the core ran out of memory (${why.message}); a new one takes its place, and what it held is gone`,
          )
        : why;
    }
  }

  #replace(): void {
    this.#current = null;
    this.#replacement = this.#instantiate().then((next) => {
      this.#current = next;
    });
    // Whoever waits hears why there is none; nobody may be waiting.
    this.#replacement.catch(() => undefined);
  }
}
