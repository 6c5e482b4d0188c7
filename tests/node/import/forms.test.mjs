// What shells, programs and people write, with the numbers that it means. Each table has one form of text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { importText } = await bundle('web/import/index.ts');

const options = { minusInfinity: true };
const read = (text) => importText(text, options).matrices;

/** Asserts that each text has one reading, one matrix, and these numbers. */
function means(examples) {
  for (const [text, expected, name] of examples) {
    const matrices = read(text);
    assert.equal(matrices.length, 1, text);
    assert.equal(matrices[0].reading, undefined, text);
    assert.deepEqual(matrices[0].data, expected, text);
    if (name !== undefined) assert.equal(matrices[0].name, name, text);
  }
}

const refuses = (texts, code = 'scene-form') => {
  for (const text of texts) assert.throws(() => read(text), { name: 'ImportError', code }, text);
};

const square = [
  [1, 2],
  [3, 4],
];
const half = [
  [0.5, -0.25],
  [1, 2.5],
];

test('Python: lists, tuples and calls', () => {
  means([
    ['[[1, 2], [3, 4]]', square],
    ['[(1, 2), (3, 4)]', square],
    ['((1, 2), (3, 4))', square],
    ['[[1, 2],\n [3, 4],\n]', square],
    ['np.array([[1, 2], [3, 4]])', square, ''],
    ['numpy.asarray([[1, 2], [3, 4]], np.float32)', square, ''],
    ['np.matrix([[1, 2], [3, 4]])', square, ''],
    ["np.matrix('1 2; 3 4')", square, ''],
    ['W = np.array([[1, 2], [3, 4]]).astype(np.float32)', square, 'W'],
    ['w_q: np.ndarray = np.array([[1, 2], [3, 4]])', square, 'w_q'],
    ['self.W_q = nn.Parameter(torch.tensor([[1., 2.], [3., 4.]]), requires_grad=True)', square, 'self.W_q'],
    ['model.layers[0].weight = [[1, 2], [3, 4]]', square, 'model.layers[0].weight'],
    ['print(np.array([[1, 2], [3, 4]]))', square],
    ['[np.float64(0.25), np.float64(-1.5)]', [[0.25, -1.5]]],
    ['[[np.float32(0.5), -0.25], [np.int64(1), np.float32(2.5)]]', half],
    [
      "[[0, float('-inf')], [0, 0]]",
      [
        [0, -Infinity],
        [0, 0],
      ],
    ],
    [
      '[[0, -np.inf], [0, 0]]',
      [
        [0, -Infinity],
        [0, 0],
      ],
    ],
    [
      '[[0, -math.inf], [0, -float("inf")]]',
      [
        [0, -Infinity],
        [0, -Infinity],
      ],
    ],
    ["[['-inf', 0]]", [[-Infinity, 0]]],
    ['[True, False]', [[1, 0]]],
    ['[np.True_, np.False_]', [[1, 0]]],
    ['[1_000, 2.5e-1]', [[1000, 0.25]]],
    ['np.float64(0.25)', [[0.25]]],
    ['import numpy as np\n\nQ = np.array([[1, 2],\n              [3, 4]])\nprint(Q)', square, 'Q'],
    ['[[1, 2], [3, 4]]  # from the paper', square],
    ['```python\nQ = [[1, 2], [3, 4]]\n```', square, 'Q'],
    ['[tensor(0.5), tensor(-0.25)]', [[0.5, -0.25]]],
  ]);
});

