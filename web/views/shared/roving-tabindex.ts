/** Moves a roving tabindex along a list (WAI-ARIA listbox, toolbar): the new position, or null when the key is not for it. */
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

/** The position that the event's list item was given as `data-position`; null beside the items. */
export function positionOf(event: Event): number | null {
  const item = event.target instanceof Element ? event.target.closest('[data-position]') : null;
  const position = item?.getAttribute('data-position');
  return position == null ? null : Number(position);
}

/** Whether the pointer is no mouse (a finger hovers over nothing), or focus only moves on within the same view. */
export function staysWithin(event: Event, root: Node): boolean {
  if (event instanceof PointerEvent) return event.pointerType === 'touch';
  return event instanceof FocusEvent && event.relatedTarget instanceof Node && root.contains(event.relatedTarget);
}
