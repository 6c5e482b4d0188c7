/** The door to the core (src/bindings.cpp): memory that both sides see, what is asked, and what is answered. */
import { AttentionError, isErrorCode } from '../scene/error.ts';
import type { MainModule } from './modules.ts';

/** What can be asked, in the order of the core's `Ask`. */
const asks = [
  'said',
  'update',
  'refresh',
  'read',
  'overview',
  'computed',
  'rowSums',
  'variance',
  'scoreVariances',
  'bytes',
  'describe',
  'room',
  'attention',
  'result',
  'prepare',
  'reserve',
  'attend',
] as const;
type Ask = (typeof asks)[number];

const places = Object.fromEntries(asks.map((name, place) => [name, place])) as Readonly<Record<Ask, number>>;

/** What there is of memory, in the order of the core's `Memory`. */
const memory = { numbers: 0, floats: 1, window: 2, text: 3, shown: 4 };

/** An instance of the core, and its memory. */
export interface CoreModule {
  readonly calls: MainModule;
  readonly memory: WebAssembly.Memory;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Door {
  readonly #core: CoreModule;
  readonly #door: number;
  // Views of the core's memory. They come to nothing when it grows.
  #numbers: Float64Array = new Float64Array();
  #floats: Float32Array = new Float32Array();
  #window: Float32Array = new Float32Array();
  #room = 0;

  constructor(core: CoreModule) {
    this.#core = core;
    this.#door = guarded(() => core.calls.open());
  }

  /** Asks about these numbers. Throws AttentionError; its path is the core's. */
  ask(what: Ask, numbers: readonly number[] = []): number {
    this.write(numbers);
    let answer: number;
    try {
      answer = this.#core.calls.ask(this.#door, places[what]);
    } catch (why) {
      throw explained(why);
    }
    if (answer < 0) throw thrown(this.said());
    return answer;
  }

  write(numbers: readonly number[]): void {
    const count = numbers.length;
    if (this.#numbers.length < count) this.#numbers = this.#numbersAt(count);
    for (let index = 0; index < count; index += 1) this.#numbers[index] = numbers[index] as number;
  }

  say(text: string): void {
    const bytes = encoder.encode(text);
    this.#textAt(bytes.length).set(bytes);
  }

  /** What was answered in words. */
  said(): string {
    return decoder.decode(this.#textAt(this.#core.calls.ask(this.#door, places.said)));
  }

  /** What was answered in numbers. */
  answered(count: number): readonly number[] {
    this.#numbers = this.#numbersAt(count);
    return [...this.#numbers];
  }

  /** Memory for the tensors of a question. */
  floats(count: number): Float32Array {
    if (this.#floats.length !== count) this.#floats = this.#floatsAt(memory.floats, count);
    return this.#floats;
  }

  /** Makes room for an answer of so many floats; asked for before the question. */
  makeRoom(count: number): void {
    if (this.#window.length < count) this.#window = this.#floatsAt(memory.window, count);
    this.#room = this.#window.length;
  }

  /** Part of the answer, to `target`. */
  take(target: Float32Array, from = 0): Float32Array {
    if (this.#window.length === 0) this.#window = this.#floatsAt(memory.window, this.#room);
    target.set(this.#window.subarray(from, from + target.length));
    return target;
  }

  /** The result at that place, where it is: it comes to nothing when memory grows. */
  view(place: number): Float32Array {
    return this.#floatsAt(memory.shown, this.ask('result', [place]));
  }

  close(): void {
    this.#core.calls.close(this.#door);
  }

  // Asking for room may make memory grow, and that give it another buffer: it is looked for first.
  #at(which: number, count: number): number {
    return guarded(() => this.#core.calls.memory(this.#door, which, count));
  }
  #numbersAt(count: number): Float64Array {
    const at = this.#at(memory.numbers, count);
    return new Float64Array(this.#core.memory.buffer, at, count);
  }
  #floatsAt(which: number, count: number): Float32Array {
    const at = this.#at(which, count);
    return new Float32Array(this.#core.memory.buffer, at, count);
  }
  #textAt(count: number): Uint8Array {
    const at = this.#at(memory.text, count);
    return new Uint8Array(this.#core.memory.buffer, at, count);
  }
}

/** What the core said was wrong: its code, path and message, a line each. */
export function thrown(said: string): AttentionError {
  const [code = '', path = '', ...message] = said.split('\n');
  return isErrorCode(code)
    ? new AttentionError(code, message.join('\n'), path)
    : new AttentionError('internal', said || 'the core failed and gave no reason');
}

/** Running out of memory traps the module; what was there before the call still works. */
const explained = (why: unknown): unknown =>
  why instanceof WebAssembly.RuntimeError
    ? new AttentionError('too-large', `the core ran out of memory (${why.message})`)
    : why;

export function guarded<Value>(call: () => Value): Value {
  try {
    return call();
  } catch (why) {
    throw explained(why);
  }
}
