/**
 * Takes the place of module.ts where a script holds everything: the module and its WebAssembly are in it, and nothing is
 * fetched. The WebAssembly is deflated, or it would be half of the script.
 */
import { inflateSync } from 'fflate';
import create from '../../build/wasm/core/core-simd.mjs';
import base64 from '../../build/wasm/core/core-simd.wasm';
import type { GeneratedModule } from './module.ts';

export async function generatedModule(): Promise<GeneratedModule> {
  return { create, wasm: inflateSync(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))) };
}
