import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What of the page the reader's screen shows; the host is drawn anew when that changes. */
export class Screen implements ReactiveController {
  /** The controls and the lesson are in a sheet. */
  narrow = false;
  /** The steps are on the screen, and with them the strip that explains their cells. */
  atSteps = false;
  private readonly narrowScreen = matchMedia('(width < 67.5rem)');
  private readonly steps = new IntersectionObserver(
    (entries) => {
      const seen = entries.at(-1)?.isIntersecting ?? false;
      if (seen !== this.atSteps) this.host.requestUpdate();
      this.atSteps = seen;
    },
    { rootMargin: '0px 0px -160px 0px' },
  );

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  watchSteps(steps: Element): void {
    this.steps.observe(steps);
  }

  hostConnected(): void {
    this.narrow = this.narrowScreen.matches;
    this.narrowScreen.addEventListener('change', this.onWidth);
  }

  hostDisconnected(): void {
    this.narrowScreen.removeEventListener('change', this.onWidth);
    this.steps.disconnect();
  }

  private readonly onWidth = (): void => {
    this.narrow = this.narrowScreen.matches;
    this.host.requestUpdate();
  };
}
