import { type ElementPart, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';

const grows = typeof CSS === 'undefined' || CSS.supports('field-sizing', 'content');

/** As high as its text; the style sheet says how high at most. */
function fit(box: HTMLTextAreaElement): void {
  const { style } = box;
  style.blockSize = '';
  style.blockSize = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}

const widths = new WeakMap<Element, number>();
// In the next frame: a change of height in this one would be observed as well, and be an error.
const fitLater = (box: HTMLTextAreaElement): unknown => requestAnimationFrame(() => fit(box));

/** Lines break elsewhere when a box is another width: when it comes into the page, too. */
const resizes = grows
  ? null
  : new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        if (!(target instanceof HTMLTextAreaElement) || widths.get(target) === contentRect.width) continue;
        widths.set(target, contentRect.width);
        fitLater(target);
      }
    });

/** Keeps a text box as high as its text where the browser does not know `field-sizing: content` (WebKit). */
class Grow extends Directive {
  render() {
    return nothing;
  }

  override update({ element }: ElementPart) {
    if (resizes === null || !(element instanceof HTMLTextAreaElement)) return nothing;
    resizes.observe(element);
    fitLater(element);
    return nothing;
  }
}

/** Nothing where the style sheet does it. */
export const grown: unknown = grows ? nothing : directive(Grow)();
