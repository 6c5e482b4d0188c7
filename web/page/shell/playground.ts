import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import { sentenceWords } from '../../i18n/controls.ts';
import { currentLanguage } from '../../i18n/messages.ts';
import { pageWords } from '../../i18n/page.ts';
import { controlPaths } from '../../scene/controls.ts';
import { homeScene } from '../../scene/home.ts';
import { defaultScene } from '../../scene/index.ts';
import type { Scene, View } from '../../scene/types.ts';
import { withWords } from '../../scene/words.ts';
import { explain, type Problem, problemAt } from '../../session/problem.ts';
import {
  type Action,
  canRedo,
  canUndo,
  initial,
  isOnStage,
  onStage,
  reduce,
  type State,
  sceneOf,
} from '../../session/state.ts';
import type { HideAnswer, SceneResult } from '../../trace/scene-result.ts';
import { type Focus, FocusRequest } from '../../views/index.ts';
import { ExcerptRequest } from '../../views/shared/focus-requests.ts';
import { inLayer, uncoverCell } from '../attention/focus.ts';
import { missingLesson } from '../lessons/missing-lesson.ts';
import { Address } from './address.ts';
import { lessonOf, missingLessonOf, startAgain, startOf, withoutLesson } from './catalogue.ts';
import type { LessonAction } from './events.ts';
import { FocusState } from './focus-state.ts';
import { isPlace } from './fragment.ts';
import { type Arrival, copyAddress, fragmentOf, readFragment, shareDialog, viewDamage } from './link.ts';
import { type Change, SceneComputer } from './scene-computer.ts';
import { Screen } from './screen.ts';
import { ScreenLoader, screenOf } from './screens.ts';
import { type Example, sentences, type Typed } from './sentences.ts';
import { shortcutOf } from './shortcut.ts';
import { Status } from './status.ts';
import { noticeBar, startFailed, topBar } from './top-bar.ts';

/** A scene that came as a whole. */
const opened: Change = { typed: false, fresh: true };

/**
 * The page. State is the scene (state.ts); from it the core makes a picture; everything below gets the picture and what
 * the reader looks at, and asks for changes with events. On an error the picture stays and the problem is shown.
 */
export class Playground extends LightDomElement {
  /** Set once, by main.ts, when the core is there. */
  @property({ attribute: false }) core: SceneCore | null = null;
  @state() private state: State = initial(homeScene);
  private steps: Element | null = null;
  @state() private hide: HideAnswer | null = null;
  /** Why the link that was opened could not be; empty where it could. */
  @state() private notice = '';
  /** The interactive page has taken the place of the prerendered one. */
  private isInteractive = false;
  private typed: Typed | null = null;
  private example: Example | null = null;
  private address: Address | null = null;
  private computer: SceneComputer | null = null;
  private hasArrived = false;
  private arriving: Promise<void> = Promise.resolve();
  private readonly focusState = new FocusState(this);
  private readonly screen = new Screen(this);
  private readonly screens = new ScreenLoader(this, (thrown, shown) => {
    if (!this.isInteractive) return startFailed(thrown);
    // Back to what is still on show: the button that leads away from it can be pressed again.
    if ((shown === 'workbench') === isOnStage(sceneOf(this.state))) this.turn();
    this.status.say(pageWords.header.noScreen);
  });
  private readonly status = new Status(this);

  /** All that is asked for below comes up to here as events. */
  constructor() {
    super();
    this.addEventListener('sa-edit', ({ detail }) => {
      if (detail.key === 'embedding' || detail.key === 'challenge')
        this.write(detail.scene, (scene) => this.act({ type: 'edit', ...detail, scene }));
      else this.act({ type: 'edit', ...detail });
    });
    this.addEventListener('sa-head', ({ detail }) => this.show('head', detail));
    this.addEventListener('sa-layer', ({ detail }) => this.showLayer(detail));
    this.addEventListener('sa-runs', ({ detail }) => this.show('runs', detail ?? undefined));
    this.addEventListener('sa-history', ({ detail }) => this.act({ type: detail }));
    this.addEventListener('sa-lesson-request', ({ detail }) => this.onLessonRequest(detail));
    this.addEventListener('keyup', () => void uncoverCell(this));
    this.addEventListener(FocusRequest.type, (event) => event instanceof FocusRequest && this.onFocus(event.detail));
    this.addEventListener(
      ExcerptRequest.type,
      (event) => event instanceof ExcerptRequest && this.computer?.reveal(event.detail),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.onKey);
    this.address?.close();
    this.address = null;
    this.computer?.dispose();
    this.computer = null;
  }

