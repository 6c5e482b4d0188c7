// From a file of somebody else's model to a scene: what its tensors seem to be, and the same numbers whatever their axes are.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { generator } from '../support/scenes.mjs';
import { file, npy, safetensors, zip } from './bytes.mjs';

const { importTensors } = await bundle('web/import/index.ts');
const { guess, whyNoWeights } = await bundle('web/import/model-roles.ts');
const { batchIn, chosenAttention, guessedChoices, mayBeSideBySide } = await bundle('web/import/model-choices.ts');
const { givenAgain, headsOf, rowsOf } = await bundle('web/import/model-rows.ts');
const { importWords } = await bundle('web/i18n/import.ts');
const { modelScene } = await bundle('web/import/model-scene.ts');
const { withScores } = await bundle('web/import/scores-of-queries.ts');
const packing = await bundle('web/scene/packed-tensors.ts');
const core = await loadCore();

const random = generator(5);
const nested = ([size, ...others], make = () => random() * 2 - 1) =>
  Array.from({ length: size }, () => (others.length === 0 ? make() : nested(others, make)));
const shapeOf = (value) => (Array.isArray(value) ? [value.length, ...shapeOf(value[0])] : []);
const tensor = (name, value) => ({ name, shape: shapeOf(value), data: Float32Array.from(value.flat(Infinity)) });
const transpose = (heads) => heads[0].map((_, row) => heads.map((head) => head[row]));
const joined = (heads) => heads[0].map((_, row) => heads.flatMap((head) => head[row]));

const [H, T, d] = [2, 3, 4];
const parts = Object.fromEntries(['q', 'k', 'v'].map((name) => [name, nested([H, T, d])]));
const weights = nested([H, T, T], () => 1 / T);

const choices = (assigned, changes = {}) => ({
  ...{ assigned, heads: 1, headsFirst: true, batch: null, tokens: [], keyTokens: [] },
  ...changes,
});
const assigned = (form, layer = null) =>
  Object.entries(parts).map(([role, heads]) => ({ tensor: tensor(role, form(heads)), role, layer }));
const outputOf = (scene) => core.attend(scene).tensor('output');
const refused = (given, message) =>
  assert.throws(
    () => modelScene(given),
    (error) => {
      assert.match(error.message, message);
      return true;
    },
  );

const oneHot = (rows, columns) =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, at) => (at === row ? 1 : 0)));

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

