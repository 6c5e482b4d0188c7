// The promises of the gallery and the handmade heads, computed by the core.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttentionError, loadCore } from 'self-attention/core';
import { schemas } from '../../../src/toolchain/made-files.mjs';
import { bundle } from '../support/bundle.mjs';
import { matches } from '../support/formats.mjs';

const { gallery, galleryIn } = await bundle('tests/node/support/gallery.ts');
const { homeScene } = await bundle('web/scene/home.ts');
const { lookUpWords, wordVectors } = await bundle('web/scene/words.ts');
const { stage: spanishStage } = await bundle('web/i18n/es/stage.ts');
const { decodeScene, defaultScene, encodeScene, normalScene, resolveTable, resolveTokens, tables } =
  await bundle('web/scene/index.ts');
const { gallery: english } = await bundle('web/i18n/en/gallery.ts');
const { gallery: spanish } = await bundle('web/i18n/es/gallery.ts');
const schema = JSON.parse((await schemas())['scene.schema.json']);
const core = await loadCore();

const scenes = Object.fromEntries(gallery.map(({ id, scene }) => [id, scene]));
const { meaning } = tables;

/** weight('it', 'animal') of the first head. A word that occurs twice has its number: 'the 1'. */
function weightsOf(scene, layer) {
  const trace = core.attend(scene);
  const { shape, data } = trace.tensor('weights', layer === undefined ? { head: 0 } : { head: 0, layer });
  const columns = shape.at(-1);
  const [tokens, keys] = [[...trace.tokens], [...trace.keyTokens]];
  trace.dispose();
  const at = (list, word) => {
    const [name, place = '0'] = word.split(' ');
    const found = list.flatMap((token, index) => (token === name ? [index] : []))[Number(place)];
    assert.notEqual(found, undefined, `${word} in ${list.join(' ')}`);
    return found;
  };
  const row = (query) => data.subarray(at(tokens, query) * columns, (at(tokens, query) + 1) * columns);
  return { tokens, row, weight: (query, key) => row(query)[at(keys, key)] };
}

const saying = (scene, from, to) => ({ ...scene, sentence: scene.sentence.replace(from, to) });
const above = (weight, least, what) => assert.ok(weight > least, `${what}: ${weight} should be above ${least}`);

describe('the gallery', () => {
  it('has scenes, 8 at least, that the schema accepts, links carry and the table knows every word of', () => {
    assert.ok(gallery.length >= 8, String(gallery.length));
    for (const { id, scene } of gallery) {
      assert.ok(matches(scene, schema), id);
      const link = encodeScene(scene);
      assert.ok(!link.startsWith('scene='), `${id}: ${link}`);
      assert.deepEqual(decodeScene(link), normalScene(scene), id);
      const tokens = resolveTokens(scene);
      assert.ok(scene.view.focus < tokens.length, id);
      if (scene.embedding.kind === 'table') assert.deepEqual(resolveTable(scene.embedding, tokens).missing, [], id);
    }
  });
  it('shows every head made by hand, positions, a mask, another sentence and layers', () => {
    const all = [homeScene, ...Object.values(scenes)];
    const heads = new Set(
      all.flatMap(({ parameters }) => [parameters.heads ?? [], ...(parameters.later ?? [])].flat()),
    );
    // Earlier heads of the first scene stay for its links, and those of the lessons.
    const kept = ['cue', 'cued', 'trait', 'bearer', 'described'];
    assert.deepEqual([...heads, ...kept].sort(), Object.keys(meaning.heads).sort());
    for (const part of ['positions', 'encoder', 'layers', 'block'])
      assert.ok(
        all.some((scene) => scene[part]),
        part,
      );
    assert.ok(all.some(({ attention }) => attention.mask));
  });
  it('has a title and a hint for each in both languages, and for each head the title of the table', () => {
    for (const words of [english, spanish]) {
      assert.deepEqual(
        Object.keys(words.items),
        gallery.map(({ id }) => id),
      );
      for (const { title, hint } of Object.values(words.items)) assert.ok(title && hint);
      assert.deepEqual(Object.keys(words.heads), Object.keys(meaning.heads));
    }
    for (const [name, { title }] of Object.entries(meaning.heads)) assert.equal(english.heads[name], title);
  });
});

const inSpanish = await Promise.all(
  galleryIn(spanish.items).map(async ({ id, scene }) => [id, await lookUpWords(scene, 'es')]),
);

