// The tokens that a file of a model has beside its numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { file, join, npy, npyHeader, safetensors, zip } from './bytes.mjs';

const { aboutTensor, tensorAs } = await bundle('web/export/tensor.ts');
const { onnxJsonOf } = await bundle('web/export/numbers/onnx-json.ts');
const core = await loadCore();
const { importFile, importTensors } = await bundle('web/import/index.ts');
const { marksIn, tokensIn } = await bundle('web/import/model-tokens.ts');
const { tokensOf, typedTokens } = await bundle('web/import/model/rows.ts');

const json = (value) => file('m.json', new TextEncoder().encode(JSON.stringify(value)));
const half = [
  [0.5, 0.5],
  [0.5, 0.5],
];
const named = (list) => list && { [list.name]: list.texts };
async function found(source) {
  const { tensors, texts, refused } = await importTensors(source);
  const { queries, keys } = tokensIn(texts);
  return { names: tensors.map(({ name }) => name), queries: named(queries), keys: named(keys), refused };
}

/** An array of NumPy's type U: each text padded to the longest with zeros. */
function texts(values, { order = '<', letters = Math.max(...values.map((text) => [...text].length)) } = {}) {
  const bytes = new DataView(new ArrayBuffer(4 * letters * values.length));
  for (const [index, text] of values.entries())
    for (const [place, letter] of [...text].entries())
      bytes.setUint32(4 * (index * letters + place), letter.codePointAt(0), order === '<');
  const dict = `{'descr': '${order}U${letters}', 'fortran_order': False, 'shape': (${values.length},), }`;
  return join(npyHeader(dict), new Uint8Array(bytes.buffer));
}

