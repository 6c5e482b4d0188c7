// A trained model that writes: the next symbol, its probabilities, temperature, top k, the seed, and what is refused.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { loadTraining } from 'self-attention/training';
import { refuses } from '../support/refuses.mjs';

const training = await loadTraining();
const text = 'the cat sat on the mat. the dog sat on the log. ';
const run = training.train({
  scene: {
    version: 1,
    tokens: ['a'],
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 16, std: 0.3 },
    positions: { kind: 'rope' },
    parameters: { kind: 'random', init: 'xavier', seed: 2, output: true },
    attention: { heads: 2, mask: { kind: 'causal' } },
    block: { residual: true },
  },
  task: { kind: 'text', length: 12, text },
  optimizer: { kind: 'adamw', learningRate: 0.01 },
  unembedding: 'learned',
  seed: 5,
});
run.step(30);
after(() => run.dispose());

const prompt = Array.from('the c');
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
const lastPrediction = () => {
  const { data } = run.predict(prompt);
  return data.subarray(data.length - run.symbols.length);
};
const write = (options, count = 20) => {
  const tokens = [...prompt];
  while (tokens.length < count) tokens.push(run.next(tokens, options).symbol);
  return tokens.join('');
};

describe('writing', () => {
  it('draws from the prediction, in plain double precision', () => {
    const predicted = lastPrediction();
    for (const temperature of [0.5, 1, 2]) {
      const powers = Array.from(predicted, (probability) => probability ** (1 / temperature));
      const { probabilities } = run.next(prompt, { temperature });
      for (const [index, power] of powers.entries())
        assert.ok(Math.abs(probabilities[index] - power / sum(powers)) < 1e-5, `${temperature} ${index}`);
    }
  });

  it('keeps the k likeliest alone, and is greedy at temperature 0', () => {
    const predicted = lastPrediction();
    const order = [...predicted.keys()].sort((one, other) => predicted[other] - predicted[one] || one - other);
    const { probabilities } = run.next(prompt, { topK: 3 });
    assert.deepEqual(
      [...probabilities.keys()].filter((index) => probabilities[index] > 0).sort(),
      order.slice(0, 3).sort(),
    );
    assert.ok(Math.abs(sum(probabilities) - 1) < 1e-6);
    for (let seed = 0; seed < 20; seed += 1) {
      assert.equal(run.next(prompt, { temperature: 0, seed }).symbol, run.symbols[order[0]]);
      assert.ok(order.slice(0, 3).some((index) => run.symbols[index] === run.next(prompt, { topK: 3, seed }).symbol));
    }
  });

  it('writes the same text from the same seed, and others from other seeds', () => {
    const texts = Array.from({ length: 8 }, (_, seed) => write({ seed }));
    assert.deepEqual(
      texts,
      Array.from({ length: 8 }, (_, seed) => write({ seed })),
    );
    assert.ok(new Set(texts).size > 4);
    assert.equal(write({ seed: 5 }), write({}));
  });

  it('draws each symbol about as often as it is likely', () => {
    const draws = 4000;
    const { probabilities } = run.next(prompt, { temperature: 1.5 });
    const counts = new Map();
    for (let seed = 0; seed < draws; seed += 1) {
      const { symbol } = run.next(prompt, { temperature: 1.5, seed });
      counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    }
    for (const [index, symbol] of run.symbols.entries()) {
      const expected = probabilities[index];
      const deviation = Math.sqrt((expected * (1 - expected)) / draws);
      assert.ok(Math.abs((counts.get(symbol) ?? 0) / draws - expected) < 5 * deviation + 1e-3, symbol);
    }
  });

  it('takes a window in place of the mask, and one that shows every key changes nothing', () => {
    const all = run.next(prompt, { mask: { kind: 'window', before: 20, after: 0 } }).probabilities;
    const own = run.next(prompt).probabilities;
    assert.ok(all.every((probability, index) => Math.abs(probability - own[index]) < 1e-6));
    const narrow = run.next(prompt, { mask: { kind: 'window', before: 0, after: 0 } }).probabilities;
    assert.notDeepEqual(narrow, own);
    assert.deepEqual(run.next(prompt).probabilities, own);
  });

  it('refuses what cannot be', () => {
    refuses(() => run.next([]), 'empty', '/tokens');
    refuses(() => run.next(['?']), 'missing-token', '/tokens', '?');
    refuses(() => run.next(prompt, { temperature: -1 }), 'range', '/temperature', -1);
    refuses(() => run.next(prompt, { temperature: Number.NaN }), 'range', '/temperature');
    refuses(() => run.next(prompt, { topK: 0 }), 'scene-form', 'topK', 0);
    refuses(() => run.next(prompt, { topK: 999 }), 'range', '/topK', 999, run.symbols.length);
    refuses(() => run.next(prompt, { seed: -1 }), 'scene-form', 'seed', -1);
    refuses(() => run.next(prompt, { mask: { kind: 'painted', visible: [[1]] } }), 'scene-form', 'mask', 'painted');
  });
});
