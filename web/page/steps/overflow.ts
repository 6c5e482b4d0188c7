import { LitElement } from 'lit';

/** A box that scrolls is a tab stop, so that the keyboard reaches what is cut off; one that does not is none. */
function measure(box: Element): void {
  // In a section out of view the first width that is asked for is laid out with what it held before; the second is true.
  box.firstElementChild?.getBoundingClientRect();
  if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0');
  else box.removeAttribute('tabindex');
}

const watch = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const box = target.closest('[role="group"]');
    // Without a size it is in a section that is out of view, and its true size is not known to the observer.
    if (box !== null && contentRect.width > 0) measure(box);
  }
});

/** What each box was measured with. */
const holds = new WeakMap<Element, unknown>();
let frame = 0;

// The observer hears nothing of boxes in sections that are out of view, which the keyboard reaches all the same.
addEventListener('resize', () => {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    for (const box of document.querySelectorAll('.formula')) if (holds.has(box)) measure(box);
  });
});

/** Watches the box (with role "group") that holds `content`, from now on; asking again with the same costs nothing. */
export function reachable(box: Element | null, content: unknown): void {
  if (box === null || holds.get(box) === content) return;
  holds.set(box, content);
  const inner = box.firstElementChild;
  watch.observe(box);
  if (inner === null) return;
  watch.observe(inner);
  const drawn = inner instanceof LitElement ? inner.updateComplete : Promise.resolve(true);
  void drawn.then(() => requestAnimationFrame(() => measure(box)));
}
