// Times of several things that do the same, taken in turns: what disturbs the machine disturbs them alike.

/** { median, least, samples }: milliseconds a call. */
export function summary(times) {
  const sorted = Float64Array.from(times).sort();
  return { median: quantile(sorted, 0.5), least: sorted[0], samples: sorted.length };
}

/** Of sorted numbers; between two of them, their middle. */
export function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  return (sorted[Math.floor(place)] + sorted[Math.ceil(place)]) / 2;
}

/** y ≈ c·xᵉ: e, by least squares over the logarithms. */
export function exponent(points) {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const mean = (at) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [mx, my] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  return over / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
}

/** A call of `run` with 1, the next with 0, and so on: none asks for the numbers of the one before. */
export function alternately(run) {
  let turn = 0;
  return () => {
    turn = 1 - turn;
    return run(turn);
  };
}

/** Throws unless `answer` (0 or 1 → arrays of numbers by name) gives other numbers for 0 than for 1 before, in every array. */
export async function proveNew(name, answer) {
  const [one, other] = [sums(await answer(1)), sums(await answer(0))];
  for (const [tensor, sum] of Object.entries(one)) {
    if (sum === other[tensor]) throw new Error(`${name}: ${tensor} is the same in two calls with different numbers`);
  }
}

// Weighted, or rows of weights would add up to 1 each.
const sums = (arrays) =>
  Object.fromEntries(
    Object.entries(arrays).map(([tensor, data]) => [
      tensor,
      data.reduce((sum, number, at) => sum + number * (1 + (at % 97)), 0),
    ]),
  );

/** Throws unless more takes longer: `points` are [T, milliseconds] in order of T. A curve that falls was not computed. */
export function mustRise(name, points) {
  for (const [at, [T, time]] of points.entries()) {
    const [before, less] = points[at - 1] ?? [0, 0];
    if (!(time > less))
      throw new Error(
        `${name}: T = ${T} takes ${time} ms and T = ${before} takes ${less} ms: other programs took part, or not all of it was computed`,
      );
  }
}

/** Milliseconds a call, over `count` calls in a row. */
export async function time(run, count = 1) {
  const start = performance.now();
  // What answers at once is not made to wait for itself: an await costs as much as a small call.
  for (let call = 0; call < count; call += 1) {
    const answer = run();
    if (typeof answer?.then === 'function') await answer;
  }
  return (performance.now() - start) / count;
}

/**
 * In milliseconds: how long one sample takes, how long one is warmed up, how long it is measured in all, in at most `rounds`
 * samples and at least `least`; what takes longer than `slow` is not called again. `between` is called, and waited for, before each sample.
 */
export const paces = {
  usual: { sample: 4, warm: 400, budget: 700, rounds: 21, least: 5, slow: 1500 },
  quick: { sample: 0.5, warm: 5, budget: 15, rounds: 3, least: 2, slow: 500 },
};

/** What one leaves behind is collected before the next is measured, and not by threads beside it. Where an engine has been told to hand out `gc`. */
export async function collectGarbage() {
  globalThis.gc?.();
  await new Promise((done) => setTimeout(done, 100));
}

/**
 * `runs` is [{ name, run, cost, before?, most? }]: each `run` computes once (and may return a promise), and took `cost` milliseconds the
 * first time; `before` is called before each sample, which is of at most `most` calls, and not timed. Each is warmed up, and takes part in as many rounds as its budget allows; each round begins with another. Returns
 * { name: { median, least, samples } }, milliseconds a call.
 */
export async function inTurns(runs, pace = paces.usual) {
  const all = [];
  for (const { name, run, cost: first, before = () => {}, most = 10_000 } of runs) {
    let cost = first;
    // An engine compiles again what it finds to be hot.
    for (let spent = cost; spent < pace.warm; ) {
      const count = Math.max(1, Math.min(most, Math.floor(pace.warm / 10 / cost)));
      before();
      cost = await time(run, count);
      spent += cost * count;
    }
    const count = Math.max(1, Math.min(most, Math.round(pace.sample / cost)));
    const wanted = Math.floor(pace.budget / (cost * count));
    const slow = cost > pace.slow;
    const quota = slow ? 0 : Math.min(pace.rounds, Math.max(pace.least, wanted));
    all.push({ name, run, before, count, quota, times: slow ? [cost] : [] });
  }
  for (let round = 0; round < pace.rounds; round += 1) {
    for (let turn = 0; turn < all.length; turn += 1) {
      const one = all[(round + turn) % all.length];
      // Those that come less often come evenly.
      const due = (rounds) => Math.floor((rounds * one.quota) / pace.rounds);
      if (due(round + 1) === due(round)) continue;
      await pace.between?.();
      one.before();
      one.times.push(await time(one.run, one.count));
    }
  }
  return Object.fromEntries(all.map(({ name, times }) => [name, summary(times)]));
}
