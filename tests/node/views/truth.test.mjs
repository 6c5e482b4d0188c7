// The arithmetic under a number gives that number: every expression is put together from its pieces, evaluated in
// double precision, and compared with its cell, for a scene of every kind.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { indicesOf } from '../support/evaluate.mjs';
import { everyScene } from './scenes.mjs';
import { line } from './written.mjs';

const { explain } = await bundle('web/views/formula/explanation.ts');
const { sourceCells } = await bundle('web/trace/cell-sources.ts');
const { traceReader, described } = await bundle('web/trace/trace-reader.ts');
const { toSpeech } = await bundle('web/views/formula/speech.ts');
const { mathRuns } = await bundle('web/views/formula/mathml.ts');
const { byDistanceAt, cutAt, flatOf, paddedAt } = await bundle('web/views/steps/skew.ts');
const core = await loadCore();

const context = {
  // A row with every key hidden, a vector of zeros.
  divide: (a, b) => (b === 0 ? 0 : a / b),
  min: Math.min,
  max: (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b)),
  // The direction depends on the whole row. The core's tests check that.
  round: (value) => value,
  ...Object.fromEntries(['sin', 'cos', 'tanh', 'abs', 'floor', 'sqrt', 'exp', 'pow'].map((name) => [name, Math[name]])),
};
const calls = { '|': 'abs(', '⌊': 'floor(' };

/** Pieces as a JavaScript expression, with each cell's full number. */
function expression(pieces) {
  const one = (piece) => {
    switch (piece.kind) {
      case 'text':
        return piece.text.replace('−', '-').replace('·', '*').replace('mod', '%');
      case 'cell':
      case 'constant':
        return `(${piece.value})`;
      case 'fraction':
        return `divide(${expression(piece.top)}, ${expression(piece.bottom)})`;
      case 'root':
        return `sqrt(${expression(piece.body)})`;
      case 'power':
        return `exp(${expression(piece.body)})`;
      case 'raised':
        return `pow(${expression(piece.base)}, ${expression(piece.exponent)})`;
      case 'call':
        return `${calls[piece.open] ?? piece.open}${expression(piece.body)})`;
      case 'terms':
        return `(${Array.from({ length: piece.count }, (_, i) => expression(piece.term(i))).join(' + ') || 0})`;
    }
  };
  return pieces.map(one).join('');
}

/** The largest number in an expression. float32 loses a fraction of it. */
function largest(pieces) {
  const one = (piece) => {
    if ('value' in piece) return Number.isFinite(piece.value) ? Math.abs(piece.value) : 0;
    const parts = [piece.top, piece.bottom, piece.body, piece.base, piece.exponent].filter(Boolean);
    const terms = piece.kind === 'terms' ? Array.from({ length: piece.count }, (_, i) => piece.term(i)) : [];
    return Math.max(0, ...[...parts, ...terms].map(largest));
  };
  return Math.max(0, ...pieces.map(one));
}

