/** The generated modules. Nothing else imports them; each flavour is fetched only when it is the one in use. */
import type { MainModule } from '../../build/wasm/core/core-simd.mjs';
import type { Flavour } from './types.ts';

export type { MainModule } from '../../build/wasm/core/core-simd.mjs';

type Imports = WebAssembly.Imports;
type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

interface ModuleOptions {
  /** Emscripten's hook: whoever loads the module brings the instance. */
  readonly instantiateWasm: (imports: Imports, receive: Receive) => object;
}

export interface GeneratedModule {
  /** Where it is, or what it is where the script has it in it. */
  readonly wasm: URL | (() => Uint8Array);
  readonly create: (options: ModuleOptions) => Promise<MainModule>;
}

/** Those that are here to be chosen from. */
export const flavours: readonly Flavour[] = ['simd', 'relaxed-simd'];

export async function generatedModule(flavour: Flavour): Promise<GeneratedModule> {
  if (flavour === 'relaxed-simd') {
    const { default: create } = await import('../../build/wasm/core/core-relaxed-simd.mjs');
    return { create, wasm: new URL('../../build/wasm/core/core-relaxed-simd.wasm', import.meta.url) };
  }
  const { default: create } = await import('../../build/wasm/core/core-simd.mjs');
  return { create, wasm: new URL('../../build/wasm/core/core-simd.wasm', import.meta.url) };
}
