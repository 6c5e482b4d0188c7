// TensorFlow.js on its WebAssembly backend, one thread, in several ways; the fastest of them is the one to beat.
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';

/** `wasm` is the folder of the library's own files, where it does not find them by itself. */
export async function tensorflow(wasm) {
  setThreadsCount(1);
  if (wasm !== undefined) setWasmPaths(wasm);
  if (!(await tf.setBackend('wasm'))) throw new Error('TensorFlow.js has no WebAssembly here');
  await tf.ready();
  return Object.entries(ways).map(([name, way]) => ({
    name: `TensorFlow.js: ${name}`,
    peer: 'TensorFlow.js',
    kind: 'library',
    takes: () => true,
    prepare(size, inputs) {
      // The parameters are uploaded once; the scale is in one of them.
      const { T, dModel, heads } = size;
      const factor = 1 / Math.sqrt(dModel / heads);
      const square = [dModel, dModel];
      const wQ = tf.tidy(() => tf.mul(tf.tensor2d(inputs.wQ, square), factor));
      const parameters = [wQ, tf.tensor2d(inputs.wK, square), tf.tensor2d(inputs.wV, square)];
      const mask = size.causal ? tf.tensor2d(maskOf(T), [T, T]) : undefined;
      const seen = (scores) => tf.softmax(mask === undefined ? scores : tf.add(scores, mask));
      const compute = way(size, parameters, seen);
      return {
        run() {
          const { output, weights } = tf.tidy(() => compute(tf.tensor2d(inputs.x, [T, dModel])));
          const answer = { output: output.dataSync(), weights: read(weights) };
          tf.dispose([output, weights]);
          return answer;
        },
        dispose: () => tf.dispose([...parameters, ...(mask === undefined ? [] : [mask])]),
      };
    },
  }));
}

/** One tensor, or one a head. */
function read(weights) {
  if (!Array.isArray(weights)) return weights.dataSync();
  const [{ size }] = weights;
  const all = new Float32Array(size * weights.length);
  for (const [head, tensor] of weights.entries()) all.set(tensor.dataSync(), head * size);
  return all;
}

const ways = {
  'as its documentation has it': ({ T, dModel, heads }, parameters, seen) => {
    const split = (tensor) => tf.transpose(tf.reshape(tensor, [T, heads, dModel / heads]), [1, 0, 2]);
    return (x) => {
      const [q, k, v] = parameters.map((w) => split(tf.matMul(x, w)));
      const weights = seen(tf.matMul(q, k, false, true));
      return { weights, output: tf.reshape(tf.transpose(tf.matMul(weights, v), [1, 0, 2]), [T, dModel]) };
    };
  },
  // Its fast product is for two plain matrices: one at a time, and none of them transposed on the way.
  'a product a head': ({ T, dModel, heads }, parameters, seen) => {
    const split = (tensor, turned) =>
      tf.unstack(tf.transpose(tf.reshape(tensor, [T, heads, dModel / heads]), turned ? [1, 2, 0] : [1, 0, 2]));
    return (x) => {
      const [q, k, v] = parameters.map((w, at) => split(tf.matMul(x, w), at === 1));
      const weights = q.map((rows, head) => seen(tf.matMul(rows, k[head])));
      return {
        weights,
        output: tf.concat(
          weights.map((rows, head) => tf.matMul(rows, v[head])),
          1,
        ),
      };
    };
  },
  'scores of all heads at once': ({ T, dModel, heads }, parameters, seen) => {
    const split = (tensor, turned) =>
      tf.unstack(tf.transpose(tf.reshape(tensor, [T, heads, dModel / heads]), turned ? [1, 2, 0] : [1, 0, 2]));
    return (x) => {
      const [q, k, v] = parameters.map((w, at) => split(tf.matMul(x, w), at === 1));
      const weights = seen(tf.stack(q.map((rows, head) => tf.matMul(rows, k[head]))));
      const rows = tf.unstack(weights);
      return {
        weights,
        output: tf.concat(
          rows.map((row, head) => tf.matMul(row, v[head])),
          1,
        ),
      };
    };
  },
};

function maskOf(T) {
  const mask = new Float32Array(T * T);
  // Its softmax makes NaN of −∞ in some versions; of this it makes 0.
  for (let i = 0; i < T; i += 1) mask.fill(-1e30, i * T + i + 1, (i + 1) * T);
  return mask;
}
