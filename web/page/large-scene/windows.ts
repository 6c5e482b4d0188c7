import type { Axis, Certainty, Step, Trace } from '../../core/types.ts';
import { lengthOf, placedSpan, type Region, type Span } from '../../trace/region.ts';
import { hasHeads } from '../../trace/trace-reader.ts';
import { type Block, type BlockRequest, VIEWPORT_SIZE, WIDEST } from './protocol.ts';

type Described = Pick<Step, 'name' | 'layer' | 'shape' | 'axes'>;

/** The step or parameter that a request names. Undefined if the trace does not have it. */
export function described(
  trace: Pick<Trace, 'steps' | 'parameters'>,
  { name, layer }: BlockRequest,
): Described | undefined {
  const named = (one: Described) => one.name === name && one.layer === layer;
  return trace.steps.find(named) ?? trace.parameters.find(named);
}

const isQuery = (axis: Axis | undefined): boolean => axis === 'T' || axis === 'T_q';

/** The part of an axis that is drawn. */
function along(axis: Axis | undefined, size: number, viewport: Region): Span {
  if (isQuery(axis)) return inside(viewport.rows, size);
  if (axis === 'T_k') return inside(viewport.columns, size);
  return [0, Math.min(size, WIDEST)];
}

const inside = (span: Span, size: number): Span =>
  placedSpan(span[0], Math.min(lengthOf(span), VIEWPORT_SIZE * 4), size);

/**
 * Reads what is requested. Null if the trace has no such tensor, or if the tensor is not drawn in two dimensions
 * (`weighted`, whose rows can still be read). A vector is one row, although the core calls its elements rows.
 */
export function blockOf(trace: Trace, request: BlockRequest, viewport: Region): Block | null {
  const found = described(trace, request);
  if (!found || (found.shape.length > 3 && request.rows === null)) return null;
  const { name, layer, axes, shape } = found;
  const headed = hasHeads(axes);
  const heads: Span = !headed ? [0, 0] : request.head === null ? [0, shape[0] ?? 1] : [request.head, request.head + 1];
  const own = shape.slice(headed ? 1 : 0);
  // A request from the last scene may not exist in this one.
  if (request.head !== null && request.head >= (headed ? (shape[0] ?? 1) : Infinity)) return null;
  if (request.rows !== null && own.length > 1 && request.rows[1] > (own[0] ?? 0)) return null;
  const spans = own.map((size, axis): Span => {
    if (request.rows === null) return along(axes[axis + (headed ? 1 : 0)], size, viewport);
    return axis === 0 && own.length > 1 ? request.rows : [0, size];
  });
  const [rows = [0, 1], columns] = spans;
  const { data } = trace.tensor(name, {
    layer,
    ...(headed && request.head !== null ? { head: request.head } : {}),
    rows,
    ...(own.length === 2 && columns !== undefined ? { columns } : {}),
  });
  const all = headed ? [heads, ...spans] : spans;
  const certainty = certaintyOf(trace, request);
  return { request, data, certainty, whole: shape, shape: all.map(lengthOf), origin: all.map(([from]) => from) };
}

/** Only of one row, because it reads the rows of all layers below that decide. */
function certaintyOf(trace: Trace, { name, layer, head, rows }: BlockRequest): Certainty | null {
  if (rows === null || lengthOf(rows) !== 1 || head === null) return null;
  if (name !== 'weights' && name !== 'rounded') return null;
  return trace.certainty({ layer, head, query: rows[0] }).certainty;
}

/** The viewport of a new scene: around the focused token, or else at the start. */
export function firstViewport(queries: number, keys: number, focus: number): Region {
  return {
    rows: placedSpan(focus - VIEWPORT_SIZE / 2, VIEWPORT_SIZE, queries),
    columns: placedSpan(queries === keys ? focus - VIEWPORT_SIZE / 2 : 0, VIEWPORT_SIZE, keys),
  };
}

/** The viewport after the scene became longer or shorter. If somebody is typing, it follows the changed token. */
export function nextViewport(viewport: Region, queries: number, keys: number, changed: number | null): Region {
  const fitting = (span: Span, count: number): Span => {
    const size = Math.min(count, Math.max(VIEWPORT_SIZE, lengthOf(span)));
    const index = changed ?? span[0];
    // The typed token stays away from the edge, so that the viewport does not move with every key press.
    const start = changed === null || (index >= span[0] && index < span[1]) ? span[0] : index - Math.floor(size * 0.75);
    return placedSpan(start, size, count);
  };
  return {
    rows: fitting(viewport.rows, queries),
    columns: queries === keys ? fitting(viewport.columns, keys) : clipped(viewport.columns, keys),
  };
}

const clipped = (span: Span, count: number): Span =>
  placedSpan(span[0], Math.max(VIEWPORT_SIZE, lengthOf(span)), count);

/** The first index at which two sequences differ. Null if they are equal. */
export function firstChange(before: readonly string[], after: readonly string[]): number | null {
  const most = Math.max(before.length, after.length);
  for (let index = 0; index < most; index += 1)
    if (before[index] !== after[index]) return Math.min(index, after.length - 1);
  return null;
}
