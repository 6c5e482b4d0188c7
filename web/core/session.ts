/** The core's memory of one trace: what is written there, what is read from there, and when its views have to be renewed. */
import { AttentionError } from '../scene/error.ts';
import { keyTokens, resolveTokens } from '../scene/tokenize.ts';
import type { Scene } from '../scene/types.ts';
import { parseScene } from '../scene/validate.ts';
import { type CoreError, guarded, thrown } from './failure.ts';
import { formOf, writeOver } from './form.ts';
import { frozen, inputsOf, parseFormula } from './formula.ts';
import type { MainModule } from './modules.ts';
import { packScene, writeTensors } from './pack.ts';
import type { Axis, Parameter, Step } from './types.ts';

type Handle = InstanceType<MainModule['Trace']>;

/** What is said of a trace beside its numbers; the same while only numbers change. */
export interface Descriptions {
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  readonly layers: number;
  readonly steps: readonly Step[];
  readonly parameters: readonly Parameter[];
  readonly vocabulary: readonly string[];
  readonly symbols: Readonly<Record<string, number>>;
}

interface Pixels {
  readonly mean: Float32Array;
  readonly max: Float32Array;
  readonly hidden: Float32Array;
}

/** From, and to: half open. */
export type Range = readonly [number, number];

export class Session {
  readonly #handle: Handle;
  // Views of the core's memory, and how long they have to be.
  #floats: Float32Array = new Float32Array();
  #count = 0;
  #window: Float32Array = new Float32Array();
  #room = 0;
  #form: ReturnType<typeof formOf> | undefined;
  #lazy = false;
  #descriptions: Descriptions | undefined;
  #tokens: readonly string[] = [];

  constructor(module: MainModule) {
    this.#handle = guarded(() => new module.Trace());
  }

  /** Throws AttentionError; then all is as it was before. */
  update(given: Scene, lazy: boolean): void {
    if (this.#writesOver(given, lazy)) {
      if (!guarded(() => this.#handle.refresh(lazy))) throw thrown(this.#handle.error());
      return;
    }
    const scene = parseScene(given);
    const tokens = resolveTokens(scene);
    const keys = scene.encoder === undefined ? tokens : keyTokens(scene);
    const packed = packScene(scene, tokens, keys);
    // Whatever comes of it, what is written there is no longer the scene of the trace.
    this.#form = undefined;
    guarded(() => this.#handle.numbers(packed.numbers.length)).set(packed.numbers);
    this.#count = packed.floats;
    this.#floats = this.#floatsOf(packed.floats);
    const places = writeTensors(packed.tensors, this.#floats);
    const { head, tail } = common(this.#tokens, tokens);
    const between = tokens.slice(head, tokens.length - tail);
    const { encoderTokens, rowNames } = packed;
    const done = guarded(() => this.#handle.update(between, head, tail, [...encoderTokens], [...rowNames], lazy));
    if (!done) throw thrown(inTermsOf(scene, this.#handle.error()));
    this.#tokens = tokens;
    this.#descriptions = undefined;
    this.#lazy = lazy;
    this.#form = formOf(given, scene, places);
    this.#describe = () => this.#described(tokens, keys, scene.layers ?? 1);
  }

  get descriptions(): Descriptions {
    this.#descriptions ??= this.#describe();
    return this.#descriptions;
  }

  /** Rows and columns of `heads` heads from `head` on, to `target`. The tensor's place: among steps, then parameters. */
  read(place: number, head: number, heads: number, rows: Range, columns: Range, target: Float32Array): void {
    const handle = this.#handle;
    this.#windowOf(target.length);
    if (!guarded(() => handle.read(place, head, heads, rows[0], rows[1], columns[0], columns[1])))
      throw thrown(handle.error());
    this.#take(target, 0);
  }

  overview(place: number, head: number, rows: Range, columns: Range, height: number, width: number): Pixels {
    const handle = this.#handle;
    const pixels = height * width;
    this.#windowOf(3 * pixels);
    if (!guarded(() => handle.overview(place, head, rows[0], rows[1], columns[0], columns[1], height, width)))
      throw thrown(handle.error());
    const part = (from: number): Float32Array => this.#take(new Float32Array(pixels), from * pixels);
    return { mean: part(0), max: part(1), hidden: part(2) };
  }

  /** Of `count` numbers that were read last. */
  variance(count: number): number {
    return this.#handle.variance(count);
  }

  scoreVariances(q: number, k: number, target: Float32Array): void {
    this.#windowOf(target.length);
    guarded(() => this.#handle.scoreVariances(q, k));
    this.#take(target, 0);
  }

  computed(place: number): number {
    return this.#handle.computed(place);
  }

  /** What it takes of the core's memory. */
  get bytes(): number {
    return this.#handle.bytes();
  }

  dispose(): void {
    this.#handle.delete();
  }

  #describe: () => Descriptions = () => {
    throw new AttentionError('internal', 'there is no scene yet');
  };

  #described(tokens: readonly string[], keys: readonly string[], layers: number): Descriptions {
    const handle = this.#handle;
    return {
      tokens,
      keyTokens: keys,
      layers,
      vocabulary: handle.vocabulary(),
      symbols: handle.symbols(),
      steps: handle.steps().map(({ name, formula: text, shape, axes, layer }) => {
        const formula = parseFormula(text);
        return frozen({ name, formula, shape, axes: axesOf(axes), inputs: inputsOf(formula), layer });
      }),
      parameters: handle
        .parameters()
        .map(({ name, shape, axes, layer }) => frozen({ name, shape, axes: axesOf(axes), layer })),
    };
  }

  /** Whether nothing but numbers of tensors is new; they are written then. */
  #writesOver(given: Scene, lazy: boolean): boolean {
    if (this.#form === undefined || lazy !== this.#lazy) return false;
    this.#floats = this.#floatsOf(this.#count);
    return writeOver(this.#form, given, this.#floats);
  }

  // A view comes to nothing when the core's memory grows.
  #floatsOf(count: number): Float32Array {
    return this.#floats.length === count ? this.#floats : guarded(() => this.#handle.floats(count));
  }

  #windowOf(count: number): void {
    if (this.#window.length < count) this.#window = guarded(() => this.#handle.window(count));
    this.#room = this.#window.length;
  }

  #take(target: Float32Array, from: number): Float32Array {
    if (this.#window.length === 0) this.#window = this.#handle.window(this.#room);
    target.set(this.#window.subarray(from, from + target.length));
    return target;
  }
}

// The core knows tokens only; the person typed a sentence.
function inTermsOf(scene: Scene, error: CoreError | undefined): CoreError | undefined {
  if (error?.path === '/tokens' && scene.tokens === undefined) return { ...error, path: '/sentence' };
  const encoded = error?.path === '/encoder/tokens' && scene.encoder?.tokens === undefined;
  return encoded ? { ...error, path: '/encoder/sentence' } : error;
}

/** How many of the tokens before are still there, at the beginning and at the end. */
function common(before: readonly string[], after: readonly string[]): { readonly head: number; readonly tail: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { head, tail };
}

// The core writes the axes' letters with a space between; they are the letters of `Axis`.
const axesOf = (letters: string): readonly Axis[] => letters.split(' ') as Axis[];
