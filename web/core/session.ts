/** One trace of the core: the scene goes in, descriptions and windows come out. */
import { AttentionError } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import { brought } from './brought.ts';
import { type CoreModule, Door } from './door.ts';
import type { formOf } from './form.ts';
import { frozen } from './frozen.ts';
import { packScene, utf8Length, writeTensors } from './pack.ts';
import type { Found } from './trace.ts';
import type { Axis, Parameter, Step } from './types.ts';

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
  readonly #door: Door;
  #floats = 0;
  #form: ReturnType<typeof formOf> | undefined;
  #lazy = false;
  #busy = false;
  #scene: Scene | undefined;
  #tokens: readonly string[] = [];
  #descriptions: Descriptions | undefined;
  /** Where tensors of the last layer were found: the same for every trace of what is described. */
  readonly known = new Map<string, Found>();

  constructor(module: CoreModule) {
    this.#door = new Door(module);
  }

  /** Throws AttentionError; then all is as it was before. */
  update(given: Scene, lazy: boolean): void {
    if (this.#busy)
      throw new AttentionError('internal', 'the trace is being updated already: by a getter of its scene');
    this.#busy = true;
    try {
      this.#update(given, lazy);
    } finally {
      this.#busy = false;
    }
  }

  #update(given: Scene, lazy: boolean): void {
    if (this.#writesOver(given, lazy)) {
      this.#door.ask('refresh', [yes(lazy)]);
      return;
    }
    const scene = brought()?.parseScene(given) ?? given;
    const tokens = tokensOf(scene);
    const keys = scene.encoder === undefined ? tokens : keyTokensOf(scene);
    const packed = packScene(scene, tokens, keys);
    const { head, tail } = common(this.#tokens, tokens);
    const texts = [tokens.slice(head, tokens.length - tail), packed.encoderTokens, packed.rowNames];
    // Whatever comes of it, what is written there is no longer the scene of the trace.
    this.#form = undefined;
    const places = writeTensors(packed.tensors, this.#door.floats(packed.floats));
    this.#door.say(texts.flat().join(''));
    const lengths = texts.flatMap((list) => [list.length, ...list.map(utf8Length)]);
    try {
      this.#door.ask('update', [yes(lazy), head, tail, ...lengths, ...packed.numbers]);
    } catch (why) {
      throw inTermsOf(scene, why);
    }
    this.#floats = packed.floats;
    this.#scene = scene;
    this.#tokens = tokens;
    this.#descriptions = undefined;
    this.known.clear();
    this.#lazy = lazy;
    this.#form = brought()?.formOf(given, scene, places);
  }

  get descriptions(): Descriptions {
    this.#descriptions ??= this.#describe();
    return this.#descriptions;
  }

  /** Rows and columns of heads, to `target`. The tensor's place: among steps, then parameters. */
  read(place: number, heads: Range, rows: Range, columns: Range, target: Float32Array): void {
    this.#door.makeRoom(target.length);
    this.#door.ask('read', [place, heads[0], heads[1], rows[0], rows[1], columns[0], columns[1]]);
    this.#door.take(target);
  }

  overview(place: number, head: number, rows: Range, columns: Range, height: number, width: number): Pixels {
    const pixels = height * width;
    this.#door.makeRoom(3 * pixels);
    this.#door.ask('overview', [place, head, rows[0], rows[1], columns[0], columns[1], height, width]);
    const part = (from: number): Float32Array => this.#door.take(new Float32Array(pixels), from * pixels);
    return { mean: part(0), max: part(1), hidden: part(2) };
  }

  /** Of numbers (rows, columns) that were read last. */
  rowSums(rows: number, columns: number): Float32Array {
    this.#door.ask('rowSums', [rows, columns]);
    return this.#door.take(new Float32Array(rows));
  }

  /** Of `count` numbers that were read last. */
  variance(count: number): number {
    return this.#door.ask('variance', [count]);
  }

  /** Of q and k, which have been read. */
  scoreVariances(q: number, k: number, target: Float32Array): void {
    this.#door.makeRoom(target.length);
    this.#door.ask('scoreVariances', [q, k]);
    this.#door.take(target);
  }

  computed(place: number): number {
    return this.#door.ask('computed', [place]);
  }

  /** What it takes of the core's memory. */
  get bytes(): number {
    return this.#door.ask('bytes');
  }

  dispose(): void {
    this.#door.close();
  }

  #describe(): Descriptions {
    const scene = this.#scene;
    if (scene === undefined) throw new AttentionError('internal', 'there is no scene yet');
    const count = this.#door.ask('describe');
    const [steps = '', parameters = '', names = ''] = this.#door.said().split('\f');
    const values = this.#door.answered(count);
    const lines = (text: string) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split('\t'));
    const keys = scene.encoder === undefined ? this.#tokens : keyTokensOf(scene);
    const symbols = Object.fromEntries(lines(names).map(([name = ''], index) => [name, values[index] ?? Number.NaN]));
    return {
      tokens: this.#tokens,
      keyTokens: keys,
      layers: scene.layers ?? 1,
      vocabulary: vocabularyOf(scene, this.#tokens, keys),
      symbols,
      steps: lines(steps).map(([name = '', layer, axes = '', extents = '', text = '']) => {
        let inputs: readonly string[] | undefined;
        return Object.freeze({
          name,
          // Most steps are drawn without it.
          get formula() {
            return formulas().parseFormula(text);
          },
          shape: frozen(shapeOf(extents)),
          axes: frozen(axesOf(axes)),
          get inputs() {
            inputs ??= frozen(formulas().inputsOf(formulas().parseFormula(text)));
            return inputs;
          },
          layer: Number(layer),
        });
      }),
      parameters: lines(parameters).map(([name = '', layer, axes = '', extents = '']) =>
        frozen({ name, shape: shapeOf(extents), axes: axesOf(axes), layer: Number(layer) }),
      ),
    };
  }

  /** Whether nothing but numbers of tensors is new; they are written then. */
  #writesOver(given: Scene, lazy: boolean): boolean {
    if (this.#form === undefined || lazy !== this.#lazy) return false;
    return brought()?.writeOver(this.#form, given, this.#door.floats(this.#floats)) ?? false;
  }
}

const tokensOf = (scene: Scene): readonly string[] => brought()?.resolveTokens(scene) ?? scene.tokens ?? [];
const keyTokensOf = (scene: Scene): readonly string[] =>
  brought()?.keyTokens(scene) ?? scene.encoder?.tokens ?? tokensOf(scene);

function formulas() {
  const parts = brought();
  if (parts === null) throw new AttentionError('internal', 'the formulas were not brought');
  return parts;
}

const yes = (flag: boolean): number => (flag ? 1 : 0);

/** The distinct tokens of both sides in order of first appearance, or the ids that the table has. */
function vocabularyOf({ embedding }: Scene, tokens: readonly string[], keys: readonly string[]): readonly string[] {
  if (embedding.kind === 'ids') return embedding.rows.map((_, id) => String(id));
  return [...new Set(keys === tokens ? tokens : [...tokens, ...keys])];
}

// The core knows tokens only; the person typed a sentence.
function inTermsOf(scene: Scene, why: unknown): unknown {
  if (!(why instanceof AttentionError)) return why;
  const { code, message, path } = why;
  if (path === '/tokens' && scene.tokens === undefined) return new AttentionError(code, message, '/sentence');
  const encoded = path === '/encoder/tokens' && scene.encoder?.tokens === undefined;
  return encoded ? new AttentionError(code, message, '/encoder/sentence') : why;
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

// The core writes the axes' letters with a space between, and one behind every extent; they are the letters of `Axis`.
const axesOf = (letters: string): readonly Axis[] => letters.split(' ') as Axis[];
const shapeOf = (extents: string): readonly number[] => extents.trim().split(' ').map(Number);
