/** The instance of the WebAssembly module that a core computes with, and the one that takes its place after a trap. */
import { AttentionError, message } from '../scene/error.ts';
import { refuse } from './calls.ts';
import type { MainModule, MultiHeadAttention, SceneTrace } from './module.ts';

/** What one instance holds: unreachable, and so free, once the instance is given up. */
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
export class Instances {
  #current: Instance | null;
  #replacement: Promise<void> = Promise.resolve();
  readonly #instantiate: () => Promise<MainModule>;

  constructor(module: MainModule, instantiate: () => Promise<MainModule>) {
    this.#current = new Instance(module);
    this.#instantiate = instantiate;
  }

  /** Settles when there is an instance to compute with. Rejects as `instantiate` does. */
  get ready(): Promise<void> {
    return this.#replacement;
  }

  /** Null while it is being replaced. */
  get current(): Instance | null {
    return this.#current;
  }

  /** Throws AttentionError `too-large` where the call runs out of memory, or the instance is still being replaced. */
  call<Value>(use: (instance: Instance) => Value): Value {
    const instance = this.#current;
    if (instance === null) {
      return refuse(
        '',
        message`the core ran out of memory and is being replaced; loadCore() waits for the new one`,
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
            message`the core ran out of memory (${why.message}); a new one takes its place, and the traces and layers it held are gone`,
          )
        : why;
    }
  }

  #replace(): void {
    this.#current = null;
    this.#replacement = this.#instantiate().then((module) => {
      this.#current = new Instance(module);
    });
    // Whoever waits hears why there is none; nobody may be waiting.
    this.#replacement.catch(() => undefined);
  }
}
