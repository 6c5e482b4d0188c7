import type { ReactiveController } from 'lit';

/**
 * The window that an element is in: not the script's where a page has put the element into a frame or a pop-up window. The script's in
 * a document without a window.
 */
export const windowOf = (element: Element): Window & typeof globalThis => element.ownerDocument.defaultView ?? window;

/** A controller that listens to events of the window that its element is in, while the element is in a document. */
export class WindowListener implements ReactiveController {
  private target: Window | null = null;

  constructor(
    private readonly element: Element,
    private readonly types: readonly string[],
    private readonly listener: (event: Event) => void,
  ) {}

  hostConnected(): void {
    this.target = windowOf(this.element);
    for (const type of this.types) this.target.addEventListener(type, this.listener);
  }

  /** The element may already be in another document. */
  hostDisconnected(): void {
    for (const type of this.types) this.target?.removeEventListener(type, this.listener);
    this.target = null;
  }
}

/** A callback in the next frame of the window that an element is in. */
export class NextFrame {
  private pending: { readonly window: Window; readonly id: number } | null = null;

  constructor(
    private readonly element: Element,
    private readonly callback: (now: number) => void,
  ) {}

  /** Does nothing if the callback is already requested. */
  request(): void {
    if (this.pending !== null) return;
    const window = windowOf(this.element);
    const id = window.requestAnimationFrame((now) => {
      this.pending = null;
      this.callback(now);
    });
    this.pending = { window, id };
  }

  cancel(): void {
    this.pending?.window.cancelAnimationFrame(this.pending.id);
    this.pending = null;
  }
}

/** Calls listeners when something of their document changes. Each document is watched while it has a listener. */
export class DocumentWatch {
  private readonly watched = new WeakMap<
    Document,
    { readonly listeners: Set<() => void>; readonly stop: AbortController }
  >();

  /** `watch` calls `notify` until the signal is aborted. */
  constructor(private readonly watch: (document: Document, notify: () => void, signal: AbortSignal) => void) {}

  /** Returns how to stop. */
  listen({ ownerDocument: document }: Element, listener: () => void): () => void {
    const { listeners, stop } = this.watched.get(document) ?? this.begin(document);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop.abort();
      this.watched.delete(document);
    };
  }

  private begin(document: Document) {
    const watched = { listeners: new Set<() => void>(), stop: new AbortController() };
    this.watched.set(document, watched);
    const notify = (): void => {
      for (const listener of watched.listeners) listener();
    };
    this.watch(document, notify, watched.stop.signal);
    return watched;
  }
}
