import type { Mask } from './types.ts';

/** Query i sees the keys j <= i + offset under a causal mask. In one sequence, either alignment gives 0. */
export const causalOffset = (mask: Mask, queries: number, keys: number): number =>
  mask.kind === 'causal' && mask.align === 'bottomRight' ? keys - queries : 0;

/** Whether keys that are added at the end leave all earlier rows as they are. */
export const hidesLaterKeys = (mask: Mask | undefined, queries: number, keys: number): boolean =>
  mask?.kind === 'causal' && causalOffset(mask, queries, keys) <= 0;
