import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { importText, importLimits } = await bundle('web/import/index.ts');

const read = (text, options) => importText(text, options).matrices;
/** The only matrix in a text. */
const one = (text, options) => {
  const matrices = read(text, options);
  assert.equal(matrices.length, 1);
  return matrices[0];
};
const data = (text, options) => one(text, options).data;
const square = [
  [1, 0.5],
  [-2, 300],
];

const refused = (text, code, message, place, options) =>
  assert.throws(
    () => importText(text, options),
    (error) => {
      assert.equal(error.code, code, error.message);
      assert.match(error.message, message);
      if (place !== undefined) {
        const { row, column } = error.place;
        assert.deepEqual({ row, column }, { row: undefined, column: undefined, ...place });
      }
      return true;
    },
  );

test('blocks of a spreadsheet, CSV, and numbers with spaces between are read', () => {
  for (const text of [
    '1\t0.5\n-2\t300',
    '1\t0.5\r\n-2\t300\r\n',
    '1,0.5\n-2,3e2',
    ' 1 , 0.5 \n −2 , +3.0E+2',
    '1;0.5\n-2;300\n\n',
    '1 0.5\n  -2    300',
    '"1","0.5"\n"-2","300"',
    '1,.5,\n-2.,300,\n',
  ]) {
    assert.deepEqual(data(text), square, JSON.stringify(text));
  }
  assert.deepEqual(one('1\t2\t3').shape, [3]);
  assert.deepEqual(one('1\n2\n3').shape, [3, 1]);
  assert.deepEqual(one('1\n2\n3').data, [[1], [2], [3]]);
  assert.deepEqual(data('7'), [[7]]);
});

test('a decimal comma is read if it is unambiguous', () => {
  for (const text of [
    '1\t0,5\n-2\t300',
    '1;0,5\n-2;300',
    '1,0 0,5\n-2,0 300,0',
    '1,00\t0,500\n-2,0\t300,0',
    '1\t0,500\n-2\t300',
  ]) {
    assert.deepEqual(data(text), square, JSON.stringify(text));
  }
  refused('1,234\t5,678', 'scene-form', /row 1, column 1 is “1,234”.*fraction or thousands/, { row: 0, column: 0 });
  refused('0.5\t1\n2\t0,5', 'scene-form', /row 2, column 2 is “0,5” with a decimal comma, but “0\.5”/);
  refused('1.234,5\t2', 'scene-form', /row 1, column 1 is “1\.234,5”, which is not a number/);
  assert.deepEqual(one('0,5,1\n0,7,1').notes, []);
});

test('rows and columns of names are skipped, with a note', () => {
  const named = one(',a,b\nthe,1,0.5\ncat,-2,300');
  assert.deepEqual(named.data, square);
  assert.equal(named.notes.length, 2);
  assert.deepEqual(one('1,2\n3,4').notes, []);
  refused('1,x\n2,3', 'scene-form', /row 1, column 2 is “x”/, { row: 0, column: 1 });
});

test('an error in a block has its row and column', () => {
  refused('1,2,3\n4,5,6\n7,8', 'shape', /row 3 has 2 entries, but those before it have 3/, { row: 2 });
  refused('1\t2\n3\t4\t5', 'shape', /row 2 has 3 entries/, { row: 1 });
  refused('1,2\n3,abc', 'scene-form', /row 2, column 2 is “abc”, which is not a number/, { row: 1, column: 1 });
  refused('1,2\n3,NaN', 'not-finite', /row 2, column 2 is NaN\. Every number must be finite/, { row: 1, column: 1 });
  refused('1,inf', 'not-finite', /row 1, column 2 is inf/, { row: 0, column: 1 });
  refused('1,,3', 'scene-form', /row 1, column 2 is empty/, { row: 0, column: 1 });
  refused('1\t\n3\t4', 'scene-form', /row 1, column 2 is empty/, { row: 0, column: 1 });
  refused('1e39 2', 'not-finite', /row 1, column 1 is 1e39, which float32 cannot hold/, { row: 0, column: 0 });
  refused('1e999', 'not-finite', /1e999/);
  refused('"1,2\n3,4', 'scene-form', /quotation mark/);
  refused('0x10 1', 'scene-form', /“0x10”/);
  refused('12% 1', 'scene-form', /“12%”/);
  refused(' \n\t ', 'empty', /nothing to read/);
  assert.throws(
    () => importText(`1,${'x'.repeat(500)}`),
    ({ message }) => message.length < 120,
  );
});

