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
export const amend = <Value>(history: History<Value>, present: Value): History<Value> => ({ ...history, present });

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
