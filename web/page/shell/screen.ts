import type { LitElement, ReactiveController } from 'lit';
import { scrollIntoViewUntilStable } from './in-sight.ts';

/** The content of the sheet at the bottom of a narrow screen. */
export type Sheet = 'none' | 'controls' | 'lesson';

/** Which parts of the page are on the screen and where the focus is. The host is updated when that changes. */
export class Screen implements ReactiveController {
  /** The steps, and the strip that explains their cells, are on the screen. */
  atSteps = false;
  /** What the open sheet shows. */
  sheet: Sheet = 'none';
  /** On a wide screen, the controls are beside the picture of a lesson: its page is about one, or the reader asked for them. */
  controlsBeside = false;
  /** The layer that the film is in. Null where it is in the last one, or does not play. */
  filmLayer: number | null = null;
  private readonly narrowScreen = matchMedia('(width < 67.5rem)');
  private readonly narrowLesson = matchMedia('(width < 60rem)');
  private readonly steps = new IntersectionObserver(
    (entries) => {
      const seen = entries.at(-1)?.isIntersecting ?? false;
      if (seen !== this.atSteps) this.host.requestUpdate();
      this.atSteps = seen;
    },
    { rootMargin: '0px 0px -160px 0px' },
  );

  constructor(
    private readonly host: LitElement,
    private readonly hasLesson: () => boolean,
  ) {
    host.addController(this);
  }

  /** Controls and lesson are in a sheet. */
  get narrow(): boolean {
    return (this.hasLesson() ? this.narrowLesson : this.narrowScreen).matches;
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

  showFilmLayer(layer: number | null): void {
    if (layer === this.filmLayer) return;
    this.filmLayer = layer;
    this.host.requestUpdate();
  }

  async open(sheet: Sheet): Promise<void> {
    this.show(sheet);
    await this.host.updateComplete;
    const picture = this.host.querySelector('#picture, sa-stage');
    // The sheet covers the rest. The picture gets its height when it is drawn.
    if (picture !== null) void scrollIntoViewUntilStable(picture, () => picture.scrollIntoView({ block: 'start' }));
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
    for (const width of [this.narrowScreen, this.narrowLesson]) width.addEventListener('change', this.onWidth);
  }

  hostDisconnected(): void {
    for (const width of [this.narrowScreen, this.narrowLesson]) width.removeEventListener('change', this.onWidth);
    this.steps.disconnect();
  }

  private readonly onWidth = (): void => this.host.requestUpdate();
}
