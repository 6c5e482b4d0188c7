import type { Axis, Trace } from '../core/types.ts';
import { featureNames } from '../scene/tables.ts';
import type { Scene } from '../scene/types.ts';
import type { Focus } from './focus.ts';
import { visibleToken } from './token-text.ts';
import type { Role } from './trace-reader.ts';

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

/** Which part of the focus runs along an axis. */
export function focusPart(axis: Axis | undefined): 'query' | 'key' | null {
  if (axis === 'T_k') return 'key';
  return isToken(axis) ? 'query' : null;
}

export function axisFocus(axis: Axis | undefined, focus: Focus | null): number | null {
  const part = focusPart(axis);
  return (part && focus?.[part]) ?? null;
}

/** What the columns of the embeddings mean, where the scene or their table says so. */
export const featuresOf = ({ embedding }: Pick<Scene, 'embedding'>): readonly string[] => featureNames(embedding);

/** Names along the axes of the tensors of a scene's trace. */
export function labelsOf(
  scene: Scene,
  trace: Pick<Trace, 'tokens' | 'keyTokens' | 'vocabulary' | 'symbols'>,
): AxisLabels {
  const features = featuresOf(scene);
  // Positions that stand beside the words leave the features to the words' own part.
  const { d_word: own, d_model: all, R } = trace.symbols;
  const axis = own === undefined || own === all ? 'd_model' : 'd_word';
  return {
    T: trace.tokens,
    T_k: trace.keyTokens,
    V: trace.vocabulary,
    ...(features.length > 0 ? { [axis]: features } : {}),
    ...(R === undefined ? {} : { R: distanceLabels(R, trace.tokens.length - 1) }),
  };
}

/** The same for one tensor: a table of clipped distances has rows of its own. */
export function labelsFor(name: string, { positions }: Scene, labels: AxisLabels): AxisLabels {
  if (name !== 'E_rel' || positions?.kind !== 'relative' || positions.clip === undefined) return labels;
  return { ...labels, R: distanceLabels(2 * positions.clip + 1, positions.clip, true) };
}
