/**
 * Takes the place of module.ts where a script holds everything: the module and its WebAssembly are in it, and nothing is
 * fetched. The WebAssembly is deflated, or it would be half of the script. Of plain SIMD only: every engine that runs the other runs it too, and a second one would double the script.
 */
import { inflateSync } from 'fflate';
import create from '../../build/wasm/core/core-simd.mjs';
import base64 from '../../build/wasm/core/core-simd.wasm';
import type { GeneratedModule } from './module.ts';
import type { Flavour } from './types.ts';

export const flavours = (): readonly Flavour[] => ['simd'];

export async function generatedModule(flavour: Flavour): Promise<GeneratedModule> {
  if (flavour !== 'simd') throw new RangeError(`this script has the flavour simd in it, and not ${flavour}`);
  return { create, wasm: inflateSync(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))) };
}