test('the largest float32 is read as it is printed, and a rounded number has a note', () => {
  assert.deepEqual(data('3.4028235e+38 -3.4028235e38'), [[3.4028234663852886e38, -3.4028234663852886e38]]);
  assert.deepEqual(one('0.1 0.2').notes, []);
  assert.match(one('16777217 1').notes.join(), /rounds them to float32/);
  assert.match(one('1e-60 1').notes.join(), /become 0 in float32/);
  assert.deepEqual(data('0.1 16777217'), [[0.1, 16777217]]);
});

test('printed NumPy and PyTorch arrays are read, however they are cut into lines', () => {
  for (const text of [
    '[[1. 0.5]\n [-2. 300.]]',
    '[[ 1.00000000e+00  5.00000000e-01]\n [-2.00000000e+00  3.00000000e+02]]',
    '[[ 1.00000000e+00\n   5.00000000e-01]\n\n [-2.00000000e+00\n   3.00000000e+02]]',
    'array([[  1. ,   0.5],\n       [ -2. , 300. ]])',
    'array([[1, 0.5], [-2, 300]], dtype=float32)',
    'np.array([[1, 0.5], [-2, 300]])',
    'numpy.array([[1, .5],\n [-2, 300],\n], dtype=np.float64)',
    'x = np.array([[1, 0.5], [-2, 300]]);',
    'Out[4]: array([[1, 0.5], [-2, 300]])',
    'Out[4]:\narray([[1, 0.5],\n       [-2, 300]])',
    'tensor([[  1.0000,   0.5000],\n        [ -2.0000, 300.0000]])',
    "tensor([[1, 0.5], [-2, 300]], device='cuda:0', dtype=torch.float64, grad_fn=<MmBackward0>)",
    'Parameter containing:\ntensor([[1, 0.5], [-2, 300]], requires_grad=True)',
    'Array([[1, 0.5], [-2, 300]], dtype=float32)',
    '<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[1, 0.5],\n       [-2, 300]], dtype=float32)>',
    '[[1, 0.5], [-2, 300]]',
    '[[1, 0.5],\n [-2, 300],  # the last\n]',
    'tensor([[[1, 0.5], [-2, 300]]])',
  ]) {
    assert.deepEqual(data(text), square, text);
  }
  assert.deepEqual(one('[1. 2. 3.]').shape, [3]);
  assert.deepEqual(data('array([ True, False])'), [[1, 0]]);
});

test('several arrays in one text are several matrices, by their names', () => {
  const found = read('Q\n [[1 2]\n [3 4]]\nK\n [[5 6]]\nw_q = [[7, 8]]\n');
  assert.deepEqual(
    found.map(({ name, data }) => [name, data]),
    [
      [
        'Q',
        [
          [1, 2],
          [3, 4],
        ],
      ],
      ['K', [[5, 6]]],
      ['w_q', [[7, 8]]],
    ],
  );
  assert.deepEqual(
    read('[[1 2]]\n[[3 4]]').map(({ name }) => name),
    ['array 1', 'array 2'],
  );
  const heads = read('array([[[1, 2]], [[3, 4]]])');
  assert.deepEqual(
    heads.map(({ name, data, shape }) => [name, data, shape]),
    [
      ['[0]', [[1, 2]], [1, 2]],
      ['[1]', [[3, 4]], [1, 2]],
    ],
  );
});

