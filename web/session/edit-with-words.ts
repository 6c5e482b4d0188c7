import { withWords } from '../scene/words.ts';
import type { SceneSession } from './session.ts';
import type { Action } from './state.ts';

export type Edit = Omit<Extract<Action, { type: 'edit' }>, 'type'>;

/**
 * Edits a scene at once. If a list of words must be fetched for it, edits it again with the rows of those words, unless the
 * scene has changed meanwhile. Rejects if the list cannot be fetched.
 */
export const editWithWords = (session: SceneSession, edit: Edit): Promise<void> =>
  withWords(edit.scene, session.language, (scene, replaced) => {
    if (replaced === null || session.scene === replaced) session.dispatch({ type: 'edit', ...edit, scene });
  });
