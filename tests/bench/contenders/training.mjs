// Training by the core, through what anyone calls.
import { loadTraining } from 'self-attention/training';

/** What a model is (../training.mjs) as `train` is given it. */
const optionsOf = ({ layers, dModel, heads, dFf, T, batch, text, optimizer }) => ({
  scene: {
    version: 1,
    tokens: ['a'],
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel, std: 0.3 },
    positions: { kind: 'learned', std: 0.3 },
    parameters: { kind: 'random', init: 'xavier', seed: 2, output: true, biases: true },
    attention: { heads, mask: { kind: 'causal' } },
    block: { residual: true, norm: 'layer', place: 'pre', feedForward: { width: dFf, activation: 'relu' } },
    layers,
  },
  task: { kind: 'text', length: T, text },
  ...{ optimizer, batch, seed: 3, unembedding: 'learned' },
});

/** A name for each tensor: those of a layer carry its number. */
const named = (tensors) =>
  tensors.map(({ name, layer, path, ...tensor }) => ({
    ...tensor,
    name: path.startsWith('/parameters') ? `${name}.${layer}` : name,
  }));

/** { name, kind, prepare, begin } */
export const trainer = async () => trainerOf(await loadTraining());

const parametersOf = (tensors) => Object.fromEntries(named(tensors).map(({ name, data }) => [name, data]));

const trainerOf = (training) => ({
  name: 'core',
  kind: 'core',
  prepare(model) {
    const run = training.train(optionsOf(model));
    return {
      step: () => run.step().loss,
      parameters: () => parametersOf(run.tensors()),
      dispose: () => run.dispose(),
    };
  },
  /** Where every contender begins, and what it learns from: ids of `batch` × T symbols and targets, for so many steps. */
  begin(model, steps) {
    const run = training.train(optionsOf(model));
    try {
      const { symbols, size } = run;
      const ids = (examples, of) =>
        Int32Array.from(examples.flatMap((one) => one[of].map((text) => symbols.indexOf(text))));
      const batches = Array.from({ length: steps }, (_, after) => {
        const examples = run.batch({ after });
        return { ids: ids(examples, 'tokens'), targets: ids(examples, 'targets') };
      });
      return { symbols, size, tensors: named(run.tensors()), batches };
    } finally {
      run.dispose();
    }
  },
});
