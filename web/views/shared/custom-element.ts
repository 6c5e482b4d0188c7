import { type ElementPart, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { windowOf } from './own-window.ts';

/**
 * Registers a view under its name. A page may load two copies of this code (the page's own and an element's): the first
 * one stays, the second does nothing.
 */
export function define(name: string) {
  return (view: CustomElementConstructor): void => {
    if (!customElements.get(name)) customElements.define(name, view);
  };
}

/**
 * Sets style properties of an element through its CSSOM, where a strict Content Security Policy allows them. (lit's
 * styleMap writes a style attribute the first time, which `style-src 'self'` blocks.)
 *
 *     <div ${styled({ width: '3px', '--row': '32px' })}></div>
 */
class Styled extends Directive {
  private readonly written = new Map<string, string>();

  render(_properties: Readonly<Record<string, string>>) {
    return nothing;
  }

  override update(part: ElementPart, [properties]: [Readonly<Record<string, string>>]) {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(properties)) {
      if (this.written.get(name) === value) continue;
      this.written.set(name, value);
      style.setProperty(name, value);
    }
    return nothing;
  }
}

export const styled = directive(Styled);

/** The duration of a transition from old numbers to new ones, in milliseconds. */
export const TRANSITION = 200;

/** A context for drawing. WebKit prints a GPU canvas black, so this asks for one in memory. */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context?.isContextLost?.()) return context;
  // The window that the canvas was in has been closed. Its context does not come back.
  const other = canvas.cloneNode() as HTMLCanvasElement;
  canvas.replaceWith(other);
  return other.getContext('2d', { willReadFrequently: true });
}

/** Draws once a frame, however often a view requests it: one keystroke changes many properties. */
const frames = new WeakMap<Window, Set<() => void>>();
const queueOf = new WeakMap<() => void, Set<() => void>>();

/** `element` is drawn: the frame is one of its window. */
export function scheduleDraw(element: Element, draw: () => void): void {
  const view = windowOf(element);
  const waiting = frames.get(view) ?? requestFrame(view);
  waiting.add(draw);
  queueOf.set(draw, waiting);
}

function requestFrame(view: Window): Set<() => void> {
  const waiting = new Set<() => void>();
  frames.set(view, waiting);
  view.requestAnimationFrame(() => {
    frames.delete(view);
    for (const each of [...waiting]) each();
  });
  return waiting;
}

export function cancelDraw(draw: () => void): void {
  queueOf.get(draw)?.delete(draw);
}

/** Device pixels for each CSS pixel of an element's window. */
export const pixelRatioOf = (element: Element): number => windowOf(element).devicePixelRatio;

/** Gives a canvas one pixel for each device pixel. A box of 444.4 px would stretch 444 pixels and blur every digit. */
export function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  const ratio = pixelRatioOf(canvas);
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width === across && canvas.height === down) return;
  Object.assign(canvas, { width: across, height: down });
  Object.assign(canvas.style, { width: `${across / ratio}px`, height: `${down / ratio}px` });
}

/**
 * Reports the size of a box in the frame after it changed. To draw while the browser reports sizes can change a size that it
 * has reported already, in this view or in another, which is an error of the page.
 */
export class Sizes {
  private observer: ResizeObserver | null = null;
  private size: DOMRectReadOnly | null = null;

  constructor(private readonly resized: (size: DOMRectReadOnly) => void) {}

  observe(box: Element): void {
    this.disconnect();
    this.observer = new (windowOf(box).ResizeObserver)((entries) => {
      this.size = entries.at(-1)?.contentRect ?? null;
      scheduleDraw(box, this.report);
    });
    this.observer.observe(box);
  }

  private readonly report = (): void => {
    if (this.size !== null) this.resized(this.size);
  };

  disconnect(): void {
    cancelDraw(this.report);
    this.observer?.disconnect();
    this.observer = null;
  }
}

/** The width of an element on the page, in CSS pixels. A change draws the element again. */
export class OwnWidth implements ReactiveController {
  /** A typical width, used before the first measurement. */
  value = 480;
  private readonly host: ReactiveControllerHost & Element;
  private readonly watch = new Sizes(({ width }) => {
    if (width === 0 || width === this.value) return;
    this.value = width;
    this.host.requestUpdate();
  });

  constructor(host: ReactiveControllerHost & Element) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.watch.observe(this.host);
  }

  hostDisconnected(): void {
    this.watch.disconnect();
  }
}

/** The size of a view's box, and whether it is on screen or near it. */
export class OnScreen implements ReactiveController {
  size = { width: 0, height: 0 };
  isSeen = false;
  private readonly resizes = new Sizes(({ width, height }) => {
    if (width === this.size.width && height === this.size.height) return;
    this.size = { width, height };
    this.draw();
  });
  private sightings: IntersectionObserver | null = null;
  private box: Element | null = null;

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly draw: () => void,
  ) {
    host.addController(this);
  }

  /** The view's box, once it exists. */
  watch(box: Element): void {
    this.box = box;
    this.resizes.observe(box);
    this.sightings?.disconnect();
    this.sightings = new (windowOf(this.host).IntersectionObserver)(
      (entries) => {
        this.isSeen = entries.at(-1)?.isIntersecting ?? false;
        if (this.isSeen) this.draw();
      },
      { rootMargin: '160px' },
    );
    this.sightings.observe(this.host);
  }

  /** Measures now if no frame has reported a size yet. */
  measure(box: Element): void {
    if (this.size.width === 0) this.size = { width: box.clientWidth, height: box.clientHeight };
  }

  hostConnected(): void {
    if (this.box !== null) this.watch(this.box);
  }

  hostDisconnected(): void {
    this.resizes.disconnect();
    this.sightings?.disconnect();
    this.isSeen = false;
  }
}
