// A step of training by jax-js on its WebAssembly backend, one thread: compiled as a whole, in several ways; the fastest is the one to beat.

/** See ../training.mjs. */
export async function trainers() {
  // With shared memory it starts a worker for each processor; everything here has one thread. It looks when it begins and whenever it compiles.
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  const jax = await import('@jax-js/jax');
  if (!(await jax.init('wasm')).includes('wasm')) throw new Error('jax-js has no WebAssembly here');
  jax.defaultDevice('wasm');
  // Its products over named axes (einsum) want iterators that have `map`, which Node has from 22 on.
  const usable = Object.entries(ways).filter(([, { einsum }]) => !einsum || 'Iterator' in globalThis);
  return usable.map(([name, { attend }]) => ({
    name: `jax-js: ${name}`,
    peer: 'jax-js',
    kind: 'library',
    prepare: (model, begin) => trainerOf(jax, attend(jax), model, begin),
  }));
}

/** Attention of q, k and v (batch, T, heads, d_k), of which it takes one reference each. */
const ways = {
  'as its documentation has it': {
    einsum: true,
    attend:
      ({ nn }) =>
      (q, k, v) =>
        nn.dotProductAttention(q, k, v, { isCausal: true }),
  },
  'products of (batch, heads, T, d_k)': {
    einsum: false,
    attend:
      ({ nn, numpy: np }) =>
      (q, k, v, T, dK) => {
        const [qh, kh, vh] = [q, k, v].map((x) => np.transpose(x, [0, 2, 1, 3]));
        const scores = np.matmul(qh, np.transpose(kh, [0, 1, 3, 2])).mul(1 / Math.sqrt(dK));
        const hidden = np.array(Array.from({ length: T }, (_, i) => Array.from({ length: T }, (_, j) => j > i)));
        const weights = nn.softmax(np.where(hidden, -1e30, scores), -1);
        return np.transpose(np.matmul(weights, vh), [0, 2, 1, 3]);
      },
  },
};

function trainerOf({ numpy: np, nn, jit, valueAndGrad, tree }, attend, model, { symbols, tensors, batches }) {
  const { layers, dModel, heads, T, batch, optimizer } = model;
  const { learningRate, beta1, beta2, epsilon, weightDecay } = optimizer;
  const V = symbols.length;

  const norm = (x, gamma, beta) => {
    const off = x.ref.sub(np.mean(x, -1, { keepdims: true }));
    const spread = np.mean(np.square(off.ref), -1, { keepdims: true });
    return off
      .div(np.sqrt(spread.add(1e-5)))
      .mul(gamma)
      .add(beta);
  };
  // Every function takes a reference of each argument; a parameter is used once.
  const lossOf = (p, ids, targets) => {
    const linear = (x, name, layer) => np.matmul(x, p[`w_${name}.${layer}`]).add(p[`b_${name}.${layer}`]);
    let x = np
      .matmul(ids, p.E)
      .reshape([batch, T, dModel])
      .add(p.P)
      .reshape([batch * T, dModel]);
    for (let layer = 0; layer < layers; layer += 1) {
      const read = norm(x.ref, p[`gamma_1.${layer}`], p[`beta_1.${layer}`]);
      const [q, k, v] = [read.ref, read.ref, read].map((rows, at) =>
        linear(rows, 'qkv'[at], layer).reshape([batch, T, heads, dModel / heads]),
      );
      const z = attend(q, k, v, T, dModel / heads).reshape([batch * T, dModel]);
      x = x.add(linear(z, 'o', layer));
      const hidden = nn.relu(linear(norm(x.ref, p[`gamma_2.${layer}`], p[`beta_2.${layer}`]), '1', layer));
      x = x.add(linear(hidden, '2', layer));
    }
    const logits = np.matmul(x, p.unembedding);
    return nn
      .logSoftmax(logits, -1)
      .mul(targets)
      .sum()
      .mul(-1 / (batch * T));
  };
  const stepped = jit((p, m, v, rate, grown, ids, targets) => {
    const [loss, g] = valueAndGrad(lossOf)(tree.ref(p), ids, targets);
    const mean = tree.map((old, now) => old.mul(beta1).add(now.mul(1 - beta1)), m, tree.ref(g));
    const square = tree.map((old, now) => old.mul(beta2).add(np.square(now).mul(1 - beta2)), v, g);
    const next = tree.map(
      (old, one, two) =>
        old.mul(1 - learningRate * weightDecay).sub(one.mul(rate.ref).div(np.sqrt(two.mul(grown.ref)).add(epsilon))),
      p,
      tree.ref(mean),
      tree.ref(square),
    );
    rate.dispose();
    grown.dispose();
    return [loss, next, mean, square];
  });

  let p = Object.fromEntries(tensors.map(({ name, shape, data }) => [name, np.array(data.slice()).reshape(shape)]));
  let m = tree.map((x) => np.zeros(x.shape), p);
  let v = tree.map((x) => np.zeros(x.shape), p);
  const oneHot = (ids) => nn.oneHot(np.array(ids, { dtype: np.int32 }), V);
  const given = batches.map(({ ids, targets }) => [oneHot(ids), oneHot(targets)]);
  let t = 0;
  return {
    async step() {
      const [ids, targets] = given[t % given.length];
      t += 1;
      const rate = np.array(learningRate / (1 - beta1 ** t)),
        grown = np.array(1 / (1 - beta2 ** t));
      let loss;
      [loss, p, m, v] = stepped(p, m, v, rate, grown, ids.ref, targets.ref);
      return (await loss.data())[0];
    },
    async parameters() {
      const all = await Promise.all(Object.entries(p).map(async ([name, x]) => [name, await x.ref.data()]));
      return Object.fromEntries(all);
    },
    dispose: () => tree.dispose([p, m, v, given]),
  };
}
