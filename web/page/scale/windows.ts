import type { Axis, Step, Trace } from '../../core/types.ts';
import { lengthOf, placedSpan, type Region, type Span } from '../../views/region.ts';
import { type Block, LENS, type Want, WIDEST } from './protocol.ts';

type Described = Pick<Step, 'name' | 'layer' | 'shape' | 'axes'>;

/** The step or parameter that a want names; undefined where the trace has none. */
export function wanted(trace: Pick<Trace, 'steps' | 'parameters'>, { name, layer }: Want): Described | undefined {
  const named = (one: Described) => one.name === name && one.layer === layer;
  return trace.steps.find(named) ?? trace.parameters.find(named);
}

const isQuery = (axis: Axis | undefined): boolean => axis === 'T' || axis === 'T_q';

/** What of an axis there is to draw. */
function along(axis: Axis | undefined, size: number, lens: Region): Span {
  if (isQuery(axis)) return inside(lens.rows, size);
  if (axis === 'T_k') return inside(lens.columns, size);
  return [0, Math.min(size, WIDEST)];
}

const inside = (span: Span, size: number): Span => placedSpan(span[0], Math.min(lengthOf(span), LENS * 4), size);

/** Reads what is wanted; null where the trace has no such tensor, or none that can be cut so (weighted has four axes). */
export function blockOf(trace: Trace, want: Want, lens: Region): Block | null {
  const found = wanted(trace, want);
  if (!found || found.shape.length > 3) return null;
  const { name, layer, axes, shape } = found;
  const rank = shape.length;
  const heads = shape[0] ?? 1;
  const outer = rank > 2 && want.head !== null ? Math.min(want.head, heads - 1) : null;
  const columns = want.rows === null ? along(axes.at(-1), shape.at(-1) ?? 0, lens) : null;
  const rows = rank < 2 ? null : (want.rows ?? along(axes.at(-2), shape.at(-2) ?? 0, lens));
  const whole = shape.at(-1) ?? 0;
  const { data } = trace.tensor(name, {
    layer,
    ...(outer === null ? {} : { head: outer }),
    ...(rows === null ? {} : { rows }),
    ...(columns === null ? {} : { columns }),
  });
  const across = columns ?? [0, whole];
  return {
    want,
    data,
    whole: shape,
    shape: [
      ...(rank > 2 ? [outer === null ? heads : 1] : []),
      ...(rows === null ? [] : [lengthOf(rows)]),
      lengthOf(across),
    ],
    origin: [...(rank > 2 ? [outer ?? 0] : []), ...(rows === null ? [] : [rows[0]]), across[0]],
  };
}

/** The lens where a scene is seen for the first time: around the token in focus, else at the beginning. */
export function firstLens(queries: number, keys: number, focus: number): Region {
  return {
    rows: placedSpan(focus - LENS / 2, LENS, queries),
    columns: placedSpan(queries === keys ? focus - LENS / 2 : 0, LENS, keys),
  };
}

/** The lens of a scene that may have become longer or shorter, at the tokens that changed if somebody is typing there. */
export function nextLens(lens: Region, queries: number, keys: number, changed: number | null): Region {
  const fitting = (span: Span, count: number): Span => {
    const size = Math.min(count, Math.max(LENS, lengthOf(span)));
    const at = changed ?? span[0];
    // The token that is typed keeps away from the edge, so that the lens does not move with every key.
    const start = changed === null || (at >= span[0] && at < span[1]) ? span[0] : at - Math.floor(size * 0.75);
    return placedSpan(start, size, count);
  };
  return {
    rows: fitting(lens.rows, queries),
    columns: queries === keys ? fitting(lens.columns, keys) : clipped(lens.columns, keys),
  };
}

const clipped = (span: Span, count: number): Span => placedSpan(span[0], Math.max(LENS, lengthOf(span)), count);

/** Where two sequences begin to differ; null where they do not. */
export function firstChange(before: readonly string[], after: readonly string[]): number | null {
  const most = Math.max(before.length, after.length);
  for (let at = 0; at < most; at += 1) if (before[at] !== after[at]) return Math.min(at, after.length - 1);
  return null;
}
