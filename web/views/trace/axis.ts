import { html, type TemplateResult } from 'lit';
import type { Axis } from '../../core/types.ts';
import type { Focus } from '../shared/focus.ts';
import { isToken } from './axis-labels.ts';

export { type AxisLabels, axisLabels, axisRole, distanceLabels, isToken } from './axis-labels.ts';

/** Which part of the focus runs along an axis. */
export function focusPart(axis: Axis | undefined): 'query' | 'key' | null {
  if (axis === 'T_k') return 'key';
  return isToken(axis) ? 'query' : null;
}

export function axisFocus(axis: Axis | undefined, focus: Focus | null): number | null {
  const part = focusPart(axis);
  return (part && focus?.[part]) ?? null;
}

/** "T_q × d_k" with real subscripts. */
export function axesText(axes: readonly Axis[]): TemplateResult {
  return html`${axes.map((axis, i) => html`${i > 0 ? ' × ' : ''}${axis.split('·').map(letterText)}`)}`;
}

function letterText(letter: string, i: number): TemplateResult {
  const [base, sub] = letter.split('_');
  return html`${i > 0 ? '·' : ''}${base}${sub === undefined ? '' : html`<sub>${sub}</sub>`}`;
}