test('NumPy, PyTorch, TensorFlow, JAX, MXNet, Paddle, SymPy: what they print', () => {
  means([
    ['[[1. 2.]\n [3. 4.]]', square],
    ['tf.Tensor([1. 2. 3.], shape=(3,), dtype=float32)', [[1, 2, 3]]],
    ['tf.Tensor(\n[[1. 2.]\n [3. 4.]], shape=(2, 2), dtype=float32)', square],
    ['tf.Tensor(3.0, shape=(), dtype=float32)', [[3]]],
    ['<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[1., 2.],\n       [3., 4.]], dtype=float32)>', square],
    [
      "<tf.Variable 'w:0' shape=(2, 2) dtype=float32, numpy=\narray([[1., 2.],\n       [3., 4.]], dtype=float32)>",
      square,
    ],
    ['<tf.Tensor: shape=(), dtype=float32, numpy=3.0>', [[3]]],
    ["tensor([[1., 2.],\n        [3., 4.]], device='cuda:0', grad_fn=<AddBackward0>)", square],
    ['Parameter containing:\ntensor([[1., 2.],\n        [3., 4.]], requires_grad=True)', square, ''],
    ['tensor(3.5000, grad_fn=<MeanBackward0>)', [[3.5]]],
    ['Array([[1., 2.],\n       [3., 4.]], dtype=float32)', square],
    ['DeviceArray([[1., 2.], [3., 4.]], dtype=float32)', square],
    ['\n[[1. 2.]\n [3. 4.]]\n<NDArray 2x2 @cpu(0)>', square],
    [
      'Tensor(shape=[2, 2], dtype=float32, place=Place(cpu), stop_gradient=True,\n       [[1., 2.],\n        [3., 4.]])',
      square,
    ],
    ['Matrix([\n[1, 2],\n[3, 4]])', square],
    ['array([[1., 2.],\n       [3., 4.]])', square],
    ['array([1, 2, 3, 4], dtype=int64)', [[1, 2, 3, 4]]],
    ["array('f', [1.0, 2.0])", [[1, 2]]],
    ['masked_array(data=[[1.0, 2.0]], mask=False, fill_value=1e+20)', [[1, 2]]],
    [
      '<xarray.DataArray (x: 2, y: 2)>\narray([[1., 2.],\n       [3., 4.]])\nDimensions without coordinates: x, y',
      square,
    ],
    ['tensor([[[1., 2.],\n         [3., 4.]]])', square],
    ['Q (2, 2)\nQ = [[1 2]\n [3 4]]', square, 'Q'],
    ['weights (2, 2)\n[[1. 2.]\n [3. 4.]]', square, 'weights'],
    ['torch.Size([2, 2]) tensor([[1., 2.],\n        [3., 4.]])', square],
    ['Weights for key: \n tensor([[1., 2.],\n        [3., 4.]])', square, 'Weights for key'],
    ['Layer 3, head 1:\n[[1. 2.]\n [3. 4.]]', square, 'Layer 3, head 1'],
    ['Q\n=====\n[[1. 2.]\n [3. 4.]]', square, 'Q'],
    [' 1  2\n 3  4\n[ CPUFloatType{2,2} ]', square],
    [' 1  2\n 3  4\n[torch.FloatTensor of size 2x2]', square],
  ]);
});

test('Python and notebooks: prompts', () => {
  means([
    ['>>> w_q\narray([[1, 2],\n       [3, 4]])', square, 'w_q'],
    ['>>> np.array([[1, 2],\n...           [3, 4]])\narray([[1, 2],\n       [3, 4]])', square],
    ['>>> Q = [[1, 2],\n...      [3, 4]]', square, 'Q'],
    ['>>> a = np.array([[1, 2], [3, 4]])\n>>> a.shape\n(2, 2)', square, 'a'],
    ['>>> import torch\n>>> torch.manual_seed(0)\n>>> print(w)\ntensor([[1., 2.],\n        [3., 4.]])', square, 'w'],
    ['In [3]: w\nOut[3]: \narray([[1, 2],\n       [3, 4]])', square, 'w'],
    ['In [4]: w = [[1, 2],\n   ...:      [3, 4]]', square, 'w'],
    ['Out[12]: tensor([[1, 2], [3, 4]])', square],
    ['> [[1, 2],\n> [3, 4]]', square],
  ]);
});