test('an error in a printed array is named', () => {
  refused('[[1 2]\n [3 4 5]]', 'shape', /row 2 has 3 entries, but those before it have 2/, { row: 1 });
  refused('[[1 2]\n [3 x]]', 'scene-form', /row 2, column 2 is “x”/, { row: 1, column: 1 });
  refused('[[1 nan]]', 'not-finite', /row 1, column 2 is nan/, { row: 0, column: 1 });
  refused('array([1.+2.j])', 'scene-form', /“1\.\+2\.j”/);
  refused('[[1 2]\n [3 4', 'scene-form', /ends in row 2 before its brackets close/);
  refused('[[1 2 ... 3 4]]', 'scene-form', /“\.\.\.” in place of numbers/);
  refused('[[1 2],, [3 4]]', 'scene-form', /empty/);
  refused('[1, [2, 3]]', 'scene-form', /mixes numbers and brackets/);
  refused('[[1, 2], 3]', 'scene-form', /mixes numbers and brackets/);
  refused('[]', 'empty', /no numbers/);
  refused('[[], []]', 'empty', /2×0 has no numbers/);
  refused('[[[[1]]], [[[2]]]]', 'shape', /2×1×1×1 has 4 axes/);
  assert.deepEqual(data('[[[[1, 2], [3, 4]]]]'), data('[[1, 2], [3, 4]]'));
  refused('2 * Q: [[1 2]]', 'scene-form', /“2 \* Q:” is outside/);
  refused('[[1 2]] and so on', 'scene-form', /“and so on” is outside/);
  refused('tensor(1.00000e-02 *\n[[1, 2]])', 'scene-form', /is outside/);
  refused('Columns 0 to 9 [[1 2]]', 'scene-form', /printed in parts \(“Columns 0 to 9”\)/);
  refused('tensor([[ 1, 2\n\nColumns 10 to 19\n 3, 4]])', 'scene-form', /printed in parts/);
  refused(`[${'0,'.repeat(5000)}0]`, 'too-large', /5001.*limit is 4096/);
});

test('−∞ is read only where a mask is', () => {
  const printed = 'array([[  0., -inf],\n       [  0.,   0.]])';
  refused(printed, 'not-finite', /row 1, column 2 is -inf/);
  assert.deepEqual(data(printed, { minusInfinity: true }), [
    [0, -Infinity],
    [0, 0],
  ]);
  assert.deepEqual(data('[[0, "-inf"]]', { minusInfinity: true }), [[0, -Infinity]]);
  refused('[[0 inf]]', 'not-finite', /inf/, undefined, { minusInfinity: true });
});

test('JSON is read as arrays, as the tensors of the core, and by name', () => {
  assert.deepEqual(data('[[1,0.5],[-2,300]]'), square);
  assert.deepEqual(data('{"shape":[2,2],"data":[1,0.5,-2,300]}'), square);
  const several = read('{"q":[[1,2]],"k":{"shape":[1,2],"data":[3,4]}}');
  assert.deepEqual(
    several.map(({ name, data }) => [name, data]),
    [
      ['q', [[1, 2]]],
      ['k', [[3, 4]]],
    ],
  );
  refused('{"q":[[1,2],[3]]}', 'shape', /q: row 2 has 1 entry/, { row: 1 });
  refused('{"q":[[1,"x"]]}', 'scene-form', /q: row 1, column 2/, { row: 0, column: 1 });
  refused('{"q":[[1,null]]}', 'scene-form', /null/);
  refused('{"q":3}', 'scene-form', /“q” is not an array/);
  refused('{}', 'empty', /no array/);
  refused('{"q":[[1,2]', 'scene-form', /line 1, column 12/);
  refused('{"shape":[2,2],"data":[1]}', 'shape', /2×2 needs 4 numbers, but there are 1/);
  refused('{"shape":[2,-2],"data":[1]}', 'scene-form', /shape/);
  refused('{"q":[[1]],"q":[[2]]}', 'scene-form', /appears twice/);
});

