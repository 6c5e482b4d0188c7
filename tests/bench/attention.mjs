// One layer of attention, by everything that can compute it: proved, then timed in turns.
import { loadCore } from 'self-attention/core';
import { cases, inputsOf, operationsOf } from './cases.mjs';
import { alternately, inTurns, mustRise, paces, proveNew, time } from './clock.mjs';
import { blocked } from './contenders/blocked.mjs';
import { attendOf, layerOf, updateOf } from './contenders/core.mjs';
import { plain } from './contenders/plain.mjs';
import { proofOf } from './oracle.mjs';
import { peakOf, peakRate } from './peak.mjs';

/**
 * What takes part: { name, kind, peer?, takes(size), prepare(size, inputs) → { run, answer?, dispose? } }. `run` reads inputs.x anew at every
 * call: it holds other numbers each time. It is called with 0 where x is that of the case, with 1 where it is that of `inputs.next`.
 */
export async function contenders(libraries) {
  const core = await loadCore();
  const ours = [layerOf(core), layerOf(core, { fresh: true }), attendOf(core), updateOf(core)];
  return [...ours, blocked, plain, ...libraries];
}

/**
 * Measures the cases whose names `wanted` accepts; `peak` is peak.wasm. Returns
 * [{ case, T, dModel, heads, causal, operations, entries, copying, peak }], of which an entry is
 * { name, kind, peer?, variant?, apart, median, least, samples }: milliseconds a call, and how far the answer is from the
 * oracle's. Of a library that says the layer in several ways the fastest is here. `copying` is what it takes to copy the answer alone
 * from one array to another, `peak` is operations a second, a median too: what slows the machine slows both.
 * Throws where an answer is wrong, or the same twice in a row: nothing of that case is timed. Throws where a larger case takes less time.
 */
export async function attention({ all, wanted = () => true, peak, quick = false, report = () => {} }) {
  const limits = await peakOf(peak);
  const measured = [];
  for (const size of cases.filter(({ name }) => wanted(name))) {
    report(`attention ${size.name}`);
    const inputs = { ...inputsOf(size), next: inputsOf(size, 1) };
    const ready = await provedOnes(
      all.filter(({ takes }) => takes(size)),
      size,
      inputs,
    );
    try {
      const fit = await fittest(ready, quick);
      const times = await inTurns([...fit, copying(size), ...limits], quick ? paces.quick : paces.usual);
      const entries = fit.map(({ name, kind, peer, apart }) => ({
        ...{ name: peer ?? name, kind, apart },
        ...(peer === undefined ? {} : { variant: name.slice(peer.length + 2) }),
        ...times[name],
      }));
      measured.push({
        ...{ case: size.name, T: size.T, dModel: size.dModel, heads: size.heads, causal: size.causal },
        operations: operationsOf(size),
        entries: entries.filter(
          (entry) => !entries.some(({ name, median }) => name === entry.name && median < entry.median),
        ),
        copying: times.copying,
        peak: peakRate(times),
      });
    } finally {
      for (const { dispose } of ready) dispose?.();
      // What one case leaves behind is not the next one's to clear away.
      globalThis.gc?.();
    }
  }
  if (!quick) {
    for (const hides of [false, true]) checkGrowth(measured.filter(({ causal }) => causal === hides));
  }
  return measured;
}

/** Throws unless each contender takes longer for more tokens. At fewer than 40, a call costs some libraries more than its numbers. */
function checkGrowth(measured) {
  for (const name of new Set(measured.flatMap(({ entries }) => entries.map((entry) => entry.name)))) {
    const large = measured.filter(({ T }) => T >= 40);
    const points = large.flatMap(({ T, entries }) =>
      entries.filter((entry) => entry.name === name).map(({ median }) => [T, median]),
    );
    mustRise(name, points);
  }
}

/** What no way to compute it can save, once the answer has to leave WebAssembly's memory. */
function copying({ T, dModel, heads }) {
  const from = new Float32Array(
    new WebAssembly.Memory({ initial: Math.ceil((heads * T * T + T * dModel) / 16384) }).buffer,
  );
  const [weights, output] = [new Float32Array(heads * T * T), new Float32Array(T * dModel)];
  const run = () => {
    weights.set(from.subarray(0, weights.length));
    output.set(from.subarray(weights.length, weights.length + output.length));
  };
  return { name: 'copying', run, cost: 0.1 };
}

/**
 * Prepares all of them, times their first calls (`cost`) and compares their answers with the oracle's. Throws over the first that is wrong or
 * that answers the same to other numbers.
 */
export async function provedOnes(all, size, inputs) {
  const prove = proofOf(size, inputs);
  const xs = [inputs.x, inputs.next.x];
  const ready = [];
  try {
    for (const one of all) {
      const x = inputs.x.slice();
      const prepared = await one.prepare(size, { ...inputs, x });
      const reading = (run) => (turn) => {
        x.set(xs[turn]);
        return run(turn);
      };
      ready.push({ ...one, ...prepared, run: alternately(reading(prepared.run)) });
      const answer = reading(prepared.answer ?? prepared.run);
      const start = performance.now();
      const first = await answer(0);
      const cost = performance.now() - start;
      Object.assign(ready.at(-1), { cost, apart: prove(first, one.name) });
      await proveNew(one.name, async (turn) => {
        const { output, weights } = await answer(turn);
        // A single token gives itself all of its weight, whatever it is.
        return size.T > 1 ? { output, weights } : { output };
      });
    }
  } catch (error) {
    for (const { dispose } of ready) dispose?.();
    throw error;
  }
  return ready;
}

// A library is tried in each of its ways. Those that come near the fastest are timed with the others, at most two.
async function fittest(ready, quick) {
  for (const one of ready.filter(({ peer }) => peer !== undefined)) {
    if (one.cost > 100) {
      one.cost = Math.min(one.cost, await time(one.run));
      continue;
    }
    const pace = { ...paces.quick, ...(quick ? {} : { warm: 40, budget: 60, rounds: 7 }) };
    const { [one.name]: tried } = await inTurns([one], pace);
    one.cost = tried.least;
  }
  return ready.filter((one) => {
    const better = ready.filter((other) => other.peer === one.peer && other.cost < one.cost);
    return one.peer === undefined || better.length === 0 || (better.length === 1 && one.cost < 1.1 * better[0].cost);
  });
}