describe('the tokens of a file', () => {
  const own = ['The', 'Ġcat'];

  it('are a list of text in JSON', async () => {
    assert.deepEqual(await found(json({ tokens: own, attentions: half, model: 'gpt2', layer: null })), {
      ...{ names: ['attentions'], queries: { tokens: own }, keys: null, refused: [] },
    });
  });

  it('are those that BertViz writes, and of the keys only if these are others', async () => {
    const view = (right) => ({ name: 'All', attn: [[half]], left_text: own, right_text: right });
    const same = await found(json({ attention: [view(own)], layer: null }));
    assert.deepEqual(same.names, ['attention.All.attn']);
    assert.deepEqual([same.queries, same.keys], [{ 'attention.All.left_text': own }, null]);
    const other = await found(json({ attention: [view(['le', 'chat'])] }));
    assert.deepEqual(other.keys, { 'attention.All.right_text': ['le', 'chat'] });
    const flat = await found(json({ attn: half, left_text: own, right_text: own }));
    assert.deepEqual([flat.names, flat.queries, flat.keys], [['attn'], { left_text: own }, null]);
  });

  it('are titles of a .csv also where some look like numbers', async () => {
    const titlesOf = async (text) => {
      const { tensors, texts } = await importTensors(file('w.csv', new TextEncoder().encode(text)));
      return [tensors[0].shape, ...texts.map((list) => list.texts)];
    };
    const cells = ['0.5,0.5', '0.25,0.75'];
    const sides = (...names) => names.map((name, index) => `${name},${cells[index]}`).join('\n');
    const both = (...names) => [[2, 2], names, names];
    assert.deepEqual(await titlesOf(`,in,1999\n${sides('in', '1999')}`), both('in', '1999'));
    assert.deepEqual(await titlesOf(`,1999,2000\n${sides('1999', '2000')}`), both('1999', '2000'));
    assert.deepEqual(await titlesOf(`in,the,1999\n${cells.map((row) => `0,${row}`).join('\n')}`), [
      [2, 3],
      ['in', 'the', '1999'],
    ]);
    await assert.rejects(titlesOf(`1999,2000\n${cells.join('\n')}`), /several ways.*data.*first row names/);
    assert.deepEqual(await titlesOf(`,1999,2000\n${sides('7', '9')}`), [
      [2, 2],
      ['7', '9'],
      ['1999', '2000'],
    ]);
    // An empty corner of numbers is a missing number.
    await assert.rejects(titlesOf(`,0.5\n0.25,0.75`), /row 1, column 1 is empty/);
  });

  it('are the titles of rows and columns of a .csv', async () => {
    const csv = (...lines) => found(file('m.csv', new TextEncoder().encode(lines.join('\n'))));
    const both = await csv(',The,Ġcat', 'The,1,0', 'Ġcat,0.5,0.5');
    assert.deepEqual([both.queries, both.keys], [{ m: own }, null]);
    assert.deepEqual((await csv('The,Ġcat', '1,0', '0.5,0.5')).queries, { m: own });
    assert.deepEqual((await csv('The,1,0', 'Ġcat,0.5,0.5')).queries, { m: own });
    const cross = await csv(',le,[SEP],chat', 'The,1,0,0', 'Ġcat,0.5,0.5,0');
    assert.deepEqual([cross.queries, cross.keys], [{ m: own }, { m: ['le', '[SEP]', 'chat'] }]);
    const columns = await csv('le,petit,chat', '1,0,0', '0.5,0.5,0');
    assert.deepEqual([columns.queries, columns.keys], [null, { m: ['le', 'petit', 'chat'] }]);
    // Numbers of rows are no tokens.
    const counted = await csv(',The,Ġcat', '0,1,0', '1,0.5,0.5');
    assert.deepEqual(counted.queries, { m: own });
  });

  it('come back from what the page and the command write of a tensor', async () => {
    const tokens = ['[CLS]', 'the', 'nan', '3'];
    const scene = {
      ...{ version: 1, tokens, embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 4 } },
      parameters: { kind: 'identity' },
      attention: { heads: 2, mask: { kind: 'causal' } },
    };
    const trace = core.attend(scene);
    for (const [tensor, format] of [
      ['weights', 'json'],
      ['weights', 'csv'],
      ['masked', 'json'],
    ])
      for (const head of [undefined, 1]) {
        const options = head === undefined ? {} : { head };
        const given = tensorAs(format, trace.tensor(tensor, options), aboutTensor(scene, trace, tensor, options));
        const { queries, keys } = await found(file(`t.${format}`, given));
        assert.deepEqual([Object.values(queries), keys], [[tokens], null], `${tensor} ${format} ${head}`);
      }
    trace.dispose();
  });

  it('come back from JSON in the layout of ONNX, those of the keys too', async () => {
    const of = async (changes) => {
      const scene = {
        ...{ version: 1, tokens: own, embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 4 } },
        ...{ parameters: { kind: 'identity' }, attention: { heads: 2 }, ...changes },
      };
      const trace = core.attend(scene);
      const given = onnxJsonOf(scene, trace);
      trace.dispose();
      return found(file('onnx.json', new TextEncoder().encode(given)));
    };
    const { names, queries, keys } = await of({});
    assert.deepEqual([queries, keys], [{ tokens: own }, null]);
    assert.ok(names.includes('Q'), names);
    const others = ['le', 'petit', 'chat'];
    const cross = await of({ encoder: { tokens: others } });
    assert.deepEqual([cross.queries, cross.keys], [{ tokens: own }, { keyTokens: others }]);
    const layers = await of({ layers: 2 });
    assert.deepEqual(layers.queries, { tokens: own });
  });

  it('are in the metadata of .safetensors as JSON', async () => {
    const bytes = (metadata) => safetensors([['w', 'F32', [2, 2], half.flat()]], { __metadata__: metadata });
    const of = (metadata) => found(file('m.safetensors', bytes(metadata)));
    assert.deepEqual((await of({ format: 'pt', tokens: JSON.stringify(own) })).queries, { tokens: own });
    for (const tokens of ['The cat', '[1, 2]', '["a"', '[]']) assert.equal((await of({ tokens })).queries, null);
  });

  it('are an array of text in .npz, of either byte order', async () => {
    const values = ['▁día', '', '😀'];
    for (const order of ['<', '>']) {
      const archive = zip({ 'tokens.npy': texts(values, { order }), 'w.npy': npy('<f4', [2, 2], half.flat()) });
      assert.deepEqual((await found(file('m.npz', archive))).queries, { tokens: values });
    }
  });

  it('are never a pickle, whose array is refused by name', async () => {
    const pickle = join(npyHeader("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }"), new Uint8Array(40));
    const archive = zip({ 'tokens.npy': pickle, 'w.npy': npy('<f4', [2, 2], half.flat()) });
    const { queries, refused } = await found(file('m.npz', archive));
    assert.equal(queries, null);
    assert.match(refused[0].why, /tokens: the dtype object/);
  });

  it('are not read with matrices, and are no numbers', async () => {
    const bytes = safetensors([['w', 'F32', [2, 2], half.flat()]], { __metadata__: { tokens: '["a"]' } });
    assert.equal((await importFile(file('m.safetensors', bytes))).matrices.length, 1);
    await assert.rejects(importTensors(json({ tokens: own })), { code: 'empty' });
    await assert.rejects(importTensors(json({ model: 'gpt2' })), { code: 'empty' });
  });

  it('that are cut off are refused by name', async () => {
    const cut = texts(['a', 'b']).slice(0, -1);
    const archive = zip({ 'tokens.npy': cut, 'w.npy': npy('<f4', [2, 2], half.flat()) });
    assert.match((await found(file('m.npz', archive))).refused[0].why, /^tokens/);
  });

  it('stay the same through the field where they are typed', () => {
    for (const list of [own, ['[CLS]', 'a'], [' a', 'b'], ['', 'x'], ['"', '\\n']])
      assert.deepEqual(tokensOf(typedTokens(list)), list);
  });

  it('have marks of tokenizers, which are explained where they are', () => {
    assert.deepEqual(marksIn('The Ġcat'), ['Ġ']);
    assert.deepEqual(marksIn('play ##ing'), ['##']);
    assert.deepEqual(marksIn('["▁a", "##b"]'), ['▁', '##']);
    assert.deepEqual(marksIn('a## ## C'), []);
  });
});

describe('one array of several that cannot be read', () => {
  it('does not stop the others, and is named', async () => {
    const { names, refused } = await found(json({ a: [[1], [2, 3]], b: half, c: [['x', 1]] }));
    assert.deepEqual(names, ['b']);
    assert.deepEqual(
      refused.map(({ name, why }) => [name, why.startsWith(name)]),
      [
        ['a', true],
        ['c', true],
      ],
    );
  });
});
