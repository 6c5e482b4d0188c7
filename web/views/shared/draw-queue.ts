/** Draws once a frame, however often a view was told to: many properties change on one keystroke. */
const waiting = new Set<() => void>();
let asked = false;

export function drawSoon(draw: () => void): void {
  waiting.add(draw);
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    const now = [...waiting];
    waiting.clear();
    for (const each of now) each();
  });
}

export function drawNever(draw: () => void): void {
  waiting.delete(draw);
}