test('MATLAB and Octave', () => {
  means([
    ['[1 2; 3 4]', square],
    ['[1, 2; 3, 4]', square],
    ['[1,2;3,4]', square],
    ['A = [1 2; 3 4];', square, 'A'],
    ['A = [1, 2\n     3, 4]', square, 'A'],
    ['A = [\n  1 2\n  3 4\n];', square, 'A'],
    ['[[1 2]; [3 4]]', square],
    ["[1 3; 2 4]'", square],
    ["[1 2 3]'", [[1], [2], [3]]],
    [
      '[1 2 % first\n 3 4; 5 6]',
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ],
    [
      '[0 -Inf; 0 0]',
      [
        [0, -Infinity],
        [0, 0],
      ],
    ],
    ['A =\n\n     1     2\n     3     4\n\n', square, 'A'],
    ['A =\n\n   1   2\n   3   4\n\n', square, 'A'],
    ['ans =\n\n    0.5000   -0.2500\n    1.0000    2.5000\n', half, ''],
    ['>> A = [1 2; 3 4]\n\nA =\n\n     1     2\n     3     4\n', square, 'A'],
    ['>> A\n\nA =\n\n  2×2 single matrix\n\n     1     2\n     3     4\n', square, 'A'],
    ['octave:1> A = [1 2; 3 4]\nA =\n\n   1   2\n   3   4\n\n', square, 'A'],
    [
      'A =\n\n   1.0e+03 *\n\n    1.0000    2.0000\n    3.5000    0.0010\n',
      [
        [1000, 2000],
        [3500, 1],
      ],
      'A',
    ],
    ['ans =\n\n  1.0e-03  *\n\n   1.2000   0.0500\n', [[0.0012, 0.00005]]],
    [
      'ans =\n\nDiagonal Matrix\n\n   1   0\n   0   1\n',
      [
        [1, 0],
        [0, 1],
      ],
    ],
  ]);
  const parts = read('A(:,:,1) =\n\n     1     2\n     3     4\n\n\nA(:,:,2) =\n\n     5     6\n     7     8\n');
  assert.deepEqual(
    parts.map(({ name, data }) => [name, data]),
    [
      ['A(:,:,1)', square],
      [
        'A(:,:,2)',
        [
          [5, 6],
          [7, 8],
        ],
      ],
    ],
  );
  refuses(['[1 2; 3]', '[1 2; 3 4 5]'], 'shape');
});

test('R', () => {
  means([
    ['     [,1] [,2]\n[1,]    1    2\n[2,]    3    4', square],
    ['> w\n     [,1] [,2]\n[1,]    1    2\n[2,]    3    4', square, 'w'],
    ['#>      [,1] [,2]\n#> [1,]    1    2\n#> [2,]    3    4', square],
    ['> matrix(c(1, 3, 2, 4), nrow = 2)\n     [,1] [,2]\n[1,]    1    2\n[2,]    3    4', square],
    ['    the cat\n[1,]  1   2\n[2,]  3   4', square],
    ['    the cat\nthe   1   2\ncat   3   4', square],
    ['   V1  V2\n1 0.5 -0.25\n2 1.0  2.5', half],
    ['[1] 1 2\n[1] 3 4', square],
    ['[1] 0.5 1.5 2.5\n[4] 3.5', [[0.5, 1.5, 2.5, 3.5]]],
    ['matrix(c(1, 3, 2, 4), nrow = 2)', square],
    ['matrix(c(1, 3, 2, 4), ncol = 2)', square],
    ['matrix(c(1, 3, 2, 4), 2, 2)', square],
    ['w <- matrix(c(1, 2, 3, 4), nrow = 2, byrow = TRUE)', square, 'w'],
    ['matrix(c(1, 2, 3))', [[1], [2], [3]]],
    ['rbind(c(1, 2), c(3, 4))', square],
    ['cbind(c(1, 3), c(2, 4))', square],
    ['rbind(the = c(1, 2), cat = c(3, 4))', square],
    ['structure(c(1, 3, 2, 4), dim = c(2L, 2L))', square],
    ['c(1, 2L, -3.5)', [[1, 2, -3.5]]],
    ['"V1" "V2"\n"1" 1 2\n"2" 3 4', square],
    [
      '"V1","V2"\n5,2\n3,4',
      [
        [5, 2],
        [3, 4],
      ],
    ],
    ['"","V1","V2"\n"1",0.5,-0.25\n"2",1,2.5', half],
    ['    x   y\n1:  1   2\n2:  3   4', square],
  ]);
  const slices = read(
    ', , 1\n\n     [,1] [,2]\n[1,]    1    2\n[2,]    3    4\n\n, , 2\n\n     [,1] [,2]\n[1,]    5    6\n[2,]    7    8\n',
  );
  assert.deepEqual(
    slices.map(({ data }) => data),
    [
      square,
      [
        [5, 6],
        [7, 8],
      ],
    ],
  );
  refuses([
    '     [,1] [,2]\n[1,]    1    2\n[2,]    1    2\n     [,3]\n[1,]    3',
    'matrix(1:4, nrow = 2)',
    '[1] 1 2\n[4] 3',
    'matrix(0, 2, 2)',
    'matrix(0, nrow = 2, ncol = 2)',
    'tf.constant(0., shape=(2, 2))',
  ]);
});

