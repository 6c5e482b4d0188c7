// Attention on given q, k, v by jax-js on its WebAssembly backend, one thread, compiled as a whole.

/** See ../calls.mjs. */
export async function jaxCalls() {
  // With shared memory it starts a worker for each processor; everything here has one thread.
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  const jax = await import('@jax-js/jax');
  if (!(await jax.init('wasm')).includes('wasm')) throw new Error('jax-js has no WebAssembly here');
  jax.defaultDevice('wasm');
  return Object.entries(ways).map(([name, { attend, takes = () => true }]) => ({
    name: `jax-js: ${name}`,
    peer: 'jax-js',
    kind: 'library',
    takes,
    prepare: (size, inputs) => prepared(jax, attend(jax, size), size, inputs),
  }));
}

const ways = {
  'products of (heads, T, d)': {
    attend:
      ({ numpy: np, nn }, { d, masked, weights }) =>
      (q, k, v, mask) => {
        const scores = np.matmul(q, np.transpose(k, [0, 2, 1])).mul(1 / Math.sqrt(d));
        const all = nn.softmax(masked ? scores.add(mask) : scores, -1);
        return weights ? [np.matmul(all.ref, v), all] : [np.matmul(all, v)];
      },
  },
  'as its documentation has it': {
    takes: ({ weights }) => !weights && 'Iterator' in globalThis,
    attend:
      ({ nn, numpy: np }, { masked }) =>
      (q, k, v, mask) => {
        const [query, key, value] = [q, k, v].map((x) => np.transpose(x, [1, 0, 2]));
        const output = nn.dotProductAttention(query, key, value, masked ? { bias: mask } : {});
        return [np.transpose(output, [1, 0, 2])];
      },
  },
};

function prepared({ numpy: np, jit }, attend, { H, T, d, masked }, { q, k, v, mask }) {
  const compiled = jit(attend);
  const bias = masked ? np.array(mask.slice()).reshape([1, T, T]) : undefined;
  const given = (data) => np.array(data.slice()).reshape([H, T, d]);
  return {
    async run() {
      const [output, weights] = compiled(given(q), given(k), given(v), ...(masked ? [bias.ref] : []));
      return { output: await output.data(), weights: await weights?.data() };
    },
    dispose: () => bias?.dispose(),
  };
}
