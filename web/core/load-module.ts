/** How a module is loaded, the core's or another: once for the same options, in browsers, workers and Node. */
import { type Message, message } from '../scene/error.ts';
import { objectArgument, refuse, wrong } from './calls.ts';
import { compiled } from './compile.ts';
import type { ModuleSource } from './module.ts';
import type { LoadOptions } from './types.ts';

/** What is made of a module. */
interface Opened {
  readonly instances: { readonly ready: Promise<void> };
}

/** A kind of module. */
interface Kind<Module, Loaded extends Opened> extends ModuleSource<Module> {
  /** What is made of it; `instantiate` makes an instance and rejects with AttentionError `wasm-load`. */
  readonly open: (instantiate: () => Promise<Module>) => Promise<Loaded>;
}

const fetched = {};

/**
 * A function that loads it: the same options give the same, `fresh: true` a new one. It throws AttentionError `unsupported`,
 * `wasm-load` or `scene-form`.
 */
export function loaderOf<Module, Loaded extends Opened>(
  kind: Kind<Module, Loaded>,
): (options?: LoadOptions) => Promise<Loaded> {
  /** By the bytes that were given (`fetched` where there are none), then by address. */
  const loaded = new WeakMap<object, Map<string, Promise<Loaded>>>();

  async function load(url?: string | URL, binary?: ArrayBuffer | Uint8Array): Promise<Loaded> {
    const module = await kind.generatedModule().catch((why: unknown) => {
      return refuse('wasmUrl', message`the core's module could not be loaded: ${String(why)}`, 'wasm-load');
    });
    return kind.open(await compiled(module, url, binary));
  }

  return async (options = {}) => {
    checkOptions(options);
    checkEngine();
    const { wasmBinary, wasmUrl, fresh = false } = options;
    if (fresh) return load(wasmUrl, wasmBinary);
    const source = wasmBinary ?? fetched;
    const known = loaded.get(source) ?? new Map<string, Promise<Loaded>>();
    loaded.set(source, known);
    const key = wasmBinary === undefined ? String(wasmUrl ?? '') : '';
    let one = known.get(key);
    if (one === undefined) {
      one = load(wasmUrl, wasmBinary);
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
  flavour: [message`"simd"`, (value) => value === 'simd' || value === 'relaxed-simd'],
  wasmUrl: [message`a string or a URL`, (value) => typeof value === 'string' || value instanceof URL],
  wasmBinary: [message`an ArrayBuffer or a Uint8Array`, isBinary],
  fresh: [message`true or false`, (value) => typeof value === 'boolean'],
};

function checkOptions(options: LoadOptions): void {
  const given: Readonly<Record<string, unknown>> = { ...objectArgument('options', options, Object.keys(forms)) };
  for (const [key, [expected, isRight]] of Object.entries(forms)) {
    if (given[key] !== undefined && !isRight(given[key])) wrong(key, given[key], expected);
  }
  if (options.flavour === 'relaxed-simd') {
    refuse('flavour', message`relaxed SIMD was removed; leave flavour out or set it to "simd"`, 'unsupported');
  }
}

// The smallest module with a SIMD instruction, i8x16.popcnt. An engine without SIMD finds it invalid.
const simdModule = new Uint8Array([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10],
  ...[10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
]);

/** Throws AttentionError `unsupported` where there is no WebAssembly SIMD. */
function checkEngine(): void {
  if (typeof WebAssembly !== 'object') refuse('', message`WebAssembly is missing here`, 'unsupported');
  if (!WebAssembly.validate(simdModule)) {
    refuse('', message`WebAssembly has no SIMD here; browsers have it since 2021 (Safari: 2023)`, 'unsupported');
  }
}
