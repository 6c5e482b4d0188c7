import { type ElementPart, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';

const grows = typeof CSS === 'undefined' || CSS.supports('field-sizing', 'content');

/** Makes a text box as high as its text. The style sheet sets the limit. */
function fit(box: HTMLTextAreaElement): void {
  const { style } = box;
  style.blockSize = '';
  style.blockSize = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}

const widths = new WeakMap<Element, number>();
// In the next frame: a height changed in this one would be observed again, which is an error.
const fitLater = (box: HTMLTextAreaElement): unknown => requestAnimationFrame(() => fit(box));

/** A new width breaks lines elsewhere, also when the box first appears. */
const resizes = grows
  ? null
  : new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        if (widths.get(target) === contentRect.width) continue;
        widths.set(target, contentRect.width);
        fitLater(target as HTMLTextAreaElement);
      }
    });

/** Makes text boxes as high as their text in browsers without `field-sizing: content` (WebKit). */
class Grow extends Directive {
  render() {
    return nothing;
  }

  override update({ element }: ElementPart) {
    resizes?.observe(element);
    if (resizes !== null) fitLater(element as HTMLTextAreaElement);
    return nothing;
  }
}

/** Nothing if the style sheet does it. */
export const grown: unknown = grows ? nothing : directive(Grow)();
