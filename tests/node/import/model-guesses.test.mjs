// What the tensors of a model’s file seem to be: their roles, layers, heads and axes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { d, H, modelScene, nested, oneHot, refused, shapeOf, T, tensor, weights } from './models.mjs';

const { guess, whyNoWeights } = await bundle('web/import/model/roles.ts');
const { batchIn, chosenAttention, guessedChoices, mayBeSideBySide } = await bundle('web/import/model/choices.ts');
const { givenAgain, headsOf, rowsOf } = await bundle('web/import/model/rows.ts');
const { importWords } = await bundle('web/i18n/import.ts');

describe('what a tensor of a model seems to be', () => {
  it('is asked about where rows of a single 1 may be weights or tokens', () => {
    const why = (name, value) => whyNoWeights(importWords('en'), tensor(name, value));
    assert.match(why('x', oneHot(3, 5)), /one-hot/);
    assert.match(why('anything', oneHot(3, 3)), /one-hot/);
    assert.equal(why('anything', nested([3, 3])), null);
    assert.equal(why('attentions', oneHot(3, 3)), null);
  });

  const plain = nested([2, 2]);
  for (const [name, value, expected] of [
    ['layers.0.self_attn.q', plain, ['q', 0]],
    ['h.3.attn.key', plain, ['k', 3]],
    ['blocks.11.attn.hook_v', plain, ['v', 11]],
    ['encoder_layer7_query', plain, ['q', 7]],
    ['attentions_4', weights, ['weights', 4]],
    ['anything', weights, ['weights', null]],
    ['attn', plain, [null, null]],
    ['layers.0.self_attn.q_proj.weight', plain, ['wQ', 0]],
    ['bias', [1, 2], [null, null]],
    ['layers.0.k', plain, ['k', 0]],
    ['w_q', plain, ['wQ', null]],
    ['x0_k', plain, [null, 0]],
    ['q_rotated', plain, ['q', null]],
    ['attentions.12', [weights, weights], ['weights', 12]],
    ['gpt2.h.3.attn', weights, ['weights', 3]],
    ['hidden', nested([2, 2], () => 0), [null, null]],
    ['scores', plain, ['scores', null]],
    ['x', nested([3, 3], () => 1 / 3), [null, null]],
    ['anything', oneHot(3, 5), [null, null]],
    ['anything', oneHot(3, 3), [null, null]],
    ['anything', [oneHot(3, 5), oneHot(3, 5)], [null, null]],
    ['anything', [oneHot(3, 3), oneHot(3, 3)], ['weights', null]],
    ['attentions', oneHot(3, 3), ['weights', null]],
  ])
    it(`${name} of ${shapeOf(value).join('×')}`, () => {
      const { role, layer } = guess(tensor(name, value));
      assert.deepEqual([role, layer], expected);
    });
});

describe('what a reader is told of a tensor', () => {
  const numbers = (changes = {}) => {
    const data = Float32Array.from({ length: 2 * 2 * 3 * 3 }, () => 1 / 3);
    for (const [index, number] of Object.entries(changes)) data[index] = number;
    return { name: 'attentions', shape: [2, 2, 3, 3], data };
  };

  it('names the head and the row that does not add up to 1, of a tensor that is called like weights', () => {
    assert.equal(whyNoWeights(importWords('en'), numbers()), null);
    // Layer 2, head 1, row 2.
    const wrong = numbers({ [18 + 3]: 0.5 });
    assert.equal(guess(wrong).role, null);
    assert.match(whyNoWeights(importWords('en'), wrong), /layer 2, head 1, row 2 .*1\.16667/);
    assert.match(whyNoWeights(importWords('en'), numbers({ 9: -1 })), /layer 1, head 2, row 1 .*-1/);
    assert.equal(whyNoWeights(importWords('en'), { ...wrong, name: 'attn.weight' }), null);
  });
});

