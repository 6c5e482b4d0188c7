/** How a module is loaded, the core's or another: once for the same options, in browsers, workers and Node. */
import { type Message, message } from '../scene/error.ts';
import { objectArgument, refuse, wrong } from './calls.ts';
import { compiled } from './compile.ts';
import { bestFlavour } from './flavour.ts';
import type { ModuleSource } from './module.ts';
import type { Flavour, LoadOptions } from './types.ts';

/** What is made of a module. */
interface Opened {
  readonly instances: { readonly ready: Promise<void> };
}

/** A kind of module. */
interface Kind<Module, Loaded extends Opened> extends ModuleSource<Module> {
  /** What is made of it; `instantiate` makes an instance and rejects with AttentionError `wasm-load`. */
  readonly open: (instantiate: () => Promise<Module>, flavour: Flavour) => Promise<Loaded>;
  /**
   * Whether relaxed SIMD fuses each multiply with its add here. Engines may do either; only where all do the same has one
   * scene the same bits everywhere.
   */
  readonly fuses: (loaded: Loaded) => boolean;
}

const fetched = {};

/**
 * A function that loads it: the same options give the same, `fresh: true` a new one. It throws AttentionError `unsupported`,
 * `wasm-load` or `scene-form`.
 */
export function loaderOf<Module, Loaded extends Opened>(
  kind: Kind<Module, Loaded>,
): (options?: LoadOptions) => Promise<Loaded> {
  /** By the bytes that were given (`fetched` where there are none), then by flavour and address. */
  const loaded = new WeakMap<object, Map<string, Promise<Loaded>>>();

  async function loadOne(flavour: Flavour, url?: string | URL, binary?: ArrayBuffer | Uint8Array): Promise<Loaded> {
    const module = await kind.generatedModule(flavour).catch((why: unknown) => {
      return refuse('wasmUrl', message`the core's module could not be loaded: ${String(why)}`, 'wasm-load');
    });
    return kind.open(await compiled(module, url, binary), flavour);
  }

  async function loadBest(flavour: Flavour): Promise<Loaded> {
    const one = await loadOne(flavour);
    return flavour === 'simd' || kind.fuses(one) ? one : loadOne('simd');
  }

  return async (options = {}) => {
    checkOptions(options);
    const { wasmBinary, wasmUrl, fresh = false } = options;
    const flavour = options.flavour ?? bestFlavour(kind.flavours());
    // A module of one's own is of the flavour it is; else the choice is ours, and is checked by its answer.
    const begin =
      options.flavour === undefined && wasmBinary === undefined && wasmUrl === undefined ? loadBest : loadOne;
    if (fresh) return begin(flavour, wasmUrl, wasmBinary);
    const source = wasmBinary ?? fetched;
    const known = loaded.get(source) ?? new Map<string, Promise<Loaded>>();
    loaded.set(source, known);
    const key = wasmBinary === undefined ? `${flavour} ${wasmUrl ?? ''}` : flavour;
    let one = known.get(key);
    if (one === undefined) {
      one = begin(flavour, wasmUrl, wasmBinary);
      known.set(key, one);
    }
    try {
      const found = await one;
      await found.instances.ready;
      return found;
    } catch (why) {
      // A load that failed is forgotten, so that it can be tried again.
      if (known.get(key) === one) known.delete(key);
      throw why;
    }
  };
}

const isBinary = (value: unknown): boolean => value instanceof ArrayBuffer || value instanceof Uint8Array;

/** What each option must be, and how to tell. */
const forms: Readonly<Record<keyof LoadOptions, readonly [Message, (value: unknown) => boolean]>> = {
  flavour: [message`${'"simd"'} or ${'"relaxed-simd"'}`, (value) => value === 'simd' || value === 'relaxed-simd'],
  wasmUrl: [message`a string or a URL`, (value) => typeof value === 'string' || value instanceof URL],
  wasmBinary: [message`an ArrayBuffer or a Uint8Array`, isBinary],
  fresh: [message`true or false`, (value) => typeof value === 'boolean'],
};

function checkOptions(options: LoadOptions): void {
  const given: Readonly<Record<string, unknown>> = { ...objectArgument('options', options, Object.keys(forms)) };
  for (const [key, [expected, isRight]] of Object.entries(forms)) {
    if (given[key] !== undefined && !isRight(given[key])) wrong(key, given[key], expected);
  }
}
