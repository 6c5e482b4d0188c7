// Both flavours on the same numbers, in an engine that has both: prints each difference as a share of what it may be.
//
// A sum of k products is rounded at most k times in either flavour: plain SIMD rounds each product and each sum, relaxed SIMD may
// round the two as one. A rounding takes at most 2⁻²⁴ of what has been summed, which is no more than the sum of the terms' sizes.
// So either is within (k + 1) · 2⁻²⁴ of that sum from the true number (1 for the powers of what is rounded twice), and the two are
// within twice as much of each other. What is left after terms cancel can be as small as it likes: no share of the result bounds it.
// How far the scores may be apart decides how far their exponentials may be, and so on: the bounds of the oracle, twice.
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { defaultScene } from 'self-attention/scene';
import { attention, sizeOf, tensor, tiny, unit } from '../support/oracle.mjs';
import { generator } from '../support/scenes.mjs';

const plain = await loadCore({ flavour: 'simd' });
const relaxed = await loadCore({ flavour: 'relaxed-simd' });
const flavours = [plain.flavour, relaxed.flavour, (await loadCore()).flavour];
const shares = {};

/** The largest difference of two tensors, as a share of the bounds; more than any where one is −∞ or NaN and the other is not. */
function shareOf(one, other, bounds) {
  let most = 0;
  for (const [at, number] of one.data.entries()) {
    if (Object.is(number, other.data[at])) continue;
    const share = Math.abs(number - other.data[at]) / bounds[at];
    most = Math.max(most, Number.isNaN(share) ? Number.POSITIVE_INFINITY : share);
  }
  return most;
}

/** x · w, cut into heads: twice what each sum of products may be from the true one. */
function productBounds(x, w, heads) {
  const [rows, depth] = x.shape;
  const columns = w.shape[1];
  const bounds = [];
  for (let head = 0; head < heads; head += 1) {
    for (let row = 0; row < rows; row += 1) {
      for (let column = (columns / heads) * head; column < (columns / heads) * (head + 1); column += 1) {
        let size = 0;
        for (let at = 0; at < depth; at += 1)
          size += Math.abs(x.data[row * depth + at] * w.data[at * columns + column]);
        bounds.push(2 * (depth + 1) * unit * size + tiny);
      }
    }
  }
  return bounds;
}

const names = ['scores', 'scaled', 'capped', 'masked', 'weights', 'output'];

function compareCall(name, q, k, v, options) {
  const [one, other] = [plain, relaxed].map((core) =>
    core.scaledDotProductAttention(q, k, v, { ...options, keep: names.slice(0, -1) }),
  );
  const oracle = attention(q, k, v, options);
  for (const each of names) {
    shares[`${name} ${each}`] = shareOf(
      one[each],
      other[each],
      oracle[each].bound.map((bound) => 2 * bound),
    );
  }
}

/** The projections of a scene's first layer, and attention on the q, k and v that plain SIMD makes of them. */
function compareScene(name, scene) {
  const [one, other] = [plain.attend(scene), relaxed.attend(scene)];
  const [q, k, v] = ['q', 'k', 'v'].map((tensor) => one.tensor(tensor, { layer: 0 }));
  for (const [each, tensor] of Object.entries({ q, k, v })) {
    const step = one.steps.find((traced) => traced.name === each);
    const read = one.tensor(step.inputs[0], { layer: 0 });
    const bounds = productBounds(read, one.tensor(step.inputs[1], { layer: 0 }), tensor.shape[0]);
    shares[`${name} ${each}`] = shareOf(tensor, other.tensor(each, { layer: 0 }), bounds);
  }
  compareCall(name, q, k, v, {
    causal: scene.attention.mask?.kind === 'causal',
    softcap: scene.attention.softcap ?? 0,
  });
}

const random = generator(5);
const below = (limit) => Math.floor(random() * limit);
// From numbers that float32 has few of to some whose products cancel to the last bit.
const makers = [
  () => random() * 2 - 1,
  () => (random() * 2 - 1) * 10 ** (below(9) - 6),
  () => (below(2) === 0 ? 1 : -1) * (1 + below(3) * 2 ** -12),
  () => below(5) - 2,
];
const filled = (...shape) => {
  const make = makers[below(makers.length)];
  return tensor(shape, Array.from({ length: sizeOf(shape) }, make));
};

for (const [name, { scene }] of [...Object.entries(lessons), ['default', { scene: defaultScene }]]) {
  if (scene.embedding.kind !== 'qkv' && (scene.block?.place ?? 'post') === 'post') compareScene(name, scene);
}
for (let made = 0; made < 150; made += 1) {
  const heads = 1 + below(3);
  compareScene(`scene ${made}`, {
    version: 1,
    tokens: Array.from({ length: 1 + below(12) }, (_, at) => `t${at % (1 + below(12))}`),
    embedding: {
      kind: 'random',
      distribution: 'normal',
      dModel: heads * (1 + below(12)),
      seed: made,
      std: 10 ** (below(3) - 1),
    },
    parameters: { kind: 'random', init: ['xavier', 'normal', 'uniform'][below(3)], seed: made },
    attention: { heads, mask: { kind: below(2) === 0 ? 'none' : 'causal' }, softcap: below(3) },
  });
}
for (let made = 0; made < 400; made += 1) {
  const [T, d] = [1 + below(20), 1 + below(40)];
  const options = { causal: below(2) === 0, softcap: below(3) };
  compareCall(`call ${made}`, filled(2, T, d), filled(2, T, d), filled(2, T, d), options);
}
console.log(JSON.stringify({ flavours, shares }));
