import { afterFrame } from '../../views/shared/frame.ts';

/**
 * Milliseconds for which nothing has moved before it is left alone: more than what is out of view waits until it is drawn. And frames: where
 * everything is slow, a second is over before anything could be drawn.
 */
const STEADY = 1000;
const STEADY_FRAMES = 20;
let latest = 0;

/**
 * Scrolls to an element by `scroll`, and again whenever what is drawn around it moves it: a section gets its height as it comes near, or once
 * nobody types. It ends when nothing has moved for a while, when somebody scrolls, and when something else is brought into sight.
 * `scroller` is what scrolls it: the page, or a column of its own.
 */
export async function scrollIntoViewUntilStable(
  element: Element,
  scroll: () => void,
  scroller: Element = document.documentElement,
): Promise<void> {
  latest += 1;
  const own = latest;
  const isPage = scroller === document.documentElement;
  // In what is scrolled, where scrolling moves nothing.
  const placeOf = (): number => {
    const top = isPage ? 0 : scroller.getBoundingClientRect().top;
    return Math.round(element.getBoundingClientRect().top - top + scroller.scrollTop);
  };
  let [place, scrolled, since, frames] = [Number.NaN, scroller.scrollTop, 0, 0];
  while (own === latest && element.isConnected) {
    if (placeOf() !== place) {
      scroll();
      [place, scrolled, since, frames] = [placeOf(), scroller.scrollTop, performance.now(), 0];
    } else if (Math.abs(scroller.scrollTop - scrolled) > 1) return;
    else if (performance.now() - since > STEADY && frames > STEADY_FRAMES) return;
    frames += 1;
    await afterFrame();
  }
}
