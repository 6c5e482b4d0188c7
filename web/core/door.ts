/** The door to the core (src/bindings.cpp): memory that both sides see, what is asked, and what is answered. */
import { AttentionError, isErrorCode } from '../scene/error.ts';
import type { MainModule } from './modules.ts';

/** What can be asked, in the order of the core's `Ask`. */
const asks = [
  'update',
  'refresh',
  'read',
  'overview',
  'computed',
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

type CoreDoor = InstanceType<MainModule['Door']>;

export class Door {
  readonly #core: CoreDoor;
  // Views of the core's memory. They come to nothing when it grows.
  #numbers: Float64Array = new Float64Array();
  #floats: Float32Array = new Float32Array();
  #window: Float32Array = new Float32Array();
  #room = 0;

  constructor(module: MainModule) {
    this.#core = guarded(() => new module.Door());
  }

  /** Asks about these numbers. Throws AttentionError; its path is the core's. */
  ask(what: Ask, numbers: readonly number[] = []): number {
    this.write(numbers);
    let answer: number;
    try {
      answer = this.#core.ask(places[what]);
    } catch (why) {
      throw explained(why);
    }
    if (answer < 0) throw thrown(this.#core.said());
    return answer;
  }

  write(numbers: readonly number[]): void {
    const count = numbers.length;
    if (this.#numbers.length < count) this.#numbers = guarded(() => this.#core.numbers(count));
    for (let index = 0; index < count; index += 1) this.#numbers[index] = numbers[index] as number;
  }

  say(text: string): void {
    guarded(() => this.#core.say(text));
  }

  /** What was answered in words. */
  said(): string {
    return this.#core.said();
  }

  /** What was answered in numbers. */
  answered(count: number): readonly number[] {
    this.#numbers = this.#core.numbers(count);
    return [...this.#numbers];
  }

  /** Memory for the tensors of a question. */
  floats(count: number): Float32Array {
    if (this.#floats.length !== count) this.#floats = guarded(() => this.#core.floats(count));
    return this.#floats;
  }

  /** Makes room for an answer of so many floats; asked for before the question. */
  makeRoom(count: number): void {
    if (this.#window.length < count) this.#window = guarded(() => this.#core.window(count));
    this.#room = this.#window.length;
  }

  /** Part of the answer, to `target`. */
  take(target: Float32Array, from = 0): Float32Array {
    if (this.#window.length === 0) this.#window = this.#core.window(this.#room);
    target.set(this.#window.subarray(from, from + target.length));
    return target;
  }

  /** The result at that place, where it is: it comes to nothing when memory grows. */
  view(place: number): Float32Array {
    this.ask('result', [place]);
    return this.#core.shown();
  }

  close(): void {
    this.#core.delete();
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