test('Julia', () => {
  means([
    ['2×2 Matrix{Float64}:\n 1.0  2.0\n 3.0  4.0', square],
    ['julia> A\n2×2 Matrix{Int64}:\n 1  2\n 3  4\n', square, 'A'],
    ['julia> [1 2; 3 4]\n2×2 Array{Int64,2}:\n 1  2\n 3  4', square],
    ['3-element Vector{Float64}:\n 1.0\n 2.0\n 3.0', [[1], [2], [3]]],
    ['1×3 adjoint(::Vector{Float64}) with eltype Float64:\n 1.0  2.0  3.0', [[1, 2, 3]]],
    ['Float32[1.0 2.0; 3.0 4.0]', square],
    [
      'A = [1.0 2.0\n     3.0 4.0; 5.0 6.0]',
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      'A',
    ],
    ['Float32[1.0f0, 2.5f-1]', [[1, 0.25]]],
    [
      '[0.0 -Inf; 0.0 0.0]',
      [
        [0, -Infinity],
        [0, 0],
      ],
    ],
    [
      'Bool[1 0; 0 1]',
      [
        [1, 0],
        [0, 1],
      ],
    ],
  ]);
  refuses(['2×9 Matrix{Float64}:\n 1.0  2.0  …  3.0\n 4.0  5.0  …  6.0']);
});

