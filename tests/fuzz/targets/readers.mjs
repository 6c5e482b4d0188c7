// Texts of numbers that other parsers read too: Python's json and literals, and NumPy's loadtxt and matrix. Where they accept a text that the
// importer accepts without a question or a note, the numbers are the same. What NumPy prints is read as it was.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { numpyPython } from '../../node/code/python.mjs';
import { bundle } from '../../node/support/bundle.mjs';
import { mutated } from '../chance.mjs';

const { importText } = await bundle('web/import/index.ts');

/** Texts of one input, which Python reads together. */
const COUNT = 112;
/** Arrays that NumPy prints for one input. */
const PRINTED = 16;
/** Milliseconds of processor for one text. */
const MOST = 100;

const words = [
  ...'[](){},;\t\n .-+0159e\'"#%:=',
  ...[
    ', ',
    ',\n',
    '; ',
    ';\n',
    '  ',
    '0,5',
    '1,25',
    '0.5',
    '-0.25',
    '1e-3',
    '1,234',
    '2.0',
    'inf',
    '-inf',
    'nan',
    'True',
    '...',
  ],
  ...[
    'array(',
    'np.array(',
    'tensor(',
    ', dtype=float32)',
    '.T',
    '.reshape(2, 2)',
    'np.float64(',
    '[1,]',
    '[,1]',
    'the',
    'cat',
    '\u2212',
    '>>> ',
    'w =',
  ],
];

const numberBy = ({ pick, below, random }) =>
  pick([
    () => String(below(10)),
    () => String(below(3)),
    () => `-${below(10)}`,
    () => String(below(1000) / 100),
    () => `${below(5)}.`,
    () => `0,${below(100)}`,
    () => `${below(5)},${below(10)}`,
    () => String((random() - 0.5) * 10),
    () => `${below(10)}e${below(7) - 3}`,
  ])();

function textBy(chance) {
  const { pick, below, often } = chance;
  const [rows, columns] = [1 + below(4), 1 + below(4)];
  const own = pick([
    numberBy,
    numberBy,
    ({ below: limit }) => String(limit(10)),
    ({ below: limit }) => (limit(100) / 10).toFixed(1),
  ]);
  const separator = pick([',', ', ', ' ', ';', '\t', '; ', '  ']);
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => own(chance)));
  const lines = cells.map((row) => row.join(often(0.1) ? pick([',', ' ', ', ']) : separator));
  const between = pick([',', ', ', '\n', ',\n', ' ', '; ']);
  const text = pick([
    () => lines.join('\n'),
    () => lines.join('\n'),
    () => lines.join(pick([';', '; ', ';\n'])),
    () => `[${lines.map((line) => `[${line}]`).join(between)}]`,
    () => `[${lines.join(pick(['; ', ';', '\n', ';\n']))}]`,
    () => `(${lines.map((line) => `(${line})`).join(between)})`,
    () =>
      `${pick(['array', 'np.array', 'tensor'])}([${lines.map((line) => `[${line}]`).join(between)}])${pick(['', '.T', '.reshape(2, 2)'])}`,
    () => lines.map((line) => `[${line}]`).join('\n'),
    () => [Array.from({ length: columns }, (_, index) => index).join(separator), ...lines].join('\n'),
    () => lines.map((line, index) => `${index}${separator}${line}`).join('\n'),
  ])();
  return often(0.5) ? text : mutated(text, chance, () => pick(words)).join('');
}

/** { texts, seed }: the seed draws arrays that NumPy prints. */
export const make = (chance) => ({
  texts: Array.from({ length: COUNT }, () => textBy(chance)),
  seed: chance.below(2 ** 31),
});

let asking;
/** Asks the Python process. Null without NumPy. */
async function ask(request) {
  asking ??= start();
  const python = await asking;
  return python?.(request);
}

async function start() {
  const { python, reason } = await numpyPython();
  if (python === undefined) {
    console.log(reason);
    return null;
  }
  const file = new URL('../readers.py', import.meta.url);
  const going = spawn(python.program, [file.pathname], {
    env: { ...process.env, PYTHONUTF8: '1', ...python.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: going.stdout })[Symbol.asyncIterator]();
  // The process ends with this one, which waits only for answers.
  for (const part of [going, going.stdin, going.stdout]) part.unref();
  let waiting = 0;
  return async (request) => {
    waiting += 1;
    going.stdout.ref();
    going.stdin.write(`${JSON.stringify(request)}\n`);
    const { value } = await lines.next();
    waiting -= 1;
    if (waiting === 0) going.stdout.unref();
    return JSON.parse(value);
  };
}

let tried = 0;
let longest = 0;
/** What was tried, for the driver. */
export const summary = () => `${tried} texts, the longest took ${longest.toFixed(1)} ms of processor time`;

/** What the importer makes of a text: null if it refuses. Throws for errors of other kinds, and for much work. */
function importOf(text) {
  tried += 1;
  for (let attempt = 0; ; attempt += 1) {
    const before = process.cpuUsage();
    let found = null;
    try {
      found = importText(text, { minusInfinity: true });
    } catch (error) {
      assert.equal(error?.name, 'ImportError', error?.stack);
      assert.notEqual(error.code, 'internal', error.message);
    }
    const { user, system } = process.cpuUsage(before);
    const took = (user + system) / 1000;
    if (took < MOST) {
      longest = Math.max(longest, took);
      return found;
    }
    // Collecting garbage or compiling may take this long once.
    assert.ok(attempt < 3, `it took ${took} ms: ${JSON.stringify(text)}`);
  }
}

/** The numbers as the importer lays them out: one matrix for each index of the first of three axes. */
function matricesOf([shape, numbers]) {
  const [rows, columns] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const count = numbers.length / rows / columns;
  return Array.from({ length: count }, (_, index) =>
    Array.from({ length: rows }, (__, row) =>
      numbers.slice((index * rows + row) * columns, (index * rows + row + 1) * columns),
    ),
  );
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
/** As JSON writes −0. */
const plain = (matrices) => matrices.map(({ data }) => data);

/** Whether one of the readings, or all matrices together, are an array. */
function includes({ matrices, stacked }, array) {
  const expected = matricesOf(array);
  return (
    same(plain(matrices), expected) ||
    (expected.length === 1 && [...matrices, ...(stacked ? [stacked] : [])].some(({ data }) => same(data, expected[0])))
  );
}

export async function check({ texts, seed }) {
  // Python reads while the importer does.
  const [asked, drawn] = [ask({ texts }), ask({ seed, count: PRINTED })];
  const found = texts.map(importOf);
  const others = await asked;
  for (const [index, text] of texts.entries()) {
    const own = found[index];
    // A note tells about what was left out.
    if (own === null || own.matrices.some(({ notes }) => notes.length > 0)) continue;
    for (const array of others?.[index] ?? []) {
      if (array[0].length > 3) continue;
      assert.ok(
        includes(own, array),
        `${JSON.stringify(text)} is ${JSON.stringify(array)}, but was read as ${JSON.stringify(plain(own.matrices))}`,
      );
    }
  }
  for (const [text, shape, numbers] of (await drawn) ?? []) {
    if (numbers.some((number) => !Number.isFinite(Math.fround(number)))) continue;
    const own = importOf(text);
    assert.ok(own !== null, `it refuses ${JSON.stringify(text)}`);
    assert.ok(
      includes(own, [shape, numbers]),
      `${JSON.stringify(text)} was read as ${JSON.stringify(plain(own.matrices))}`,
    );
  }
}
