// ONNX Runtime Web on one thread, in every way that its operators can say this layer; the fastest of them is the one to beat.
import * as ort from 'onnxruntime-web/wasm';
import { constant, known, model, node } from './protobuf.mjs';

/** `wasm` is the folder of the library's own files, where it does not find them by itself. */
export function onnx(wasm) {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  if (wasm !== undefined) ort.env.wasm.wasmPaths = wasm;
  return Object.entries(graphs).map(([name, { graph, opset = 21, takes = () => true }]) => ({
    name: `ONNX Runtime Web: ${name}`,
    peer: 'ONNX Runtime Web',
    kind: 'library',
    takes,
    async prepare(size, { x, ...parameters }) {
      const { T, dModel, heads } = size;
      const outputs = { output: [T, dModel], weights: [heads, T, T] };
      const bytes = model({ x: [T, dModel] }, outputs, graph(size, parameters), opset);
      const session = await ort.InferenceSession.create(bytes, {
        executionProviders: ['wasm'],
        graphOptimizationLevel: 'all',
        executionMode: 'sequential',
      });
      const feeds = { x: new ort.Tensor('float32', x, [T, dModel]) };
      return {
        run: async () => {
          const { output, weights } = await session.run(feeds);
          return { output: output.data, weights: weights.data };
        },
        dispose: () => session.release(),
      };
    },
  }));
}

const ms = 'com.microsoft';

/** Matrices of one height side by side. */
function beside(matrices, rows) {
  const columns = matrices[0].length / rows;
  const whole = new Float32Array(rows * columns * matrices.length);
  for (const [at, matrix] of matrices.entries()) {
    for (let row = 0; row < rows; row += 1) {
      whole.set(matrix.subarray(row * columns, (row + 1) * columns), (row * matrices.length + at) * columns);
    }
  }
  return whole;
}

const scaledBy = (matrix, factor) => matrix.map((number) => number * factor);

/** 0 where query i sees key j, else a number that softmax makes 0 of. */
function maskOf(T) {
  const mask = new Float32Array(T * T);
  for (let i = 0; i < T; i += 1) mask.fill(Number.NEGATIVE_INFINITY, i * T + i + 1, (i + 1) * T);
  return mask;
}

const masked = ({ T, causal }, from, to) =>
  causal ? [constant('mask', [T, T], maskOf(T)), node('Add', [from, 'mask'], [to])] : [node('Identity', [from], [to])];

const projections = ({ dModel }, { wQ, wK, wV }) => [
  ...[constant('wq', [dModel, dModel], wQ), constant('wk', [dModel, dModel], wK), constant('wv', [dModel, dModel], wV)],
  ...['q', 'k', 'v'].map((name) => node('MatMul', ['x', `w${name}`], [`${name}flat`])),
];

/** (T, d_model) → (H, T, d_k), or with `turned` (H, d_k, T). */
const heads = ({ T, dModel, heads: H }, name, turned = false) => [
  node('Reshape', [`${name}flat`, 'split'], [`${name}split`]),
  node('Transpose', [`${name}split`], [name], { perm: turned ? [1, 2, 0] : [1, 0, 2] }),
  ...(name === 'q' ? [constant('split', [3], [T, H, dModel / H]), constant('merged', [2], [T, dModel])] : []),
];

const merge = [node('Transpose', ['z'], ['zt'], { perm: [1, 0, 2] }), node('Reshape', ['zt', 'merged'], ['output'])];
const width = ({ dModel, heads: H }) => dModel / H;

/** An operator of (1, T, d_model) that gives its weights as its last output. */
function fused({ T, dModel, heads: H }, parameters, type, attributes, more = []) {
  return [
    ...projections({ dModel }, parameters),
    constant('batch', [3], [1, T, dModel]),
    ...['q', 'k', 'v'].map((name) => node('Reshape', [`${name}flat`, 'batch'], [name])),
    known('p', [1, H, T, T]),
    node(type, ['q', 'k', 'v', ...more], ['y', 'allK', 'allV', 'p'], attributes, ms),
    constant('merged', [2], [T, dModel]),
    constant('unbatched', [3], [H, T, T]),
    node('Reshape', ['y', 'merged'], ['output']),
    node('Reshape', ['p', 'unbatched'], ['weights']),
  ];
}

