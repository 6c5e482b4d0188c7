// From the tensors of a model to a scene: the same numbers whatever their axes are.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import {
  assigned,
  choices,
  core,
  d,
  H,
  joined,
  modelScene,
  nested,
  outputOf,
  parts,
  refused,
  T,
  tensor,
  transpose,
  weights,
} from './models.mjs';

const { fetchMessages, importWords } = await bundle('tests/node/import/in-spanish.ts');
const { withScores } = await bundle('web/import/model/scores-of-queries.ts');

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

  it('keeps the names of the layers that the file has', () => {
    const of = (layer, layerName) => ({ tensor: tensor('w', weights), role: 'weights', layer, layerName });
    const { embedding } = modelScene(choices([of(0, 'layers.5'), of(6, 'layers.11')]));
    assert.deepEqual(
      embedding.layers.map(({ name }) => name),
      ['layers.5', 'layers.11'],
    );
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

  it('says why a tensor that is missing was not read', () => {
    const all = assigned((heads) => heads);
    const layer = (place) => all.map((one) => ({ ...one, layer: place, layerName: `layers.${place}` }));
    const why = 'It has NaN.';
    const unread = [
      { name: 'model.layers.1.q_rotated', why },
      { name: 'hidden', why: 'It is ragged.' },
    ];
    refused(
      choices(all.slice(1), { unread }),
      /^model\.layers\.1\.q_rotated was not read, .* q is missing .* k\. It has NaN\.$/,
    );
    refused(choices([...layer(0), ...layer(1).slice(1)], { unread }), /q_rotated was not read/);
    // Of another layer, or something else.
    refused(choices([...layer(0).slice(1), ...layer(1)], { unread }), /^q is missing/);
    refused(choices(all.slice(0, 1), { unread }), /^k, v is missing/);
    refused(choices([], { unread }), /q_rotated was not read\. It has NaN\. No tensor is selected/);
  });

  it('is refused with the name and the row of what cannot be weights', () => {
    const of = (row) =>
      choices([
        { tensor: tensor('badsum', [[weights[0], [...weights[0].slice(1), row]]]), role: 'weights', layer: null },
      ]);
    refused(of([0.35, 0.35, 0.35]), /^badsum .*layer 1, head 2, row 3 adds up to 1\.05/);
    refused(of([-0.5, 0.5, 1]), /^badsum .*layer 1, head 2, row 3 has -0\.5/);
    assert.equal(modelScene(of([0, 0, 0])).attention.heads, 2);
  });

  it('is refused with a number of heads where k is too narrow for one', () => {
    const of = (heads, keyWidth) =>
      choices(
        Object.entries({ q: 32, k: keyWidth, v: keyWidth }).map(([role, width]) => ({
          tensor: tensor(role, nested([T, width])),
          ...{ role, layer: null },
        })),
        { heads },
      );
    refused(of(1, 8), /^k gives 8 .* 1 head, q gives 32 .* Try 4 heads\.$/);
    refused(of(8, 12), /^k gives 12 .* 8 heads, q gives 4 .* divisor of 8\.$/);
    const { heads, kvHeads } = modelScene(of(4, 8)).attention;
    assert.deepEqual([heads, kvHeads], [4, 1]);
  });

  it('is counted in the singular where there is one', async () => {
    await fetchMessages('es');
    for (const [language, one] of [
      ['en', /1 layer, 1 head, 1 token\./],
      ['es', /1 capa, 1 cabeza, 1 token\./],
    ])
      assert.match(importWords(language).model.opened('m.npz', 1, 1, 1), one);
  });

  it('is refused with names that can be told apart', () => {
    const long = `model.${'decoder.'.repeat(20)}layers.0.self_attn`;
    for (const place of ['model.layers.0.self_attn', long]) {
      const [one, other] = assigned((heads) => heads).map((given, index) => ({
        ...given,
        role: 'q',
        tensor: { ...given.tensor, name: `${place}.${'qkv'[index]}_proj.weight` },
      }));
      refused(choices([one, other]), /model\.\S+q_proj\.weight and model\.\S+k_proj\.weight are both q/);
    }
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
