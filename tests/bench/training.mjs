// One step of training (forward, backward, AdamW) of a small transformer, by everything that can take it in a page without a GPU: first
// every answer is compared, then they are timed in turns.
import { collectGarbage, inTurns, paces } from './clock.mjs';
import { trainer } from './contenders/training.mjs';
import { peakOf, peakRate } from './peak.mjs';

/** What is trained, as the fields of a model say it; `text` is learned by its next characters. */
export const model = {
  ...{ layers: 2, dModel: 64, heads: 4, dFf: 256, T: 32, batch: 16 },
  text: 'It is snowing. The animal did not cross the street because it was too tired, and nobody else was out. '.repeat(
    3,
  ),
  // ε as large as the noise of float32 sums in a gradient: of a smaller one the first step would make a whole step of noise.
  optimizer: { kind: 'adamw', learningRate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-6, weightDecay: 0.01 },
};

/** Steps whose loss and parameters are compared; later ones learn from the batches of these, over and over. */
export const COMPARED = 3;

/** How far a loss, and a parameter as a part of its tensor's largest, may be from the core's after those steps. */
export const TOLERANCE = 2e-4;

/**
 * Floating-point operations of one step: 6 × parameters × tokens of what multiplies (embeddings are looked up), and q·kᵀ and
 * weights·v with the four products of their way back, of visible cells only.
 */
export function operationsOf({ layers, dModel, dFf, T, batch }, vocabulary) {
  const parameters = layers * (4 * dModel * dModel + 2 * dModel * dFf) + dModel * vocabulary;
  const visible = (T * (T + 1)) / 2;
  return 6 * parameters * T * batch + 6 * 2 * visible * dModel * layers * batch;
}

/**
 * { model, vocabulary, parameters, operations, entries, peak }, entries and peak as those of attention.mjs; `apart` is from the core's
 * own answer. `libraries` is [{ name, peer, kind, before?(), prepare(model, begin) → { step(): loss, parameters(): { name: numbers }, dispose() }
 * }], `before` what has to be called before it is asked for anything.
 * Throws where an answer is another.
 */
export async function training({ libraries = [], peak, quick = false, report = () => {} }) {
  report('training');
  const core = await trainer();
  const begin = core.begin(model, COMPARED);
  const ready = [];
  try {
    for (const one of [core, ...libraries]) {
      one.before?.();
      const prepared = await one.prepare(model, begin);
      ready.push({ ...one, ...prepared });
    }
    const truth = ready[0];
    for (const one of ready) {
      one.before?.();
      const start = performance.now();
      one.losses = [];
      for (let step = 0; step < COMPARED; step += 1) one.losses.push(await one.step());
      one.cost = (performance.now() - start) / COMPARED;
      one.after = await one.parameters();
      one.apart = distance(one, truth, begin);
      report(`training ${one.name}: ${one.apart.toExponential(1)} from the core, about ${one.cost.toFixed(0)} ms`);
    }
    const runs = ready.map(({ name, step, cost, before }) => ({ name, run: step, cost, before }));
    // A run takes hundreds of steps one after the other, and so does a sample: a second of them. The garbage of libraries in JavaScript is
    // collected by a thread of the engine between the samples.
    const pace = quick ? paces.quick : { ...paces.usual, sample: 1000, budget: 9000, between: collectGarbage };
    const times = await inTurns([...runs, ...(await peakOf(peak))], pace);
    const entries = ready.map(({ name, kind, peer, apart }) => ({
      ...{ name: peer ?? name, kind, apart },
      ...(peer === undefined ? {} : { variant: name.slice(peer.length + 2) }),
      ...times[name],
    }));
    const { text: _, optimizer, ...sizes } = model;
    return {
      ...{ model: { ...sizes, optimizer: optimizer.kind }, vocabulary: begin.symbols.length, parameters: begin.size },
      operations: operationsOf(model, begin.symbols.length),
      entries: entries.filter(
        (entry) => !entries.some(({ name, median }) => name === entry.name && median < entry.median),
      ),
      peak: peakRate(times),
    };
  } finally {
    for (const { before, dispose } of ready) {
      before?.();
      dispose();
    }
  }
}

/**
 * Throws unless both tell the same losses, each another than the one before, and have the same parameters afterwards. Returns the largest
 * difference.
 */
function distance(one, truth, { tensors }) {
  let most = 0;
  const hold = (what, apart) => {
    if (!(apart <= TOLERANCE))
      throw new Error(`${one.name}: ${what} is ${apart.toExponential(1)} from the core's, ${TOLERANCE} is allowed`);
    most = Math.max(most, apart);
  };
  if (new Set(one.losses).size < one.losses.length) throw new Error(`${one.name}: two steps have the same loss`);
  for (const [step, loss] of one.losses.entries())
    hold(`the loss of step ${step + 1}`, Math.abs(loss / truth.losses[step] - 1));
  for (const { name, data } of tensors) {
    const [is, should] = [one.after[name], truth.after[name]];
    if (is?.length !== data.length) throw new Error(`${one.name}: ${name} is not ${data.length} numbers`);
    let [largest, apart, moved] = [0, 0, 0];
    for (const [at, number] of should.entries()) {
      largest = Math.max(largest, Math.abs(number));
      moved = Math.max(moved, Math.abs(number - data[at]));
      const difference = Math.abs(is[at] - number);
      apart = difference <= apart ? apart : Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
    }
    if (moved === 0) throw new Error(`${truth.name}: nothing was learned of ${name}`);
    hold(name, apart / largest);
  }
  return most;
}
