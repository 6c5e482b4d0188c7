import type { LitElement, ReactiveController } from 'lit';

/** The content of the sheet at the bottom of a narrow screen. */
export type Sheet = 'none' | 'controls' | 'lesson';

/** Which parts of the page are on the screen and where the focus is. The host is updated when that changes. */
export class Screen implements ReactiveController {
  /** Controls and lesson are in a sheet. */
  narrow = false;
  /** The steps, and the strip that explains their cells, are on the screen. */
  atSteps = false;
  /** What the open sheet shows. */
  sheet: Sheet = 'none';
  /** The lesson's page is about a control: in a sheet, the controls are below it. */
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

  /** The section of the steps. Null if the page has none. */
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

  /** Where the focus goes when the element that has it is removed. */
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