const graphs = {
  'as exporters write it': {
    graph: (size, parameters) => [
      ...projections(size, parameters),
      ...heads(size, 'q'),
      ...heads(size, 'k', true),
      ...heads(size, 'v'),
      constant('scale', [1], Float32Array.of(1 / Math.sqrt(width(size)))),
      node('MatMul', ['q', 'k'], ['scores']),
      node('Mul', ['scores', 'scale'], ['scaled']),
      ...masked(size, 'scaled', 'seen'),
      node('Softmax', ['seen'], ['weights'], { axis: -1 }),
      node('MatMul', ['weights', 'v'], ['z']),
      ...merge,
    ],
  },
  'products with the scale inside': {
    graph: (size, parameters) => [
      ...projections(size, parameters),
      ...heads(size, 'q'),
      ...heads(size, 'k'),
      ...heads(size, 'v'),
      node('FusedMatMul', ['q', 'k'], ['scores'], { transB: 1, alpha: 1 / Math.sqrt(width(size)) }, ms),
      ...masked(size, 'scores', 'seen'),
      node('Softmax', ['seen'], ['weights'], { axis: -1 }),
      node('MatMul', ['weights', 'v'], ['z']),
      ...merge,
    ],
  },
  'one projection, scaled before': {
    graph: (size, { wQ, wK, wV }) => {
      const { T, dModel, heads: H } = size;
      const all = beside([scaledBy(wQ, 1 / Math.sqrt(width(size))), wK, wV], dModel);
      return [
        constant('w', [dModel, 3 * dModel], all),
        constant('split', [3], [T, 3 * H, dModel / H]),
        constant('merged', [2], [T, dModel]),
        node('MatMul', ['x', 'w'], ['flat']),
        node('Reshape', ['flat', 'split'], ['apart']),
        node('Transpose', ['apart'], ['turned'], { perm: [1, 0, 2] }),
        node('Split', ['turned'], ['q', 'k', 'v'], { axis: 0, num_outputs: 3 }),
        node('FusedMatMul', ['q', 'k'], ['scores'], { transB: 1 }, ms),
        ...masked(size, 'scores', 'seen'),
        node('Softmax', ['seen'], ['weights'], { axis: -1 }),
        node('MatMul', ['weights', 'v'], ['z']),
        ...merge,
      ];
    },
  },
  'a projection a head': {
    graph: (size, { wQ, wK, wV }) => {
      const { T, dModel, heads: H } = size;
      const dK = width(size);
      const apart = (matrix) => {
        const out = new Float32Array(matrix.length);
        for (let h = 0; h < H; h += 1) {
          for (let row = 0; row < dModel; row += 1) {
            const from = row * dModel + h * dK;
            out.set(matrix.subarray(from, from + dK), (h * dModel + row) * dK);
          }
        }
        return out;
      };
      const shape = [H, dModel, dK];
      return [
        constant('wq', shape, apart(scaledBy(wQ, 1 / Math.sqrt(dK)))),
        ...[constant('wk', shape, apart(wK)), constant('wv', shape, apart(wV))],
        ...['q', 'k', 'v'].map((name) => node('MatMul', ['x', `w${name}`], [name])),
        constant('merged', [2], [T, dModel]),
        node('FusedMatMul', ['q', 'k'], ['scores'], { transB: 1 }, ms),
        ...masked(size, 'scores', 'seen'),
        node('Softmax', ['seen'], ['weights'], { axis: -1 }),
        node('MatMul', ['weights', 'v'], ['z']),
        ...merge,
      ];
    },
  },
  'the Attention operator': {
    opset: 23,
    graph: (size, parameters) => {
      const { T, dModel, heads: H } = size;
      return [
        ...projections(size, parameters),
        constant('batch', [3], [1, T, dModel]),
        ...['q', 'k', 'v'].map((name) => node('Reshape', [`${name}flat`, 'batch'], [name])),
        node('Attention', ['q', 'k', 'v'], ['y', '', '', 'p'], {
          q_num_heads: H,
          kv_num_heads: H,
          is_causal: size.causal ? 1 : 0,
          qk_matmul_output_mode: 3,
        }),
        constant('merged', [2], [T, dModel]),
        constant('unbatched', [3], [H, T, T]),
        node('Reshape', ['y', 'merged'], ['output']),
        node('Reshape', ['p', 'unbatched'], ['weights']),
      ];
    },
  },
  // It is always causal, and counts in eights.
  'the GroupQueryAttention operator': {
    takes: (size) => size.causal && width(size) % 8 === 0,
    graph: (size, parameters) => [
      constant('last', [1, 1], Int32Array.of(size.T - 1)),
      constant('total', [], Int32Array.of(size.T)),
      ...fused(
        size,
        parameters,
        'GroupQueryAttention',
        { num_heads: size.heads, kv_num_heads: size.heads, qk_output: 2 },
        [...['', '', 'last', 'total']],
      ),
    ],
  },
};
