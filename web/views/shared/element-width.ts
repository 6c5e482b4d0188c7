import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The width that an element has on the page, in CSS pixels; it draws anew when that changes. */
export class OwnWidth implements ReactiveController {
  /** Until the first measurement, what most screens come to. */
  value = 480;
  private readonly host: ReactiveControllerHost & Element;
  private readonly watch = new ResizeObserver((entries) => {
    const width = entries.at(-1)?.contentRect.width ?? 0;
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
