// A step of training by TensorFlow.js on its WebAssembly backend (one thread) and on its JavaScript one, in several ways; the fastest is
// the one to beat.
import '@tensorflow/tfjs-backend-cpu';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';

/** `wasm` is the folder of the library's own files, `gradients` the module of gradients.mjs, where they are not found. See ../training.mjs. */
export async function trainers({ wasm, gradients } = {}) {
  await (gradients === undefined ? import('./gradients.mjs') : import(gradients));
  setThreadsCount(1);
  if (wasm !== undefined) setWasmPaths(wasm);
  const all = [];
  for (const [backend, title, wanted] of [
    ['wasm', 'WebAssembly', Object.entries(ways)],
    // It has one product, which takes seconds a step in either way.
    ['cpu', 'JavaScript', Object.entries(ways).slice(0, 1)],
  ]) {
    if (!(await tf.setBackend(backend))) throw new Error(`TensorFlow.js has no ${title} here`);
    await tf.ready();
    for (const [name, product] of wanted) {
      all.push({
        name: `TensorFlow.js, ${title}: ${name}`,
        peer: `TensorFlow.js, ${title}`,
        kind: 'library',
        before: () => tf.setBackend(backend),
        prepare: (model, begin) => trainerOf(product, model, begin),
      });
    }
  }
  return all;
}

const turned = (x) => tf.transpose(x, x.rank === 2 ? [1, 0] : [0, 1, 3, 2]);

const ways = {
  'as its documentation has it': (a, b) => tf.matMul(a, b),
  // Its fast product is for matrices none of which is transposed on the way; the gradients of its own transpose one each.
  'nothing transposed inside of a product': tf.customGrad((a, b, save) => {
    save([a, b]);
    const gradFunc = (dy, [x, y]) => [tf.matMul(dy, turned(y)), tf.matMul(turned(x), dy)];
    return { value: tf.matMul(a, b), gradFunc };
  }),
};

function trainerOf(product, model, { symbols, tensors, batches }) {
  const { layers, dModel, heads, T, batch, optimizer } = model;
  const { learningRate, beta1, beta2, epsilon, weightDecay } = optimizer;
  const V = symbols.length;
  const dK = dModel / heads;

  const norm = (x, gamma, beta) => {
    const off = tf.sub(x, tf.mean(x, -1, true));
    const spread = tf.mean(tf.square(off), -1, true);
    return tf.add(tf.mul(tf.div(off, tf.sqrt(tf.add(spread, 1e-5))), gamma), beta);
  };
  const hidden = tf.tensor2d(
    Float32Array.from({ length: T * T }, (_, at) => (at % T > Math.floor(at / T) ? -1e30 : 0)),
    [T, T],
  );
  const lossOf = (p, ids, targets) => {
    const linear = (x, name, layer) => tf.add(product(x, p[`w_${name}.${layer}`]), p[`b_${name}.${layer}`]);
    const split = (x) => tf.transpose(tf.reshape(x, [batch, T, heads, dK]), [0, 2, 1, 3]);
    let x = tf.reshape(tf.add(tf.reshape(product(ids, p.E), [batch, T, dModel]), p.P), [batch * T, dModel]);
    for (let layer = 0; layer < layers; layer += 1) {
      const read = norm(x, p[`gamma_1.${layer}`], p[`beta_1.${layer}`]);
      const [q, k, v] = ['q', 'k', 'v'].map((name) => split(linear(read, name, layer)));
      const scores = tf.add(tf.mul(product(q, turned(k)), 1 / Math.sqrt(dK)), hidden);
      const z = tf.reshape(tf.transpose(product(tf.softmax(scores), v), [0, 2, 1, 3]), [batch * T, dModel]);
      x = tf.add(x, linear(z, 'o', layer));
      const active = tf.relu(linear(norm(x, p[`gamma_2.${layer}`], p[`beta_2.${layer}`]), '1', layer));
      x = tf.add(x, linear(active, '2', layer));
    }
    return tf.mul(tf.sum(tf.mul(tf.logSoftmax(product(x, p.unembedding)), targets)), -1 / (batch * T));
  };

  // The optimiser takes all numbers as one row: a few operations in place of some for each tensor.
  const names = tensors.map(({ name }) => name);
  const sizes = tensors.map(({ data }) => data.length);
  const apart = (all) => tf.split(all, sizes).map((row, at) => tf.reshape(row, tensors[at].shape));
  let all = tf.concat(tensors.map(({ data }) => tf.tensor1d(data)));
  let m = tf.zerosLike(all);
  let v = tf.zerosLike(all);
  const oneHot = (ids) => tf.cast(tf.oneHot(tf.tensor1d(ids, 'int32'), V), 'float32');
  const given = batches.map(({ ids, targets }) => tf.tidy(() => [oneHot(ids), oneHot(targets)]));
  let t = 0;
  return {
    step() {
      const [ids, targets] = given[t % given.length];
      t += 1;
      const next = tf.tidy(() => {
        const f = (...p) => lossOf(Object.fromEntries(names.map((name, at) => [name, p[at]])), ids, targets);
        const { value, grads } = tf.valueAndGrads(f)(apart(all));
        const g = tf.concat(grads.map((one) => tf.reshape(one, [-1])));
        const mean = tf.add(tf.mul(m, beta1), tf.mul(g, 1 - beta1));
        const square = tf.add(tf.mul(v, beta2), tf.mul(tf.square(g), 1 - beta2));
        const over = tf.add(tf.sqrt(tf.mul(square, 1 / (1 - beta2 ** t))), epsilon);
        const by = tf.div(tf.mul(mean, learningRate / (1 - beta1 ** t)), over);
        return [value, tf.sub(tf.mul(all, 1 - learningRate * weightDecay), by), mean, square];
      });
      tf.dispose([all, m, v]);
      const [loss] = next;
      [, all, m, v] = next;
      const [told] = loss.dataSync();
      loss.dispose();
      return told;
    },
    parameters: () => tf.tidy(() => Object.fromEntries(apart(all).map((one, at) => [names[at], one.dataSync()]))),
    dispose: () => tf.dispose([all, m, v, hidden, given]),
  };
}
