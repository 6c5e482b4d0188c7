/** `self-attention/training`: gradients and training in browsers, workers and Node. */
export type { Flavour, LoadOptions, Tensor } from '../core/types.ts';
export { AttentionError } from '../scene/error.ts';
export { type ErrorCode, errorCodes } from '../scene/error-codes.ts';
export type { Scene } from '../scene/types.ts';
export { loadTraining } from './load.ts';
export type { Loss } from './loss.ts';
export type { OptimizerOptions, RunOptions, Schedule, Task } from './options.ts';
export type * from './types.ts';
