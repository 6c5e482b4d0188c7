/**
 * The action of a keyboard shortcut, wherever the focus is. Null for other keys, and while a character is being
 * composed.
 */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent) {
  if (isComposing) return null;
  if (key === 'Escape') return 'escape';
  const letter = key.toLowerCase();
  if (!(ctrlKey || metaKey) || altKey || (letter !== 'z' && letter !== 'y')) return null;
  return letter === 'y' || shiftKey ? 'redo' : 'undo';
}
