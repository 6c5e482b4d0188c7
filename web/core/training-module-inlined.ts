/** What training-module.ts gives, where a script holds the WebAssembly; of plain SIMD, as in module-inlined.ts. */
import { inflateSync } from 'fflate';
import create from '../../build/wasm/core/training-simd.mjs';
import base64 from '../../build/wasm/core/training-simd.wasm';
import type { GeneratedModule } from './module.ts';
import type { TrainingModule } from './training-module.ts';
import type { Flavour } from './types.ts';

export const flavours = (): readonly Flavour[] => ['simd'];

export async function generatedModule(flavour: Flavour): Promise<GeneratedModule<TrainingModule>> {
  if (flavour !== 'simd') throw new RangeError(`this script has the flavour simd in it, and not ${flavour}`);
  return { create, wasm: inflateSync(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))) };
}