describe('a tensor that looks like weights', () => {
  const square = (change) => {
    const heads = nested([2, 2, 3, 3], () => 1 / 3);
    change?.(heads);
    return tensor('badsum', heads);
  };
  const why = (one) => whyNoWeights(importWords('en'), one);

  it('is told which of its rows does not add up to 1, whatever it is called', () => {
    const wrong = square((layers) => {
      layers[1][0][2] = [0.35, 0.35, 0.35];
    });
    assert.equal(guess(wrong).role, null);
    assert.match(why(wrong), /layer 2, head 1, row 3 .*1\.05/);
    assert.equal(why(square()), null);
  });

  it('is a square of numbers from 0 to 1, most of whose rows add up to 1', () => {
    const others = [
      square((layers) => {
        for (const rows of layers.flat()) rows.fill([0.2, 0.3, 0.1], 1);
      }),
      square((layers) => {
        layers[1][0][2] = [-0.1, 0.55, 0.6];
      }),
      square((layers) => {
        layers[1][0][2] = [1.2, 0, 0];
      }),
      tensor('wide', [...nested([3, 4], () => 1 / 4), [0.5, 0.5, 0.5, 0.5], ...nested([3, 4], () => 1 / 4)]),
    ];
    for (const one of others) assert.deepEqual([guess(one).role, why(one)], [null, null]);
  });
});

describe('the heads of q', () => {
  it('are at least as many as one of k is narrower than q', () => {
    const headsOfAll = (shapes) =>
      headsOf(rowsOf(Object.entries(shapes).map(([name, shape]) => tensor(name, nested(shape)))));
    assert.equal(headsOfAll({ q: [6, 32], k: [6, 8], v: [6, 8] }), '4');
    assert.equal(headsOfAll({ q: [1, 6, 32], k: [1, 9, 8], v: [1, 9, 8] }), '4');
    // 64 numbers in each head are more usual than the least count.
    assert.equal(headsOfAll({ q: [2, 512], k: [2, 256], v: [2, 256] }), '8');
    assert.equal(headsOfAll({ q: [6, 32], k: [6, 12], v: [6, 12] }), '1');
    const names = ['q', 'k', 'v'].map((letter) => `layers.0.self_attn.${letter}_proj.weight`);
    const widths = [64, 16, 16];
    const all = (of) => headsOfAll(Object.fromEntries(names.map((name, index) => [name, of(widths[index])])));
    assert.equal(
      all((out) => [out, 64]),
      '4',
    );
    assert.equal(
      all((out) => [48, out]),
      '4',
    );
  });
});

