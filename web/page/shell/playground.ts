import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import { sentenceWords } from '../../i18n/controls.ts';
import { type LanguageCode, languageAt } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import { controlPaths } from '../../scene/controls.ts';
import { homeScene } from '../../scene/home.ts';
import { defaultScene } from '../../scene/index.ts';
import type { Scene, View } from '../../scene/types.ts';
import { type Edit, editWithWords } from '../../session/edit-with-words.ts';
import { inLayer } from '../../session/focus.ts';
import { explain, problemAt } from '../../session/problem.ts';
import { SceneSession } from '../../session/session.ts';
import { type Action, canRedo, canUndo, onScreen, type ScreenName, screenNameOf } from '../../session/state.ts';
import { needsWorker } from '../../session/workload.ts';
import type { HideAnswer, SceneResult } from '../../trace/scene-result.ts';
import type { Focus, FocusDetail } from '../../views/index.ts';
import { uncoverCell } from '../attention/focus.ts';
import { missingLesson } from '../lessons/missing-lesson.ts';
import { SwapDemo } from '../stage/swap-demo.ts';
import { Address } from './address.ts';
import { fetchHomeLike, lessonOf, missingLessonOf, startAgain, startOf, withoutLesson } from './catalogue.ts';
import type { LessonAction } from './events.ts';
import { onPageDrop } from './file-drop.ts';
import { isPlace } from './fragment.ts';
import { loadChosenLanguage, showLanguage } from './language.ts';
import {
  copyAddress,
  fragmentOf,
  modelDialog,
  type OpenedLink,
  readFragment,
  shareDialog,
  viewDamage,
} from './link.ts';
import { Screen } from './screen.ts';
import { ScreenLoader, screenOf } from './screens.ts';
import { type Example, type SentenceParts, sentences } from './sentences.ts';
import { shortcutOf } from './shortcut.ts';
import { Status } from './status.ts';
import { noticeBar, startFailed, topBar } from './top-bar.ts';

const workerClient = lazyModule(() => import('../large-scene/worker-client.ts'));

/** The page: a view of a session. Everything below it gets the session's state and result, and requests changes with events. */
export class Playground extends LightDomElement {
  /** Set once, by main.ts, when the core is there. */
  @property({ attribute: false }) core: SceneCore | null = null;
  private steps: Element | null = null;
  /** Why the opened link could not be shown, or empty. */
  @state() private notice = '';
  /** The interactive page has replaced the prerendered one. */
  private isInteractive = false;
  private example: Example | null = null;
  private address: Address | null = null;
  private session: SceneSession | null = null;
  /** The result on screen is that of the link opened last. */
  private isOpen = false;
  /** The scene of the last change, and the scene in the address bar. */
  private current: Scene = homeScene;
  private written: Scene = homeScene;
  private opening: Promise<void> = Promise.resolve();
  private readonly screen = new Screen(this, () => lessonOf(this.scene) !== null);
  private readonly screens = new ScreenLoader(this, (thrown, shown) => {
    if (!this.isInteractive) return startFailed(this.language, thrown);
    // Returns to the screen that is still shown, so its button can be pressed again.
    if (shown !== null && shown !== screenOf(this.scene)) this.showScreen(shown === 'lesson' ? 'watch' : shown);
    this.status.say(pageWords(this.language).header.noScreen);
  });
  private readonly status = new Status(this);
  private readonly swapDemo = new SwapDemo(() => this.session);

