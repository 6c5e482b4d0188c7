import { html, nothing, render, type TemplateResult } from 'lit';
import { loadCore } from '../core/load.ts';
import type { Core } from '../core/types.ts';
import { element as english } from '../i18n/en/element.ts';
import { teach, words } from '../i18n/held.ts';
import { shortened } from '../scene/check.ts';
import type { Scene } from '../scene/types.ts';
import { type Focus, FocusRequest } from '../views/focus.ts';
import { GridView } from '../views/grid-view.ts';
import { settings } from './configure.ts';
import type { ImageOptions, SelfAttentionElement } from './element.ts';
import { pictureOf, type View } from './parts.ts';
import { type Problem, problemOf, Refused } from './problem.ts';
import { partsOf } from './room.ts';
import { bringWhat, type Source, sceneFrom } from './source.ts';
import { sheetsFor } from './styles.ts';
import { isDark, onGroundChange, themes } from './theme.ts';
import { Work } from './work.ts';

teach({ element: english });

/** What draws in an element, from when it nears the viewport. */
export class Body {
  /** The scene that was asked for last; null before the first has come. */
  scene: Scene | null = null;
  private start: Scene | null = null;
  private work: Work | null = null;
  private problem: Problem | null = null;
  private hovered: Focus | null = null;
  private pinned: Focus | null = null;
  private source: Source | null = null;
  private core: Core | null = null;
  private coming = new AbortController();
  private asked = false;
  private isReady = false;
  private stopWatching: (() => void) | null = null;
  private readonly frame = document.createElement('div');
  private readonly said = document.createElement('p');

  constructor(
    private readonly element: SelfAttentionElement,
    private readonly box: HTMLElement,
  ) {
    this.frame.className = 'frame';
    this.frame.part.add('frame');
    this.frame.setAttribute('role', 'group');
    this.said.className = 'problem';
    this.said.part.add('error');
    this.said.setAttribute('role', 'status');
    box.querySelector('.problem')?.remove();
    box.append(this.frame, this.said);
    this.frame.addEventListener(FocusRequest.type, this.onFocus);
    this.connect();
  }

  connect(): void {
    this.stopWatching ??= onGroundChange(() => this.dress());
    this.dress();
    this.source = null;
    this.changed();
  }

  disconnect(): void {
    this.stopWatching?.();
    this.stopWatching = null;
    this.coming.abort();
    this.work?.trace.dispose();
    this.work = null;
  }

  /** An attribute is another: all that change in one turn are taken together. */
  changed(): void {
    if (this.asked) return;
    this.asked = true;
    queueMicrotask(() => {
      this.asked = false;
      if (this.element.isConnected) void this.take();
    });
  }

  reset(): void {
    if (this.start !== null) this.show(this.start, true);
  }

  async image(_options: ImageOptions): Promise<Blob> {
    throw new Error('not yet');
  }

  /** Paper shows what no screen has shown yet. */
  print(): void {
    for (const grid of this.frame.querySelectorAll('*')) if (grid instanceof GridView) grid.redraw();
  }

  // ---- From the attributes -------------------------------------------------------------------------------------------

  private async take(): Promise<void> {
    const { lesson, sentence, given } = this.element;
    const source: Source = {
      lesson,
      sentence,
      given,
      text: given === null ? this.element.getAttribute('scene') : null,
    };
    this.dress();
    const before = this.source;
    const same =
      before !== null && (Object.keys(source) as (keyof Source)[]).every((key) => source[key] === before[key]);
    if (same && this.work !== null) {
      this.settle(null);
      return;
    }
    this.source = source;
    this.coming.abort();
    const coming = new AbortController();
    this.coming = coming;
    try {
      settings.taken = true;
      const [core, scene] = await Promise.all([loadCore(settings.core), sceneFrom(source, coming.signal)]);
      if (coming.signal.aborted) return;
      this.core = core;
      this.start = scene;
      this.show(scene, false);
    } catch (thrown) {
      if (!coming.signal.aborted) this.settle(problemOf(thrown));
    }
  }