describe('the rows of a file', () => {
  it('whose axes can be read in two ways are asked about', () => {
    const file = (shapes) =>
      rowsOf(
        Object.entries(shapes).map(([name, shape]) => ({
          name,
          shape,
          data: new Float32Array(shape.reduce((product, size) => product * size)),
        })),
      );
    const three = (shape) => file({ q: shape, k: shape, v: shape });
    const wide = guessedChoices(three([2, 5, 512]), []);
    assert.equal(wide.isSideBySide, true);
    assert.equal(wide.heads, '8');
    assert.deepEqual(batchIn(wide.rows, true), { size: 2, mayBeLayers: false, isCertain: true });
    assert.equal(guessedChoices(three([2, 5, 64]), []).isSideBySide, false);
    assert.equal(mayBeSideBySide(three([2, 5, 64])), true);
    assert.equal(mayBeSideBySide(three([3, 2, 5, 64])), false);
    // Of five axes the second is a batch. The first of four may be that batch, or layers.
    const mixed = (first) => file({ q: [3, 2, 4, 5, 8], k: [3, 2, 4, 5, 8], v: [first, 4, 5, 8] });
    const isBatchOf = (rows) => guessedChoices(rows, []).isBatch;
    assert.deepEqual(batchIn(mixed(2), false), { size: 2, mayBeLayers: true, isCertain: true });
    assert.deepEqual([isBatchOf(mixed(2)), isBatchOf(mixed(3))], [true, false]);
    const chosen = (rows) => chosenAttention({ ...guessedChoices(rows, []), tokens: '', keyTokens: '' });
    refused(chosen(mixed(3)), /q is a batch of 2 sequences, and v of 3×4×5×8 is not/);
  });

  it('a number in a model’s name is no layer', () => {
    const names = ['gpt2.h.2.attn.q', 'gpt2.h.11.attn.q', 'llama2.layers.2.self_attn.k', 'm.layers.02.q'];
    const rows = rowsOf(names.map((name) => tensor(name, nested([H, T, d]))));
    assert.deepEqual(
      rows.map(({ layer, layerName }) => [layer, layerName]),
      [
        ['1', 'gpt2.h.2'],
        ['10', 'gpt2.h.11'],
        ['1', 'llama2.layers.2'],
        ['1', 'm.layers.02'],
      ],
    );
  });

  it('q begins with tokens if the file has as many tokens', () => {
    const rows = ['q', 'k', 'v'].map((name) => tensor(name, nested([5, 4, d])));
    const order = (count) =>
      guessedChoices(rowsOf(rows), [{ name: 'tokens', texts: Array.from({ length: count }, () => 'a') }]).headsFirst;
    assert.deepEqual([5, 4, 3].map(order), [false, true, true]);
    assert.equal(guessedChoices(rowsOf(rows), []).headsFirst, true);
  });

  it('has the axes of q, k and v that fit the weights or scores beside them', () => {
    const numbers = (shape) => nested(shape);
    const even = (shape) => nested(shape, () => 1 / shape.at(-1));
    const hooks = (shape, pattern, name = (part) => `blocks.0.attn.hook_${part}`) => [
      ...['q', 'k', 'v'].map((part) => tensor(name(part), numbers(shape))),
      tensor(name('pattern'), even(pattern)),
    ];
    const order = (tensors) => guessedChoices(rowsOf(tensors), []).headsFirst;
    assert.equal(order(hooks([1, 6, 4, 8], [1, 4, 6, 6])), false);
    assert.equal(order(hooks([1, 4, 6, 8], [1, 4, 6, 6])), true);
    assert.equal(order(hooks([2, 10, 4, 8], [2, 4, 10, 10])), false);
    assert.equal(order(hooks([6, 1, 8], [6, 6])), false);
    // Two layers, as many heads as tokens: nothing tells them apart.
    assert.equal(order(hooks([2, 4, 4, 8], [2, 4, 4, 4])), true);
    const scores = tensor('scores', numbers([1, 4, 6, 6]));
    assert.equal(order([...hooks([1, 6, 4, 8], [1, 4, 6, 6]).slice(0, 3), scores]), false);
    // Values alone, and those that heads share: as many as keys.
    const values = (shape) => [tensor('v', numbers(shape)), tensor('weights', even([4, 3, 6]))];
    assert.equal(order(values([1, 6, 2, 8])), false);
    assert.equal(order(values([1, 2, 6, 8])), true);
    // The scene has the same heads and tokens.
    const rows = rowsOf(hooks([1, 6, 4, 8], [1, 4, 6, 6]));
    const typed = { ...guessedChoices(rows, []), tokens: '', keyTokens: '' };
    const scene = modelScene(chosenAttention(typed));
    assert.deepEqual([scene.attention.heads, scene.tokens.length], [4, 6]);
  });

  it('the name of a layer leaves out what all of them begin with', () => {
    const of = (...names) =>
      rowsOf(names.map((name) => tensor(`${name}.q`, nested([H, T, d])))).map(({ layerName }) => layerName);
    assert.deepEqual(of('model.layers.0', 'model.layers.10'), ['layers.0', 'layers.10']);
    assert.deepEqual(of('m.encoder.layers.0', 'm.decoder.layers.1'), ['m.encoder.layers.0', 'm.decoder.layers.1']);
    assert.deepEqual(of('model.layers.3', 'model.layers.3.self_attn'), ['model.layers.3', 'model.layers.3']);
  });

  it('a batch of one has as many heads as the weights beside it', () => {
    const q = tensor('q', nested([1, T, 128]));
    assert.equal(headsOf(rowsOf([q, tensor('k', nested([1, T, 128])), tensor('weights', weights)])), String(H));
    const rows = rowsOf([q, tensor('weights', [weights[0]])]);
    assert.equal(headsOf(rows), '1');
    assert.deepEqual(rows[0].shapeInFile, [1, T, 128]);
    assert.equal(headsOf(rowsOf([q, tensor('k', nested([1, T, 128]))])), '2');
  });

  it('says which tensors q, k and v give again', () => {
    const vectors = ['q', 'k', 'v'].map((name) => tensor(name, nested([H, T, d])));
    const others = [tensor('weights', weights), tensor('attention_mask', nested([T, T])), tensor('x', nested([T, d]))];
    assert.deepEqual(givenAgain(rowsOf([...vectors, ...others])), ['weights', 'attention_mask']);
    assert.deepEqual(givenAgain(rowsOf(others)), []);
  });
});
