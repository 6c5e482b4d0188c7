/** Which pattern of a head is clear. */
import type { HeadPatterns } from '../core/types.ts';

export const patternNames = ['previousToken', 'induction', 'sameToken', 'firstToken'] as const;
export type PatternName = (typeof patternNames)[number];

/** From this value on, a pattern is clear, and the head can have its name. */
export const CLEAR = 1 / 3;

export const isClear = (head: HeadPatterns | undefined, name: PatternName): boolean => (head?.[name] ?? 0) >= CLEAR;

/** The pattern with the largest value, if it is clear. */
export function clearestPattern(head: HeadPatterns): PatternName | null {
  const [most] = [...patternNames].sort((one, other) => (head[other] ?? 0) - (head[one] ?? 0));
  return most !== undefined && isClear(head, most) ? most : null;
}
