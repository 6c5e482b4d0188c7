// Attention on given q, k, v by ONNX Runtime Web on one thread, in every way that its operators can say it.
import * as ort from 'onnxruntime-web/wasm';
import { constant, known, model, node } from './protobuf.mjs';

/** `wasm` is the folder of the library's own files, where it does not find them by itself. See ../calls.mjs. */
export function onnxCalls(wasm) {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  if (wasm !== undefined) ort.env.wasm.wasmPaths = wasm;
  return Object.entries(graphs).map(([name, { graph, opset = 21, takes = () => true }]) => ({
    name: `ONNX Runtime Web: ${name}`,
    peer: 'ONNX Runtime Web',
    kind: 'library',
    takes,
    async prepare(size, { q, k, v, mask }) {
      const { H, T, d, weights } = size;
      const shape = [1, H, T, d];
      const outputs = { output: shape, ...(weights ? { weights: [1, H, T, T] } : {}) };
      const inputs = { q: shape, k: shape, v: shape };
      const bytes = model(inputs, outputs, graph({ ...size, mask }), opset);
      const session = await ort.InferenceSession.create(bytes, {
        executionProviders: ['wasm'],
        graphOptimizationLevel: 'all',
        executionMode: 'sequential',
      });
      const feeds = Object.fromEntries(
        Object.entries({ q, k, v }).map(([key, data]) => [key, new ort.Tensor('float32', data, shape)]),
      );
      return {
        async run() {
          const answer = await session.run(feeds);
          return { output: answer.output.data, weights: answer.weights?.data };
        },
        dispose: () => session.release(),
      };
    },
  }));
}

const ms = 'com.microsoft';
const added = ({ T, mask }, from, to) =>
  mask ? [constant('mask', [1, 1, T, T], mask), node('Add', [from, 'mask'], [to])] : [node('Identity', [from], [to])];

const graphs = {
  'as exporters write it': {
    graph: (size) => [
      constant('scale', [1], Float32Array.of(1 / Math.sqrt(size.d))),
      node('Transpose', ['k'], ['kt'], { perm: [0, 1, 3, 2] }),
      node('MatMul', ['q', 'kt'], ['scores']),
      node('Mul', ['scores', 'scale'], ['scaled']),
      ...added(size, 'scaled', 'seen'),
      node('Softmax', ['seen'], ['weights'], { axis: -1 }),
      node('MatMul', ['weights', 'v'], ['output']),
    ],
  },
  'products with the scale inside': {
    graph: (size) => [
      node('FusedMatMul', ['q', 'k'], ['scores'], { transB: 1, alpha: 1 / Math.sqrt(size.d) }, ms),
      ...added(size, 'scores', 'seen'),
      node('Softmax', ['seen'], ['weights'], { axis: -1 }),
      node('MatMul', ['weights', 'v'], ['output']),
    ],
  },
  'the Attention operator': {
    opset: 23,
    graph: ({ T, mask, weights }) => [
      ...(mask ? [constant('mask', [1, 1, T, T], mask)] : []),
      node(
        'Attention',
        ['q', 'k', 'v', ...(mask ? ['mask'] : [])],
        weights ? ['output', '', '', 'weights'] : ['output'],
        weights ? { qk_matmul_output_mode: 3 } : {},
      ),
    ],
  },
  'the MultiHeadAttention operator': {
    // It has an order of its own for queries and results, and gives no weights.
    takes: ({ weights }) => !weights,
    graph: ({ H, T, d, mask }) => [
      constant('flat', [3], [1, T, H * d]),
      constant('split', [4], [1, T, H, d]),
      ...(mask ? [constant('mask', [1, 1, T, T], mask)] : []),
      ...['q', 'k', 'v'].flatMap((name) => [
        node('Transpose', [name], [`${name}t`], { perm: [0, 2, 1, 3] }),
        node('Reshape', [`${name}t`, 'flat'], [`${name}f`]),
      ]),
      known('y', [1, T, H * d]),
      node('MultiHeadAttention', ['qf', 'kf', 'vf', ...(mask ? ['', '', 'mask'] : [])], ['y'], { num_heads: H }, ms),
      node('Reshape', ['y', 'split'], ['ys']),
      node('Transpose', ['ys'], ['output'], { perm: [0, 2, 1, 3] }),
    ],
  },
};
