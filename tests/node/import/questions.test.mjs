// Texts that can be read in two ways give both, and the page asks. A text with one sensible reading gives that one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { importText } = await bundle('web/import/index.ts');
const read = (text) => importText(text).matrices;

/** Asserts that the text gives these readings, in their order, each with a description of its own. */
function asks(text, ...expected) {
  const matrices = read(text);
  assert.deepEqual(
    matrices.map(({ data }) => data),
    expected,
    text,
  );
  const readings = matrices.map(({ reading }) => reading);
  assert.ok(
    readings.every((reading) => typeof reading === 'string' && reading !== ''),
    text,
  );
  assert.equal(new Set(readings).size, expected.length, text);
  assert.equal(importText(text).stacked, null);
}

function means(text, expected, notes = 0) {
  const matrices = read(text);
  assert.equal(matrices.length, 1, text);
  assert.equal(matrices[0].reading, undefined, text);
  assert.deepEqual(matrices[0].data, expected, text);
  assert.equal(matrices[0].notes.length, notes, `${text}: ${matrices[0].notes.join(' ')}`);
}

const decimals = [
  [0.5, 0.25],
  [1.5, 2],
];
const frame = [
  [0.1, 0.2],
  [0.3, 0.4],
];

test('a comma is a decimal mark only if nothing else is sensible', () => {
  means('[[0,5 0,25]\n [1,5 2,0]]', decimals, 1);
  means('array([[0,5 0,25]\n [1,5 2,0]])', decimals, 1);
  means('0,5 0,25\n1,5 2,0', decimals);
  means('0,5\t0,25\n1,5\t2,0', decimals);
  means('0,5;0,25\n1,5;2,0', decimals);
  means('"0,5","0,25"\n"1,5","2,0"', decimals);
  means('"0,5","-0,25"\n1,"2,5"', [
    [0.5, -0.25],
    [1, 2.5],
  ]);
  means('0,5 0,25', [[0.5, 0.25]]);
  means(
    '0,5 1\n1 0,25',
    [
      [0.5, 1],
      [1, 0.25],
    ],
    1,
  );
  means('1\t2,5\n3\t4', [
    [1, 2.5],
    [3, 4],
  ]);
  means('1,2\n3,4', [
    [1, 2],
    [3, 4],
  ]);
  means('[[1,2],[3,4]]', [
    [1, 2],
    [3, 4],
  ]);
  means('[[1, 2], [3, 4]]', [
    [1, 2],
    [3, 4],
  ]);
  means('[[1,2,\n  3,4], [5,6,\n  7,8]]', [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ]);
  means('0.5, 1\n1, 0.25', [
    [0.5, 1],
    [1, 0.25],
  ]);
  means('1, 2,5.5\n3, 4,6', [
    [1, 2, 5.5],
    [3, 4, 6],
  ]);
});

test('a row that mixes two separators is a question', () => {
  asks(
    '0,5, 1\n1, 0,25',
    [
      [0, 5, 1],
      [1, 0, 25],
    ],
    [
      [0.5, 1],
      [1, 0.25],
    ],
  );
  asks('1,2, 3,4', [[1, 2, 3, 4]], [[1.2, 3.4]]);
  asks(
    '[[0,5, 0,25], [1,5, 2,0]]',
    [
      [0, 5, 0, 25],
      [1, 5, 2, 0],
    ],
    decimals,
  );
  asks('[0,5 0,25]', [[0, 5, 0, 25]], [[0.5, 0.25]]);
  asks('[[1,2 3]]', [[1, 2, 3]], [[1.2, 3]]);
  asks('[0,5, 0,25]', [[0, 5, 0, 25]], [[0.5, 0.25]]);
  asks(
    '1,2;3,4',
    [[1.2, 3.4]],
    [
      [1, 2],
      [3, 4],
    ],
  );
  asks(
    '1,2;\n3,4;',
    [[1.2], [3.4]],
    [
      [1, 2],
      [3, 4],
    ],
  );
  asks(
    '0,5\n0,7',
    [
      [0, 5],
      [0, 7],
    ],
    [[0.5], [0.7]],
  );
  asks(
    '1, 2,5\n3, 4,5',
    [
      [1, 2, 5],
      [3, 4, 5],
    ],
    [
      [1, 2.5],
      [3, 4.5],
    ],
  );
  means('1 2; 3 4', [
    [1, 2],
    [3, 4],
  ]);
  means('1, 2; 3, 4', [
    [1, 2],
    [3, 4],
  ]);
  asks('0,5; 1', [[0.5, 1]], [[0.5], [1]]);
  asks('1;2;3', [[1, 2, 3]], [[1], [2], [3]]);
  means(
    '0,5, 1\n1, 2',
    [
      [0.5, 1],
      [1, 2],
    ],
    1,
  );
  for (const text of ['1,234\t5,678', '1,234 5,678', '1,234, 5,678', '"1,234","5,678"', '[[1,234 5,678]]']) {
    assert.throws(() => read(text), { name: 'ImportError' }, text);
  }
});

