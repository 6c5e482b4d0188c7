// The learned matrices: given, random and identity. Whole layers of given numbers are compared with the oracle.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { defaultScene, resolveHandmade } from 'self-attention/scene';
import { difference, layer } from '../support/oracle.mjs';
import { pcg32 } from '../support/pcg.mjs';
import { generator } from '../support/scenes.mjs';
import { given, row, smallScenes } from '../support/small-scenes.mjs';

const core = await loadCore();
const matrices = ['w_q', 'b_q', 'w_k', 'b_k', 'w_v', 'b_v', 'w_o', 'b_o'];
const drawn = (parameters, heads = 2, dModel = 8) =>
  core.attend({
    version: 1,
    tokens: ['a', 'b', 'c'],
    embedding: { kind: 'random', distribution: 'uniform', seed: 1, dModel },
    parameters,
    attention: { heads },
  });
const parametersOf = (trace) => Object.fromEntries(trace.parameters.map(({ name }) => [name, trace.tensor(name)]));
const wide = { kind: 'random', seed: 5, dK: 64, dV: 64 };
const meanOf = (data, power = 1) => data.reduce((sum, number) => sum + number ** power, 0) / data.length;

describe('parameters: given', () => {
  it('are in the trace as they were given, as float32', () => {
    const scene = given({ heads: 2, biases: true, output: true });
    const trace = core.attend(scene);
    const { wQ, bQ, wK, bK, wV, bV, wO, bO } = scene.parameters;
    for (const [at, numbers] of [wQ, bQ, wK, bK, wV, bV, wO, bO].entries()) {
      assert.deepEqual(trace.tensor(matrices[at]).data, Float32Array.from(numbers.flat()), matrices[at]);
    }
  });
  it('each bias may be there without the others', () => {
    const plain = given({ T: 3 });
    const changed = { bQ: ['b_q', 'q'], bK: ['b_k', 'k'], bV: ['b_v', 'v'] };
    const before = core.attend(plain);
    for (const [key, [name, step]] of Object.entries(changed)) {
      const width = plain.parameters[`w${key[1]}`][0].length;
      const trace = core.attend({ ...plain, parameters: { ...plain.parameters, [key]: new Array(width).fill(1) } });
      assert.deepEqual(
        trace.parameters.map((parameter) => parameter.name),
        ['w_q', 'w_k', 'w_v', name].sort(byOrder),
      );
      for (const other of ['q', 'k', 'v']) {
        const moved = trace.tensor(other).data.map((number, at) => number - before.tensor(other).data[at]);
        assert.ok(
          moved.every((number) => Math.abs(number - (other === step ? 1 : 0)) < 1e-6),
          `${key} ${other}`,
        );
      }
    }
  });
  it('the smallest scene of design.md works with any matrices: 200 random layers agree with the oracle within 2⁻¹⁷ of their largest number', () => {
    const random = generator(31);
    const upTo = (most) => 1 + Math.floor(random() * most);
    for (let made = 0; made < 200; made += 1) {
      const kvHeads = upTo(3);
      const scene = given({
        T: upTo(9),
        dModel: upTo(13),
        heads: kvHeads * upTo(3),
        kvHeads,
        dK: upTo(9),
        dV: upTo(9),
        biases: random() < 0.5,
        output: random() < 0.5,
        score: random() < 0.3 ? 'dot' : 'scaledDot',
        mask: { kind: random() < 0.5 ? 'causal' : 'none' },
        temperature: random() < 0.3 ? 0.25 + random() * 3 : 1,
        softcap: random() < 0.3 ? 0.5 + random() * 5 : 0,
      });
      const [trace, expected] = [core.attend(scene), layer(scene)];
      for (const name of ['q', 'k', 'v', 'scores', 'weights', 'z', 'output']) {
        const apart = difference(trace.tensor(name), expected[name]);
        assert.ok(apart < 2 ** -17, `${name} is ${apart} apart in ${JSON.stringify(scene.attention)}`);
      }
    }
  });
  it('-0, the smallest and the largest numbers are kept exactly', () => {
    const numbers = [
      [-0, 1e-45, 1e-38],
      [3.4028234663852886e38, -3.4028234663852886e38, 0],
    ];
    const scene = {
      version: 1,
      tokens: ['a'],
      embedding: { kind: 'given', x: [[1, 0]] },
      parameters: { kind: 'given', wQ: numbers, wK: numbers, wV: numbers },
      attention: { heads: 1 },
    };
    assert.deepEqual(core.attend(scene).tensor('w_q').data, Float32Array.from(numbers.flat()));
  });
});

const byOrder = (a, b) => matrices.indexOf(a) - matrices.indexOf(b);

