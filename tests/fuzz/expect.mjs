// What every target expects of whatever it is given.
import assert from 'node:assert/strict';
import { errorCodes } from 'self-attention/core';

/** Seconds of processor that anything small may take, many times what it does take. */
const MOST_SECONDS = 2;
/** Bytes that the whole process may hold. */
const MOST_BYTES = 1.5 * 2 ** 30;

/** What `work` gives, or undefined where it refuses with an AttentionError of a published code, in bounded time and memory. */
export async function answerOrRefusal(work) {
  const before = process.cpuUsage();
  let answer;
  try {
    answer = await work();
  } catch (error) {
    // By its name: what is bundled for a test has a class of its own.
    assert.ok(/^(Attention|Import)Error$/.test(error?.name), error?.stack ?? `thrown: ${String(error)}`);
    assert.ok(Object.hasOwn(errorCodes, error.code), `the code ${error.code} is not published`);
    assert.notEqual(error.code, 'internal', error.message);
  }
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < MOST_SECONDS * 1e6, `it took ${(user + system) / 1e6} s`);
  assert.ok(process.memoryUsage.rss() < MOST_BYTES, `${process.memoryUsage.rss()} bytes are taken`);
  return answer;
}
