import type { Mask } from '../../scene/types.ts';

/** Whether a mask shows a key to a query, by the rules of scene.schema.json. `ahead`: how many more keys there are than queries. */
function shows(mask: Mask, query: number, key: number, ahead: number): boolean {
  switch (mask.kind) {
    case 'none':
      return true;
    case 'causal':
      return key <= query + (mask.align === 'bottomRight' ? ahead : 0);
    case 'padding':
      return key < mask.length;
    case 'prefix':
      return key < mask.length || key <= query;
    case 'window':
      return (key >= query - mask.before || key < (mask.sinks ?? 0)) && key <= query + mask.after;
    case 'painted':
      return mask.visible[query]?.[key] === 1;
  }
}

const places = (kept: readonly boolean[]): readonly number[] => [...kept.keys()].filter((index) => kept[index]);

/**
 * The mask of the queries and keys that are kept: of the same kind if that shows each of them the same keys as before,
 * else painted.
 */
export function shorterMask(mask: Mask, queries: readonly boolean[], keys: readonly boolean[]): Mask {
  const [rows, columns] = [places(queries), places(keys)];
  const same: Mask =
    mask.kind === 'padding' || mask.kind === 'prefix'
      ? { ...mask, length: keys.slice(0, mask.length).filter(Boolean).length }
      : mask;
  const wasShown = (query: number, key: number): boolean => shows(mask, query, key, keys.length - queries.length);
  const isShown = (row: number, column: number): boolean => shows(same, row, column, columns.length - rows.length);
  const isTheSame =
    mask.kind !== 'painted' &&
    !(same.kind === 'padding' && same.length === 0) &&
    rows.every((query, row) => columns.every((key, column) => wasShown(query, key) === isShown(row, column)));
  if (isTheSame) return same;
  const visible = rows.map((query) => columns.map((key) => (wasShown(query, key) ? 1 : 0)));
  return { kind: 'painted', visible };
}

/** What `shorterMask` makes shorter: this mask, which was chosen for the kept queries and keys, for all of them. */
export function longerMask(mask: Mask, whole: Mask, queries: readonly boolean[], keys: readonly boolean[]): Mask {
  if (JSON.stringify(mask) === JSON.stringify(shorterMask(whole, queries, keys))) return whole;
  if (mask.kind === 'padding' || mask.kind === 'prefix') {
    const last = places(keys)[mask.length - 1];
    return { ...mask, length: last === undefined ? 0 : last + 1 };
  }
  if (mask.kind !== 'painted') return mask;
  const left = mask.visible.values();
  const visible = queries.map((isQuery, query) => {
    const row = isQuery ? (left.next().value ?? []).values() : null;
    // Special tokens have what they had.
    return keys.map(
      (isKey, key) =>
        (isKey ? row?.next().value : undefined) ?? (shows(whole, query, key, keys.length - queries.length) ? 1 : 0),
    );
  });
  return { kind: 'painted', visible };
}