describe('the gallery in Spanish', () => {
  const theirs = Object.fromEntries(inSpanish);
  const also = (id, from, to) => lookUpWords(saying(theirs[id], from, to), 'es');

  it('has scenes that links carry, with a row for every word', () => {
    for (const [id, scene] of inSpanish) {
      assert.ok(!encodeScene(scene).startsWith('scene='), id);
      const words = [...resolveTokens(scene), ...(scene.encoder?.sentence.toLowerCase().split(' ') ?? [])];
      if (scene.embedding.kind === 'table') assert.deepEqual(resolveTable(scene.embedding, words).missing, [], id);
      assert.ok(scene.view.focus < resolveTokens(scene).length, id);
    }
  });
  it('one word turns what another means: cansado → animal, estrecho → puente', async () => {
    const { from, to } = spanishStage.swap;
    assert.ok(theirs.tired.sentence.endsWith(from) && theirs.wide.sentence.endsWith(to));
    for (const [scene, cue, noun] of [
      [theirs.tired, from, 'animal'],
      [theirs.wide, to, 'puente'],
      [await also('tired', from, to), to, 'puente'],
      [await also('wide', to, 'largo'), 'largo', 'puente'],
      [await also('wide', to, 'ancho'), 'ancho', 'puente'],
      [await also('wide', to, 'triste'), 'triste', 'animal'],
    ]) {
      above(weightsOf(scene, 0).weight('se', cue), 0.8, `${scene.sentence}, the first layer`);
      above(weightsOf(scene, 1).weight('se', noun), 0.8, `${scene.sentence}, the second layer`);
    }
  });
  it('holds what its notes say', async () => {
    above(weightsOf(theirs.pronoun).weight('se', 'animal'), 0.5, 'pronoun');
    assert.deepEqual(
      weightsOf(await also('pronoun', 'cansado', 'estrecho')).row('se'),
      weightsOf(theirs.pronoun).row('se'),
    );
    above(weightsOf(theirs.she).weight('ella', 'reina'), 0.75, 'ella');
    above(weightsOf(await also('she', 'ella', 'él')).weight('él', 'rey'), 0.75, 'él');
    above(weightsOf(theirs['same-meaning']).weight('gato', 'perro'), 0.4, 'gato');
    above(weightsOf(theirs['same-meaning']).weight('pan', 'queso'), 0.4, 'pan');
    for (const [query, key] of [
      ['cachorro', 'gato'],
      ['leche', 'queso'],
      ['bebió', 'comió'],
    ])
      above(weightsOf(theirs.across).weight(query, key), 0.8, query);
    above(weightsOf(theirs.action).weight('escribió', 'maestra'), 0.8, 'escribió');
    above(weightsOf(theirs.action).weight('maestra', 'escribió'), 0.8, 'maestra');
    assert.deepEqual(weightsOf(theirs.order).row('perro 0'), weightsOf(theirs.order).row('perro 1'));
    assert.ok(weightsOf(theirs.overflow).row('se').some(Number.isNaN));
  });
  it('has Spanish words with vectors, and attention moves them as its notes say', async () => {
    const among = await wordVectors('es');
    for (const [id, word, before, after] of [
      ['fruit', 'manzana', ['software'], ['fruta']],
      ['company', 'ratón', ['mono', 'gato'], ['teclado', 'pantalla', 'ordenador']],
    ]) {
      const { embedding, view } = theirs[id];
      const trace = core.attend(theirs[id]);
      assert.equal(embedding.language, 'es', id);
      assert.equal(trace.tokens[view.focus], word);
      assert.deepEqual(Object.keys(embedding.vectors).sort(), [...new Set(trace.tokens)].sort(), id);
      for (const [step, expected] of [
        ['x0', before],
        ['output', after],
      ]) {
        const near = trace.nearest(step, view.focus, expected.length + 1, { among }).map((each) => each.word);
        assert.deepEqual(near.filter((each) => each !== word).sort(), expected.toSorted(), `${id}: ${step}`);
      }
      trace.dispose();
    }
  });
});

