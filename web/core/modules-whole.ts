/** The generated modules with all that can be called: a tenth more to download. */
import type { GeneratedModule } from './modules.ts';
import type { Flavour } from './types.ts';

export const flavours: readonly Flavour[] = ['simd', 'relaxed-simd'];

export async function generatedModule(flavour: Flavour): Promise<GeneratedModule> {
  if (flavour === 'relaxed-simd') {
    const { default: create } = await import('../../build/wasm/core/core-relaxed-simd.mjs');
    return { create, wasm: new URL('../../build/wasm/core/core-relaxed-simd.wasm', import.meta.url) };
  }
  const { default: create } = await import('../../build/wasm/core/core-simd.mjs');
  return { create, wasm: new URL('../../build/wasm/core/core-simd.wasm', import.meta.url) };
}
