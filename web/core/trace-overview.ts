import { AttentionError } from '../scene/error.ts';
import { shown } from '../scene/saying.ts';
import type { Session } from './session.ts';
import { type Found, hasHeads, headsOf, rangeOf } from './trace.ts';
import type { Overview, OverviewWindow } from './types.ts';

/** Pixels of an overview along one side. */
const MOST_PIXELS = 4096;

/** As `overview` of a trace. */
export function overviewOf(session: Session, found: Found, name: string, window: OverviewWindow): Overview {
  const { height, width, rows, columns, head } = window;
  const { axes } = found.described;
  if (axes.at(-2) !== 'T_q' || axes.at(-1) !== 'T_k') {
    throw new AttentionError('out-of-range', `${name} (${axes.join(', ')}) is no picture of queries and keys`, name);
  }
  for (const [side, pixels] of Object.entries({ height, width })) {
    if (Number.isInteger(pixels) && pixels >= 1 && pixels <= MOST_PIXELS) continue;
    throw new AttentionError('range', `${side} is ${shown(pixels)}; it must be from 1 to ${MOST_PIXELS}`, name);
  }
  const [one] = headsOf(name, found, hasHeads(found.described) ? (head ?? 0) : head);
  const down = rangeOf(name, 'rows', rows, found.rows);
  const across = rangeOf(name, 'columns', columns, found.columns);
  return { shape: [height, width], ...session.overview(found.place, one, down, across, height, width) };
}
