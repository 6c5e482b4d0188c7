import { parentOf } from './flat-tree.ts';

/** A point of the viewport, as mouse and pointer events have it. */
export interface ViewportPoint {
  readonly clientX: number;
  readonly clientY: number;
}

/** A point in an element, and the size of that element, in its own CSS pixels. */
export interface OwnPoint {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Where a point of the viewport is in an element, from the corner of its border box. A page may scale, zoom, rotate or mirror what the
 * element stands in (slides do), so a pixel of the viewport may not be one of the element.
 */
export function pointIn(element: Element, { clientX, clientY }: ViewportPoint): OwnPoint {
  const rect = element.getBoundingClientRect();
  const { a, b, c, d } = transformOf(element);
  const { width, height } = sizeOf(element, rect);
  // What transforms do not explain is zoom.
  const across = (Math.abs(a) * width + Math.abs(c) * height) / rect.width;
  const down = (Math.abs(b) * width + Math.abs(d) * height) / rect.height;
  // The centre of the rectangle is the centre of the element, however it is turned.
  const x = (clientX - rect.left - rect.width / 2) * across;
  const y = (clientY - rect.top - rect.height / 2) * down;
  const area = a * d - b * c;
  return { x: (d * x - c * y) / area + width / 2, y: (a * y - b * x) / area + height / 2, width, height };
}

function sizeOf(element: Element, rect: DOMRect): { readonly width: number; readonly height: number } {
  const { offsetWidth, offsetHeight } = element as Partial<HTMLElement>;
  if (offsetWidth === undefined || offsetHeight === undefined) {
    // An SVG has no offsetWidth.
    const { width, height } = getComputedStyle(element);
    return { width: Number.parseFloat(width), height: Number.parseFloat(height) };
  }
  // offsetWidth is a whole number. The rectangle is exact, and differs by less than one where a pixel is a pixel.
  const exact = (own: number, seen: number): number => (Math.abs(own - seen) < 1 ? seen : own);
  return { width: exact(offsetWidth, rect.width), height: exact(offsetHeight, rect.height) };
}

/** The transforms of an element and of all that it stands in. Its translation has no meaning. */
function transformOf(element: Element): DOMMatrix {
  let whole = new DOMMatrix();
  for (let current: Element | null = element; current !== null; current = parentOf(current)) {
    const { transform, rotate } = getComputedStyle(current);
    whole = new DOMMatrix(transform).multiply(whole);
    // A rotation about another axis than the screen's has more words than its angle.
    if (/^\S+deg$/.test(rotate)) whole = new DOMMatrix(`rotate(${rotate})`).multiply(whole);
  }
  return whole;
}
