// Checks of errors, for every test that provokes one.
import assert from 'node:assert/strict';
import { AttentionError, errorCodes } from 'self-attention/core';

/** Fails unless this is an AttentionError with a published code, this place, and every one of `words` in its message. */
export function checkRefusal(error, code, path, words = []) {
  assert.ok(error instanceof AttentionError, `not an AttentionError: ${error?.stack ?? error}`);
  assert.ok(Object.hasOwn(errorCodes, error.code), `"${error.code}" is not published`);
  assert.deepEqual({ code: error.code, path: error.path }, { code, path }, error.message);
  for (const word of words) assert.ok(error.message.includes(String(word)), `no ${word} in: ${error.message}`);
}

/** The error of the call. Fails if it does not throw. */
export function thrownBy(call, expected = 'an error') {
  try {
    call();
  } catch (why) {
    return why;
  }
  return assert.fail(`nothing was thrown; expected ${expected}`);
}

/** The call must throw such an error. */
export const refuses = (call, code, path, ...words) =>
  checkRefusal(thrownBy(call, `${code} at ${path}`), code, path, words);

/** The promise must be rejected with such an error. */
export async function rejects(promise, code, path, ...words) {
  const error = await promise.then(
    () => assert.fail(`nothing was thrown; expected ${code} at ${path}`),
    (why) => why,
  );
  checkRefusal(error, code, path, words);
}
