// The core, through what anyone calls. One contender a flavour and a way to ask.
import { loadCore } from 'self-attention/core';

/** The flavours that this engine runs, the faster one first. */
export async function cores() {
  const all = [];
  for (const flavour of ['relaxed-simd', 'simd']) {
    const core = await loadCore({ flavour }).catch((error) => {
      if (error.code !== 'wasm-load' && error.code !== 'unsupported') throw error;
    });
    if (core !== undefined) all.push(core);
  }
  return all;
}

const named = (core) => (core.flavour === 'simd' ? 'core, plain SIMD' : 'core, relaxed SIMD');
const tensor = (shape, data) => ({ shape, data });

/**
 * The library's call with its parameters prepared once. Answers go into the caller's arrays or, with `fresh`, into new arrays at
 * every call, which is all that other libraries offer.
 */
export const layerOf = (core, { fresh = false } = {}) => ({
  name: fresh ? `${named(core)}, fresh arrays` : named(core),
  kind: 'core',
  flavour: core.flavour,
  takes: () => true,
  prepare({ T, dModel, heads, causal }, { x, wQ, wK, wV }) {
    const square = [dModel, dModel];
    const layer = core.multiHeadAttention(
      { wQ: tensor(square, wQ), wK: tensor(square, wK), wV: tensor(square, wV) },
      { heads, causal },
    );
    const tokens = tensor([T, dModel], x);
    const into = { output: new Float32Array(T * dModel), weights: new Float32Array(heads * T * T) };
    const intoOwn = () => {
      layer.attend(tokens, into);
      return into;
    };
    const intoFresh = () => {
      const { output, weights } = layer.attend(tokens);
      return { output: output.data, weights: weights.data };
    };
    return { run: fresh ? intoFresh : intoOwn, dispose: () => layer.dispose() };
  },
});

const small = ({ T, causal }) => T === 6 && !causal;
// Arrays of numbers as a file, a literal or `Array.from` gives them; spreading a Float32Array makes an object of each number.
const rowsOf = (data, columns) =>
  Array.from({ length: data.length / columns }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns)),
  );

function sceneOf({ T, dModel, heads }, { x, wQ, wK, wV }) {
  return {
    version: 1,
    tokens: Array.from({ length: T }, (_, at) => `t${at}`),
    embedding: { kind: 'given', x: rowsOf(x, dModel) },
    parameters: { kind: 'given', wQ: rowsOf(wQ, dModel), wK: rowsOf(wK, dModel), wV: rowsOf(wV, dModel) },
    attention: { heads },
  };
}

const read = (trace) => ({ output: trace.tensor('output').data, weights: trace.tensor('weights').data });

/** A scene, with every step kept: what one keystroke costs where nothing is known from the one before. */
export const attendOf = (core) => ({
  name: `${named(core)}: attend`,
  kind: 'trace',
  flavour: core.flavour,
  takes: small,
  prepare(size, inputs) {
    const scene = sceneOf(size, inputs);
    return {
      run() {
        const trace = core.attend(scene);
        const answer = read(trace);
        trace.dispose();
        return answer;
      },
    };
  },
});

/** The scene of the keystroke before, with other numbers: only they cross the boundary. */
export const updateOf = (core) => ({
  name: `${named(core)}: update`,
  kind: 'trace',
  flavour: core.flavour,
  takes: small,
  prepare(size, inputs) {
    const scene = sceneOf(size, inputs);
    const { x } = scene.embedding;
    // Every other call is the scene to answer for; between them the last token is another.
    const other = { ...scene, embedding: { kind: 'given', x: [...x.slice(0, -1), x[0]] } };
    const scenes = [other, scene];
    const trace = core.attend(scene);
    if (typeof trace.update !== 'function') {
      trace.dispose();
      return undefined;
    }
    const into = {
      output: new Float32Array(size.T * size.dModel),
      weights: new Float32Array(size.heads * size.T * size.T),
    };
    let turn = 0;
    const once = () => {
      trace.update(scenes[turn]);
      turn = 1 - turn;
      trace.tensor('weights', { into: into.weights });
    };
    return {
      run: once,
      answer() {
        do once();
        while (turn === 1);
        trace.tensor('output', { into: into.output });
        return into;
      },
      dispose: () => trace.dispose(),
    };
  },
});
