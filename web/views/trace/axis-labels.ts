import type { Axis } from '../../core/types.ts';
import { visibleToken } from '../shared/token-text.ts';
import type { Role } from './tensor-role.ts';

/** Names along an axis: tokens for T (used for T_q and T_k too unless they have their own), the vocabulary for V … */
export type AxisLabels = Partial<Record<Axis, readonly string[]>>;

/** One label an index from `first` on: what the axis is labelled with, else its number from 0. */
export function axisLabels(labels: AxisLabels, axis: Axis | undefined, size: number, first = 0): string[] {
  const given = axis && (labels[axis] ?? (isToken(axis) ? labels.T : undefined));
  return Array.from({ length: size }, (_, i) => visibleLabel(given?.[first + i], first + i));
}

const visibleLabel = (label: string | undefined, i: number) => (label === undefined ? String(i) : visibleToken(label));

export const isToken = (axis: Axis | undefined): boolean => axis === 'T' || axis === 'T_q' || axis === 'T_k';

/**
 * Labels of an axis of distances (R), from key before query (−) to key after it (+). `zero` is the row of distance 0: T_q − 1,
 * or the clip, where the first and the last row stand for all that lies beyond as well.
 */
export function distanceLabels(rows: number, zero: number, clipped = false): string[] {
  return Array.from({ length: rows }, (_, row) => {
    const distance = row - zero;
    const text = `${distance > 0 ? '+' : distance < 0 ? '−' : ''}${Math.abs(distance)}`;
    if (!clipped || Math.abs(distance) !== zero) return text;
    return `${distance < 0 ? '≤' : '≥'}${text}`;
  });
}

export function axisRole(axis: Axis | undefined): Role {
  if (axis === 'T_q') return 'q';
  return axis === 'T_k' ? 'k' : 'x';
}
