/**
 * Imported for its effect by entries that must fetch nothing: their script holds the WebAssembly of training, compressed. Development
 * servers need this too, since they move packages to a folder without the .wasm files.
 */
import { inflateSync } from 'fflate';
import create from '../../build/wasm/core/training-simd.mjs';
import base64 from '../../build/wasm/core/training-simd.wasm?deflated';
import { overrideTrainingModule } from './training-module.ts';

overrideTrainingModule(async () => ({
  create,
  wasm: inflateSync(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))),
}));
