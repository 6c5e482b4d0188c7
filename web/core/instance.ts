/** The WebAssembly instance in use, and its replacement after a trap. */
import { AttentionError, message } from '../scene/error.ts';
import { refuse } from './calls.ts';
import type { MainModule, MultiHeadAttention, SceneTrace } from './module.ts';

/** The parts of one instance. They are unreachable, and so freed, once the instance is replaced. */
export class Instance {
  readonly traces = new WeakMap<object, SceneTrace>();
  readonly layers = new WeakMap<object, MultiHeadAttention>();
  /** A small disposed trace, kept because the next scene often resembles the last. */
  reusableTrace: SceneTrace | undefined;

  constructor(readonly module: MainModule) {}
}

/**
 * After a trap (usually out of memory) an instance has not cleaned up: its stack and its allocations stay taken. It
 * is dropped with everything it held, and a new instance replaces it.
 */
export class Instances<Held = Instance> {
  #current: Held | null;
  #replacement: Promise<void> = Promise.resolve();
  readonly #instantiate: () => Promise<Held>;
  readonly #waiting: string;

  /** `waiting` resolves with the replacement. */
  constructor(first: Held, instantiate: () => Promise<Held>, waiting: string) {
    this.#current = first;
    this.#instantiate = instantiate;
    this.#waiting = waiting;
  }

  /** Resolves when an instance is ready. Rejects as `instantiate` does. */
  get ready(): Promise<void> {
    return this.#replacement;
  }

  /** Null while it is being replaced. */
  get current(): Held | null {
    return this.#current;
  }

  /** Throws AttentionError `too-large` if the call runs out of memory, or the instance is still being replaced. */
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
      if (!isTrap(why)) throw why;
      if (this.#current === instance) this.#replace();
      throw new AttentionError(
        'too-large',
        message`the core ran out of memory (${why.message}); a new core replaces it, and everything it held is lost`,
      );
    }
  }

  #replace(): void {
    this.#current = null;
    this.#replacement = this.#instantiate().then((next) => {
      this.#current = next;
    });
    // Waiters get the rejection. It is swallowed here in case there are none.
    this.#replacement.catch(() => undefined);
  }
}

/** An abort of the core, or the end of the memory or of the stack, which engines report with errors of their own. */
const isTrap = (why: unknown): why is Error =>
  why instanceof WebAssembly.RuntimeError ||
  why instanceof RangeError ||
  (why instanceof Error && why.name === 'InternalError');
