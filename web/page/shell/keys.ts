/** What a key asks of the page, wherever the focus is; null for the others, and while a character is being composed. */
export function askedBy({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent) {
  if (isComposing) return null;
  if (key === 'Escape') return 'escape';
  const letter = key.toLowerCase();
  if (!(ctrlKey || metaKey) || altKey || (letter !== 'z' && letter !== 'y')) return null;
  return letter === 'y' || shiftKey ? 'redo' : 'undo';
}
