// Files and pasted texts: each is read as matrices of numbers that a scene can hold, or refused.
import assert from 'node:assert/strict';
import { join, npy, npyHeader, zip } from '../../node/import/bytes.mjs';
import { bundle } from '../../node/support/bundle.mjs';
import { mutated, textBy } from '../chance.mjs';
import { answerOrRefusal } from '../expect.mjs';

const { importFile, importLimits, importText } = await bundle('web/import/index.ts');

const types = ['<f4', '>f4', '<f8', '<f2', '|b1', '|i1', '|u1', '<i2', '>u4', '<i8'];
const words = [
  ...'[]{}(),;\t\n"\' \ufeff',
  ...'... … nan -inf ∞ true None e 1e999 0x1 -0 1e-400 16777217 # __proto__ tensor( array( grad_fn=< "a":'.split(' '),
  ...[', dtype=float32)', 'torch.Size([2, 3])'],
];

/** Bytes of one piece again and again, which whatever takes the square of its length does not read in time. */
const LONG = 200_000;

const arrayBy = ({ pick, list, below }) => {
  const shape = [1 + below(4), ...list(2, () => below(4))];
  const count = shape.reduce((product, size) => product * size, 1);
  return npy(
    pick(types),
    shape,
    Array.from({ length: count }, () => below(2)),
    { fortran: below(2) === 1, major: 1 + below(2) },
  );
};

const headerBy = ({ pick, below, list }) => {
  const shape = list(4, () => pick([0, 1, 2, 4096, 2 ** 31, 2 ** 53, -1, '1L', 'x'])).join(', ');
  const order = pick(['True', 'False', '1', '']);
  return join(
    npyHeader(`{'descr': '${pick([...types, '|O', '<c8', '<U5'])}', 'fortran_order': ${order}, 'shape': (${shape}), }`),
    new Uint8Array(below(64)),
  );
};

const writtenBy = (chance) => {
  const { pick, list, below, random } = chance;
  const rows = Array.from({ length: 1 + below(4) }, () =>
    Array.from({ length: 1 + below(4) }, () => pick([1, -2.5, random(), 1e-30, 3e38])),
  );
  const text = pick([
    JSON.stringify(rows),
    JSON.stringify({ q: rows, [textBy(chance)]: rows }),
    `tensor(${JSON.stringify(rows)}, device='cuda:0')`,
    `array([${rows.map((row) => `[${row.join(' ')}]`).join('\n ')}], dtype=float32)`,
    rows.map((row) => row.join(pick([',', ';', '\t', ' ']))).join(pick(['\n', '\r\n'])),
  ]);
  return Buffer.from(
    mutated(list(1, () => text).join('') || text, chance, () => (below(2) ? pick(words) : textBy(chance))).join(''),
  );
};

/** { name, bytes in base64, times that they are there }; without a name the bytes are pasted text. */
export function make(chance) {
  const { pick, below, often, list } = chance;
  const array = () => (often(0.6) ? arrayBy(chance) : headerBy(chance));
  const archive = () =>
    zip(Object.fromEntries(list(3, () => [`${textBy(chance)}${pick(['.npy', '.npy', ''])}`, array()])), {
      method: pick([0, 8]),
      ...(often(0.2) && { claims: pick([0, 1, 2 ** 32 - 1, 10 ** 6]) }),
    });
  const kind = pick(['npy', 'npz', 'text']);
  const whole = kind === 'npy' ? array() : kind === 'npz' ? archive() : writtenBy(chance);
  if (kind === 'text' && often(0.05)) {
    const piece = Buffer.from([pick(words), ...list(3, () => (often(0.5) ? pick(words) : '1'))].join(''));
    return {
      name: pick([undefined, 'w.json', 'w.csv']),
      bytes: piece.toString('base64'),
      times: Math.ceil(LONG / piece.length),
    };
  }
  const bytes = kind === 'text' || often(0.2) ? whole : mutated(whole, chance, () => below(256));
  const name =
    kind === 'text' && often(0.6)
      ? undefined
      : `w.${pick([kind, kind, 'npz', 'npy', 'csv', 'tsv', 'json', 'txt', ''])}`;
  return { name, bytes: Buffer.from(bytes).toString('base64') };
}

export async function check({ name, bytes, times = 1 }) {
  const contents = Buffer.concat(new Array(times).fill(Buffer.from(bytes, 'base64')));
  const found = await answerOrRefusal(() =>
    name === undefined ? importText(contents.toString()) : importFile(new File([contents], name)),
  );
  for (const { rows, columns, data, notes } of found?.matrices ?? []) {
    assert.ok(rows >= 1 && columns >= 1 && Math.max(rows, columns) <= importLimits.axis, `${rows}×${columns}`);
    assert.deepEqual([data.length, new Set(data.map((row) => row.length))], [rows, new Set([columns])]);
    assert.ok(data.flat().every((number) => Number.isFinite(Math.fround(number))));
    assert.ok(notes.every((note) => typeof note === 'string'));
  }
}
