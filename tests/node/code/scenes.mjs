// Random scenes over the whole schema, sized so that the core accepts most of them.

import { schemas } from '../../../src/toolchain/made-files.mjs';
import { masksWith } from '../support/masks.mjs';
import { generator } from '../support/scenes.mjs';

const schema = JSON.parse((await schemas())['scene.schema.json']);
const mistakes = schema.properties.mistake.enum.filter((name) => name !== null);

export function* chanceScenes(count, seed) {
  const random = generator(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const below = (limit) => Math.floor(random() * limit);
  const maybe = (key, make, chance = 0.4) => (random() < chance ? { [key]: make() } : {});
  const number = () => Math.round((random() * 2 - 1) * 1000) / 1000;
  const row = (columns) => Array.from({ length: columns }, number);
  const rows = (height, columns) => Array.from({ length: height }, () => row(columns));
  const bits = (height, columns) => rows(height, columns).map((cells) => cells.map((cell) => (cell > -0.25 ? 1 : 0)));

  for (let made = 0; made < count; made += 1) {
    const kvHeads = pick([1, 1, 2]);
    const heads = kvHeads * pick([1, 2, 3]);
    const mistake = random() < 0.3 ? pick(mistakes) : null;
    const T = pick([1, 2, 3, 5]);
    const cross = random() < 0.3;
    const T_k = cross ? pick([1, 3, 4]) : T;
    const [dK, dV] = mistake ? [T_k, T_k] : [pick([2, 4]), pick([1, 3])];
    const dWord = 6;
    const qkv = random() < 0.12;
    const told = !mistake && random() < 0.08;
    const layers = qkv ? 1 : pick([1, 1, 1, 2, 3]);
    const ids = random() < 0.15;
    const words = (length) =>
      Array.from({ length }, () => (ids ? String(below(4)) : pick(['a', 'b', 'the', '"q"\\', 'é\n'])));
    const score = told
      ? 'given'
      : mistake
        ? pick(['dot', 'scaledDot'])
        : pick(['dot', 'scaledDot', 'additive', 'general', 'cosine']);
    const embedding = qkv
      ? {
          kind: 'qkv',
          ...(!told && { q: rows(T, heads * dK), k: rows(T_k, kvHeads * dK) }),
          v: rows(T_k, kvHeads * dV),
        }
      : ids
        ? { kind: 'ids', rows: rows(4, dWord) }
        : pick([
            { kind: 'given', x: rows(T, dWord) },
            { kind: 'oneHot', dModel: dWord },
            { kind: 'random', distribution: pick(['uniform', 'normal']), seed: made, dModel: dWord },
            { kind: 'table', rows: { a: row(dWord), the: row(dWord) }, missing: 'random', seed: made },
            { kind: 'zero', dModel: dWord },
          ]);
    const mask = pick([
      ...masksWith({ count: (least) => least + below(T_k + 1 - least), visible: () => bits(T, T_k) }),
      { kind: 'causal', align: 'bottomRight' },
      { kind: 'window', before: 4294967295, after: pick([0, 1]) },
    ]);
    const distances = mask.kind === 'causal' && T === T_k ? T : T + T_k - 1;
    const clip = pick([1, 2, 9]);
    const positions = pick([
      { kind: 'none' },
      ...(qkv
        ? []
        : [
            { kind: 'sinusoidal', ...maybe('base', () => 50) },
            { kind: 'sinusoidal', join: 'concat', ...maybe('width', () => pick([3, 4])) },
            { kind: 'learned', ...(random() < 0.5 ? { seed: made } : { rows: rows(6, dWord) }) },
          ]),
      { kind: 'rope', base: pick([20, 10_000]) },
      { kind: 'rope', pairs: 'halves' },
      { kind: 'alibi' },
      { kind: 'alibi', slopes: 'reference' },
      { kind: 'relative', seed: made, ...maybe('clip', () => clip) },
      { kind: 'relative', rows: rows(distances, heads * dK) },
    ]);
    const beside = positions.kind === 'sinusoidal' && positions.join === 'concat' ? (positions.width ?? dWord) : 0;
    const dModel = qkv ? heads * dV : dWord + beside;
    const matrices = () => ({
      ...(!qkv && { wQ: rows(dModel, heads * dK), wK: rows(dModel, kvHeads * dK), wV: rows(dModel, kvHeads * dV) }),
      ...(!qkv && maybe('bQ', () => row(heads * dK))),
      ...(!qkv && maybe('bV', () => row(kvHeads * dV))),
      wO: rows(heads * dV, dModel),
      ...maybe('bO', () => row(dModel)),
      ...maybe('gamma1', () => row(dModel)),
      ...maybe('beta2', () => row(dModel)),
      ...maybe('b1', () => row(5)),
    });
    const parameters = qkv
      ? pick([{ kind: 'none' }, { kind: 'given', ...matrices() }])
      : pick([
          { kind: 'given', ...matrices() },
          { kind: 'stack', layers: Array.from({ length: layers }, matrices) },
          { kind: 'identity', dK, dV, output: true },
          ...['uniform', 'normal', 'xavier', 'kaiming'].map((init) => ({
            kind: 'random',
            init,
            seed: made,
            dK,
            dV,
            dA: pick([1, 5]),
            biases: random() < 0.5,
            output: true,
          })),
        ]);
    yield {
      version: 1,
      tokens: words(T),
      ...(cross && { encoder: { tokens: words(T_k), ...(embedding.kind === 'given' && { x: rows(T_k, dWord) }) } }),
      embedding,
      positions,
      parameters,
      attention: {
        heads,
        kvHeads,
        score,
        ...(told && { scores: rows(T, T_k) }),
        ...(!mistake && maybe('scale', number)),
        mask,
        ...maybe('temperature', () => 0.3 + random()),
        ...maybe('softcap', () => 1 + random()),
        ...maybe('normalizer', () => 'sparsemax', 0.25),
        // Halfway between two decimals the last bit decides, and after two layers it is uncertain.
        ...(layers === 1 && maybe('roundWeights', () => below(4), 0.25)),
        ...maybe('weightedValues', () => true),
      },
      block: {
        ...(!qkv && maybe('residual', () => true)),
        ...maybe('norm', () => pick(['layer', 'rms'])),
        ...(!qkv && maybe('place', () => 'pre')),
        ...maybe('feedForward', () => ({ width: 5, activation: pick(['relu', 'gelu']) })),
      },
      layers,
      mistake,
    };
  }
}