  protected override shouldUpdate(): boolean {
    return this.core !== null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('core') && this.core !== null && this.address === null) {
      this.computer = new SceneComputer(this.core, this);
      this.address = new Address((hash) => {
        // The skip link must not cost the scene: its address takes the place's again.
        if (!isPlace(hash)) this.arriving = this.arrive(hash);
        else this.address?.write(() => fragmentOf(sceneOf(this.state)));
        // The browser moves the focus itself after it has told of the address.
        if (hash === '#main') setTimeout(() => this.screen.focusAfter('#picture'));
      });
      this.arriving = this.arrive(location.hash);
    }
  }

  /** With what a link on its way is to draw. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await this.arriving;
    return super.getUpdateComplete();
  }

  protected override updated(): void {
    if (this.hasArrived) void this.screens.load(screenOf(sceneOf(this.state)));
    const steps = this.querySelector('sa-steps');
    if (steps !== this.steps) this.screen.watchSteps(steps);
    this.steps = steps;
    if (this.isInteractive || this.querySelector('sa-steps, sa-stage') === null) return;
    this.isInteractive = true;
    this.querySelector('.static')?.remove();
    // A page that is loaded again is where it had been scrolled to.
    if (this.querySelector('.missing') !== null) scrollTo({ top: 0, behavior: 'instant' });
  }

  // ---- State ---------------------------------------------------------------------------------------------------------

  private act(action: Action): void {
    const before = sceneOf(this.state);
    this.state = reduce(this.state, action, performance.now());
    const scene = sceneOf(this.state);
    if (scene === before) return;
    this.notice = '';
    // No number is another for it.
    if (action.type === 'moment') {
      this.writeAddress();
      return;
    }
    const focus = scene.view?.focus;
    // The word in focus has moved, or is gone.
    if (action.type === 'edit' && focus !== before.view?.focus)
      this.focusState.pin(focus === undefined ? null : { query: focus });
    const elsewhere = action.type !== 'edit' && action.type !== 'focus' && action.type !== 'turn';
    const typed = action.type === 'edit' ? action.key === 'sentence' || action.key === 'encoder' : elsewhere;
    this.compute(scene, { typed, fresh: action.type === 'open' }, () => {
      if (elsewhere) this.focusState.follow(scene, this.result);
      this.writeAddress();
    });
  }

  /** Where a list of words has to be fetched for a scene, `use` gets it a second time, unless somebody has gone on to another. */
  private write(written: Scene, use: (scene: Scene) => void): void {
    withWords(written, currentLanguage(), (scene, instead) => {
      if (instead === null || sceneOf(this.state) === instead) use(scene);
    }).catch(() => this.status.say(sentenceWords.missed));
  }

  private writeAddress(): void {
    const scene = sceneOf(this.state);
    if (this.problem === null) this.address?.write(() => fragmentOf(scene), this.result?.viewport !== null);
  }

  private readonly computeAnyway = (): void => this.computer?.computeAnyway(() => this.writeAddress());

  private compute(scene: Scene, change: Change, afterwards: () => void): void {
    this.computer?.compute(scene, change, () => {
      const { result } = this;
      if (result !== null) this.focusState.keepWithin(result);
      afterwards();
    });
  }

  private get problem(): Problem | null {
    return this.computer?.problem ?? null;
  }

  /** The layer on show of what works, as far as it is to be seen. */
  private get result(): SceneResult | null {
    const work = this.computer?.work?.atLayer(
      Math.min(this.computer.work.scene.view?.layer ?? 0, this.computer.work.layers - 1),
    );
    if (work === undefined) return null;
    // A lesson that was left asks for nothing.
    const hide = lessonOf(sceneOf(this.state)) === null ? null : this.hide;
    return hide === null || work.viewport !== null ? work : work.withHiddenAnswer(hide);
  }

  /** A link was opened. A damaged one is explained and left where it is. */
  private async arrive(hash: string): Promise<void> {
    const read = readFragment(hash);
    const arrival = read instanceof Promise ? await read : read;
    // Somebody may have gone on to another while it was unpacked, or something fetched.
    if (read instanceof Promise && hash !== location.hash) return;
    this.hide = arrival.hide;
    this.compute(arrival.scene, opened, () => this.arrived(arrival));
  }

  private arrived({ scene, damage, journey }: Arrival): void {
    const beyond = this.problem === null && this.result !== null ? viewDamage(this.result, journey) : null;
    const { problem } = this;
    // It waits to be asked for, beside whatever picture there is.
    const waiting = problem?.anyway === undefined ? null : problem;
    const why = damage ?? (waiting === null && problem !== null ? explain(problem) : beyond);
    const shown = waiting !== null || (problem === null && beyond === null) ? scene : defaultScene;
    if (shown !== scene || this.result === null) {
      this.compute(defaultScene, opened, () => {
        if (this.computer !== null) this.computer.problem = waiting;
      });
    }
    if (this.result === null) startFailed(new Error(why ?? ''));
    this.state = this.hasArrived
      ? reduce(this.state, { type: 'open', scene: shown }, performance.now())
      : initial(shown);
    this.hasArrived = true;
    this.focusState.follow(shown, this.result);
    this.notice = why ?? '';
    if (this.screen.narrow && lessonOf(shown) !== null) void this.screen.open('lesson');
  }

  // ---- What the reader does ------------------------------------------------------------------------------------------

  private onFocus({ focus: requested, pinned }: FocusRequest['detail']): void {
    const focus = requested === null ? null : inLayer(requested, this.result?.layer ?? 0);
    if (!pinned) this.focusState.hover(focus);
    else if (focus === null) this.clearFocus();
    else {
      this.focusState.pin(focus);
      this.computer?.reveal(focus);
      if (focus.query !== undefined) this.act({ type: 'focus', focus: focus.query });
      this.showLayer(focus.cell?.layer);
      void uncoverCell(this);
    }
  }

  private clearFocus(): void {
    if (this.focusState.clear()) this.act({ type: 'focus', focus: null });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || this.core === null) return;
    const shortcut = shortcutOf(event);
    if (shortcut === null) return;
    if (shortcut !== 'escape') {
      event.preventDefault();
      this.act({ type: shortcut });
    } else if (this.screen.sheet !== 'none') this.screen.close();
    else this.clearFocus();
  };

  private showLayer(layer: number | undefined): void {
    if (layer !== undefined && layer !== this.result?.layer) this.show('layer', layer);
  }

  private show<Part extends 'head' | 'layer' | 'runs'>(part: Part, at: View[Part]): void {
    const scene = sceneOf(this.state);
    this.act({ type: 'edit', key: `view.${part}`, scene: { ...scene, view: { ...scene.view, [part]: at } } });
  }

  /** The scene stays, as one that belongs to no lesson. */
  private readonly leaveLesson = (): void => {
    this.screen.show('none');
    this.act({ type: 'edit', key: 'lesson', scene: withoutLesson(sceneOf(this.state)) });
    this.screen.focusAfter('.lessons button');
  };

  private onLessonRequest(action: LessonAction): void {
    if (action.kind === 'open') this.act({ type: 'open', scene: action.scene });
    else if (action.kind === 'turn') this.act({ type: 'turn', page: action.page, at: action.at });
    else if (action.kind === 'hide') this.hide = action.hide;
    else if (action.kind === 'announce') this.status.say(action.text);
    else if (action.kind === 'leave') this.leaveLesson();
    else this.screen.putControlsBeside(action.beside);
  }

  /** From the stage to the workbench, or there from it. */
  private readonly turn = (): void => this.act({ type: 'moment', at: isOnStage(sceneOf(this.state)) ? null : 0 });

  private readonly copyLink = async (): Promise<void> => {
    this.address?.flush();
    this.status.say(await copyAddress(sceneOf(this.state)));
  };

  private readonly share = async (): Promise<void> => {
    const { result, core, state: now } = this;
    if (result !== null && core !== null) this.status.say(await shareDialog(result, sceneOf(now), core));
  };

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const { result, core } = this;
    const { draw } = this.screens;
    if (result === null || core === null || draw === null) return nothing;
    const scene = sceneOf(this.state);
    const start = startOf(scene, this.state.start);
    const missing = missingLessonOf(scene);
    return html`
      ${topBar({
        core,
        current: lessonOf(scene),
        names: scene.view?.names,
        onStage: isOnStage(scene),
        turn: this.turn,
        canUndo: canUndo(this.state),
        canRedo: canRedo(this.state),
        status: this.status.text,
        act: (type) => this.act(type === 'reset' ? { type: 'open', scene: startAgain(scene, start) } : { type }),
        copyLink: this.copyLink,
        share: this.share,
        announce: this.status.say,
      })}
      ${draw({
        core,
        scene,
        start,
        arrived: this.state.start,
        result,
        hovered: this.focusState.hovered,
        pinned: this.focusState.pinned,
        problem: this.problem,
        computeAnyway: this.computeAnyway,
        epoch: this.state.epoch,
        screen: this.screen,
        notice: html`${noticeBar(this.notice, this.dismiss)}${missing === null ? nothing : missingLesson(core, missing, scene, this.leaveLesson)}`,
        sentences: (focusOn) => this.sentences(result, focusOn),
        about: this.about,
        onMoment: (at) => this.act({ type: 'moment', at }),
      })}
    `;
  }

  /** The explanation that index.html came with; it moves in between the picture and the steps. */
  private readonly about = document.getElementById('about');

  private readonly dismiss = (): void => {
    this.notice = '';
    this.screen.focusAfter('#sentence');
  };

  private sentences(result: SceneResult, focusOn: Focus): TemplateResult {
    const { problem } = this;
    return sentences({
      scene: sceneOf(this.state),
      result,
      focusOn,
      typed: this.typed,
      example: this.example?.scene === this.state.start ? this.example : null,
      onExample: (example) => {
        const here = isOnStage(sceneOf(this.state)) ? onStage(example.scene, 0) : example.scene;
        this.example = { ...example, scene: here };
        this.act({ type: 'open', scene: here });
      },
      why: (control) => (problem === null ? '' : problemAt(control, problem, controlPaths(sceneOf(this.state)))),
      onType: (typed) =>
        this.write(typed.scene, (scene) => {
          this.typed = { ...typed, scene };
          this.act({ type: 'edit', key: typed.box, scene });
        }),
      onHistory: (type) => this.act({ type }),
      announce: this.status.say,
    });
  }
}
customElements.define('sa-playground', Playground);
