/**
 * Imported for its effect by entries that must fetch nothing: their script holds the WebAssembly, compressed. Development
 * servers need this too, since they move packages to a folder without the .wasm files.
 */
import { inflateSync } from 'fflate';
import create from '../../build/wasm/core/core-simd.mjs';
import base64 from '../../build/wasm/core/core-simd.wasm?deflated';
import { overrideModule } from './module.ts';

overrideModule(async () => ({
  create,
  wasm: inflateSync(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))),
}));