test('the lines of a list of numbers are rows, or continue one', () => {
  const four = [[1, 2, 3, 4]];
  const rows = [
    [1, 2],
    [3, 4],
  ];
  asks('[1 2\n 3 4]', four, rows);
  asks('A = [1. 2.\n 3. 4.]', four, rows);
  means('[1, 2\n 3, 4]', rows);
  means('[\n1 2\n3 4\n]', rows);
  means('[1, 2,\n 3, 4]', four);
  means('array([1, 2,\n       3, 4])', four);
  means('tf.Tensor([1. 2.\n 3. 4.], shape=(4,), dtype=float32)', four);
  means('[1 2 3\n 4]', four);
});

test('the index and the header of a data frame are left out, with a note', () => {
  means(',the,cat\n0,0.1,0.2\n1,0.3,0.4', frame, 2);
  means(',0,1\n0,0.1,0.2\n1,0.3,0.4', frame, 2);
  means(';0;1\n0;0,1;0,2\n1;0,3;0,4', frame, 2);
  means('\tthe\tcat\n0\t0.1\t0.2\n1\t0.3\t0.4', frame, 2);
  means('Unnamed: 0,the,cat\n0,0.1,0.2\n1,0.3,0.4', frame, 2);
  means('index,the,cat\n0,0.1,0.2\n1,0.3,0.4', frame, 2);
  means('token,a,b\nthe,0.1,0.2\ncat,0.3,0.4', frame, 2);
  means(',,a,b\nx,0,0.1,0.2\nx,1,0.3,0.4', frame, 2);
  means(',a,b\n10,0.1,0.2\n7,0.3,0.4', frame, 2);
  means(',a,b\n2024-01-01,0.1,0.2\n2024-01-02,0.3,0.4', frame, 2);
  means('     0    1\n0  0.1  0.2\n1  0.3  0.4', frame, 2);
  means('   the  cat\n0  0.1  0.2\n1  0.3  0.4\n\n[2 rows x 2 columns]', frame, 2);
  means('"","V1","V2"\n"1",0.1,0.2\n"2",0.3,0.4', frame, 2);
  means('"V1" "V2"\n"1" 0.1 0.2\n"2" 0.3 0.4', frame, 2);
  means('V1\tV2\n1\t0.1\t0.2\n2\t0.3\t0.4', frame, 2);
  means('0    0.1\n1    0.3\ndtype: float64', [[0.1], [0.3]], 1);
  means('the    0.1\ncat    0.3\nName: w, dtype: float64', [[0.1], [0.3]], 1);
  means('0    5\n1    7\ndtype: int64', [[5], [7]], 1);
  means('a,b\n0.1,0.2\n0.3,0.4', frame, 1);
  means('the 0.1 0.2\ncat 0.3 0.4', frame, 1);
  means('2 2\nthe 0.1 0.2\ncat 0.3 0.4', frame, 2);
  means(
    '2 3\n0.1 0.2 0.5\n0.3 0.4 0.6',
    [
      [0.1, 0.2, 0.5],
      [0.3, 0.4, 0.6],
    ],
    1,
  );
  means('# the cat\n0.1 0.2\n0.3 0.4', frame);
  means('sep=;\n0,1;0,2\n0,3;0,4', frame);
});