  private dress(): void {
    const { theme } = this.element;
    const dark = theme === 'dark' || (theme !== 'light' && isDark(this.element));
    const root = this.element.shadowRoot;
    const sheets = sheetsFor(dark ? 'dark' : 'light');
    if (root === null || root.adoptedStyleSheets.at(-2) === sheets[0]) return;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets.slice(0, 1), ...sheets];
    this.print();
  }

  // ---- Scenes --------------------------------------------------------------------------------------------------------

  /** Computes a scene and draws it; where that does not work, what was drawn stays, and why is said. */
  private show(scene: Scene, byReader: boolean): void {
    if (this.core === null) return;
    this.scene = scene;
    try {
      const before = this.work?.trace;
      before?.update(scene);
      this.work = new Work(scene, before ?? this.core.attend(scene));
    } catch (thrown) {
      this.settle(problemOf(thrown));
      return;
    }
    const { focus } = scene.view ?? {};
    this.hovered = null;
    this.pinned = focus === undefined || focus >= this.work.tokens.length ? null : { query: focus };
    this.settle(null);
    if (byReader && this.problem === null) this.element.dispatchEvent(new CustomEvent('change', { detail: { scene } }));
  }

  /** The reader made another scene of it. */
  private async edit(scene: Scene): Promise<void> {
    await bringWhat(scene);
    this.show(scene, true);
  }

  private settle(problem: Problem | null): void {
    this.problem = problem ?? this.refused();
    this.draw();
    if (this.problem !== null) this.element.dispatchEvent(new CustomEvent('error', { detail: this.problem }));
    else if (!this.isReady) void this.ready();
  }

  private async ready(): Promise<void> {
    this.isReady = true;
    for (const view of this.frame.querySelectorAll('*')) {
      await (Reflect.get(view, 'updateComplete') as Promise<unknown> | undefined);
    }
    if (this.element.isConnected) this.element.dispatchEvent(new CustomEvent('ready'));
  }

  /** What an attribute asks for that there is not. */
  private refused(): Problem | null {
    const { theme, show, loading } = this.element;
    const refuse = (path: string, value: string, all: readonly string[]): Problem =>
      problemOf(new Refused('attribute', `${path} names ${shortened(value)}; there are: ${all.join(', ')}`, path));
    if (!themes.some((known) => known === theme)) return refuse('theme', theme, themes);
    if (loading !== 'lazy' && loading !== 'eager') return refuse('loading', loading, ['lazy', 'eager']);
    const known = ['heatmap', 'arcs'];
    const odd = partsOf(show).find(({ name }) => !known.includes(name));
    return odd === undefined ? null : refuse('show', odd.name, known);
  }

  // ---- What the reader does ------------------------------------------------------------------------------------------

  private readonly onFocus = (event: Event): void => {
    event.stopPropagation();
    if (!(event instanceof FocusRequest) || this.work === null) return;
    const { focus, pinned } = event.detail;
    this.hovered = pinned ? null : focus;
    if (pinned) this.pin(focus);
    this.draw();
  };

  private pin(focus: Focus | null): void {
    const { scene } = this;
    this.pinned = focus;
    if (this.element.readonly || scene === null || this.work === null) return;
    const { focus: before, ...view } = scene.view ?? {};
    if (before === focus?.query) return;
    this.scene = { ...scene, view: focus?.query === undefined ? view : { ...view, focus: focus.query } };
    this.element.dispatchEvent(new CustomEvent('change', { detail: { scene: this.scene } }));
  }

  // ---- What is drawn -------------------------------------------------------------------------------------------------

  private readonly redraw = (): void => this.draw();

  private draw(): void {
    const { work, problem } = this;
    this.said.textContent = problem?.message ?? '';
    this.box.classList.toggle('failed', work === null && problem !== null);
    if (work === null) return;
    // Before the words change, or show what is not there, the last good picture stays.
    if (problem === null || !this.box.classList.contains('drawn')) render(this.parts(work), this.frame);
    this.frame.lang = words.lang;
    this.frame.setAttribute('aria-label', words.element.label(work.scene.sentence ?? work.tokens.join(' ')));
    this.box.classList.add('drawn');
  }

  private parts(work: Work): TemplateResult {
    const focusOn = this.hovered ?? this.pinned ?? { query: 0 };
    const query = focusOn.query ?? work.scene.view?.focus ?? 0;
    const view: View = { work, query, focusOn, redraw: this.redraw };
    const label = words.element.weights(work.head + 1, work.heads);
    return html`${partsOf(this.element.show).map(
      ({ name, box }) => html`<div class=${box} part=${name}>${pictureOf(name, view, label) ?? nothing}</div>`,
    )}`;
  }
}
