import { toLab } from '../views/shared/colour.ts';
import { parentOf } from '../views/shared/flat-tree.ts';
import { resolve } from '../views/shared/palette.ts';

/**
 * Whether the page is dark where the element stands: its nearest painted ground is, or, where nothing is painted, the scheme
 * that the page is drawn in. What the reader's system prefers says nothing of a page that does not follow it.
 */
export function isDark(element: Element): boolean {
  for (let current: Element | null = element; current !== null; current = parentOf(current)) {
    const { backgroundColor } = getComputedStyle(current);
    if (!/^transparent$|[,/] *0(\.0+)?\)$/.test(backgroundColor)) return toLab(resolve(backgroundColor)).l < 0.5;
  }
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  return scheme.includes('dark') && (!scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
}

/** Pages fade from one theme to the other: the ground is looked at again when that is over. */
const FADE = 500;

const listeners = new Set<() => void>();
let watching: AbortController | null = null;

/** Calls back when the page's ground may have become another; returns how to stop that. */
export function onGroundChange(listener: () => void): () => void {
  listeners.add(listener);
  watching ??= watch();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watching?.abort();
    watching = null;
  };
}

function watch(): AbortController {
  const control = new AbortController();
  let timer = 0;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const notify = (): void => {
    tell();
    clearTimeout(timer);
    timer = window.setTimeout(tell, FADE);
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', notify, { signal: control.signal });
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributes: true });
  if (document.body !== null) observer.observe(document.body, { attributes: true });
  control.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  return control;
}
