/** What the core returns as an error, or fails with, as the one error that is thrown. */
import { AttentionError, isErrorCode } from '../scene/error.ts';
import type { CoreError } from './module.ts';

/** Throws AttentionError where the core says that something is wrong. */
export function check(error: CoreError | undefined): void {
  if (error === undefined) return;
  const [code, path, template] = [String(error.code), String(error.path), String(error.template)];
  const what = { template, values: error.values };
  throw isErrorCode(code) ? new AttentionError(code, what, path) : new AttentionError('internal', what, path);
}

/** A call of the core. Running out of memory stops it with a trap; what was there before the call still works. */
export function guarded<Value>(call: () => Value): Value {
  try {
    return call();
  } catch (why) {
    throw why instanceof WebAssembly.RuntimeError
      ? new AttentionError('too-large', `the core ran out of memory (${why.message})`)
      : why;
  }
}
