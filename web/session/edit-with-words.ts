import { withWords } from '../scene/words.ts';
import type { SceneSession } from './session.ts';
import { type Action, rebased } from './state.ts';

export type Edit = Omit<Extract<Action, { type: 'edit' }>, 'type'>;

/**
 * Edits a scene at once. If a list of words must be fetched for it, edits it again with the rows of those words, unless the
 * scene has changed meanwhile. An edit that had to wait for its list is then made to the newer scene, unless that has other
 * vectors. Rejects if the list cannot be fetched.
 */
export const editWithWords = (session: SceneSession, edit: Edit): Promise<void> => {
  const before = session.scene;
  return withWords(edit.scene, session.language, (scene, replaced) => {
    const { scene: newer } = session;
    if (newer === (replaced ?? before)) return session.dispatch({ type: 'edit', ...edit, scene });
    if (replaced !== null || newer.embedding.kind !== before.embedding.kind) return;
    return editWithWords(session, { ...edit, scene: rebased(edit.scene, before, newer) });
  });
};
