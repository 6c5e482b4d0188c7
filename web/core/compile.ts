/** Fetches or reads a module's WebAssembly and compiles it. */
import { type Message, message } from '../scene/error.ts';
import { refuse } from './calls.ts';
import type { GeneratedModule } from './module.ts';

/** Instantiates the module. Rejects with AttentionError `wasm-load`. */
export async function compiled<Module>(
  { create, wasm }: GeneratedModule<Module>,
  url?: string | URL,
  binary?: ArrayBuffer | Uint8Array,
): Promise<() => Promise<Module>> {
  const own = url ?? wasm;
  const bytes = binary ?? (own instanceof Uint8Array ? own : await bytesFrom(own));
  const held = own instanceof Uint8Array ? message`the data inside the script` : String(own);
  const from = binary === undefined ? held : 'wasmBinary';
  const fail = (why: unknown): never =>
    refuse('wasmUrl', message`${from} is not a usable core: ${String(why)}`, 'wasm-load');
  const module = await WebAssembly.compile(bytes as BufferSource).catch(fail);
  return () =>
    new Promise<Module>((resolve, reject) => {
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

/** Vite leaves an unbundled package where it is, beside its WebAssembly. */
const EXCLUDE = "optimizeDeps: { exclude: ['self-attention'] }";

async function bytesFrom(given: string | URL): Promise<ArrayBuffer | Uint8Array> {
  const address = String(given);
  // Without a page to resolve it against, anything but a URL is a file path, and so is C:\core.wasm.
  const isPath = !('location' in globalThis) && (!URL.canParse(address) || /^[a-z]:[\\/]/i.test(address));
  if ((isPath || address.startsWith('file:')) && 'process' in globalThis) return bytesFromFile(address);
  const fail = (what: string | Message): never =>
    refuse('wasmUrl', message`${address} could not be loaded: ${what}`, 'wasm-load');
  const response = await fetch(address).catch((why: unknown) => fail(String(why)));
  const type = response.headers.get('content-type') ?? 'no content type';
  if (!response.ok) fail(message`status ${response.status}, ${type}`);
  const bytes = await response.arrayBuffer().catch((why: unknown) => fail(String(why)));
  // A server may answer a missing file with its front page and status 200.
  const magic = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (String(magic) !== '0,97,115,109') {
    if (type.startsWith('text/html')) {
      fail(
        message`status ${response.status}, ${type}, which is not WebAssembly: the server answered with a page, because the file is missing there. If a development server has moved this script away from the file, add ${EXCLUDE} to the configuration of Vite`,
      );
    }
    fail(message`status ${response.status}, ${type}, which is not WebAssembly`);
  }
  return bytes;
}

// Node's fetch reads no files. The name is not a literal, so that bundlers for browsers do not look for the module.
async function bytesFromFile(address: string, name = 'node:fs/promises'): Promise<Uint8Array> {
  try {
    const { readFile }: typeof import('node:fs/promises') = await import(
      /* webpackIgnore: true */ /* @vite-ignore */ name
    );
    return await readFile(address.startsWith('file:') ? new URL(address) : address);
  } catch (why) {
    return refuse('wasmUrl', message`${address} could not be read: ${String(why)}`, 'wasm-load');
  }
}