  /** Components below request changes with events. */
  constructor() {
    super();
    this.addEventListener('sa-edit', ({ detail }) => this.edit(detail));
    this.addEventListener('sa-head', ({ detail }) => this.setView('head', detail));
    this.addEventListener('sa-layer', ({ detail }) => this.showLayer(detail));
    this.addEventListener('sa-training-view', ({ detail }) => this.dispatch({ type: 'training', shown: detail }));
    this.addEventListener('sa-runs', ({ detail }) => this.setView('runs', detail));
    this.addEventListener('sa-history', ({ detail }) => this.dispatch({ type: detail }));
    this.addEventListener('sa-lesson-request', ({ detail }) => this.onLessonRequest(detail));
    this.addEventListener('keyup', () => void uncoverCell(this));
    this.addEventListener('sa-focus', ({ detail }) => this.onFocus(detail));
    this.addEventListener('sa-excerpt', ({ detail }) => this.session?.reveal(detail));
  }

  override get language(): LanguageCode {
    return this.session?.language ?? super.language;
  }

  private stopDrops = (): void => {};

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.onKey);
    this.stopDrops = onPageDrop((files) => void this.openModel(files));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.onKey);
    this.stopDrops();
    this.address?.close();
    this.address = null;
    this.swapDemo.stop();
    this.session?.dispose();
    this.session = null;
    this.isOpen = false;
  }

  protected override shouldUpdate(): boolean {
    return this.core !== null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('core') && this.core !== null && this.address === null) {
      this.address = new Address((hash) => {
        // The skip link must not lose the scene, so its fragment is replaced by the scene's.
        if (!isPlace(hash)) this.opening = this.openLink(hash);
        else this.address?.write(() => fragmentOf(this.scene));
        // After this event the browser moves the focus itself.
        if (hash === '#main') setTimeout(() => this.screen.focusAfter('#task-title, #picture'));
      });
      this.opening = this.openLink(location.hash);
    }
  }

  /** Also waits for a link that is being opened. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await this.opening;
    return super.getUpdateComplete();
  }

  protected override updated(): void {
    if (this.isOpen) void this.screens.load(screenOf(this.scene));
    const steps = this.querySelector('sa-steps');
    if (steps !== this.steps) this.screen.watchSteps(steps);
    this.steps = steps;
    if (this.isInteractive || this.querySelector('sa-steps, sa-stage, .train-screen') === null) return;
    this.isInteractive = true;
    this.swapDemo.start();
    this.querySelector('.static')?.remove();
    // After a reload the browser restores the scroll position.
    if (this.querySelector('.missing') !== null) scrollTo({ top: 0, behavior: 'instant' });
  }

  // ---- State ---------------------------------------------------------------------------------------------------------

  private dispatch(action: Action): void {
    this.session?.dispatch(action);
  }

  private readonly onSession = (): void => {
    const { session } = this;
    this.requestUpdate();
    if (session !== null && session.language !== languageAt(document.documentElement)) showLanguage(session.language);
    if (session === null || !this.isOpen) return;
    if (session.scene !== this.current) this.notice = '';
    this.current = session.scene;
    if (session.isPending || session.problem !== null || this.current === this.written) return;
    this.written = this.current;
    this.address?.write(() => fragmentOf(this.scene), session.result?.viewport !== null);
  };

  private readonly chooseLanguage = async (language: LanguageCode): Promise<void> => {
    try {
      if (!(await loadChosenLanguage(language))) return;
      // The first sentence is in the language of the page, until it is changed.
      const home = await fetchHomeLike(this.scene, language);
      this.dispatch({ type: 'language', language });
      if (home === null) return;
      // An address that names no scene leads to this one.
      if (location.hash === '') this.written = home;
      this.dispatch({ type: 'open', scene: home });
    } catch {
      this.status.say(pageWords(this.language).header.noLanguage);
    }
  };

  /** If an edit adds words that the handmade table does not have, they are looked up in the learned table. */
  private edit(edit: Edit): void {
    const bringsWords = edit.typed !== undefined || edit.controlId === 'embedding' || edit.controlId === 'challenge';
    if (this.session === null) return;
    if (bringsWords)
      editWithWords(this.session, edit).catch(() => this.status.say(sentenceWords(this.language).missed));
    else this.session.dispatch({ type: 'edit', ...edit });
  }

  private get scene(): Scene {
    return this.session?.scene ?? homeScene;
  }

  private get result(): SceneResult | null {
    return this.session?.result ?? null;
  }

  /** Opens a link. If it is damaged, the page says why, and the address keeps it. */
  private async openLink(hash: string): Promise<void> {
    const read = readFragment(this.language, hash);
    const link = read instanceof Promise ? await read : read;
    const { core } = this;
    // Another link may have been opened while this one was unpacked.
    if ((read instanceof Promise && hash !== location.hash) || core === null) return;
    const { scene, hideAnswer } = link;
    this.isOpen = false;
    if (this.session === null) {
      const loadLargeScenes = async () => (await workerClient.load()).createWorkerClient;
      this.session = new SceneSession(scene, {
        core,
        language: this.language,
        hideAnswer,
        needsWorker,
        loadLargeScenes,
      });
      this.session.subscribe(this.onSession);
    } else this.session.dispatch({ type: 'open', scene, hideAnswer });
    const { session } = this;
    session.whenSettled(() => this.showOpened(session, link));
  }

  private showOpened(session: SceneSession, { damage, journey }: OpenedLink): void {
    const { problem, result } = session;
    const why =
      damage ??
      (problem === null
        ? result && viewDamage(session.language, result, journey)
        : problem.computeAnyway
          ? null
          : explain(this.language, problem));
    // A scene that takes long is only computed on request. The page keeps the last result beside it.
    if (why !== null && damage === null) session.dispatch({ type: 'replace', scene: defaultScene });
    else if (result === null) session.preview(defaultScene);
    if (session.result === null) startFailed(this.language, new Error(why ?? ''));
    this.isOpen = true;
    this.current = session.scene;
    this.written = session.scene;
    this.notice = why ?? '';
    this.requestUpdate();
    if (this.screen.narrow && lessonOf(this.scene) !== null) void this.screen.open('lesson');
  }

  // ---- What the reader does ------------------------------------------------------------------------------------------

  private onFocus({ focus: requested, pinned }: FocusDetail): void {
    const focus = requested === null ? null : inLayer(requested, this.result?.layer ?? 0);
    if (!pinned) this.dispatch({ type: 'hover', focus });
    else if (focus === null) this.dispatch({ type: 'unpin' });
    else {
      this.dispatch({ type: 'pin', focus });
      this.showLayer(focus.cell?.layer);
      void uncoverCell(this);
    }
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || this.core === null) return;
    const shortcut = shortcutOf(event);
    if (shortcut === null) return;
    if (shortcut !== 'escape') {
      event.preventDefault();
      this.dispatch({ type: shortcut });
    } else if (this.screen.sheet !== 'none') this.screen.close();
    else this.dispatch({ type: 'unpin' });
  };

  private showLayer(layer: number | undefined): void {
    if (layer !== undefined && layer !== this.result?.layer) this.setView('layer', layer);
  }

  private setView<Part extends 'head' | 'layer' | 'runs'>(part: Part, value: View[Part]): void {
    const { scene } = this;
    this.dispatch({
      type: 'edit',
      controlId: `view.${part}`,
      scene: { ...scene, view: { ...scene.view, [part]: value } },
    });
  }

  /** Keeps the scene, without its lesson. */
  private readonly leaveLesson = (): void => {
    this.screen.show('none');
    this.dispatch({ type: 'edit', controlId: 'lesson', scene: withoutLesson(this.scene) });
    this.screen.focusAfter('.lessons button');
  };

  private onLessonRequest(action: LessonAction): void {
    if (action.kind === 'open') this.dispatch({ type: 'open', scene: action.scene });
    else if (action.kind === 'page') this.dispatch({ type: 'page', page: action.page, time: action.time });
    else if (action.kind === 'hide') this.dispatch({ type: 'hide-answer', hideAnswer: action.hideAnswer });
    else if (action.kind === 'announce') this.status.say(action.text);
    else if (action.kind === 'leave') this.leaveLesson();
    else if (action.kind === 'open-controls') void this.screen.open('controls');
    else this.screen.putControlsBeside(action.beside);
  }

  private readonly showScreen = (screen: ScreenName): void => {
    if (screen !== screenNameOf(this.scene)) this.dispatch({ type: 'screen', screen });
  };

  private readonly copyLink = async (): Promise<void> => {
    this.address?.flush();
    this.status.say(await copyAddress(this.language, this.scene));
  };

  private readonly share = async (): Promise<void> => {
    // What is shared is the reader's own sentence.
    this.swapDemo.stop();
    const { result, core, scene } = this;
    if (result !== null && core !== null) this.status.say(await shareDialog(this.language, result, scene, core));
  };

  private readonly openModel = async (files: readonly File[] = []): Promise<void> => {
    const { core } = this;
    if (core === null) return;
    const open = (scene: Scene, message: string, hideAnswer: HideAnswer | null = null): void => {
      this.dispatch({ type: 'open', scene, hideAnswer });
      this.status.say(message);
    };
    this.status.say(await modelDialog(this.language, { core, scene: this.scene, open, files }));
  };

  // ---- What is on the page -------------------------------------------------------------------------------------------

  protected override render() {
    const { session, result, core } = this;
    const { draw } = this.screens;
    if (session === null || result === null || core === null || draw === null) return nothing;
    const { scene, state, problem } = session;
    const start = startOf(scene, state.start);
    const missing = missingLessonOf(scene);
    return html`
      ${topBar(this.language, {
        core,
        current: lessonOf(scene),
        names: scene.view?.names,
        screen: screenNameOf(scene),
        showScreen: this.showScreen,
        canUndo: canUndo(state),
        canRedo: canRedo(state),
        status: this.status.text,
        act: (type) =>
          this.dispatch(type === 'reset' ? { type: 'open', scene: startAgain(this.language, scene, start) } : { type }),
        copyLink: this.copyLink,
        share: this.share,
        openModel: () => void this.openModel(),
        chooseLanguage: this.chooseLanguage,
      })}
      ${draw({
        language: session.language,
        core,
        scene,
        start,
        result,
        hovered: state.hovered,
        pinned: state.pinned,
        problem,
        resetCount: state.resetCount,
        screen: this.screen,
        isDemo: this.swapDemo.isShowing,
        notice: html`${noticeBar(this.language, this.notice, this.dismiss)}${missing === null ? nothing : missingLesson(this.language, core, missing, scene, this.leaveLesson)}`,
        sentences: (focusOn) => this.sentences(session, result, focusOn),
        about: this.about,
        onTime: (time) => this.dispatch({ type: 'time', time }),
      })}
    `;
  }

  /** The explanation from index.html. It moves between the picture and the steps. */
  private readonly about = document.getElementById('about');

  private readonly dismiss = (): void => {
    this.notice = '';
    this.screen.focusAfter('#sentence');
  };

  private sentences(session: SceneSession, result: SceneResult, focusOn: Focus): SentenceParts {
    const { scene, problem, state } = session;
    return sentences(this.language, {
      scene,
      result,
      focusOn,
      typed: state.typed,
      example: this.example?.scene === state.start ? this.example : null,
      onExample: (example) => {
        const opened = onScreen(example.scene, screenNameOf(scene));
        this.example = { ...example, scene: opened };
        this.dispatch({ type: 'open', scene: opened });
      },
      errorFor: (control) => (problem === null ? '' : problemAt(this.language, control, problem, controlPaths(scene))),
      onType: ({ box, text, scene: typed }) => this.edit({ scene: typed, controlId: box, typed: { box, text } }),
      onHistory: (type) => this.dispatch({ type }),
      announce: this.status.say,
    });
  }
}
customElements.define('sa-playground', Playground);
