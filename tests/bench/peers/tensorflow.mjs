// TensorFlow.js on its WebAssembly backend, one thread: the layer as its documentation would have it, and with one projection.

import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';

/** `wasm` is the folder of the library's own files, where it does not find them by itself. */
export async function tensorflow(wasm) {
  setThreadsCount(1);
  if (wasm !== undefined) setWasmPaths(wasm);
  if (!(await tf.setBackend('wasm'))) throw new Error('TensorFlow.js has no WebAssembly here');
  await tf.ready();
  return Object.entries({ 'three projections': three, 'one projection': one }).map(([name, project]) => ({
    name: `TensorFlow.js: ${name}`,
    peer: 'TensorFlow.js',
    kind: 'library',
    takes: () => true,
    prepare: (size, inputs) => prepare(size, inputs, project),
  }));
}

/** Both give q, k, v as (H, T, d_k) of x, once the parameters have been uploaded. */
function three({ T, dModel, heads }, { wQ, wK, wV }) {
  const parameters = [wQ, wK, wV].map((w) => tf.tensor2d(w, [dModel, dModel]));
  const project = (x) =>
    parameters.map((w) => tf.transpose(tf.reshape(tf.matMul(x, w), [T, heads, dModel / heads]), [1, 0, 2]));
  return { parameters, project };
}

function one(size, inputs) {
  const { T, dModel, heads } = size;
  const { parameters } = three(size, inputs);
  const all = tf.concat(parameters, 1);
  tf.dispose(parameters);
  const project = (x) =>
    tf.split(tf.transpose(tf.reshape(tf.matMul(x, all), [T, 3 * heads, dModel / heads]), [1, 0, 2]), 3, 0);
  return { parameters: [all], project };
}

function prepare(size, inputs, how) {
  const { T, dModel, heads, causal } = size;
  const { parameters, project } = how(size, inputs);
  const scale = tf.scalar(1 / Math.sqrt(dModel / heads));
  const mask = causal ? tf.tensor2d(maskOf(T), [T, T]) : undefined;
  const layer = () => {
    const [q, k, v] = project(tf.tensor2d(inputs.x, [T, dModel]));
    const scaled = tf.mul(tf.matMul(q, k, false, true), scale);
    const weights = tf.softmax(mask === undefined ? scaled : tf.add(scaled, mask));
    const output = tf.reshape(tf.transpose(tf.matMul(weights, v), [1, 0, 2]), [T, dModel]);
    return { output, weights };
  };
  return {
    run() {
      const { output, weights } = tf.tidy(layer);
      const answer = { output: output.dataSync(), weights: weights.dataSync() };
      tf.dispose([output, weights]);
      return answer;
    },
    dispose: () => tf.dispose([...parameters, scale, ...(mask === undefined ? [] : [mask])]),
  };
}

function maskOf(T) {
  const mask = new Float32Array(T * T);
  // Its softmax makes NaN of −∞ in some versions; of this it makes 0.
  for (let i = 0; i < T; i += 1) mask.fill(-1e30, i * T + i + 1, (i + 1) * T);
  return mask;
}
