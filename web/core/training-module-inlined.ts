/** What training-module.ts gives, where a script holds the WebAssembly, as in module-inlined.ts. */
import { inflateSync } from 'fflate';
import create from '../../build/wasm/core/training-simd.mjs';
import base64 from '../../build/wasm/core/training-simd.wasm';
import type { GeneratedModule } from './module.ts';
import type { TrainingModule } from './training-module.ts';

export async function generatedModule(): Promise<GeneratedModule<TrainingModule>> {
  return { create, wasm: inflateSync(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))) };
}
