/** The generated module of the core. Nothing else imports it; its WebAssembly is fetched when it is in use. */
import type { MainModule } from '../../build/wasm/core/core-simd.mjs';

export type {
  AttentionOptions as CoreAttentionOptions,
  CoreError,
  LayerOptions as CoreLayerOptions,
  MainModule,
  MultiHeadAttention,
  NamedTensor,
  Scene as CoreScene,
  SceneTrace,
  TensorDescription,
  TraceDescription,
  Window,
} from '../../build/wasm/core/core-simd.mjs';

export interface GeneratedModule<Module = MainModule> {
  /** Where the wasm is, or its bytes where the script holds them. */
  readonly wasm: URL | Uint8Array;
  /** Emscripten's factory; `instantiateWasm` is its hook for whoever brings the instance. */
  readonly create: (options: {
    readonly instantiateWasm: (
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => object;
  }) => Promise<Module>;
}

/** Where a generated module comes from. */
export interface ModuleSource<Module = MainModule> {
  readonly generatedModule: () => Promise<GeneratedModule<Module>>;
}

/** Where a script holds the WebAssembly: used in place of the files. */
let override: typeof generatedModule | null = null;

export function overrideModule(source: typeof generatedModule): void {
  override = source;
}

export async function generatedModule(): Promise<GeneratedModule> {
  if (override !== null) return override();
  const { default: create } = await import('../../build/wasm/core/core-simd.mjs');
  return { create, wasm: new URL('../../build/wasm/core/core-simd.wasm', import.meta.url) };
}
