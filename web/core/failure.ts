/** Errors of the core as the one error that is thrown. */
import { AttentionError, isErrorCode } from '../scene/error.ts';

export interface CoreError {
  readonly code: string;
  readonly message: string;
  readonly path: string;
}

/** What the core's error is thrown as; a core that fails without one is a bug. */
export const thrown = (error: CoreError | undefined): AttentionError =>
  error === undefined
    ? new AttentionError('internal', 'the core failed and gave no reason')
    : new AttentionError(isErrorCode(error.code) ? error.code : 'internal', error.message, error.path);

/** Running out of memory traps the module; what was there before the call still works. */
export function guarded<Value>(call: () => Value): Value {
  try {
    return call();
  } catch (why) {
    if (!(why instanceof WebAssembly.RuntimeError)) throw why;
    throw new AttentionError('too-large', `the core ran out of memory (${why.message})`);
  }
}
