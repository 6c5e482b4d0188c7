/** Which flavour of a module runs here. */
import { message } from '../scene/error.ts';
import { refuse } from './calls.ts';
import type { Flavour } from './types.ts';

// Two of the smallest modules that use the instruction in question: v128 results of i8x16.popcnt, and of
// i8x16.relaxed_swizzle. An engine that does not know the instruction finds the module invalid.
const header = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10];
const simdModule = new Uint8Array([...header, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);
const relaxedModule = new Uint8Array([...header, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11]);

/** The fastest flavour that there is and that this engine runs. Throws AttentionError `unsupported` where there is no WebAssembly SIMD. */
export function bestFlavour(flavours: readonly Flavour[]): Flavour {
  if (typeof WebAssembly !== 'object') refuse('', message`there is no WebAssembly here`, 'unsupported');
  if (!WebAssembly.validate(simdModule)) {
    refuse('', message`WebAssembly has no SIMD here; browsers have it since 2021 (Safari: 2023)`, 'unsupported');
  }
  return flavours.includes('relaxed-simd') && WebAssembly.validate(relaxedModule) ? 'relaxed-simd' : 'simd';
}
