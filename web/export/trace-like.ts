import type { Trace } from '../core/types.ts';

/** What a figure reads of a trace. */
export type TraceLike = Pick<
  Trace,
  'tokens' | 'keyTokens' | 'vocabulary' | 'layers' | 'steps' | 'parameters' | 'symbols' | 'tensor' | 'overview'
>;