test('JavaScript consoles and other languages', () => {
  means([
    ['[ [ 1, 2 ], [ 3, 4 ] ]', square],
    ['const w = [[1, 2], [3, 4]];', square, 'w'],
    ['let w: number[][] = [\n  [1, 2],\n  [3, 4],\n];', square, 'w'],
    ['Float32Array(4) [ 1, 2, 3, 4 ]', [[1, 2, 3, 4]]],
    ['(4) [1, 2, 3, 4]', [[1, 2, 3, 4]]],
    ['Array(4) [ 1, 2, 3, 4 ]', [[1, 2, 3, 4]]],
    ['Array [ 1, 2 ]', [[1, 2]]],
    ['const w = new Float32Array([1, 2]);', [[1, 2]], 'w'],
    ['Tensor\n    [[1, 2],\n     [3, 4]]', square, ''],
    ['tf.tensor2d([1, 2, 3, 4], [2, 2])', square],
    ['tf.tensor2d([[1, 2], [3, 4]])', square],
    ['[ [ 0, -Infinity ] ]', [[0, -Infinity]]],
    [
      '┌─────────┬───┬───┐\n│ (index) │ 0 │ 1 │\n├─────────┼───┼───┤\n│    0    │ 1 │ 2 │\n│    1    │ 3 │ 4 │\n└─────────┴───┴───┘',
      square,
    ],
    ['float w[2][2] = {{1.f, 2.0f}, {3.f, 4.f}};', square, 'w'],
    ['std::vector<std::vector<float>> w = {{1, 2}, {3, 4}};', square, 'w'],
    ['{{1, 2}, {3, 4}}', square],
    [
      'w = {{1., 2.5*^-1}, {3., 4.}}',
      [
        [1, 0.25],
        [3, 4],
      ],
      'w',
    ],
    ['local w = {{1, 2}, {3, 4}}', square, 'w'],
    ['\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}', square],
    ['W_Q = \\begin{pmatrix}\n1 & 2 \\\\\n3 & 4 \\\\\n\\end{pmatrix}', square, 'W_Q'],
    [
      '$$M = \\left[\\begin{array}{cc} 0 & -\\infty \\\\ 0 & 0 \\end{array}\\right]$$',
      [
        [0, -Infinity],
        [0, 0],
      ],
      'M',
    ],
    ['| the | cat |\n|-----|-----|\n| 1 | 2 |\n| 3 | 4 |', square],
    ['|    |   the |   cat |\n|---:|------:|------:|\n|  0 |     1 |     2 |\n|  1 |     3 |     4 |', square],
    ['⎡1  2⎤\n⎢    ⎥\n⎣3  4⎦', square],
    ['[[1., 2.],\n [3., 4.]]\nTensor[[2, 2], f32]', square],
    ['+---+---+\n| 1 | 2 |\n| 3 | 4 |\n+---+---+', square],
  ]);
  refuses([
    '[ [Array], [Array] ]',
    '(2) [Array(2), Array(2)]',
    '[1, 2, … ]',
    '\\frac{1}{2}\\begin{bmatrix} 1 & 2 \\end{bmatrix}',
    '\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}^T',
    '2\\begin{bmatrix} 1 & 2 \\end{bmatrix}',
  ]);
});

test('minus signs and other marks of documents', () => {
  for (const minus of ['-', '−', '–', '‐', '‑', '﹣', '－']) {
    means([
      [`[[0.5, ${minus}0.25], [1, 2.5]]`, half],
      [`0.5\t${minus}0.25\n1\t2.5`, half],
      [`[1e${minus}3]`, [[0.001]]],
      [`[0 ${minus}∞]`, [[0, -Infinity]]],
    ]);
  }
});

test('methods behind an array are applied, or refused if they compute', () => {
  means([
    ['np.array([[1, 3], [2, 4]]).T', square],
    ['torch.tensor([[1, 3], [2, 4]]).t()', square],
    ['[[1, 3], [2, 4]].transpose()', square],
    ['np.array([1, 2, 3, 4]).reshape(2, 2)', square],
    ['np.array([1, 2, 3, 4]).reshape((2, -1))', square],
    ['torch.tensor([1., 2., 3., 4.]).view(2, 2).float().cuda()', square],
    ['tensor([[1., 2.], [3., 4.]]).detach().cpu().numpy()', square],
    ["tensor([[1., 2.], [3., 4.]]).to('cuda')", square],
  ]);
  refuses([
    '[[1, 2]] * 2',
    '2 * [[1, 2]]',
    '-np.array([[1, 2]])',
    'np.sqrt([[1, 2]])',
    'np.array([[1, 2]]).mean()',
    'np.array([[1, 2], [3, 4]]).transpose(0, 1)',
    'np.array([1, 2, 3]).reshape(2, 2)',
    'np.array([[0.5, 1]], dtype=int)',
    'np.array([[0.5, 1]]).astype(int)',
    'torch.LongTensor([[0.5, 1]])',
    'np.array([[0.5, 2]], dtype=bool)',
    '[int(0.5)]',
    '[1, 2] + [3, 4]',
    '[[1, 2]] @ [[3], [4]]',
    '[x * 2 for x in [1, 2]]',
    'tensor(indices=tensor([[0, 1]]), values=tensor([3, 4]), size=(2, 2), nnz=2, layout=torch.sparse_coo)',
    '  (0, 0)\t1.0\n  (1, 1)\t2.0',
    'masked_array(data=[[1, --]], mask=[[False, True]], fill_value=999999)',
    'tensor(1.00000e-02 *\n[[1, 2]])',
    'np.arange(4).reshape(2, 2)',
    '[(1), (2)]',
    '[1 - 2]',
    '[1.0 + 2.0i]',
    '[1:4]',
    '[1/2, 1/3]',
  ]);
});

