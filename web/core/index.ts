/** `self-attention/core`: the attention core in browsers, workers and Node. */
export { AttentionError, type ErrorCode, errorCodes } from '../scene/error.ts';
export type { Scene } from '../scene/types.ts';
export { loadCore } from './core.ts';
export type * from './types.ts';