describe('arithmetic: truth', () => {
  for (const [name, scene] of Object.entries(everyScene)) {
    it(`with ${name}, what is written under every number comes to it`, () => {
      const trace = core.attend(scene);
      const reader = traceReader(trace);
      let compared = 0;
      for (const { name: step, shape, layer } of trace.steps) {
        for (const index of indicesOf(shape)) {
          const it = explain('en', reader, step, index, layer);
          const tensor = trace.tensor(step, { layer });
          const offset = index.reduce((before, at, axis) => before * shape[axis] + at, 0);
          assert.ok(Object.is(it.value, tensor.data[offset]), `${step}[${index}] of layer ${layer}`);
          if (it.numbers.length === 0) {
            assert.ok(it.notes.length + it.conditions.length > 0, `${step}[${index}] has something said of it`);
            continue;
          }
          const value = runInNewContext(expression(it.numbers), context);
          const bound = 2e-6 * (1 + largest(it.numbers)) ** 2;
          const where = `${step}[${index}] = ${line(it.names)} = ${line(it.numbers)}`;
          if (name === 'overflow-softmax' && step === 'weights') {
            assert.ok(Number.isNaN(it.value) || it.value >= 0, where);
            if (Number.isNaN(it.value)) assert.match(it.notes.join(), /88\.7/);
          } else if (step === 'rounded') {
            assert.ok(Math.abs(value - it.value) < 10 ** -trace.symbols.digits, where);
            assert.match(it.notes.join(), /row still adds up/);
          } else if (Number.isNaN(it.value)) {
            assert.ok(Number.isNaN(value), where);
          } else {
            assert.ok(value === it.value || Math.abs(value - it.value) <= bound, `${where}: ${value}, not ${it.value}`);
          }
          compared += 1;
        }
      }
      assert.ok(compared >= 10, `${compared} cells`);
      trace.dispose();
    });
    it(`with ${name}, lights are cells that there are, of layers not after their own, and formulas can be said`, () => {
      const trace = core.attend(scene);
      const reader = traceReader(trace);
      for (const { name: step, shape, layer, formula } of trace.steps) {
        assert.match(toSpeech('en', formula), / equals /);
        assert.doesNotMatch(toSpeech('en', formula), /undefined|\{/);
        assert.ok(mathRuns('en', formula).length >= 2);
        for (const index of indicesOf(shape)) {
          for (const light of sourceCells(reader, step, index, layer)) {
            const tensor = described(reader, light.name, light.layer);
            assert.equal(tensor.layer, light.layer);
            assert.ok(light.layer <= layer);
            assert.notDeepEqual([light.name, light.layer], [step, layer], 'not its own tensor');
            assert.equal(light.ranges.length, tensor.shape.length, light.name);
            for (const [axis, { start, end }] of light.ranges.entries()) {
              assert.ok(start >= 0 && start < end && end <= tensor.shape[axis], `${step}[${index}]: ${light.name}`);
            }
          }
        }
      }
      trace.dispose();
    });
  }
});

describe('the sentence of a causal mask at the bottom right', () => {
  for (const [tokens, offset] of [
    [['a', 'b', 'c', 'd', 'e', 'f'], '+ 2'],
    [['a', 'b'], '− 2'],
  ]) {
    it(`says where the triangle lies: query ${offset}`, () => {
      const attention = { heads: 2, mask: { kind: 'causal', align: 'bottomRight' } };
      const trace = core.attend({ ...everyScene.encoder, encoder: { tokens }, attention });
      const rows = trace.tensor('blocked');
      const reader = traceReader(trace);
      for (const [query, key] of indicesOf(rows.shape)) {
        const notes = explain('en', reader, 'blocked', [query, key]).notes.join();
        const hidden = key > query + Number(offset.replace('−', '-').replaceAll(' ', ''));
        assert.equal(rows.data[query * tokens.length + key], hidden ? 1 : 0);
        assert.equal(notes.includes(`(key ${key} > query ${query} ${offset})`), hidden, notes);
      }
      trace.dispose();
    });
  }
});

describe('the three grids of a skewing', () => {
  for (const name of ['relative', 'relative and causal', 'encoder, relative', 'relative and clipped']) {
    it(`with ${name}, every kept number of the last is the core's own`, () => {
      const trace = core.attend(everyScene[name]);
      const [qe, skewed] = [trace.tensor('qe'), trace.tensor('skewed')];
      const [heads, queries, distances] = qe.shape;
      const keys = skewed.shape[2];
      const sizes = { queries, distances, keys };
      for (const [head, row, column] of indicesOf([heads, queries, keys])) {
        const flat = flatOf(sizes, 'cut', { row, column });
        assert.deepEqual(cutAt(sizes, flat), { row, column });
        const from = byDistanceAt(sizes, flat);
        const value = from ? qe.data[(head * queries + from.row) * distances + from.column] : 0;
        assert.equal(skewed.data[(head * queries + row) * keys + column], value, `${head}, ${row}, ${column}`);
        if (!from) continue;
        assert.equal(flatOf(sizes, 'distance', from), flat);
        assert.equal(flatOf(sizes, 'padded', paddedAt(sizes, flat)), flat);
      }
      trace.dispose();
    });
  }
});
