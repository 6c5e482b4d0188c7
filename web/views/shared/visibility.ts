import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How large the box is that a view draws in, and whether it is on the screen or near it. */
export class OnScreen implements ReactiveController {
  size = { width: 0, height: 0 };
  isSeen = false;
  private readonly resizes = new ResizeObserver((entries) => {
    const box = entries.at(-1)?.contentRect;
    if (!box || (box.width === this.size.width && box.height === this.size.height)) return;
    this.size = { width: box.width, height: box.height };
    // Before this frame is painted, or the picture would lag behind its box.
    this.draw();
  });
  private readonly sightings = new IntersectionObserver(
    (entries) => {
      this.isSeen = entries.at(-1)?.isIntersecting ?? false;
      if (this.isSeen) this.draw();
    },
    { rootMargin: '160px' },
  );

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly draw: () => void,
  ) {
    host.addController(this);
  }

  /** Its box, once it has been made. */
  watch(box: Element): void {
    this.resizes.observe(box);
    this.sightings.observe(this.host);
  }

  /** Now, where no frame has told it yet. */
  measure(box: Element): void {
    if (this.size.width === 0) this.size = { width: box.clientWidth, height: box.clientHeight };
  }

  hostDisconnected(): void {
    this.resizes.disconnect();
    this.sightings.disconnect();
    this.isSeen = false;
  }
}