describe('parameters: drawn', () => {
  it('uniform lies in [low, high), PCG32 in a stream of its own a matrix', () => {
    const trace = drawn({ kind: 'random', init: 'uniform', seed: 77, low: -2, high: 0.5 });
    for (const [name, stream] of [
      ['w_q', 1],
      ['w_k', 3],
      ['w_v', 5],
    ]) {
      const { uniform } = pcg32(77, stream);
      assert.deepEqual(
        trace.tensor(name).data,
        Float32Array.from({ length: 64 }, () => -2 + 2.5 * uniform()),
        name,
      );
    }
  });
  it('uniform is from -1 to 1 unless said otherwise', () => {
    const { data } = drawn({ ...wide, init: 'uniform' }, 2, 64).tensor('w_q');
    assert.ok(data.every((number) => number >= -1 && number < 1));
    assert.ok(Math.max(...data) > 0.99 && Math.min(...data) < -0.99);
  });
  it('normal has the mean and std asked for, 0 and 1 unless said otherwise', () => {
    for (const { mean = 0, std = 1, ...draw } of [{}, { mean: 2, std: 0.1 }]) {
      const said = { ...(mean !== 0 && { mean, std }), ...draw };
      const { data } = drawn({ ...wide, init: 'normal', ...said }, 2, 64).tensor('w_k');
      assert.ok(Math.abs(meanOf(data) - mean) < 0.06 * std);
      assert.ok(
        Math.abs(
          Math.sqrt(
            meanOf(
              data.map((number) => number - mean),
              2,
            ),
          ) - std,
        ) <
          0.06 * std,
      );
    }
  });
  it('xavier is uniform in ±√(6/(fan_in + fan_out))', () => {
    const { data } = drawn({ ...wide, init: 'xavier' }, 2, 64).tensor('w_q');
    const bound = Math.sqrt(6 / (64 + 128));
    assert.ok(data.every((number) => Math.abs(number) <= Math.fround(bound)));
    assert.ok(Math.max(...data) > 0.99 * bound && Math.min(...data) < -0.99 * bound);
  });
  it('kaiming is normal with variance 2/fan_in', () => {
    const { data } = drawn({ ...wide, init: 'kaiming' }, 2, 64).tensor('w_q');
    assert.ok(Math.abs(meanOf(data)) < 0.01);
    assert.ok(Math.abs(meanOf(data, 2) / (2 / 64) - 1) < 0.06);
    assert.ok(Math.max(...data) > 3 * Math.sqrt(2 / 64), 'no tail: not normal');
  });
  it('are other numbers for another seed, matrix by matrix, and none repeats another', () => {
    const [one, other] = [1, 2].map((seed) =>
      parametersOf(drawn({ kind: 'random', init: 'normal', seed, output: true })),
    );
    for (const name of ['w_q', 'w_k', 'w_v', 'w_o']) assert.notDeepEqual(one[name].data, other[name].data);
    assert.equal(new Set(['w_q', 'w_k', 'w_v', 'w_o'].map((name) => String(one[name].data))).size, 4);
  });
  it('keep their numbers when biases or w_o are switched on', () => {
    const plain = parametersOf(drawn({ kind: 'random', init: 'normal', seed: 9 }));
    const more = parametersOf(drawn({ kind: 'random', init: 'normal', seed: 9, biases: true, output: true }));
    for (const name of ['E', 'w_q', 'w_k', 'w_v']) assert.deepEqual(more[name], plain[name], name);
    assert.deepEqual(Object.keys(more), ['E', ...matrices]);
    assert.deepEqual(Object.keys(plain), ['E', 'w_q', 'w_k', 'w_v']);
  });
  it('biases are within ±1/√d_model, and b_o is there only with w_o', () => {
    const trace = drawn({ kind: 'random', init: 'uniform', seed: 9, biases: true }, 2, 16);
    assert.deepEqual(
      trace.parameters.map(({ name }) => name),
      ['E', 'w_q', 'b_q', 'w_k', 'b_k', 'w_v', 'b_v'],
    );
    for (const name of ['b_q', 'b_k', 'b_v'])
      assert.ok(
        trace.tensor(name).data.every((number) => Math.abs(number) <= 0.25),
        name,
      );
  });
  for (const [dK, dV] of [
    [undefined, undefined],
    [3, undefined],
    [undefined, 5],
    [7, 2],
  ]) {
    it(`dK ${dK} and dV ${dV}: each given width holds, the other is d_model / heads`, () => {
      const widths = { ...(dK && { dK }), ...(dV && { dV }) };
      for (const kind of [{ kind: 'random', init: 'xavier', seed: 1 }, { kind: 'identity' }]) {
        const trace = drawn({ ...kind, ...widths, output: true });
        const shapes = Object.fromEntries(trace.parameters.map(({ name, shape }) => [name, [...shape]]));
        assert.deepEqual(
          [shapes.w_q, shapes.w_k],
          [
            [8, 2 * (dK ?? 4)],
            [8, 2 * (dK ?? 4)],
          ],
        );
        assert.deepEqual(
          [shapes.w_v, shapes.w_o],
          [
            [8, 2 * (dV ?? 4)],
            [2 * (dV ?? 4), 8],
          ],
        );
        assert.deepEqual(trace.tensor('output').shape, [3, 8]);
      }
    });
  }
  it('with dK and dV given, heads need not divide d_model', () => {
    assert.deepEqual(
      drawn({ kind: 'random', init: 'normal', seed: 1, dK: 3, dV: 3 }, 5, 8).tensor('q').shape,
      [5, 3, 3],
    );
  });
});

