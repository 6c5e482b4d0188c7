import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { schemas } from '../../../../src/toolchain/made-files.mjs';
import { bundle } from '../../support/bundle.mjs';
import { matches } from '../../support/formats.mjs';
import { scenes } from '../../support/scenes.mjs';
import { changed, smallest, table } from './smallest.mjs';
import { wrongAttention } from './wrong-attention.mjs';
import { wrongInputs } from './wrong-inputs.mjs';

const { defaultScene, limits, normalScene, parseScene, withDefaults } = await bundle('web/scene/index.ts');
const { maxWidths } = await bundle('web/scene/limits.ts');
const { coreLimits } = await bundle('web/docs/tables.ts');
const schema = JSON.parse((await schemas())['scene.schema.json']);

describe('a scene that is right', () => {
  it('comes back equal, and is a copy', () => {
    const scene = parseScene(smallest);
    assert.deepEqual(scene, smallest);
    assert.notEqual(scene.embedding.x[0], smallest.embedding.x[0]);
  });
  it('may say the largest float32, an own word "constructor", and characters beyond the first plane', () => {
    parseScene(changed('/embedding/x/0/0', -3.4028234663852886e38));
    assert.deepEqual(parseScene(table({ constructor: [1] })).embedding.rows, { constructor: [1] });
    parseScene(changed('/tokens/0', '😀'.repeat(256)));
  });
  it('has an effective value for everything it omits', () => {
    const full = withDefaults(parseScene(smallest));
    assert.deepEqual(full.attention, {
      heads: 1,
      kvHeads: 1,
      score: 'scaledDot',
      scale: null,
      mask: { kind: 'none' },
      temperature: 1,
      softcap: 0,
      scores: null,
      normalizer: 'softmax',
      roundWeights: null,
      weightedValues: false,
    });
    assert.deepEqual(full.positions, {
      kind: 'none',
      base: 10000,
      join: 'add',
      pairs: 'adjacent',
      slopes: 'geometric',
      seed: 1,
      std: 0.5,
      width: null,
      clip: null,
      rows: null,
    });
    assert.deepEqual(full.block, { residual: false, norm: 'none', place: 'post', feedForward: null });
    assert.deepEqual([full.layers, full.mistake], [1, null]);
    assert.deepEqual(full.view, {
      at: null,
      digits: 2,
      notation: 'fixed',
      names: 'own',
      head: 0,
      layer: 0,
      page: null,
      focus: null,
      lesson: null,
      runs: null,
      screen: null,
      training: 'task',
    });
    assert.deepEqual(full.tokenizer, { lowercase: false, punctuation: false, version: 1 });
    assert.equal(withDefaults({ ...smallest, attention: { heads: 4, scale: 2, kvHeads: 2 } }).attention.kvHeads, 2);
    assert.deepEqual(withDefaults(defaultScene).embedding, {
      kind: 'table',
      table: 'meaning',
      version: 1,
      missing: 'random',
      seed: 1,
      low: -1,
      high: 1,
      mean: 0,
      std: 1,
    });
  });
  it('loses the keys that say what holds anyway when it is made normal, and nothing else', () => {
    const spelt = {
      ...smallest,
      tokenizer: { lowercase: false },
      attention: {
        heads: 2,
        kvHeads: 2,
        score: 'scaledDot',
        mask: { kind: 'none' },
        temperature: 1,
        softcap: 0,
        scale: 1,
      },
      positions: { kind: 'none' },
      block: { residual: false, norm: 'none', place: 'post' },
      layers: 1,
      mistake: null,
      view: { digits: 2, head: 1 },
    };
    assert.deepEqual(normalScene(spelt), {
      ...smallest,
      attention: { heads: 2, kvHeads: 2, scale: 1 },
      view: { head: 1 },
    });
    const positions = { kind: 'sinusoidal', base: 10_000, join: 'add' };
    assert.deepEqual(normalScene({ ...smallest, positions }).positions, { kind: 'sinusoidal' });
    for (const scene of scenes(200, 4)) {
      assert.deepEqual(normalScene(normalScene(scene)), normalScene(scene));
      assert.deepEqual(withDefaults(normalScene(scene)), withDefaults(parseScene(scene)));
    }
  });
});

describe('scene.schema.json', () => {
  it('refuses what the parser refuses', () => {
    for (const [what, scene] of [...wrongInputs, ...wrongAttention]) assert.equal(matches(scene, schema), false, what);
  });
  it('accepts what the parser accepts', () => {
    for (const scene of [smallest, defaultScene, ...scenes(300, 1)]) {
      assert.ok(matches(scene, schema), JSON.stringify(scene));
      parseScene(scene);
    }
  });
  it('says the same as the parser when a good scene is damaged in one place', () => {
    const wrong = [null, true, 7, -1, 1.5, 1e39, '', 'x', [], {}, [[]], undefined];
    let refused = 0;
    for (const scene of scenes(150, 2)) {
      for (const path of places(scene)) {
        for (const value of wrong) {
          const damaged = JSON.parse(JSON.stringify(scene));
          const last = path.at(-1);
          const parent = path.slice(0, -1).reduce((part, key) => part[key], damaged);
          if (value === undefined && !Array.isArray(parent)) delete parent[last];
          else parent[last] = value ?? null;
          const valid = matches(damaged, schema);
          let error;
          try {
            parseScene(damaged);
          } catch (thrown) {
            error = thrown;
          }
          // The schema cannot refuse rows of different lengths, or a wrong number of layers.
          if (/all must have the same|they must be equal/.test(error?.message ?? '')) continue;
          assert.equal(error === undefined, valid, `${error?.message}: ${JSON.stringify(damaged)}`);
          refused += valid ? 0 : 1;
        }
      }
    }
    assert.ok(refused > 10_000, `only ${refused} were refused`);
  });
  it('has the same limits', () => {
    const { properties, $defs } = schema;
    assert.equal($defs.tokens.maxItems, limits.tokens);
    assert.equal($defs.sentence.maxLength, limits.sentence);
    assert.equal($defs.word.maxLength, limits.token);
    assert.equal($defs.row.maxItems, limits.matrix);
    assert.equal($defs.number.maximum, limits.number);
    assert.equal($defs.seed.maximum, limits.integer);
    assert.equal(properties.view.properties.digits.maximum, limits.digits);
    assert.equal(properties.layers.maximum, limits.layers);
    assert.equal(limits.number, 2 ** 127 * (2 - 2 ** -23));
  });
  it('has the same limits as the core', () => {
    const core = coreLimits(readFileSync(new URL('../../../../src/limits.hpp', import.meta.url), 'utf8'));
    assert.deepEqual([limits.tokens, limits.heads, limits.layers], [core.max_tokens, core.max_heads, core.max_layers]);
    assert.deepEqual(maxWidths, { dModel: core.max_d_model, head: core.max_head_width, feedForward: core.max_d_ff });
  });
});

function* places(value, path = []) {
  for (const [key, part] of Object.entries(value)) {
    yield [...path, key];
    if (typeof part === 'object' && part !== null) yield* places(part, [...path, key]);
  }
}