test('several arrays keep their names, and rows can be stacked', () => {
  const names = (text) => read(text).map(({ name, data }) => [name, data]);
  const both = [
    ['q', [[1, 2]]],
    ['k', [[3, 4]]],
  ];
  for (const text of [
    'q = [[1, 2]]\nk = [[3, 4]]',
    'q = [[1, 2]]; k = [[3, 4]];',
    "{'q': [[1, 2]], 'k': [[3, 4]]}",
    "{'q': array([[1, 2]]), 'k': array([[3, 4]])}",
    "OrderedDict([('q', tensor([[1, 2]])), ('k', tensor([[3, 4]]))])",
    "OrderedDict({'q': tensor([[1, 2]]), 'k': tensor([[3, 4]])})",
    'q =\n\n     1     2\n\nk =\n\n     3     4\n',
    '>>> q\narray([[1, 2]])\n>>> k\narray([[3, 4]])',
    'q: tensor([[1., 2.]])\nk: tensor([[3., 4.]])',
    '{"q": [[1, 2]], "k": [[3, 4]]}',
    '{ q: [ [ 1, 2 ] ], k: [ [ 3, 4 ] ] }',
    'dict(q=np.array([[1, 2]]), k=np.array([[3, 4]]))',
  ]) {
    assert.deepEqual(names(text), both, text);
  }
  for (const text of [
    'tensor([1., 2.])\ntensor([3., 4.])',
    'tensor([[1., 2.]])\ntensor([[3., 4.]])',
    '[1, 2]\n[3, 4]',
    '[1. 2.]\n[3. 4.]',
    '[1, 2],\n[3, 4],',
    '[array([1, 2]), array([3, 4])]',
    '2-element Vector{Vector{Float64}}:\n [1.0, 2.0]\n [3.0, 4.0]',
  ]) {
    const { matrices, stacked } = importText(text);
    assert.equal(matrices.length, 2, text);
    assert.deepEqual(stacked.data, square, text);
  }
  assert.equal(importText('[1, 2]\n[3, 4, 5]').stacked, null);
  assert.equal(importText('[[1, 2], [3, 4]]').stacked, null);
  assert.deepEqual(
    read('(tensor([[1., 2.],\n        [3., 4.]]), tensor([[5., 6., 7.]]))').map(({ shape }) => shape),
    [
      [2, 2],
      [1, 3],
    ],
  );
});

test('JSON of tensors and data frames', () => {
  means([
    ['{"name": "w", "axes": ["a", "b"], "shape": [2, 2], "data": [[1, 2], [3, 4]]}', square, 'w'],
    ['{"shape": [2, 2], "dtype": "float32", "data": [1, 2, 3, 4]}', square],
    ['{"columns":["a","b"],"index":[0,1],"data":[[1,2],[3,4]]}', square],
    ['[{"the": 1, "cat": 2}, {"the": 3, "cat": 4}]', square],
  ]);
  assert.deepEqual(read('{"shape": [1, 2], "data": [[0, "-inf"]]}')[0].data, [[0, -Infinity]]);
  refuses(['{"shape": [2, 2], "data": [[1, 2, 3, 4]]}', '[{"a": 1}, {"b": 2}]'], 'shape');
});

const wide = [
  [1, 2, 3, 4, 5],
  [6, 7, 8, 9, 10],
];

