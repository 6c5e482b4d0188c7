import { toLab } from '../views/shared/colour.ts';
import { parentOf } from '../views/shared/flat-tree.ts';
import { DocumentWatch, windowOf } from '../views/shared/own-window.ts';
import { resolve } from '../views/shared/palette.ts';

/**
 * Whether the page is dark where the element stands: its nearest painted ground is, or, where nothing is painted, the scheme
 * that the page is drawn in. What the reader's system prefers says nothing of a page that does not follow it.
 */
export function isDark(element: Element): boolean {
  for (let current: Element | null = element; current !== null; current = parentOf(current)) {
    const { backgroundColor } = getComputedStyle(current);
    if (!/^(transparent|rgba\(.*, *0(\.0+)?\)|.*\/ *0(\.0+)?\))$/.test(backgroundColor))
      return toLab(resolve(backgroundColor)).l < 0.5;
  }
  const view = windowOf(element);
  const scheme = view.getComputedStyle(element.ownerDocument.documentElement).colorScheme;
  const prefersDark = (): boolean => view.matchMedia('(prefers-color-scheme: dark)').matches;
  return scheme.includes('dark') && (!scheme.includes('light') || prefersDark());
}

/** Pages fade from one theme to the other: the ground is looked at again when that is over. */
const FADE = 500;

/** The page's ground may have become another. */
export const groundChanges = new DocumentWatch(({ documentElement, body, defaultView }, tell, signal) => {
  const view = defaultView ?? window;
  let timer = 0;
  const notify = (): void => {
    tell();
    view.clearTimeout(timer);
    timer = view.setTimeout(tell, FADE);
  };
  view.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', notify, { signal });
  const observer = new MutationObserver(notify);
  observer.observe(documentElement, { attributes: true });
  if (body !== null) observer.observe(body, { attributes: true });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    view.clearTimeout(timer);
  });
});