describe('the scene of a model', () => {
  const expected = outputOf(modelScene(choices(assigned((heads) => heads))));

  it('has the same numbers, whatever the axes of q, k and v are', () => {
    const forms = [
      choices(assigned(transpose), { headsFirst: false }),
      choices(assigned(joined), { heads: H }),
      choices(assigned((heads) => [heads])),
      choices(assigned((heads) => [heads], 0)),
    ];
    for (const form of forms) assert.deepEqual(outputOf(modelScene(form)), expected);
  });

  it('has a layer for each index of the first axis, or for each tensor', () => {
    const [one, other] = [weights, nested([H, T, T], () => 1 / T)];
    const stacked = modelScene(choices([{ tensor: tensor('a', [one, other]), role: 'weights', layer: null }]));
    const listed = modelScene(
      choices([one, other].map((value, layer) => ({ tensor: tensor(`a${layer}`, value), role: 'weights', layer }))),
    );
    assert.equal(core.attend(stacked).layers, 2);
    for (const layer of [0, 1])
      assert.deepEqual(
        core.attend(stacked).tensor('weights', { layer }),
        core.attend(listed).tensor('weights', { layer }),
      );
  });

  it('has key/value heads that several heads share', () => {
    const [q, k, v] = [nested([4, T, d]), nested([2, T, d]), nested([2, T, d])];
    const shared = [q, k, v].map((heads, index) => ({ role: 'qkv'[index], heads }));
    const of = (form, heads) =>
      modelScene(
        choices(
          shared.map((one) => ({ tensor: tensor(one.role, form(one.heads)), role: one.role, layer: null })),
          { heads },
        ),
      );
    const [apart, together] = [of((heads) => heads, 1), of(joined, 4)];
    assert.deepEqual(
      [apart.attention, together.attention],
      [
        { heads: 4, kvHeads: 2 },
        { heads: 4, kvHeads: 2 },
      ],
    );
    assert.deepEqual(outputOf(apart), outputOf(together));
  });

  it('has as many heads in v as in the weights beside it', () => {
    const v = nested([H, T, d]);
    const both = (form) => [
      { tensor: tensor('w', weights), role: 'weights', layer: null },
      { tensor: tensor('v', form(v)), role: 'v', layer: null },
    ];
    assert.deepEqual(
      outputOf(modelScene(choices(both(joined)))),
      outputOf(modelScene(choices(both((heads) => heads)))),
    );
  });

  it('is of one sequence of a batch', () => {
    const other = nested([H, T, T], () => 1 / T).map((head) =>
      head.map((_, row) => head.map((__, key) => (key === row ? 1 : 0))),
    );
    const of = (value, changes, layer = null) =>
      core.attend(modelScene(choices([{ tensor: tensor('w', value), role: 'weights', layer }], changes)));
    const expected = [weights, other].map((one) => of(one, {}).tensor('weights'));
    for (const batch of [0, 1]) {
      assert.deepEqual(of([weights, other], { batch }).tensor('weights'), expected[batch]);
      assert.deepEqual(of([weights, other], { batch }, 3).tensor('weights'), expected[batch]);
      const layered = of(
        [
          [weights, other],
          [other, weights],
        ],
        { batch },
      );
      assert.equal(layered.layers, 2);
      for (const layer of [0, 1])
        assert.deepEqual(layered.tensor('weights', { layer }), expected[batch === layer ? 0 : 1]);
    }
    const rows = assigned((heads) => [heads, heads]);
    assert.deepEqual(
      outputOf(modelScene(choices(rows, { batch: 1 }))),
      outputOf(modelScene(choices(assigned((heads) => heads)))),
    );
    assert.equal(core.attend(modelScene(choices(rows))).layers, 2);
    refused(choices(rows, { batch: 2 }), /a batch of 2 sequences\. There is no sequence 3/);
    const [q, k, v] = rows;
    const alone = assigned((heads) => heads)[1];
    refused(choices([q, alone, v], { batch: 1 }), /q is a batch of 2 sequences, and k of 2×3×4 is not/);
    const three = { ...k, tensor: tensor('k', [parts.k, parts.k, parts.k]) };
    refused(choices([q, three, v], { batch: 1 }), /q is a batch of 2 sequences, and k of 3×2×3×4/);
  });

  it('is of one sequence of a batch whose heads stand side by side, as projections give it', () => {
    const sideBySide = assigned((heads) => [joined(heads).map((row) => row.map((cell) => -cell)), joined(heads)]);
    const isSideBySide = true;
    assert.deepEqual(
      outputOf(modelScene(choices(sideBySide, { isSideBySide, batch: 1, heads: H }))),
      outputOf(modelScene(choices(assigned((heads) => heads)))),
    );
    refused(choices(sideBySide, { isSideBySide, batch: 2, heads: H }), /There is no sequence 3/);
    refused(choices(sideBySide, { isSideBySide, batch: 0, heads: 5 }), /which 5 heads cannot share/);
  });

  it('that can be read in two ways is asked about', () => {
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

  it('keeps the names of the layers that the file has', () => {
    const of = (layer, layerName) => ({ tensor: tensor('w', weights), role: 'weights', layer, layerName });
    const { embedding } = modelScene(choices([of(0, 'layers.5'), of(6, 'layers.11')]));
    assert.deepEqual(
      embedding.layers.map(({ name }) => name),
      ['layers.5', 'layers.11'],
    );
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

  it('has its own tokens, and others for the keys where there are others', () => {
    const cells = {
      tensor: tensor(
        'a',
        nested([2, 3], () => 1 / 3),
      ),
      role: 'weights',
      layer: null,
    };
    assert.deepEqual(modelScene(choices([cells])).encoder, { tokens: ['0', '1', '2'] });
    const named = modelScene(choices([cells], { tokens: ['a', 'b'], keyTokens: ['x', 'y', 'z'] }));
    assert.deepEqual(
      [named.tokens, named.encoder.tokens],
      [
        ['a', 'b'],
        ['x', 'y', 'z'],
      ],
    );
    refused(choices([cells], { tokens: ['a'] }), /1 token for 2 queries/);
  });

  it('has scores of q and k without v, with the same weights in every layer and mask', () => {
    for (const kvHeads of [H, 1]) {
      const tensors = [0, 1].flatMap((layer) =>
        Object.entries(parts).map(([role, heads]) => ({
          tensor: tensor(role, role === 'q' ? heads : heads.slice(0, kvHeads)),
          ...{ role, layer },
        })),
      );
      const whole = modelScene(choices(tensors));
      const bare = withScores(core, modelScene(choices(tensors.filter(({ role }) => role !== 'v'))));
      assert.equal(bare.attention.kvHeads, undefined);
      assert.equal(bare.attention.scale, 1 / Math.sqrt(d));
      for (const changes of [{}, { temperature: 2 }, { mask: { kind: 'causal' } }])
        for (const layer of [0, 1]) {
          const [found, expected] = [bare, whole].map((scene) =>
            core.attend({ ...scene, attention: { ...scene.attention, ...changes } }).tensor('weights', { layer }),
          );
          assert.deepEqual(found, expected);
        }
      assert.throws(() => core.attend(bare).tensor('output'));
    }
    assert.equal(withScores(core, modelScene(choices(assigned(joined), { heads: H }))).attention.score, undefined);
  });

  it('is refused where something is missing, twice there or of other axes', () => {
    const [q, k, v] = assigned((heads) => heads);
    const w = { tensor: tensor('w', weights), role: 'weights', layer: null };
    refused(choices([]), /No tensor is selected/);
    const next = [q, k].map((one) => ({ ...one, layer: 1 }));
    const first = [q, k, v].map((one) => ({ ...one, layer: 0 }));
    refused(choices([...first, ...next]), /v is missing in the layer of q.*save the weights/);
    refused(choices([q, q, k, v]), /both q of layer 1/);
    refused(choices([q, k, v, w]), /cannot be used together/);
    refused(
      choices([
        {
          ...w,
          tensor: tensor(
            'w',
            [[weights], [weights]].map((one) => [one[0], one[0]]),
          ),
          layer: 0,
        },
      ]),
      /a batch of 2/,
    );
    refused(choices([{ ...w, layer: 48 }]), /layer 49/);
    refused(choices(assigned(joined), { heads: 3 }), /8 columns, which 3 heads/);
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
    assert.equal(whyNoWeights(importWords('en'), { ...wrong, name: 'embedding' }), null);
    assert.equal(whyNoWeights(importWords('en'), { ...wrong, name: 'attn.weight' }), null);
  });

  it('takes NaN in a text for text, and says how tensors leave an ONNX model', async () => {
    const text = JSON.stringify({
      tokens: ['NaN', 'a "Infinity"'],
      attentions: [
        [
          [1, 0],
          [0.5, 0.5],
        ],
      ],
    });
    const { tensors, texts } = await importTensors(file('model.json', new TextEncoder().encode(text)));
    assert.deepEqual(texts[0].texts, ['NaN', 'a "Infinity"']);
    assert.deepEqual(tensors[0].shape, [1, 2, 2]);
    await assert.rejects(
      importTensors(file('gpt.onnx', new Uint8Array([8, 7]))),
      /gpt\.onnx.*\.safetensors.*ONNX Runtime/,
    );
  });
});

describe('the tensors of a file', () => {
  const json = (value) => file('model.json', new TextEncoder().encode(JSON.stringify(value)));
  it('keep up to five axes', async () => {
    const { tensors } = await importTensors(json([[weights], [weights]]));
    assert.deepEqual(
      tensors.map(({ shape }) => shape),
      [[2, 1, H, T, T]],
    );
    const deep = [[[[weights], [weights]]], [[[weights], [weights]]]];
    await assert.rejects(importTensors(json(deep)), /7 axes/);
  });
  it('must be finite, and the message says which is not', async () => {
    for (const large of [1e39, -1e39])
      await assert.rejects(importTensors(json({ a: [[1, large]] })), /a: row 1, column 2/);
    const written = file('m.json', new TextEncoder().encode('{"a": [[1, NaN]]}'));
    await assert.rejects(importTensors(written), /a: row 1, column 2/);
    const deep = json({ a: [[[1, 2]], [[3, 1e39]]] });
    await assert.rejects(importTensors(deep), /a\[1,0,1\]/);
    const tensors = safetensors([
      ['h.q', 'F32', [2, 2], [1, 2, 3, Number.NaN]],
      ['h.k', 'F32', [2, 2], [1, 2, 3, 4]],
    ]);
    const arrays = zip({ 'h.q.npy': npy('<f4', [2, 2], [1, 2, 3, Infinity]), 'h.k.npy': npy('<f4', [1], [1]) });
    for (const source of [file('m.safetensors', tensors), file('m.npz', arrays)]) {
      const found = await importTensors(source);
      assert.deepEqual(
        found.tensors.map(({ name }) => name),
        ['h.k'],
      );
      assert.match(found.refused[0].why, /^h\.q: row 2, column 2 is/);
    }
  });
});

describe('reading a large file', () => {
  it('says how much is read: the bytes, then the tensors', async () => {
    const size = 300_000;
    const tensors = ['q', 'k', 'v'].map((name) => [name, 'F32', [100, size / 300], new Array(size / 3).fill(0.5)]);
    for (const bytes of [
      safetensors(tensors),
      zip(Object.fromEntries(tensors.map(([name, , shape, values]) => [`${name}.npy`, npy('<f4', shape, values)]))),
    ]) {
      const told = [];
      const name = bytes[0] === 0x50 ? 'm.npz' : 'm.safetensors';
      const found = await importTensors(file(name, bytes), { onProgress: (one) => told.push(one) });
      assert.equal(found.tensors[2].data.length, size / 3);
      assert.ok(found.tensors.every(({ data }) => data.every((value) => value === 0.5)));
      const read = told.filter(({ stage }) => stage === 'bytes');
      assert.equal(read.at(-1).done, bytes.length);
      assert.ok(read.every(({ done, total }, index) => total === bytes.length && done > (read[index - 1]?.done ?? 0)));
      assert.deepEqual(
        told.slice(read.length),
        [0, 1, 2].map((done) => ({ stage: 'tensors', done, total: 3 })),
      );
    }
  });
});

describe('the packed numbers of a scene', () => {
  const { reuseNumbers, packedTensors, packedNumbers, keepNumbers } = packing;
  const scene = modelScene(choices(assigned((heads) => heads)));

  it('come with a copy of it, and are not unpacked again', () => {
    const copy = structuredClone(scene);
    const numbers = packedNumbers(scene);
    keepNumbers(copy, numbers);
    assert.ok(packedNumbers(copy).every((data, index) => data === numbers[index]));
  });

  it('are those of the copy before where they are the same', () => {
    const [first, second] = [structuredClone(scene), structuredClone(scene)];
    reuseNumbers(first, null);
    const other = packedTensors(
      modelScene(choices(assigned((heads) => heads.map((head) => head.map((row) => row.map((n) => 2 * n)))))),
    );
    second.embedding.layers[0].k = structuredClone(other[1]);
    reuseNumbers(second, first);
    const [before, after] = [packedNumbers(first), packedNumbers(second)];
    assert.deepEqual([after[0] === before[0], after[1] === before[1], after[2] === before[2]], [true, false, true]);
    assert.deepEqual(
      after[1],
      before[1].map((value) => 2 * value),
    );
  });
});

describe('special tokens', () => {
  const tokens = ['[CLS]', 'it', 'is', '[SEP]'];
  const rows = (make) =>
    [0, 1].map((head) => tokens.map((_, query) => tokens.map((__, key) => make(head, query, key))));
  const given = rows((head, query, key) => [0.5, 0.25, 0.125, 0.125][(key + head + query) % 4]);
  const q = nested([2, 4, d]);
  const k = nested([2, 4, d]);
  const v = nested([2, 4, d]);

  it('stay unless somebody leaves them out', () => {
    const scene = modelScene(choices([{ tensor: tensor('w', given), role: 'weights', layer: null }], { tokens }));
    assert.deepEqual(scene.tokens, tokens);
  });

  it('are left out of weights, and each row is divided by what is left of it', () => {
    const all = [
      { tensor: tensor('w', given), role: 'weights', layer: null },
      { tensor: tensor('v', v), role: 'v', layer: null },
    ];
    const scene = modelScene(choices(all, { tokens, leavesOutSpecial: true }));
    assert.deepEqual(scene.tokens, ['it', 'is']);
    const { shape, data } = core.attend(scene).tensor('weights');
    assert.deepEqual(shape, [2, 2, 2]);
    for (const [head, queries] of given.entries())
      for (const query of [1, 2])
        for (const key of [1, 2]) {
          const [left, right] = [queries[query][1], queries[query][2]];
          const found = data[(head * 2 + query - 1) * 2 + key - 1];
          assert.ok(Math.abs(found - queries[query][key] / (left + right)) < 1e-6);
        }
    assert.deepEqual(
      core.attend(scene).tensor('v').data,
      Float32Array.from(v.flatMap((head) => head.slice(1, 3)).flat()),
    );
  });

  it('are left out of q, k and v as if they had been hidden', () => {
    const all = Object.entries({ q, k, v }).map(([role, heads]) => ({
      tensor: tensor(role, heads),
      role,
      layer: null,
    }));
    const short = core.attend(modelScene(choices(all, { tokens, leavesOutSpecial: true }))).tensor('weights').data;
    const visible = tokens.map(() => [0, 1, 1, 0]);
    const whole = modelScene(choices(all, { tokens }));
    const masked = core.attend({ ...whole, attention: { ...whole.attention, mask: { kind: 'painted', visible } } });
    const { data } = masked.tensor('weights');
    for (let head = 0; head < 2; head += 1)
      for (const query of [1, 2])
        for (const key of [1, 2]) {
          const found = short[(head * 2 + query - 1) * 2 + key - 1];
          assert.ok(Math.abs(found - data[(head * 4 + query) * 4 + key]) < 1e-6);
        }
  });

  it('a row that only looked at them becomes a row of zeros', () => {
    const only = [
      [
        [1, 0, 0, 0],
        [1, 0, 0, 0],
        [0, 0.5, 0, 0.5],
        [0, 0, 0, 1],
      ],
    ];
    const all = [{ tensor: tensor('w', only), role: 'weights', layer: null }];
    const scene = modelScene(choices(all, { tokens, leavesOutSpecial: true }));
    assert.deepEqual([...core.attend(scene).tensor('weights').data], [0, 0, 1, 0]);
  });

  it('refuses to leave out all', () => {
    const all = [{ tensor: tensor('w', given), role: 'weights', layer: null }];
    refused(choices(all, { tokens: ['<s>', '</s>', '<|endoftext|>', '[PAD]'], leavesOutSpecial: true }), /special/);
  });
});
