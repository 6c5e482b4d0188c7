import type { LanguageCode } from '../i18n/language.ts';
import type { Scene, View } from '../scene/types.ts';
import type { Focus } from '../trace/focus.ts';
import type { HideAnswer } from '../trace/scene-result.ts';
import { focusOf } from './focus.ts';

/** What a session remembers. All that is computed from the scene is left out. */
export interface State {
  readonly history: History<Scene>;
  /** The scene that was opened last as a whole: where "start again" leads, unless a lesson has its own start. */
  readonly start: Scene;
  /** Grows when text boxes must drop what was typed into them but not understood. */
  readonly resetCount: number;
  /** What the pointer is over. */
  readonly hovered: Focus | null;
  /** What stays in focus when the pointer leaves. */
  readonly pinned: Focus | null;
  /** The text of a box, where its scene keeps tokens and so cannot give back the spaces between them. */
  readonly typed: Typed | null;
  /** Hides the answer that the lesson asks for. */
  readonly hideAnswer: HideAnswer | null;
  /** The language of everything that is said about the scene. */
  readonly language: LanguageCode;
}

export interface Typed {
  readonly box: 'sentence' | 'encoder';
  readonly text: string;
  readonly scene: Scene;
}

export type Action =
  /** A run of edits by one control is one step back. With `isHeld`, however long the pauses in it. */
  | {
      readonly type: 'edit';
      readonly scene: Scene;
      readonly controlId: string;
      readonly typed?: Omit<Typed, 'scene'>;
      readonly isHeld?: boolean;
    }
  | { readonly type: 'hover'; readonly focus: Focus | null }
  /** Pins a focus. The scene names its token without a step of its own, unless `keepsScene`. */
  | { readonly type: 'pin'; readonly focus: Focus; readonly keepsScene?: boolean }
  /** Unpins a pair or cell. If neither is pinned, unpins the token, and the scene names none, unless `keepsScene`. */
  | { readonly type: 'unpin'; readonly keepsScene?: boolean }
  /** Another page of the lesson, and its time in the walkthrough, without a step of their own. */
  | { readonly type: 'page'; readonly page: View['page']; readonly time?: number | undefined }
  /** Another time in the walkthrough, without a step of its own. */
  | { readonly type: 'time'; readonly time: number }
  /** Another screen, without a step of its own. */
  | { readonly type: 'screen'; readonly screen: ScreenName }
  /** Another part of the Train screen, without a step of its own. */
  | { readonly type: 'training'; readonly shown: TrainingView }
  /** Another scene as a whole, from a link, a lesson or its start. */
  | { readonly type: 'open'; readonly scene: Scene; readonly hideAnswer?: HideAnswer | null }
  /** Another scene in place of one that was just opened and cannot be computed, without a step of its own. */
  | { readonly type: 'replace'; readonly scene: Scene }
  | { readonly type: 'hide-answer'; readonly hideAnswer: HideAnswer | null }
  /** Its messages have been fetched. */
  | { readonly type: 'language'; readonly language: LanguageCode }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

export const initial = (language: LanguageCode, scene: Scene, hideAnswer: HideAnswer | null = null): State => ({
  ...{ history: begin(scene), start: scene, resetCount: 0, typed: null, hideAnswer, language },
  ...{ hovered: null, pinned: focusOf(scene) },
});

/** Whether two scenes have the same numbers, whatever their views are. Parts that were not edited are shared. */
export function isSameButView(a: Scene, b: Scene): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  keys.delete('view');
  return [...keys].every((key) => Reflect.get(a, key) === Reflect.get(b, key));
}

export const sceneOf = (state: State): Scene => state.history.present;
export const canUndo = (state: State): boolean => state.history.past.length > 0;
export const canRedo = (state: State): boolean => state.history.future.length > 0;

/** The scene at a time of the walkthrough. */
export function atTime(scene: Scene, time: number): Scene {
  const { screen: _, ...view } = scene.view ?? {};
  return { ...scene, view: { ...view, at: time } };
}

/** Whether a scene is shown in the walkthrough. */
export const isOnStage = ({ view }: Scene): boolean => view?.at !== undefined;

/** The screens that the top bar leads to. */
export type ScreenName = 'watch' | 'experiment' | 'train';

/** What the Train screen shows. */
export type TrainingView = NonNullable<View['training']>;

export const trainingViewOf = ({ view }: Scene): TrainingView => view?.training ?? 'task';

/** A link of an earlier release that names runs opened them where training was. */
const screenWithoutName = ({ view = {} }: Scene): ScreenName => (view.runs === undefined ? 'experiment' : 'train');

export const screenNameOf = (scene: Scene): ScreenName =>
  isOnStage(scene) ? 'watch' : (scene.view?.screen ?? screenWithoutName(scene));

/** The scene on a screen. */
export function onScreen(scene: Scene, screen: ScreenName): Scene {
  if (screen === 'watch') return atTime(scene, 0);
  const { at: _, screen: __, ...view } = scene.view ?? {};
  const unnamed = { ...scene, view };
  return screenWithoutName(unnamed) === screen ? unnamed : { ...scene, view: { ...view, screen } };
}

