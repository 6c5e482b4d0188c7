/** `self-attention/core`: the attention core in browsers, workers and Node. */
import { resolveHandmade } from '../scene/handmade.ts';
import { meaning } from '../scene/meaning.ts';
import { bringTable } from '../scene/tables.ts';
import { bring } from './brought.ts';
import { createWholeCore } from './calls.ts';
import { loader } from './loader.ts';
import * as modules from './modules-whole.ts';
import * as parts from './parts.ts';
import type { Load, WholeCore } from './types.ts';

bringTable(meaning, resolveHandmade);
bring(parts);

export { AttentionError, type ErrorCode, errorCodes } from '../scene/error.ts';
export type { Scene } from '../scene/types.ts';
export type * from './types.ts';
export type { WholeCore as Core } from './types.ts';

/**
 * Loads the core once: the same options give the same instance, `fresh: true` a new one. In browsers, workers and Node.
 * Throws AttentionError `unsupported` (no WebAssembly SIMD), `wasm-load` (with the address, and the status and type that
 * came from it) or `scene-form` (an option of the wrong type).
 */
export const loadCore: Load<WholeCore> = loader(modules, createWholeCore);