test('matrices that are printed in blocks of columns are joined', () => {
  means([
    [
      '[[[-27  69]\n  [ -6 -73]\n  [-96  35]\n  [ 48  26]]]',
      [
        [-27, 69],
        [-6, -73],
        [-96, 35],
        [48, 26],
      ],
    ],
    [
      'A =\n\n  Columns 1 through 3\n\n     1     2     3\n     6     7     8\n\n  Columns 4 through 5\n\n     4     5\n     9    10\n',
      wide,
      'A',
    ],
    [
      'A =\n\n Columns 1 through 4:\n\n    1    2    3    4\n    6    7    8    9\n\n Column 5:\n\n    5\n   10\n\n',
      wide,
      'A',
    ],
    ['A =\n\n  Columns 1 and 2\n\n 1 2\n 6 7\n\n  Columns 3 through 5\n\n 3 4 5\n 8 9 10\n', wide, 'A'],
    [
      'A =\n\n   1.0e+03 *\n\n  Columns 1 through 1\n\n    0.0010\n    0.0060\n\n  Columns 2 through 2\n\n    0.0020\n    0.0070\n',
      [
        [1, 2],
        [6, 7],
      ],
      'A',
    ],
    ['Columns 1 to 3\n 1  2  3\n 6  7  8\n\nColumns 4 to 5\n  4   5\n  9  10\n[ CPUFloatType{2,5} ]', wide],
    [
      '     [,1] [,2] [,3]\n[1,]    1    2    3\n[2,]    6    7    8\n     [,4] [,5]\n[1,]    4    5\n[2,]    9   10',
      wide,
    ],
    [
      '> w_q\n     [,1] [,2] [,3]\n[1,]    1    2    3\n[2,]    6    7    8\n     [,4] [,5]\n[1,]    4    5\n[2,]    9   10',
      wide,
      'w_q',
    ],
    ['    the cat sat\nthe   1   2   3\ncat   6   7   8\n    on mat\nthe  4   5\ncat  9  10', wide],
    ['   0  1  2  \\\n0  1  2  3   \n1  6  7  8   \n\n   3   4  \n0  4   5  \n1  9  10  ', wide],
    [
      '   a  b  c  \\\n0  1  2  3   \n1  6  7  8   \n\n   d   e  \n0  4   5  \n1  9  10  \n\n[2 rows x 5 columns]',
      wide,
    ],
  ]);
  refuses([
    // A block is missing, or lacks a row or a column.
    'A =\n\n  Columns 1 through 2\n\n 1 2\n 6 7\n\n  Columns 4 through 5\n\n 4 5\n 9 10\n',
    'A =\n\n  Columns 1 through 2\n\n 1 2\n 6 7\n\n  Columns 3 through 4\n\n 4 5\n',
    'A =\n\n  Columns 1 through 3\n\n 1 2\n 6 7\n',
    'A =\n\n  Columns 3 through 4\n\n 1 2\n 6 7\n',
    'tensor([[ 1, 2\n\nColumns 10 to 19\n 3, 4]])',
  ]);
});

test('texts with “...” in place of numbers are refused, whoever printed them', () => {
  for (const text of [
    '[[0.1 0.2 ... 0.3]\n [0.4 0.5 ... 0.6]]',
    'array([[0.1, 0.2],\n       ...,\n       [0.3, 0.4]])',
    'tensor([[0.1, 0.2, ..., 0.3],\n        [0.4, 0.5, ..., 0.6]])',
    '2×5 Matrix{Float64}:\n 0.1  0.2  …  0.3\n 0.4  0.5  …  0.6',
    '     0    1  ...   9\n0  0.1  0.2  ...  0.3\n1  0.4  0.5  ...  0.6',
    '- [0.1, 0.2, ...]\n- [0.3, 0.4, ...]',
  ])
    assert.throws(() => read(text), { name: 'ImportError', message: /“\.\.\.” in place of numbers/ }, text);
});

