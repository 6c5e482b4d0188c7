// One layer of attention, by everything that can compute it: proved, then timed in turns.
import { cases, inputsOf, operationsOf } from './cases.mjs';
import { inTurns, paces, time } from './clock.mjs';
import { blocked } from './contenders/blocked.mjs';
import { attendOf, cores, layerOf, updateOf } from './contenders/core.mjs';
import { plain } from './contenders/plain.mjs';
import { proofOf } from './oracle.mjs';
import { peaks } from './peak.mjs';

/** What takes part: { name, kind, flavour?, peer?, takes(size), prepare(size, inputs) → { run, answer?, dispose? } }. */
export async function contenders(libraries) {
  const own = await cores();
  if (own.length === 0) throw new Error('no flavour of the core runs here');
  const ours = own.flatMap((core) => [layerOf(core), layerOf(core, { fresh: true }), attendOf(core), updateOf(core)]);
  return [...ours, blocked, plain, ...libraries];
}

/**
 * Measures the cases whose names `wanted` accepts; `modules` are those of peak.mjs. Returns
 * [{ case, T, dModel, heads, causal, operations, entries, copying, peaks }], of which an entry is
 * { name, kind, flavour?, peer?, variant?, apart, median, least, samples }: milliseconds a call, and how far the answer is from the
 * oracle's. Of a library that says the layer in several ways the fastest is here. `copying` is what it takes to copy the answer alone
 * from one array to another, `peaks` are operations a second, by flavour, a median too: what slows the machine slows both.
 * Throws where an answer is wrong: nothing of that case is timed.
 */
export async function attention({ all, wanted = () => true, modules = {}, quick = false, report = () => {} }) {
  const limits = await peaks(modules);
  const measured = [];
  for (const size of cases.filter(({ name }) => wanted(name))) {
    report(`attention ${size.name}`);
    const inputs = inputsOf(size);
    const ready = await provedOnes(
      all.filter(({ takes }) => takes(size)),
      size,
      inputs,
    );
    try {
      const fit = await fittest(ready, quick);
      const times = await inTurns([...fit, copying(size), ...limits], quick ? paces.quick : paces.usual);
      const entries = fit.map(({ name, kind, flavour, peer, apart }) => ({
        ...{ name: peer ?? name, kind, apart },
        ...(flavour === undefined ? {} : { flavour }),
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
        peaks: Object.fromEntries(
          limits.map(({ name, operations }) => [name, (operations * 1000) / times[name].median]),
        ),
      });
    } finally {
      for (const { dispose } of ready) dispose?.();
      // What one case leaves behind is not the next one's to clear away.
      globalThis.gc?.();
    }
  }
  return measured;
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

/** Prepares all of them, times their first calls (`cost`) and compares their answers with the oracle's; throws over the first that is wrong. */
export async function provedOnes(all, size, inputs) {
  const prove = proofOf(size, inputs);
  const ready = [];
  try {
    for (const one of all) {
      const prepared = await one.prepare(size, inputs);
      if (prepared === undefined) continue;
      ready.push({ ...one, ...prepared });
      const start = performance.now();
      const answer = await (prepared.answer ?? prepared.run)();
      const cost = performance.now() - start;
      Object.assign(ready.at(-1), { cost, apart: prove(answer, one.name) });
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