test('a text over the limit is refused before it is read', () => {
  const text = `${'1 '.repeat(importLimits.bytes / 2)} `;
  refused(text, 'too-large', /8388609 characters\. The limit is 8388608/);
});

// Q, K and new_V as the notebook about scaling and masks prints them, with its line breaks.
const printed = `Q
 [[-1.55805137e+00  1.74599065e+00  6.13182772e-03  9.16655390e-02
  -4.19406664e-01  1.20209171e+00 -3.22952013e-01 -1.57484697e+00]
 [-6.03090864e-01 -1.39311745e+00  5.41038476e-04  8.68501500e-01
   1.01740729e+00 -1.23332745e+00  1.31092668e+00  1.07903594e+00]
 [ 4.15527794e-01  2.58613492e-01  1.41064692e+00  1.89567492e+00
  -1.88668455e-01  1.22294262e+00  1.73747406e+00  1.29566400e+00]
 [-1.65589298e+00  9.20265360e-01  1.67641560e-01  1.55976837e+00
   6.85358948e-02  1.00433167e+00  3.21650406e-01 -1.95328813e-01]]
K
 [[ 0.31691824 -0.74019652 -0.16705587  1.15992309 -1.55371717 -0.86020114
   0.75528109 -0.38178461]
 [ 0.2937555  -1.16828174  0.65689693  0.63906619  0.52966841  0.56031207
  -0.1390223  -0.35731796]
 [-0.14005376  1.02710414  0.37303933 -0.28437786 -1.08703429  0.01543534
  -0.38521217  0.77901054]
 [ 1.85600985  1.40490388 -0.41918586  0.43513747  1.02341881  0.765293
   1.34713076  0.31635243]]`;

test("a notebook's printed Q and K are read together; its V, cut off in print, is refused", () => {
  const [q, k] = read(printed);
  assert.deepEqual([q.name, q.shape, k.name, k.shape], ['Q', [4, 8], 'K', [4, 8]]);
  assert.equal(q.data[0][0], -1.55805137);
  assert.equal(q.data[1][2], 5.41038476e-4);
  assert.equal(q.data[3][7], -0.195328813);
  assert.deepEqual(k.data[0].slice(5), [-0.86020114, 0.75528109, -0.38178461]);
  refused(
    'V\n [[ 0.99755393  1.56166281  0.2986221   0.47543551  0.81',
    'scene-form',
    /V: row 1|before its brackets close/,
  );
});

test('the masks and matrices that notebooks print are read', () => {
  const mask = `array([[  0., -inf, -inf, -inf],
       [  0.,   0., -inf, -inf],
       [  0.,   0.,   0., -inf],
       [  0.,   0.,   0.,   0.]])`;
  assert.deepEqual(data(mask, { minusInfinity: true })[1], [0, 0, -Infinity, -Infinity]);
  const triangle = `array([[0., 1., 1., 1.],
       [0., 0., 1., 1.],
       [0., 0., 0., 1.],
       [0., 0., 0., 0.]])`;
  assert.deepEqual(data(triangle)[0], [0, 1, 1, 1]);
});

test('ambiguous and invisible characters are refused by name', () => {
  for (const space of ['\u00a0', '\u202f', '\u2009']) {
    refused(`1 2\n5${space}678 3`, 'scene-form', /^row 2 has “5.678” with a non-breaking space/, { row: 1 });
  }
  assert.deepEqual(data('0.5\u00a01.25\n−2\u00a03000'), [
    [0.5, 1.25],
    [-2, 3000],
  ]);
  refused('\u200f1.5 2', 'scene-form', /“\[U\+200F\]1\.5”, which is not a number/, { row: 0, column: 0 });
  refused('1\0 2', 'scene-form', /“1\[U\+0000\]”/);
  refused('{"a": [[1e400]]}', 'not-finite', /a: row 1, column 1 is Infinity/);
});

