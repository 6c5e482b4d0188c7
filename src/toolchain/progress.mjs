// What a person sees while something takes long. Line by line, never moving the cursor: steps run beside each other, and a
// continuous-integration log keeps every character.

/** A refusal with a remedy. It is printed as it is, without a stack: the message names what is wrong and what to do. */
export class Stop extends Error {}

/** The seconds since `start` (a `performance.now()`), for a person: "0.4 s", "1 min 12 s". */
export function since(start) {
  const seconds = (performance.now() - start) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs one long step and prints its begin, how far it is and how long it took.
 * `work` receives `at(done, total, unit)`; a line is printed when it moved, at most every two
 * seconds, and after fifteen seconds when it did not.
 * Returns what `work` returns; throws what it throws, after a line that names the step.
 */
export async function step(title, work) {
  const start = performance.now();
  let last = start;
  let shown;
  const at = (done, total, unit = '') => {
    const silent = performance.now() - last;
    if (silent < (done === shown ? 15_000 : 2_000)) return;
    [last, shown] = [performance.now(), done];
    say(`    ${title}: ${done} of ${total}${unit && ` ${unit}`}`);
  };
  say(`  > ${title}`);
  try {
    const result = await work(at);
    say(`  + ${title}: ${since(start)}`);
    return result;
  } catch (error) {
    say(`  ! ${title}: failed after ${since(start)}`);
    throw error;
  }
}

/**
 * Runs `work(item)` over all items, at most `width` at a time, and calls `done(n)` after each. Throws the first failure,
 * after the running ones have ended.
 */
export async function parallel(items, width, work, done = () => {}) {
  const queue = [...items];
  let finished = 0;
  let failure;
  const lane = async () => {
    while (queue.length > 0 && !failure) {
      try {
        await work(queue.shift());
        done(++finished);
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  if (failure) throw failure;
}

/** Waits for all, even when one fails: nothing may go on writing behind a message that says it is over. */
export async function all(promises) {
  const results = await Promise.allSettled(promises);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.map((result) => result.value);
}
