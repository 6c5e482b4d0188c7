import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';

const { askingWord, computeResult, homeScene, lookUpWords } = await bundle('tests/node/page/certainty.ts');
const core = await loadCore();

const open = [];
after(() => {
  for (const result of open) result.dispose();
});

async function result(sentence, change = {}) {
  const scene = await lookUpWords({ ...homeScene, sentence, view: {}, ...change });
  const computed = computeResult(core, scene);
  open.push(computed);
  return computed.atLayer(computed.layers - 1);
}

describe('how sure a row is', () => {
  const certainty = async (sentence, word, change) => {
    const computed = await result(sentence, change);
    return computed.row(0, computed.tokens.indexOf(word)).certainty;
  };
  const home = "The animal didn't cross the street because it was too tired";
  it('clear: handmade rows decide, and one key stands out', async () => {
    assert.equal(await certainty(home, 'it'), 'clear');
  });
  it('unclear: the row is even', async () => {
    assert.equal(await certainty('Maria gave Tom the book because he asked for it', 'he'), 'unclear');
  });
  it('unclear: two words share the row, or a word that has the most has less than three fifths', async () => {
    assert.equal(await certainty('The king told the queen that she was tired', 'she'), 'unclear');
  });
  it('a guess: a learned row decides', async () => {
    assert.equal(await certainty('My grandmother baked a pie', 'baked'), 'guess');
  });
  it('noise: a random row decides', async () => {
    assert.equal(await certainty('asdf qwer zxcv', 'qwer'), 'noise');
  });
  it('noise: every parameter is random', async () => {
    const parameters = { kind: 'random', init: 'normal', std: 30, seed: 1 };
    assert.equal(await certainty(home, 'it', { parameters, block: {}, layers: 1 }), 'noise');
  });
  it('not a number: the weights overflow', async () => {
    const attention = { heads: 1, temperature: 0.01 };
    assert.equal(await certainty(home, 'it', { attention, mistake: 'overflow-softmax' }), 'notANumber');
  });
});

describe('the word that asks', () => {
  for (const [sentence, word] of [
    ['The cat sat on the mat because it was warm', 'it'],
    ['My dog ate my homework because it was hungry', 'it'],
    ['My grandmother baked a pie', 'baked'],
    ['The bank of the river', 'bank'],
    ['The sky is blue', 'blue'],
    ['El perro no cruzó la calle porque estaba cansado', 'cansado'],
    ['the of and', 'the'],
  ])
    it(`of “${sentence}” is “${word}”`, async () => {
      const computed = await result(sentence);
      assert.equal(computed.tokens[askingWord(computed)], word);
    });
  it('is the first token if the embedding has no meanings', async () => {
    const computed = await result('a b it', {
      embedding: { kind: 'oneHot' },
      parameters: { kind: 'random', init: 'xavier', seed: 1 },
    });
    assert.equal(askingWord(computed), 0);
  });
});
