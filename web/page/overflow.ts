/** A box that scrolls is a tab stop, so that the keyboard reaches what is cut off; one that does not is none. */
const watch = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const box = target.closest('[role="group"]');
    if (box === null) continue;
    if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0');
    else box.removeAttribute('tabindex');
  }
});

/** Watches the box (with role "group") and its content, from now on; asking again costs nothing. */
export function reachable(box: Element | null): void {
  if (box === null) return;
  watch.observe(box);
  if (box.firstElementChild !== null) watch.observe(box.firstElementChild);
}