test('YAML: lists in lines, in brackets, and by name', () => {
  means([
    ['- [1, 2]\n- [3, 4]', square],
    ['- - 1\n  - 2\n- - 3\n  - 4', square],
    ['-\n  - 1\n  - 2\n-\n  - 3\n  - 4', square],
    ['- 0.5\n- -0.25\n- 1e-3', [[0.5, -0.25, 0.001]]],
    ['---\n# weights\n- [1, 2]  # the first\n- [3,\n   4]\n', square],
    ['w_q:\n- [1, 2]\n- [3, 4]\n', square, 'w_q'],
    ['w_q:\n  - [1, 2]\n  - [3, 4]\n', square, 'w_q'],
    ['"w_q":\n  - - 1\n    - 2\n  - - 3\n    - 4\n', square, 'w_q'],
    [
      'mask:\n  - [0, -.inf]\n  - [0, 0]',
      [
        [0, -Infinity],
        [0, 0],
      ],
      'mask',
    ],
    ['shape: [2, 2]\ndata:\n- 1\n- 2\n- 3\n- 4', square],
  ]);
  const named = read('w_q:\n- [1, 2]\n- [3, 4]\nw_k:\n- [0.5, -0.25]\n- [1, 2.5]\n');
  assert.deepEqual(
    named.map(({ name, data }) => [name, data]),
    [
      ['w_q', square],
      ['w_k', half],
    ],
  );
  refuses([
    '- [1, 2]\n- [3, x]',
    '- 1\n- two',
    '- 1 2\n- 3 4',
    'a:\n- [1, 2\n- [3, 4]',
    'a:\n- 1\na:\n- 2',
    '- 0x10\n- 1',
    '- 1',
  ]);
  refuses(['- [1, 2]\n- [3]'], 'shape');
});

test('Matrix Market: arrays and coordinates, whole or symmetric', () => {
  const head = (kind) => `%%MatrixMarket matrix ${kind}\n% a comment\n`;
  means([
    [`${head('array real general')}2 2\n1\n3\n2\n4\n`, square],
    [
      `${head('array integer symmetric')}2 2\n1\n3\n4\n`,
      [
        [1, 3],
        [3, 4],
      ],
    ],
    [
      `${head('array real skew-symmetric')}2 2\n3\n`,
      [
        [0, -3],
        [3, 0],
      ],
    ],
    [
      `${head('coordinate real general')}2 3 2\n1 1 0.5\n2 3 -0.25\n`,
      [
        [0.5, 0, 0],
        [0, 0, -0.25],
      ],
    ],
    [
      `${head('coordinate real symmetric')}2 2 2\n1 1 1\n2 1 -3\n`,
      [
        [1, -3],
        [-3, 0],
      ],
    ],
    [
      `${head('coordinate real skew-symmetric')}2 2 1\n2 1 -3\n`,
      [
        [0, 3],
        [-3, 0],
      ],
    ],
    [
      `${head('coordinate pattern general')}2 2 2\n1 2\n2 1\n`,
      [
        [0, 1],
        [1, 0],
      ],
    ],
  ]);
  refuses([
    `${head('coordinate complex general')}1 1 1\n1 1 1 0\n`,
    `${head('coordinate real general')}2 2 1\n3 1 1\n`,
    `${head('coordinate real general')}2 2 1\n0 1 1\n`,
    `${head('coordinate real general')}2 2 2\n1 1 1\n1 1 2\n`,
    `${head('coordinate real symmetric')}2 2 1\n1 2 1\n`,
    `${head('coordinate real general')}2 2\n1 1 1\n`,
    `${head('array real general')}2 2\n1\n2\n3\nx\n`,
  ]);
  refuses(
    [
      `${head('array real general')}2 2\n1\n2\n3\n`,
      `${head('coordinate real general')}2 2 3\n1 1 1\n`,
      `${head('array real symmetric')}2 3\n1\n`,
    ],
    'shape',
  );
  refuses([`${head('array real general')}100000 100000\n1\n`], 'too-large');
});
