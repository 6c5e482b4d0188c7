import type { LitElement, ReactiveController } from 'lit';

/** What the sheet at the foot of a narrow screen holds. */
export type Sheet = 'none' | 'controls' | 'lesson';

/** What of the page the reader's screen shows, and what has the focus; the host is drawn anew when that changes. */
export class Screen implements ReactiveController {
  /** The controls and the lesson are in a sheet. */
  narrow = false;
  /** The steps are on the screen, and with them the strip that explains their cells. */
  atSteps = false;
  /** What is open in the sheet. */
  sheet: Sheet = 'none';
  /** The lesson on show is about a control: in a sheet the controls stand under it. */
  controlsBeside = false;
  private readonly narrowScreen = matchMedia('(width < 67.5rem)');
  private readonly steps = new IntersectionObserver(
    (entries) => {
      const seen = entries.at(-1)?.isIntersecting ?? false;
      if (seen !== this.atSteps) this.host.requestUpdate();
      this.atSteps = seen;
    },
    { rootMargin: '0px 0px -160px 0px' },
  );

  constructor(private readonly host: LitElement) {
    host.addController(this);
  }

  /** The steps that are on the page; null where it has none. */
  watchSteps(steps: Element | null): void {
    this.steps.disconnect();
    if (steps !== null) this.steps.observe(steps);
  }

  show(sheet: Sheet): void {
    this.sheet = sheet;
    this.host.requestUpdate();
  }

  putControlsBeside(beside: boolean): void {
    if (beside === this.controlsBeside) return;
    this.controlsBeside = beside;
    this.host.requestUpdate();
  }

  async open(sheet: Sheet): Promise<void> {
    this.show(sheet);
    await this.host.updateComplete;
    this.host.querySelector('sa-attention, sa-stage')?.scrollIntoView({ block: 'start' });
    this.host.querySelector<HTMLElement>('.sidebar')?.focus({ preventScroll: true });
  }

  readonly close = (): void => {
    const opener = `.bottom-bar [aria-controls][data-sheet="${this.sheet}"]`;
    this.show('none');
    this.focusAfter(opener);
  };

  /** Where the focus goes when what had it goes away. */
  focusAfter(selector: string): void {
    void this.host.updateComplete.then(() => this.host.querySelector<HTMLElement>(selector)?.focus());
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
