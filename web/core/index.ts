/** `self-attention/core`: the attention core in browsers, workers and Node. */
export { AttentionError } from '../scene/error.ts';
export { type ErrorCode, errorCodes } from '../scene/error-codes.ts';
export type { Scene } from '../scene/types.ts';
export { loadCore } from './core.ts';
export { sceneWithout } from './removal.ts';
export type * from './types.ts';
