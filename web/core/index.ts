/** `self-attention/core`: the attention core in browsers, workers and Node. */
import { meaning } from '../scene/meaning.ts';
import { bringTable } from '../scene/tables.ts';

bringTable(meaning);

export { AttentionError, type ErrorCode, errorCodes } from '../scene/error.ts';
export type { Scene } from '../scene/types.ts';
export { loadCore } from './load.ts';
export type * from './types.ts';