test('whole numbers beside or above fractions or weights may be tokens, which is a question', () => {
  const weights = [
    [1, 0],
    [0.5, 0.5],
  ];
  asks('1990,1991\n1,0\n0.5,0.5', [[1990, 1991], ...weights], weights);
  asks('1990\t1991\n0.1\t0.2\n0.3\t0.4', [[1990, 1991], ...frame], frame);
  asks('1,2\n1,0\n0.5,0.5', [[1, 2], ...weights], weights);
  asks(
    '1990,1,0\n1991,0.5,0.5',
    [
      [1990, 1, 0],
      [1991, 0.5, 0.5],
    ],
    weights,
  );
  asks(
    '0,1990,1991\n1990,0.1,0.2\n1991,0.3,0.4',
    [
      [0, 1990, 1991],
      [1990, ...frame[0]],
      [1991, ...frame[1]],
    ],
    frame,
  );
  // An empty corner can only be that of titles.
  means(',1990,1991\n5,1,0\n7,0.5,0.5', weights, 2);
  for (const plain of [
    [
      [1990, 1991],
      [5, 6],
      [7, 8],
    ],
    [
      [1, 0],
      [0.5, 0.5],
      [0.25, 0.75],
    ],
    [
      [2, 1],
      [0.5, 1],
      [1, 0],
    ],
    [
      [2, 3],
      [0.5, 0.5],
    ],
    [
      [2, 3, 4],
      [5, 0.5, 0.5],
      [6, 0.25, 0.75],
    ],
    [
      [0.5, 0.5],
      [1990, 1991],
      [0.25, 0.75],
    ],
  ])
    means(plain.map((row) => row.join()).join('\n'), plain);
});

test('numbers that may be an index or data are a question', () => {
  asks(
    '0,0.1,0.2\n1,0.3,0.4',
    [
      [0, 0.1, 0.2],
      [1, 0.3, 0.4],
    ],
    frame,
  );
  asks(
    '0 0.1 0.2\n1 0.3 0.4',
    [
      [0, 0.1, 0.2],
      [1, 0.3, 0.4],
    ],
    frame,
  );
  asks(
    '1\t0.1\t0.2\n2\t0.3\t0.4',
    [
      [1, 0.1, 0.2],
      [2, 0.3, 0.4],
    ],
    frame,
  );
  asks('0,1\n0.1,0.2\n0.3,0.4', [[0, 1], ...frame], frame);
  asks(
    'a,b\n0,0.1\n1,0.3',
    [
      [0, 0.1],
      [1, 0.3],
    ],
    [[0.1], [0.3]],
  );
  asks(
    'a,b,c\n0,1,5\n1,3,7',
    [
      [0, 1, 5],
      [1, 3, 7],
    ],
    [
      [1, 5],
      [3, 7],
    ],
  );
  asks(
    '0,1,2\n0,0.1,0.2\n1,0.3,0.4',
    [
      [0, 1, 2],
      [0, 0.1, 0.2],
      [1, 0.3, 0.4],
    ],
    [
      [0, 0.1, 0.2],
      [1, 0.3, 0.4],
    ],
    frame,
  );
  asks('2 2\n0.1 0.2\n0.3 0.4', [[2, 2], ...frame], frame);
  asks(
    '| 0 | 1 |\n|---|---|\n| 5 | 6 |',
    [
      [0, 1],
      [5, 6],
    ],
    [[5, 6]],
  );
  asks('{"0": {"0": 0.1, "1": 0.3}, "1": {"0": 0.2, "1": 0.4}}', frame, [
    [0.1, 0.3],
    [0.2, 0.4],
  ]);
  asks(
    '0,1\n0.5,1\n0.25,2',
    [
      [0, 1],
      [0.5, 1],
      [0.25, 2],
    ],
    [
      [0.5, 1],
      [0.25, 2],
    ],
  );
  asks(
    '0,0.5,1\n1,0.25,2',
    [
      [0, 0.5, 1],
      [1, 0.25, 2],
    ],
    [
      [0.5, 1],
      [0.25, 2],
    ],
  );
  asks(
    '0 5\n1 7\n2 9\n3 4',
    [
      [0, 5],
      [1, 7],
      [2, 9],
      [3, 4],
    ],
    [[5], [7], [9], [4]],
  );
  means('0,1\n1,0', [
    [0, 1],
    [1, 0],
  ]);
  // A frame of whole numbers without its titles.
  for (const text of ['0,5,7\n1,3,2', '0 5 7\n1 3 2', '0\t5\t7\n1\t3\t2']) {
    asks(
      text,
      [
        [0, 5, 7],
        [1, 3, 2],
      ],
      [
        [5, 7],
        [3, 2],
      ],
    );
  }
  means('1,5,7\n2,3,2', [
    [1, 5, 7],
    [2, 3, 2],
  ]);
  means('1,2,3\n4,5,6', [
    [1, 2, 3],
    [4, 5, 6],
  ]);
  means('0,0.5\n1,1', [
    [0, 0.5],
    [1, 1],
  ]);
  means('1.0 0.5\n2.0 0.25', [
    [1, 0.5],
    [2, 0.25],
  ]);
});
