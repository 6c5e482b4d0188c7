import type { Trace } from '../core/types.ts';

/** The part of a trace that exports read. */
export type TraceLike = Pick<
  Trace,
  'tokens' | 'keyTokens' | 'vocabulary' | 'layers' | 'steps' | 'parameters' | 'symbols' | 'tensor' | 'overview'
>;
