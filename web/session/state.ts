import type { Scene, View } from '../scene/types.ts';

/**
 * All that the page remembers: the scene on show, with its past and future, and the one it began with. Which lesson is
 * open follows from the scene; what was computed from it, and what the pointer is over, are not state.
 */
export interface State {
  readonly history: History<Scene>;
  /** The scene that arrived last as a whole: where "start again" leads, unless a lesson has a start of its own. */
  readonly start: Scene;
  /** Grows when boxes must forget what was typed into them and not understood. */
  readonly epoch: number;
}

export type Action =
  /** `key` names the control: a run of edits by one control is one step back. */
  | { readonly type: 'edit'; readonly scene: Scene; readonly key: string }
  /** Changes what is focused at, without a step of its own. */
  | { readonly type: 'focus'; readonly focus: number | null }
  /** Another page of the lesson, and the moment of the stage that it is about, without a step of their own. */
  | { readonly type: 'turn'; readonly page: View['page']; readonly at?: number | undefined }
  /** Another moment of the stage, without a step of its own; null: away from the stage. */
  | { readonly type: 'moment'; readonly at: number | null }
  /** Another scene as a whole: a link, a lesson, or the start of one. */
  | { readonly type: 'open'; readonly scene: Scene }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

export const initial = (scene: Scene): State => ({ history: begin(scene), start: scene, epoch: 0 });

/** Whether two scenes are of the same numbers: what is only looked at does not count. Parts that were not edited are shared. */
export function isSameButView(a: Scene, b: Scene): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  keys.delete('view');
  return [...keys].every((key) => Reflect.get(a, key) === Reflect.get(b, key));
}

export const sceneOf = (state: State): Scene => state.history.present;
export const canUndo = (state: State): boolean => state.history.past.length > 0;
export const canRedo = (state: State): boolean => state.history.future.length > 0;

/** The scene at a moment of the stage; null: in the workbench. */
export function onStage(scene: Scene, moment: number | null): Scene {
  const { at: _, ...view } = scene.view ?? {};
  return { ...scene, view: moment === null ? view : { ...view, at: moment } };
}

export const isOnStage = ({ view }: Scene): boolean => view?.at !== undefined;

/** `now`: milliseconds from any origin. */
export function reduce(state: State, action: Action, now: number): State {
  const { history, start, epoch } = state;
  switch (action.type) {
    case 'edit':
      return { start, epoch, history: record(history, action.scene, action.key, now) };
    case 'focus': {
      const { focus: _, ...view } = history.present.view ?? {};
      const focused = action.focus === null ? view : { ...view, focus: action.focus };
      return { start, epoch, history: amend(history, { ...history.present, view: focused }) };
    }
    case 'turn': {
      const { present } = history;
      const { page: _, ...view } = present.view ?? {};
      const { page, at } = action;
      const turned = { ...present, view: page === undefined ? view : { ...view, page } };
      return { start, epoch, history: amend(history, at === undefined ? turned : onStage(turned, at)) };
    }
    case 'moment':
      return { start, epoch, history: amend(history, onStage(history.present, action.at)) };
    case 'open':
      return {
        start: action.scene,
        epoch: epoch + 1,
        history: { ...record(history, action.scene, 'open', now), run: null },
      };
    case 'undo':
      return { start, epoch: epoch + 1, history: undo(history) };
    case 'redo':
      return { start, epoch: epoch + 1, history: redo(history) };
  }
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
/** Milliseconds. */
const pause = 1200;

export const begin = <Value>(present: Value): History<Value> => ({ past: [], present, future: [], run: null });

/** Adds a step, or goes on with the one under way. `now` is in milliseconds from any origin. */
export function record<Value>(history: History<Value>, present: Value, key: string, now: number): History<Value> {
  const { run } = history;
  const goesOn = run !== null && run.key === key && now - run.at <= pause && history.past.length > 0;
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
