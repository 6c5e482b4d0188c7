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

/** Milliseconds a call, over `count` calls in a row. */
async function time(run, count) {
  const start = performance.now();
  // What answers at once is not made to wait for itself: an await costs as much as a small call.
  for (let call = 0; call < count; call += 1) {
    const answer = run();
    if (typeof answer?.then === 'function') await answer;
  }
  return (performance.now() - start) / count;
}

/** How long one is measured for, in milliseconds, and how often. */
const usual = { sample: 4, warm: 150, budget: 1200, rounds: 25, least: 5, slow: 2500 };
const quick = { sample: 0.5, warm: 5, budget: 15, rounds: 3, least: 2, slow: 1000 };
export const paces = { usual, quick };

/**
 * `runs` is { name: function }, each of which computes once (and may return a promise). Every one is warmed up, and takes part in
 * as many rounds as its budget allows, at least `least`; what takes longer than `slow` is timed once. Each round begins
 * with another. Returns { name: { median, least, samples } }.
 */
export async function inTurns(runs, pace = usual) {
  const all = [];
  for (const [name, run] of Object.entries(runs)) {
    let cost = await time(run, 1);
    // An engine compiles again what it finds to be hot.
    for (let spent = cost; spent < pace.warm || (spent < 4 * pace.warm && cost > pace.warm); ) {
      const count = Math.max(1, Math.min(1000, Math.floor(pace.warm / 10 / cost)));
      cost = await time(run, count);
      spent += cost * count;
    }
    const count = Math.max(1, Math.round(pace.sample / cost));
    const wanted = Math.floor(pace.budget / (cost * count));
    const quota = cost > pace.slow ? 1 : Math.min(pace.rounds, Math.max(pace.least, wanted));
    all.push({ name, run, count, quota, times: [] });
  }
  for (let round = 0; round < pace.rounds; round += 1) {
    for (let turn = 0; turn < all.length; turn += 1) {
      const one = all[(round + turn) % all.length];
      // Those that come less often come evenly.
      if (Math.floor(((round + 1) * one.quota) / pace.rounds) === Math.floor((round * one.quota) / pace.rounds))
        continue;
      one.times.push(await time(one.run, one.count));
    }
  }
  return Object.fromEntries(all.map(({ name, times }) => [name, summary(times)]));
}
