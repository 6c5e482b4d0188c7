import type { PreparedScene, SceneCore, SceneDescription } from '../core/types.ts';
import type { LanguageCode } from '../i18n/language.ts';
import { parseScene } from '../scene/parse.ts';
import type { Scene } from '../scene/types.ts';
import type { Focus } from '../trace/focus.ts';
import type { HideAnswer, PartialResult, SceneResult } from '../trace/scene-result.ts';
import { resultOf } from '../trace/whole-result.ts';
import { prepareScene } from './compute.ts';
import { selectedView, within } from './focus.ts';
import { type Problem, problemOf } from './problem.ts';
import { type Action, initial, isSameButView, reduce, type State, sceneOf } from './state.ts';
import { TooMuchWork } from './workload.ts';

/** Computes scenes that would hold the page up, in a worker. */
export interface LargeScenes {
  /** `follow`: the viewport goes to the first token that changed. */
  show(scene: Scene, follow: boolean, isAskedFor: boolean): void;
  /** Moves the viewport to the focus. */
  reveal(focus: Focus): void;
  /** Frees the scene on show, which another has replaced. */
  release(): void;
  close(): void;
}

export interface LargeSceneListener {
  /** A scene was computed, or more of it was loaded. */
  shown(result: PartialResult): void;
  failed(problem: Problem, isTooMuch: boolean): void;
}

export interface SessionOptions {
  readonly core: SceneCore;
  readonly language: LanguageCode;
  readonly hideAnswer?: HideAnswer | null;
  /**
   * Whether a scene is too large to be computed here. Throws AttentionError for a scene that is refused, and TooMuchWork for
   * one that is only computed when it is asked for again (`isAskedFor`).
   */
  readonly needsWorker: (scene: Scene, describe: () => SceneDescription, isAskedFor: boolean) => boolean;
  /** Fetches what computes large scenes. */
  readonly loadLargeScenes?: () => Promise<(listener: LargeSceneListener) => LargeScenes>;
}

/** How a scene replaced the one before. */
interface Change {
  readonly isTyped: boolean;
  readonly isOpened: boolean;
  readonly isAskedFor: boolean;
}

/**
 * A scene that somebody works on: its history, its result, the focus, the language and what is wrong with it. The page and the element draw
 * it. State changes in `dispatch` alone: the action is reduced, the scene computed, the subscribers told. A scene that cannot be
 * computed leaves the result of the last one that could.
 */
