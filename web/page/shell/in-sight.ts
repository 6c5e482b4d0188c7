import { afterFrame } from '../../views/shared/frame.ts';

/**
 * When nothing has moved for this many milliseconds and frames, scrolling has settled. Content out of view is drawn
 * with a delay shorter than this. Frames count too, because on a slow machine a second can pass before anything is
 * drawn.
 */
const STEADY = 1000;
const STEADY_FRAMES = 20;
/** The last request to scroll each box. */
const latest = new WeakMap<Element, symbol>();

/** The nearest box around an element that scrolls now: a column, or the page. */
function scrollerOf(element: Element): Element {
  for (let box = element.parentElement; box !== null; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  return document.documentElement;
}

/**
 * Scrolls to an element with `scroll`, and again each time layout moves it or changes its height: a section gets its
 * height as it comes near, or when typing pauses. Stops when nothing has moved for a while, when the reader
 * scrolls, and when the same box is scrolled to something else.
 */
export async function scrollIntoViewUntilStable(element: Element, scroll: () => void): Promise<void> {
  const own = Symbol();
  let scroller = scrollerOf(element);
  latest.set(scroller, own);
  // The position inside the scrolled content, which scrolling does not change, and the height.
  const placeOf = (): string => {
    const top = scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top;
    const box = element.getBoundingClientRect();
    return [box.top - top + scroller.scrollTop, box.height].map(Math.round).join();
  };
  let [place, scrolled, since, frames] = ['', scroller.scrollTop, 0, 0];
  while (latest.get(scroller) === own && element.isConnected) {
    if (placeOf() !== place) {
      scroll();
      scroller = scrollerOf(element);
      latest.set(scroller, own);
      [place, scrolled, since, frames] = [placeOf(), scroller.scrollTop, performance.now(), 0];
    } else if (Math.abs(scroller.scrollTop - scrolled) > 1) return;
    else if (performance.now() - since > STEADY && frames > STEADY_FRAMES) return;
    frames += 1;
    await afterFrame();
  }
}
