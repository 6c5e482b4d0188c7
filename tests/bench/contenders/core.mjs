// The core through its public functions. One contender a way to ask.

const tensor = (shape, data) => ({ shape, data });

/**
 * The library's call with its parameters prepared once. Answers go into the caller's arrays or, with `fresh`, into new arrays at
 * every call, which is all that other libraries offer.
 */
export const layerOf = (core, { fresh = false } = {}) => ({
  name: fresh ? 'core, fresh arrays' : 'core',
  kind: 'core',
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

/** Fills `into` with what is read. */
const read = (trace, into) => {
  for (const name of ['weights', 'output']) trace.tensor(name, { into: into[name] });
  return into;
};
const room = ({ T, dModel, heads }) => ({
  output: new Float32Array(T * dModel),
  weights: new Float32Array(heads * T * T),
});

/** A scene, with every step kept: what one keystroke costs where nothing is known from the one before. */
export const attendOf = (core) => ({
  name: 'core: attend',
  kind: 'trace',
  takes: small,
  prepare(size, inputs) {
    // Two scenes without a number in common: a trace that was disposed of is taken up again, with what the next scene shares with it.
    const scenes = [sceneOf(size, inputs), sceneOf(size, inputs.next)];
    const into = room(size);
    return {
      run(turn) {
        const trace = core.attend(scenes[turn]);
        read(trace, into);
        trace.dispose();
        return into;
      },
    };
  },
});

/** The scene of the keystroke before, with other numbers: only they cross the boundary. */
export const updateOf = (core) => ({
  name: 'core: update',
  kind: 'trace',
  takes: small,
  prepare(size, inputs) {
    const scene = sceneOf(size, inputs);
    const { x } = scene.embedding;
    // Every other call is the scene to answer for. In the one between, the last token changed.
    const scenes = [scene, { ...scene, embedding: { kind: 'given', x: [...x.slice(0, -1), x[0]] } }];
    const trace = core.attend(scenes[1]);
    const into = room(size);
    const run = (turn) => {
      trace.update(scenes[turn]);
      trace.tensor('weights', { into: into.weights });
    };
    return {
      run,
      answer(turn) {
        run(turn);
        return read(trace, into);
      },
      dispose: () => trace.dispose(),
    };
  },
});
