import type { Trace } from '../core/types.ts';

/** The part of a trace that exports read. Without `certainty` and `nearest` a picture does not say how sure it is, or what a word means. */
export type TraceLike = Pick<
  Trace,
  'tokens' | 'keyTokens' | 'vocabulary' | 'layers' | 'steps' | 'parameters' | 'symbols' | 'tensor' | 'overview'
> &
  Partial<Pick<Trace, 'certainty' | 'nearest'>>;