test('omitted numbers are refused in cells as in brackets', () => {
  for (const text of ['1 2 ... 3', '1,2,…,3', '1 2\n...\n3 4', '1\t2\n⋮\t⋮\n3\t4', '0 1\n.. ..\n3 4']) {
    refused(text, 'scene-form', /printed with “\.\.\.” in place of numbers/);
  }
});

test('a block with several kinds of line ends has its visible rows', () => {
  for (const [a, b] of [
    ['\r\n', '\n'],
    ['\n', '\r\n'],
    ['\r', '\n'],
  ]) {
    for (const mark of ['\t', ',', ' ', ';']) {
      const text = `1${mark}2${a}3${mark}4${b}5${mark}6`;
      assert.deepEqual(data(text), [
        [1, 2],
        [3, 4],
        [5, 6],
      ]);
    }
  }
});

test('brackets in brackets and names are bounded in JSON too', () => {
  const deep = (depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  for (const depth of [17, 3000, 100_000]) refused(deep(depth), 'scene-form', /more than 16 nested brackets/);
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`m${index}`, [1]])));
  refused(many, 'too-large', /more than 256 arrays/);
});

test('a fraction too small for float32 is reported as 0', () => {
  assert.match(one('1e-400 1').notes.join(), /so close to 0/);
  assert.deepEqual(one('0e5 0.000').notes, []);
});

test('printed comments of a document are read, without its other comments', () => {
  // The step of the scores as “Illustrated: Self-Attention” prints it.
  const scores = `# tensor([[ 2.,  4.,  4.],  # attention scores from Query 1
#         [ 4., 16., 12.],  # attention scores from Query 2
#         [ 4., 12., 10.]]) # attention scores from Query 3`;
  assert.deepEqual(data(scores), [
    [2, 4, 4],
    [4, 16, 12],
    [4, 12, 10],
  ]);
  // Beside arrays a comment is a comment.
  assert.deepEqual(data('[[1, 2]] # tensor([[3, 4]])'), [[1, 2]]);
  assert.equal(read('# tensor([[0., 1.]])\n\n# tensor([[1., 0.]])').length, 2);
});

test('a list that np.split prints, and a tuple of tensors, are as many matrices', () => {
  const split = `[array([[0],
       [2]]), array([[1],
       [3]])]`;
  const tuple = '(tensor([[0, 1],\n        [2, 3]]), tensor([[4, 5],\n        [6, 7]]))';
  assert.deepEqual(
    read(split).map((matrix) => matrix.data),
    [
      [[0], [2]],
      [[1], [3]],
    ],
  );
  assert.deepEqual(
    read(tuple).map((matrix) => matrix.shape),
    [
      [2, 2],
      [2, 2],
    ],
  );
  assert.deepEqual(data('(tensor([[8., 9.]]),)'), [[8, 9]]);
});

test('prompts without an array are not read', () => {
  for (const text of ['A =', 'A =\n\nB =\n', 'In [1]:', 'In [1]:\nOut[1]:']) refused(text, 'empty', /nothing|empty/i);
});

test('notes, readings and errors are in the language of the options', async () => {
  const { fetchMessages, importText: own } = await bundle('tests/node/import/in-spanish.ts');
  await fetchMessages('es');
  const language = 'es';
  const notes = (options) => own(',a\n0,1', options).matrices[0].notes;
  assert.notDeepEqual(notes({ language }), notes({}));
  assert.notDeepEqual(own('1,2, 3,4', { language }).matrices[0].reading, own('1,2, 3,4').matrices[0].reading);
  assert.throws(
    () => own('1,x', { language }),
    (error) => error.message.startsWith('fila 1') && error.code === 'scene-form',
  );
});
