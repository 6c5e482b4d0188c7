import { afterFrame } from '../../controls/light-dom-element.ts';

/** Milliseconds for which nothing has moved before it is left alone: more than what is out of view waits until it is drawn. */
const STEADY = 1000;
let latest = 0;

/**
 * Scrolls to an element by `bring`, and again whenever what is drawn around it moves it: a section gets its height as it comes near, or once
 * nobody types. It ends when nothing has moved for a while, when somebody scrolls, and when something else is brought into sight.
 */
export async function keepInSight(element: Element, bring: () => void): Promise<void> {
  latest += 1;
  const own = latest;
  // In the document, where scrolling moves nothing.
  const placeOf = (): number => Math.round(element.getBoundingClientRect().top + scrollY);
  let [place, scrolled, since] = [Number.NaN, scrollY, performance.now()];
  while (own === latest && element.isConnected && performance.now() - since < STEADY) {
    if (placeOf() !== place) {
      bring();
      [place, scrolled, since] = [placeOf(), scrollY, performance.now()];
    } else if (Math.abs(scrollY - scrolled) > 1) return;
    await afterFrame();
  }
}
