import { type Message, message } from '../scene/error.ts';
import { objectArgument, refuse, wrong } from './calls.ts';
import { Instances } from './instance.ts';
import { flavours, type GeneratedModule, generatedModule, type MainModule } from './module.ts';
import { createSceneCore } from './scene-core.ts';
import type { Flavour, LoadOptions, SceneCore } from './types.ts';

/** By the bytes that were given (`fetched` where there are none), then by flavour and address. */
const loaded = new WeakMap<object, Map<string, Promise<Loaded>>>();
const fetched = {};

export interface Loaded {
  readonly scenes: SceneCore;
  readonly instances: Instances;
}

/** What the page and its elements need of `loadCore`. Throws as it does. */
export const loadSceneCore = async (options?: LoadOptions): Promise<SceneCore> => (await load(options)).scenes;

/** As `loadCore`, whose functions on tensors are made of the instances. */
export async function load(options: LoadOptions = {}): Promise<Loaded> {
  checkOptions(options);
  const { wasmBinary, wasmUrl, fresh = false } = options;
  const flavour = options.flavour ?? bestFlavour();
  // A module of one's own is of the flavour it is; else the choice is ours, and is checked by its answer.
  const begin = options.flavour === undefined && wasmBinary === undefined && wasmUrl === undefined ? loadBest : loadOne;
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
}

async function loadOne(flavour: Flavour, url?: string | URL, binary?: ArrayBuffer | Uint8Array): Promise<Loaded> {
  const module = await generatedModule(flavour).catch((why: unknown) => {
    return refuse('wasmUrl', message`the core's module could not be loaded: ${String(why)}`, 'wasm-load');
  });
  const instantiate = await compiled(module, url, binary);
  const instances = new Instances(await instantiate(), instantiate);
  return { scenes: createSceneCore(instances, flavour), instances };
}

async function loadBest(flavour: Flavour): Promise<Loaded> {
  const loaded = await loadOne(flavour);
  return flavour === 'simd' || fuses(loaded.scenes) ? loaded : loadOne('simd');
}

// Two of the smallest modules that use the instruction in question: v128 results of i8x16.popcnt, and of
// i8x16.relaxed_swizzle. An engine that does not know the instruction finds the module invalid.
const header = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10];
const simdModule = new Uint8Array([...header, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);
const relaxedModule = new Uint8Array([...header, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11]);

/** The fastest flavour that there is and that this engine runs. Throws AttentionError `unsupported` where there is no WebAssembly SIMD. */
function bestFlavour(): Flavour {
  if (typeof WebAssembly !== 'object') refuse('', message`there is no WebAssembly here`, 'unsupported');
  if (!WebAssembly.validate(simdModule)) {
    refuse('', message`WebAssembly has no SIMD here; browsers have it since 2021 (Safari: 2023)`, 'unsupported');
  }
  return flavours().includes('relaxed-simd') && WebAssembly.validate(relaxedModule) ? 'relaxed-simd' : 'simd';
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

/**
 * Whether relaxed SIMD fuses each multiply with its add here. Engines may do either; only where all do the same has one
 * scene the same bits everywhere. (1 + 2⁻¹²)² − (1 + 2⁻¹¹) is 2⁻²⁴, and 0 when the square is rounded first.
 */
function fuses(core: SceneCore): boolean {
  const row = (a: number, b: number) => [[a, b]];
  const k = row(1, 1 + 2 ** -12);
  const trace = core.attend({
    version: 1,
    tokens: ['1'],
    embedding: { kind: 'qkv', q: row(-(1 + 2 ** -11), 1 + 2 ** -12), k, v: k },
    parameters: { kind: 'identity' },
    attention: { heads: 1 },
  });
  const [score] = trace.tensor('scores').data;
  trace.dispose();
  return score === 2 ** -24;
}

/** What makes an instance of the module. It rejects with AttentionError `wasm-load`. */
async function compiled(
  { create, wasm }: GeneratedModule,
  url?: string | URL,
  binary?: ArrayBuffer | Uint8Array,
): Promise<() => Promise<MainModule>> {
  const own = url ?? wasm;
  const bytes = binary ?? (own instanceof Uint8Array ? own : await bytesFrom(own));
  const held = own instanceof Uint8Array ? message`what the script holds` : String(own);
  const from = binary === undefined ? held : 'wasmBinary';
  const fail = (why: unknown): never =>
    refuse('wasmUrl', message`${from} is no usable core: ${String(why)}`, 'wasm-load');
  const module = await WebAssembly.compile(bytes as BufferSource).catch(fail);
  return () =>
    new Promise<MainModule>((resolve, reject) => {
      create({
        instantiateWasm: (imports, receive) => {
          WebAssembly.instantiate(module, imports)
            .then((instance) => receive(instance, module))
            .catch(reject);
          return {};
        },
      }).then(resolve, reject);
    }).catch(fail);
}

/** Vite leaves a package that it does not bundle ahead where it is, beside its WebAssembly. */
const EXCLUDE = "optimizeDeps: { exclude: ['self-attention'] }";

async function bytesFrom(given: string | URL): Promise<ArrayBuffer | Uint8Array> {
  const address = String(given);
  // Where there is no page to resolve it against, what is no address by itself is the path of a file. So is C:\core.wasm.
  const isPath = !('location' in globalThis) && (!URL.canParse(address) || /^[a-z]:[\\/]/i.test(address));
  if ((isPath || address.startsWith('file:')) && 'process' in globalThis) return bytesFromFile(address);
  const fail = (what: string | Message): never =>
    refuse('wasmUrl', message`${address} could not be loaded: ${what}`, 'wasm-load');
  const response = await fetch(address).catch((why: unknown) => fail(String(why)));
  const type = response.headers.get('content-type') ?? 'no content type';
  if (!response.ok) fail(message`status ${response.status}, ${type}`);
  const bytes = await response.arrayBuffer().catch((why: unknown) => fail(String(why)));
  // A server that answers a missing file with its front page says 200.
  const magic = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (String(magic) !== '0,97,115,109') {
    if (type.startsWith('text/html')) {
      fail(
        message`status ${response.status}, ${type}, which is not WebAssembly: a server answered with a page because the file is not there. Where a development server has moved this script away from the file, add ${EXCLUDE} to the configuration of Vite`,
      );
    }
    fail(message`status ${response.status}, ${type}, which is not WebAssembly`);
  }
  return bytes;
}

// Node's fetch reads no files. The name is not a literal so that bundlers for browsers do not look for the module.
async function bytesFromFile(address: string): Promise<Uint8Array> {
  const name = 'node:fs/promises';
  try {
    const { readFile }: typeof import('node:fs/promises') = await import(
      /* webpackIgnore: true */ /* @vite-ignore */ name
    );
    return await readFile(address.startsWith('file:') ? new URL(address) : address);
  } catch (why) {
    return refuse('wasmUrl', message`${address} could not be read: ${String(why)}`, 'wasm-load');
  }
}