/** `now`: milliseconds from any origin. */
export function reduce(state: State, action: Action, now: number): State {
  const next = reduceAction(state, action, now);
  // Another lesson hides its own answers.
  const isSameLesson = sceneOf(state).view?.lesson === sceneOf(next).view?.lesson;
  return isSameLesson || next.hideAnswer !== state.hideAnswer ? next : { ...next, hideAnswer: null };
}

function reduceAction(state: State, action: Action, now: number): State {
  const { history } = state;
  const { present } = history;
  switch (action.type) {
    case 'edit': {
      const { scene, typed, isHeld = false } = action;
      const { focus } = scene.view ?? {};
      // The token in focus has moved, or is gone.
      const isMoved = focus !== present.view?.focus;
      return {
        ...state,
        history: record(history, scene, action.controlId, now, isHeld),
        ...(typed && { typed: { ...typed, scene } }),
        ...(isMoved && { hovered: null, pinned: focusOf(scene) }),
      };
    }
    case 'hover':
      return state.hovered === action.focus ? state : { ...state, hovered: action.focus };
    case 'pin': {
      const { focus, keepsScene } = action;
      const pinned = { ...state, hovered: null, pinned: focus };
      if (keepsScene || focus.query === undefined || focus.query === present.view?.focus) return pinned;
      return { ...pinned, history: amend(history, { ...present, view: { ...present.view, focus: focus.query } }) };
    }
    case 'unpin': {
      const { pinned } = state;
      const unpinned = { ...state, hovered: null, pinned: null };
      const isToken = pinned?.key === undefined && pinned?.cell === undefined;
      const { focus, ...view } = present.view ?? {};
      if (action.keepsScene || !isToken || focus === undefined) return unpinned;
      return { ...unpinned, history: amend(history, { ...present, view }) };
    }
    case 'page': {
      const { page: _, ...view } = present.view ?? {};
      const { page, time } = action;
      const turned = { ...present, view: page === undefined ? view : { ...view, page } };
      return { ...state, history: amend(history, time === undefined ? turned : atTime(turned, time)) };
    }
    case 'time':
      return { ...state, history: amend(history, atTime(present, action.time)) };
    case 'screen':
      return { ...state, history: amend(history, onScreen(present, action.screen)) };
    case 'training': {
      const { training: _, ...view } = present.view ?? {};
      const shown = action.shown === 'task' ? view : { ...view, training: action.shown };
      return { ...state, history: amend(history, { ...present, view: shown }) };
    }
    case 'open': {
      const { scene, hideAnswer = state.hideAnswer } = action;
      return {
        ...opened(state, { ...record(history, scene, 'open', now), run: null }),
        ...{ start: scene, typed: null, hideAnswer },
      };
    }
    case 'replace':
      return { ...opened(state, amend(history, action.scene)), start: action.scene };
    case 'hide-answer':
      return { ...state, hideAnswer: action.hideAnswer };
    case 'language':
      return state.language === action.language ? state : { ...state, language: action.language };
    case 'undo':
      return opened(state, undo(history));
    case 'redo':
      return opened(state, redo(history));
  }
}

/** The state with another scene as a whole. The focus is on the token that the scene names. */
function opened(state: State, history: History<Scene>): State {
  const reset = { ...state, resetCount: state.resetCount + 1 };
  if (history === state.history) return reset;
  return { ...reset, history, hovered: null, pinned: focusOf(history.present) };
}

/**
 * Undo and redo over immutable values. A run of edits with the same `key` (typing in one box, dragging one slider) is
 * one step as long as no pause between two of them is longer than `pause`.
 */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** What the present is still being edited by; null after undo, redo or a step that ends a run. */
  readonly run: { readonly key: string; readonly at: number } | null;
}

/** Steps that can be undone. A scene is small and most of it is shared between steps. */
const maxSteps = 200;
/** Milliseconds. People who stop for longer have finished an edit. */
const pause = 800;

export const begin = <Value>(present: Value): History<Value> => ({ past: [], present, future: [], run: null });

/** Adds a step, or goes on with the one under way. `now` is in milliseconds from any origin. A pointer that is held may pause. */
export function record<Value>(
  history: History<Value>,
  present: Value,
  key: string,
  now: number,
  isHeld = false,
): History<Value> {
  const { run } = history;
  const isSoon = run !== null && (isHeld || now - run.at <= pause);
  const goesOn = isSoon && run.key === key && history.past.length > 0;
  const past = goesOn ? history.past : [...history.past, history.present].slice(-maxSteps);
  return { past, present, future: [], run: { key, at: now } };
}

/** Changes the present without a step of its own: the token in focus is not something to undo. */
const amend = <Value>(history: History<Value>, present: Value): History<Value> => ({ ...history, present });

export function undo<Value>(history: History<Value>): History<Value> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    run: null,
  };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, run: null };
}

/** An edit of a scene that has changed meanwhile, made to the newer one: every part that the edit left alone is the newer scene's. */
export function rebased<Part extends object>(edited: Part, from: Part, newer: Part): Part {
  if (from === newer) return edited;
  const keys = new Set([...Object.keys(newer), ...Object.keys(edited)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const chosen = Reflect.get(edited, key) === Reflect.get(from, key) ? newer : edited;
      return Object.hasOwn(chosen, key) ? [[key, Reflect.get(chosen, key)]] : [];
    }),
  ) as Part;
}
