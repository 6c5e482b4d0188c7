/**
 * Moves a roving tabindex along a list (WAI-ARIA listbox or toolbar). Returns the new index, or null for other
 * keys.
 */
export function rove(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, from - 1);
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(count - 1, from + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** The `data-position` of the event's list item. Null outside the items. */
export function positionOf(event: Event): number | null {
  const position = (event.target as Element).closest('[data-position]')?.getAttribute('data-position');
  return position == null ? null : Number(position);
}

/** Whether the pointer is not a mouse (a finger does not hover), or focus stays within the same view. */
export function staysWithin(event: PointerEvent | FocusEvent, root: Node): boolean {
  if ('pointerType' in event) return event.pointerType === 'touch';
  return event.relatedTarget !== null && root.contains(event.relatedTarget as Node);
}

export interface GridCell {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** How many rows PageUp and PageDown move. */
  readonly page: number;
}

/** The cell that a key leads to, by the WAI-ARIA grid pattern. Null for other keys. `step` is how far arrows move. */
export function moveCell(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  from: GridCell,
  size: GridSize,
  step: GridCell = { row: 1, column: 1 },
): GridCell | null {
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const far = event.ctrlKey || event.metaKey;
  const to = (row: number, column: number): GridCell => ({
    row: Math.min(lastRow, Math.max(0, row)),
    column: Math.min(lastColumn, Math.max(0, column)),
  });
  switch (event.key) {
    case 'ArrowUp':
      return to(far ? 0 : from.row - step.row, from.column);
    case 'ArrowDown':
      return to(far ? lastRow : from.row + step.row, from.column);
    case 'ArrowLeft':
      return to(from.row, far ? 0 : from.column - step.column);
    case 'ArrowRight':
      return to(from.row, far ? lastColumn : from.column + step.column);
    case 'Home':
      return to(far ? 0 : from.row, 0);
    case 'End':
      return to(far ? lastRow : from.row, lastColumn);
    case 'PageUp':
      return to(from.row - size.page, from.column);
    case 'PageDown':
      return to(from.row + size.page, from.column);
    default:
      return null;
  }
}
