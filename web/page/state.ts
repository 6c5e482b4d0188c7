import type { Scene, View } from '../scene/types.ts';
import { amend, begin, type History, record, redo, undo } from './history.ts';

/**
 * All that the page remembers: the scene on show, with its past and future. Which lesson is open and where "start again"
 * leads follow from the scene; what was computed from it, and what the pointer is over, are not state.
 */
export interface State {
  readonly history: History<Scene>;
  /** Grows when boxes must forget what was typed into them and not understood. */
  readonly epoch: number;
}

export type Action =
  /** `key` names the control: a run of edits by one control is one step back. */
  | { readonly type: 'edit'; readonly scene: Scene; readonly key: string }
  /** Changes what is looked at, without a step of its own. */
  | { readonly type: 'look'; readonly view: View }
  /** Another scene as a whole: a link, a lesson, or the start of one. */
  | { readonly type: 'open'; readonly scene: Scene }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

export const initial = (scene: Scene): State => ({ history: begin(scene), epoch: 0 });

export const sceneOf = (state: State): Scene => state.history.present;
export const canUndo = (state: State): boolean => state.history.past.length > 0;
export const canRedo = (state: State): boolean => state.history.future.length > 0;

/** `now`: milliseconds from any origin. */
export function reduce(state: State, action: Action, now: number): State {
  const { history, epoch } = state;
  switch (action.type) {
    case 'edit':
      return { epoch, history: record(history, action.scene, action.key, now) };
    case 'look': {
      const scene = { ...history.present, view: { ...history.present.view, ...action.view } };
      return { epoch, history: amend(history, scene) };
    }
    case 'open':
      return { epoch: epoch + 1, history: { ...record(history, action.scene, 'open', now), run: null } };
    case 'undo':
      return { epoch: epoch + 1, history: undo(history) };
    case 'redo':
      return { epoch: epoch + 1, history: redo(history) };
  }
}