describe('a handmade head does what its title says', () => {
  it('pronoun: it looks at animal, and without a second layer also when it was too wide', () => {
    above(weightsOf(defaultScene).weight('it', 'animal'), 0.75, 'the default scene');
    const tired = weightsOf(scenes.pronoun).row('it');
    const wide = weightsOf(saying(scenes.pronoun, 'tired', 'wide')).row('it');
    assert.deepEqual(wide, tired);
  });
  it('pronoun: she looks at the queen, he at the king', () => {
    const { weight } = weightsOf(scenes.she);
    above(weight('she', 'queen'), 0.75, 'she');
    above(0.1, weight('she', 'king'), 'she');
    const other = weightsOf(saying(scenes.she, 'she', 'he'));
    above(other.weight('he', 'king'), 0.75, 'he');
    above(0.1, other.weight('he', 'queen'), 'he');
  });
  const pairs = [
    [scenes.tired, 'tired', 'animal'],
    [scenes.wide, 'wide', 'street'],
    [saying(scenes.wide, 'wide', 'narrow'), 'narrow', 'street'],
    [saying(scenes.wide, 'wide', 'deep'), 'deep', 'street'],
    [saying(scenes.wide, 'wide', 'sleepy'), 'sleepy', 'animal'],
    [{ ...scenes.tired, sentence: 'The cat sat on the mat because it was soft', view: {} }, 'soft', 'mat'],
    [{ ...scenes.tired, sentence: 'The cat sat on the mat because it was tired', view: {} }, 'tired', 'cat'],
    [{ ...scenes.tired, sentence: "The dog didn't cross the river because it was deep", view: {} }, 'deep', 'river'],
  ];
  for (const [scene, cue, noun] of pairs) {
    it(`cue and cued, two layers: it → ${cue}, then it → ${noun}: ${scene.sentence}`, () => {
      above(weightsOf(scene, 0).weight('it', cue), 0.8, 'the first layer');
      above(weightsOf(scene, 1).weight('it', noun), 0.8, 'the second layer');
      above(weightsOf(scene).weight('it', noun), 0.8, 'the last layer is the one without a number');
    });
  }
  it('the first scene: no row of the sentence is uniform in any layer, and “it” still finds the animal', () => {
    for (const layer of [0, 1]) {
      const { row } = weightsOf(homeScene, layer);
      for (const word of homeScene.sentence.toLowerCase().split(' ')) {
        const weights = row(word);
        above(Math.max(...weights) - Math.min(...weights), 0.1, `${word}, layer ${layer}`);
      }
    }
    above(weightsOf(homeScene, 1).weight('it', 'animal'), 0.9, 'it');
  });
  it('same meaning: animals at animals, food at food', () => {
    const { weight } = weightsOf(scenes['same-meaning']);
    for (const [a, b] of [
      ['cat', 'dog'],
      ['bread', 'cheese'],
    ]) {
      above(weight(a, b) + weight(a, a), 0.85, a);
      above(weight(a, b), 0.4, a);
    }
    above(weight('kitchen', 'kitchen'), 0.7, 'kitchen');
  });
  it('same meaning, from one sentence to another', () => {
    const { weight } = weightsOf(scenes.across);
    above(weight('puppy', 'cat'), 0.8, 'puppy');
    above(weight('milk', 'cheese'), 0.8, 'milk');
    above(weight('drank', 'ate'), 0.8, 'drank');
  });
  it('who does it: the doing at the doer, and back', () => {
    const { weight } = weightsOf(scenes.action);
    above(weight('wrote', 'teacher'), 0.8, 'wrote');
    above(weight('teacher', 'wrote'), 0.8, 'teacher');
    above(weight('long', 'teacher') + weight('long', 'letter') + weight('long', 'kitchen'), 0.5, 'long');
  });

  const long = { ...scenes.previous, sentence: 'the cat '.repeat(15) };
  const headed = (scene, name) => ({ ...scene, parameters: { ...scene.parameters, heads: [name] } });
  for (const [name, key] of [
    ['previous', (i) => Math.max(0, i - 1)],
    ['next', (i, last) => Math.min(last, i + 1)],
    ['first', () => 0],
  ]) {
    it(`${name}: above 0.99 in every row, in 6 tokens and in 30`, () => {
      for (const scene of [scenes[name], headed(long, name), headed({ ...long, sentence: 'cat '.repeat(30) }, name)]) {
        const trace = core.attend(scene);
        const { shape, data } = trace.tensor('weights', { head: 0 });
        trace.dispose();
        const [rows, columns] = shape.slice(-2);
        for (let i = 0; i < rows; i += 1) above(data[i * columns + key(i, rows - 1)], 0.99, `${name}, row ${i}`);
      }
    });
  }
  it('next under a causal mask: itself', () => {
    const { tokens, weight } = weightsOf(scenes.hidden);
    for (const token of new Set(tokens)) above(weight(token, token), 0.99, token);
    assert.equal(weight('cat', 'sat'), 0);
  });
  it('without positions both rows of a word are the same, with them they are not', () => {
    const { row } = weightsOf(scenes.order);
    assert.deepEqual(row('dog 0'), row('dog 1'));
    assert.deepEqual(row('cat 0'), row('cat 1'));
    const placed = weightsOf({ ...scenes.order, positions: { kind: 'sinusoidal' } });
    assert.notDeepEqual(placed.row('dog 0'), placed.row('dog 1'));
  });
  it('without the maximum subtracted, rows with large scores are NaN; subtracted, they look at the animal', () => {
    const { row } = weightsOf(scenes.overflow);
    assert.ok(row('it').some(Number.isNaN));
    above(weightsOf({ ...scenes.overflow, mistake: null }).weight('it', 'animal'), 0.99, 'it → animal');
    const warm = { ...scenes.overflow, attention: { heads: 1 } };
    assert.ok(!weightsOf(warm).row('it').some(Number.isNaN));
  });
  it('that goes by position, in a scene without positions, is an error that names both', () => {
    const { positions: _, ...without } = scenes.previous;
    assert.throws(
      () => core.attend(without),
      (error) =>
        error instanceof AttentionError && error.path === '/positions' && /"previous".*"none"/.test(error.message),
    );
  });
  it('is what it is in each scene, whichever was computed before', () => {
    // The page computes one after another, and must not mix up their matrices.
    const { positions: _, ...bare } = scenes.tired;
    const steps = (scene) => {
      const trace = core.attend(scene);
      const names = trace.steps.map(({ name }) => name);
      trace.dispose();
      return names;
    };
    const once = steps(bare);
    const beside = { ...bare, positions: scenes.previous.positions };
    assert.ok(steps(beside).includes('p'));
    assert.deepEqual(steps(bare), once);
    above(weightsOf(beside, 1).weight('it', 'animal'), 0.8, 'with positions beside the words');
  });
});