export class SceneSession {
  private current: State;
  private computed: SceneResult | null = null;
  private failure: Problem | null = null;
  private large: LargeScenes | null = null;
  /** The scene that the worker was asked for last. */
  private pending: Scene | null = null;
  private onSettled: (() => void) | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    scene: Scene,
    private readonly options: SessionOptions,
  ) {
    this.current = initial(options.language, scene, options.hideAnswer);
    this.compute({ isTyped: false, isOpened: true, isAskedFor: false });
  }

  get state(): State {
    return this.current;
  }

  get core(): SceneCore {
    return this.options.core;
  }

  get language(): LanguageCode {
    return this.current.language;
  }

  /** The scene that was asked for last. It may not be the one of the result. */
  get scene(): Scene {
    return sceneOf(this.current);
  }

  /** The layer on show of the last scene that could be computed, without the answer that a lesson asks for. */
  get result(): SceneResult | null {
    const { computed } = this;
    if (computed === null) return null;
    const shown = computed.atLayer(selectedView(computed.scene, computed).layer);
    const { hideAnswer } = this.current;
    return hideAnswer === null || shown.viewport !== null ? shown : shown.withHiddenAnswer(hideAnswer);
  }

  /** Why the scene has no result. Its `computeAnyway` computes a scene that only takes long. */
  get problem(): Problem | null {
    return this.failure;
  }

  /** The listener is called after every change. Returns how to unsubscribe. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  dispatch(action: Action): void {
    const before = this.scene;
    const state = reduce(this.current, action, performance.now());
    if (state === this.current) return;
    this.current = state;
    if (action.type === 'pin') this.reveal(action.focus);
    // The time of the walkthrough changes no computed number.
    if (this.scene === before || action.type === 'time') this.notify();
    else this.compute({ isTyped: isTyped(action), isOpened: action.type === 'open', isAskedFor: false });
  }

  /** Whether the worker is still computing the scene. */
  get isPending(): boolean {
    return this.pending !== null;
  }

  /** Moves the viewport of a long sentence to the focus. */
  reveal(focus: Focus): void {
    if (this.computed?.viewport) this.large?.reveal(focus);
  }

  /** Calls back once the scene has a result or a problem. A later call replaces one that is waiting. */
  whenSettled(callback: () => void): void {
    if (this.pending === null) callback();
    else this.onSettled = callback;
  }

  /** Shows the result of another scene. The scene stays, and so does its problem. */
  preview(scene: Scene): void {
    this.replaceResult(resultOf(this.core, scene, this.core.attend(scene)));
    this.notify();
  }

  /** Computes the scene again, after `dispose` or `preview`. */
  resume(): void {
    this.compute({ isTyped: false, isOpened: true, isAskedFor: false });
  }

  /** Frees the core's memory. */
  dispose(): void {
    this.pending = null;
    this.large?.close();
    this.large = null;
    this.replaceResult(null);
  }

  private compute(change: Change): void {
    const { scene, computed } = this;
    let prepared: PreparedScene | null = null;
    const prepare = (): PreparedScene => {
      prepared ??= prepareScene(this.core, scene);
      return prepared;
    };
    try {
      if (computed?.viewport === null && isSameButView(scene, computed.scene)) {
        // Only the view changed: it is checked, and the new result takes over the trace.
        parseScene(scene);
        this.computed = computed.withScene(scene);
        this.settle(null);
      } else if (this.options.needsWorker(scene, () => prepare().description, change.isAskedFor)) {
        this.pending = scene;
        void this.computeInWorker(scene, change);
      } else {
        const result = resultOf(this.core, scene, prepare().attend());
        this.large?.release();
        this.finish(result);
      }
    } catch (thrown) {
      this.fail(problemOf(thrown, 'internal'), thrown instanceof TooMuchWork);
    }
  }

  private async computeInWorker(scene: Scene, { isTyped, isOpened, isAskedFor }: Change): Promise<void> {
    try {
      const listener = {
        shown: (result: PartialResult) => {
          if (this.pending === result.scene) this.finish(result);
          else {
            this.replaceResult(result);
            this.notify();
          }
        },
        failed: (problem: Problem, isTooMuch: boolean) => this.fail(problem, isTooMuch),
      };
      const create = await this.options.loadLargeScenes?.();
      if (this.pending !== scene || create === undefined) return;
      this.large ??= create(listener);
      if (isOpened) this.large.release();
      this.large.show(scene, isTyped, isAskedFor);
    } catch (thrown) {
      if (this.pending === scene) this.fail(problemOf(thrown), false);
    }
  }

  private finish(result: SceneResult): void {
    this.replaceResult(result);
    this.settle(null);
  }

  private fail(problem: Problem, isTooMuch: boolean): void {
    const computeAnyway = () => this.compute({ isTyped: false, isOpened: false, isAskedFor: true });
    this.settle(isTooMuch ? { ...problem, computeAnyway } : problem);
  }

  private settle(problem: Problem | null): void {
    this.pending = null;
    this.failure = problem;
    this.keepFocusWithin();
    const { onSettled } = this;
    this.onSettled = null;
    onSettled?.();
    this.notify();
  }

  /** The result replaces the last one, whose trace is freed. */
  private replaceResult(result: SceneResult | null): void {
    this.computed?.dispose();
    this.computed = result;
  }

  private keepFocusWithin(): void {
    const { result } = this;
    const { hovered, pinned } = this.current;
    if (result === null) return;
    const focus = { hovered: within(hovered, result), pinned: within(pinned, result) };
    if (focus.hovered !== hovered || focus.pinned !== pinned) this.current = { ...this.current, ...focus };
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Whether the viewport of a long sentence follows the change. */
const isTyped = (action: Action): boolean =>
  action.type === 'edit' ? action.controlId === 'sentence' || action.controlId === 'encoder' : isWhole(action);

const isWhole = ({ type }: Action): boolean =>
  type === 'open' || type === 'replace' || type === 'undo' || type === 'redo';