describe('parameters: identity and handmade', () => {
  it('identity: q, k and v are the embeddings cut into heads', () => {
    const trace = core.attend(smallScenes.identity);
    const x0 = trace.tensor('x0');
    const cut = Array.from({ length: 2 }, (_, h) =>
      Array.from({ length: 4 }, (_, i) => [...x0.data.slice(i * 6 + h * 3, i * 6 + h * 3 + 3)]),
    );
    for (const name of ['q', 'k', 'v']) assert.deepEqual([...trace.tensor(name).data], cut.flat(2), name);
  });
  it('identity with w_o: the output is the heads side by side', () => {
    const { parameters, ...rest } = smallScenes.identity;
    const [without, with_] = [
      core.attend({ ...rest, parameters }),
      core.attend({ ...rest, parameters: { ...parameters, output: true } }),
    ];
    assert.deepEqual(with_.tensor('output').data, without.tensor('output').data);
  });
  it('made by hand: the same as the plain matrices they stand for, to the bit', () => {
    const [made, plain] = [defaultScene, { ...defaultScene, parameters: resolveHandmade(defaultScene) }].map((scene) =>
      core.attend(scene),
    );
    for (const { name } of made.steps) assert.deepEqual(made.tensor(name), plain.tensor(name), name);
  });
  it('made by hand: another head, or another order, takes effect at once', () => {
    const headed = (heads) =>
      core.attend({
        ...defaultScene,
        parameters: { ...defaultScene.parameters, heads },
        attention: { heads: heads.length },
      });
    const [one, other] = [headed(['pronoun', 'action']), headed(['action', 'pronoun'])];
    assert.deepEqual(one.tensor('weights', { head: 0 }), other.tensor('weights', { head: 1 }));
    assert.deepEqual(one.tensor('weights', { head: 1 }), other.tensor('weights', { head: 0 }));
    assert.deepEqual(headed(['action']).tensor('weights', { head: 0 }), other.tensor('weights', { head: 0 }));
  });
});

describe('attend and scaledDotProductAttention', () => {
  it('agree to the bit on the q, k and v of a trace', () => {
    for (const attention of [
      { heads: 2 },
      { heads: 6, kvHeads: 2, softcap: 2, mask: { kind: 'causal' } },
      { heads: 2, scale: 0.4 },
    ]) {
      const trace = core.attend({ ...smallScenes.plain, attention });
      const options = {
        causal: attention.mask !== undefined,
        ...(attention.scale && { scale: attention.scale }),
        softcap: attention.softcap ?? 0,
      };
      const [q, k, v] = ['q', 'k', 'v'].map((name) => trace.tensor(name));
      const { output, weights } = core.scaledDotProductAttention(q, k, v, options);
      assert.deepEqual([output, weights], [trace.tensor('z'), trace.tensor('weights')]);
    }
  });
  it('shares key/value heads as if each were there once a query head', () => {
    const scene = given({ heads: 6, kvHeads: 2, dK: 3, dV: 2 });
    const repeat = (w, width) =>
      w.map((line) => [0, 0, 0, 1, 1, 1].flatMap((head) => line.slice(head * width, (head + 1) * width)));
    const { wK, wV } = scene.parameters;
    const whole = {
      ...scene,
      parameters: { ...scene.parameters, wK: repeat(wK, 3), wV: repeat(wV, 2) },
      attention: { heads: 6 },
    };
    const [shared, own] = [core.attend(scene), core.attend(whole)];
    for (const name of ['scores', 'weights', 'z', 'output'])
      assert.deepEqual(shared.tensor(name), own.tensor(name), name);
  });
  it('a later token changes nothing before it under a causal mask', () => {
    const scene = given({ T: 5, mask: { kind: 'causal' }, output: true });
    const x = [...scene.embedding.x.slice(0, 4), row(5)];
    const [before, after] = [scene, { ...scene, embedding: { kind: 'given', x } }].map(
      (it) => core.attend(it).tensor('output').data,
    );
    assert.deepEqual(after.slice(0, 20), before.slice(0, 20));
    assert.notDeepEqual(after.slice(20), before.slice(20));
  });
  it('without a mask, tokens in another order give the same rows in that order', () => {
    const scene = given({ T: 3 });
    const turned = { ...scene, embedding: { kind: 'given', x: [...scene.embedding.x].reverse() } };
    const [one, other] = [scene, turned].map((it) => core.attend(it).tensor('output').data);
    for (let i = 0; i < 3; i += 1) {
      for (let n = 0; n < 4; n += 1) assert.ok(Math.abs(one[i * 4 + n] - other[(2 - i) * 4 + n]) < 1e-6);
    }
  });
  it('a lower temperature makes weights sharper, a higher one evens them out', () => {
    const largest = (temperature) =>
      Math.max(...core.attend({ ...smallScenes.plain, attention: { heads: 1, temperature } }).tensor('weights').data);
    assert.ok(largest(0.1) > largest(1) && largest(1) > largest(10));
    assert.ok(largest(1e6) - 0.25 < 1e-3);
  });
});
