/**
 * The generated modules for scenes, which is what the page, the element and the command need. Nothing imports a generated
 * module but modules*.ts; each flavour is fetched only when it is the one in use.
 */
import type { MainModule } from '../../build/wasm/core/scenes-simd.mjs';
import type { Flavour } from './types.ts';

export type { MainModule } from '../../build/wasm/core/scenes-simd.mjs';

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

export interface Modules {
  /** Those that are here to be chosen from. */
  readonly flavours: readonly Flavour[];
  readonly generatedModule: (flavour: Flavour) => Promise<GeneratedModule>;
}

export const flavours: readonly Flavour[] = ['simd', 'relaxed-simd'];

export async function generatedModule(flavour: Flavour): Promise<GeneratedModule> {
  if (flavour === 'relaxed-simd') {
    const { default: create } = await import('../../build/wasm/core/scenes-relaxed-simd.mjs');
    return { create, wasm: new URL('../../build/wasm/core/scenes-relaxed-simd.wasm', import.meta.url) };
  }
  const { default: create } = await import('../../build/wasm/core/scenes-simd.mjs');
  return { create, wasm: new URL('../../build/wasm/core/scenes-simd.wasm', import.meta.url) };
}
