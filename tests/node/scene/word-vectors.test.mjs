// Published word vectors as an embedding: their list, how they get into a scene, and what they promise.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { loadCore } from 'self-attention/core';
import { Stop } from '../../../src/toolchain/command.mjs';
import { spanishTranslations } from '../../../src/toolchain/words/spanish.mjs';
import { spanishVectors } from '../../../src/toolchain/words/spanish-vectors.mjs';
import { bundle } from '../support/bundle.mjs';
import { ambiguousWords } from './ambiguous-words.mjs';
import { ambiguousWords as ambiguousInSpanish } from './ambiguous-words-es.mjs';

const { decodeScene, encodeScene, lookUpWords, normalScene, parseScene, wordVectors } =
  await bundle('web/scene/index.ts');
const { translationsFrom } = await bundle('web/scene/vector-words.ts');
const { vectorFrom, vectorLength } = await bundle('web/scene/word-vectors.ts');
const core = await loadCore();
const data = (name) => readFileSync(new URL(`../../../src/data/vectors/${name}`, import.meta.url), 'utf8');
const listOf = (name) =>
  new Map(
    data(name)
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')),
  );
const list = listOf('glove.txt');
const spanish = await translationsFrom('es');
/** The code of a Spanish word. */
const ofSpanish = (word) => list.get(spanish.get(word));
const saying = (sentence, embedding = {}) => ({
  version: 1,
  sentence,
  tokenizer: { lowercase: true },
  embedding: { kind: 'wordVectors', ...embedding },
  parameters: { kind: 'identity' },
  attention: { heads: 1 },
});
const tensorOf = (scene, name) => {
  const trace = core.attend(scene);
  const { data: numbers } = trace.tensor(name, name === 'x0' ? {} : { head: 0 });
  const rows = trace.tokens.map((token, row) => [token, numbers.slice(row * vectorLength, (row + 1) * vectorLength)]);
  trace.dispose();
  return new Map(rows);
};
const cosine = (a, b) => {
  let [ab, aa, bb] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    ab += value * b[index];
    aa += value * value;
    bb += b[index] * b[index];
  }
  return ab / Math.sqrt(aa * bb);
};

describe('the list of word vectors', () => {
  it('has at least 12 000 words, none twice, each with 64 numbers that are not all zero', () => {
    assert.ok(list.size >= 12_000, `${list.size}`);
    assert.equal(data('glove.txt').trimEnd().split('\n').length, list.size);
    for (const [word, code] of list) {
      assert.equal(vectorFrom(code).length, vectorLength, word);
      assert.ok(vectorFrom(code).some((value) => value !== 0) && vectorFrom(code).every(Number.isFinite), word);
    }
  });
  it('takes at most 700 kB as it is sent', () => {
    assert.ok(brotliCompressSync(data('glove.txt')).length <= 700_000);
  });
  it('keeps the similarities of the published vectors', () => {
    const { spearman, words } = JSON.parse(data('figures.json'));
    assert.ok(spearman >= 0.95 && spearman < 1);
    assert.equal(words, list.size);
  });
  it('is that of version 1, of which no number ever changes', () => {
    assert.equal(createHash('sha256').update(data('glove.txt')).digest('hex').slice(0, 16), '194cf1b0a566b5ab');
  });
});

describe('the list of Spanish words', () => {
  it('has at least 5 000 translations, no word twice, each with an English word that has a vector', () => {
    const translations = new Set(spanish.values());
    assert.ok(translations.size >= 5_000, `${translations.size}`);
    assert.equal(data('spanish.txt').match(/[A-Z]/g).length, spanish.size);
    for (const [word, english] of spanish) {
      assert.match(word, /^[a-záéíóúüñ]+$/);
      assert.ok(list.has(english), `${word}: ${english}`);
    }
    for (const [word, english] of [
      ['banco', 'bank'],
      ['manzanas', 'apple'],
      ['red', 'network'],
      ['compró', 'bought'],
      ['exportaron', 'export'],
      // A listed word counts before a form of “casar”, “usar” or “otro”.
      ['caso', 'case'],
      ['casaron', 'marry'],
      ['otra', 'other'],
      ['estado', 'state'],
      ['ahorrar', 'save'],
      ['cumplir', 'fulfill'],
    ])
      assert.equal(spanish.get(word), english);
  });
  it('has the forms of its words by the rules of Spanish spelling', () => {
    for (const [list, forms] of [
      ['fish pez+ país+ jardín+', 'pez peces país países jardín jardines'],
      ['painter pintor* francés*', 'pintor pintora pintores pintoras francés francesa franceses francesas'],
    ])
      assert.equal([...spanishTranslations([list], () => true).keys()].join(' '), forms);
    for (const [verb, ...wanted] of [
      ['contar/cuent', 'cuento', 'contamos', 'cuente', 'contó'],
      ['sentir/sient', 'siento', 'sintió', 'sentido'],
      ['dormir/duerm', 'duermo', 'durmió', 'dormía'],
      ['seguir/sigu', 'sigo', 'sigue', 'siguió', 'seguimos'],
      ['incluir', 'incluyo', 'incluyó', 'incluimos', 'incluía'],
      ['ofrecer', 'ofrezco', 'ofrece'],
      ['vencer', 'venzo'],
      ['dirigir', 'dirijo', 'dirige'],
      ['empezar/empiez', 'empiece', 'empecé'],
      ['averiguar', 'averigüe', 'averiguo'],
      ['enviar/enví', 'envío', 'envíe', 'enviamos', 'envié'],
      ['reunir/reún', 'reúnes', 'reunimos', 'reunió'],
      ['resolver/resuelv', 'resuelve', 'resuelto', 'resueltas', 'resolvió'],
    ]) {
      const forms = spanishTranslations([`x ${verb}!`], () => true);
      for (const form of wanted) assert.ok(forms.has(form), form);
    }
    for (const list of ['order orden+', 'happy feliz*', 'house casa!'])
      assert.throws(() => spanishTranslations([list], () => true), Stop, list);
  });
  it('has the accents of verbs whose stem ends in a stressed í or ú', () => {
    for (const form of ['envío', 'envías', 'envía', 'envían', 'reúno', 'reúne', 'guían', 'prohíben', 'actúa', 'vacían'])
      assert.ok(spanish.has(form), form);
    for (const form of ['envio', 'envias', 'envia', 'envian', 'reuno', 'reune', 'guian', 'prohiben', 'actua', 'vacian'])
      assert.ok(!spanish.has(form), form);
  });
  it('has all forms of everyday verbs, also of irregular ones', () => {
    const forms = 'soy fui serían tuve hicimos dijeron puedo quise vengo salí traigo cayó oyes pido sigues vuelto';
    for (const form of forms.split(' ')) assert.ok(spanish.has(form), form);
    for (const [word, english] of [
      ['ladra', 'barking'],
      ['gatitos', 'cat'],
      ['calcetines', 'socks'],
      ['huele', 'smell'],
      ['metió', 'put'],
      ['devuelto', 'return'],
    ])
      assert.equal(spanish.get(word), english);
  });
  it('has the base form of every translation', () => {
    assert.throws(() => spanishTranslations(['only solo', 'alone solo*'], () => true), Stop);
    const found = spanishTranslations(['old viejo*', 'aged anciano viejos'], () => true);
    assert.deepEqual([found.get('anciano'), found.get('viejos')], ['aged', 'aged']);
  });
  it('takes at most 700 kB as it is sent, with the vectors', () => {
    const sent = ['glove.txt', 'spanish.txt'].map((name) => brotliCompressSync(data(name)).length);
    assert.ok(sent[0] + sent[1] <= 700_000, `${sent}`);
  });
  it('is that of version 1, of which no word ever has another vector', () => {
    assert.equal(createHash('sha256').update(data('spanish.txt')).digest('hex').slice(0, 16), 'd3d5028e225fa99f');
  });
  it('is the one that its script makes', async () => {
    assert.equal(await spanishVectors(), data('spanish.txt'));
  });
});

describe('all word vectors', () => {
  it('are those of every English word', async () => {
    const { words, rows } = await wordVectors();
    assert.deepEqual(words, [...list.keys()]);
    assert.deepEqual(rows.shape, [list.size, vectorLength]);
    assert.deepEqual(await wordVectors('en'), { words, rows });
  });
  it('are in Spanish those of the base form of each translation, in the order of the English words', async () => {
    const { words, rows } = await wordVectors('es');
    const translations = new Set(spanish.values());
    assert.deepEqual(
      words.map((word) => spanish.get(word)),
      [...list.keys()].filter((english) => translations.has(english)),
    );
    for (const word of ['gato', 'rápido', 'exportar', 'profesión']) assert.ok(words.includes(word), word);
    for (const form of ['gatos', 'gata', 'rápida', 'exportaba', 'profesiones']) assert.ok(!words.includes(form), form);
    for (const [index, word] of words.entries())
      assert.deepEqual(
        rows.data.slice(index * vectorLength, (index + 1) * vectorLength),
        Float32Array.from(vectorFrom(ofSpanish(word))),
        word,
      );
  });
  it('are missing in other languages', async () => {
    for (const language of ['fr', '', 'toString', null])
      await assert.rejects(wordVectors(language), { name: 'RangeError', message: /en, es/ });
  });
});

describe('a scene with Spanish word vectors', () => {
  const vectorsOf = async (sentence, language, embedding) =>
    (await lookUpWords(saying(sentence, { missing: 'random', ...embedding }), language)).embedding;

  it('has the vectors of the English translations, and says its language', async () => {
    const { vectors, language } = await vectorsOf('Los gatos duermen en el banco', 'es');
    assert.equal(language, 'es');
    assert.deepEqual(Object.keys(vectors), ['los', 'gatos', 'duermen', 'en', 'el', 'banco']);
    for (const [word, code] of Object.entries(vectors)) assert.equal(code, ofSpanish(word), word);
    assert.equal(vectors.banco, list.get('bank'));
  });
  it('is in the language of its sentence, whatever that of the page is', async () => {
    for (const page of ['en', 'es']) {
      for (const [sentence, code] of [
        ['Una red sin peces', ofSpanish],
        ['The red hat is once more a sin', (word) => list.get(word)],
      ]) {
        const { vectors, language } = await vectorsOf(sentence, page);
        assert.equal(language, code === ofSpanish ? 'es' : undefined, sentence);
        for (const [word, own] of Object.entries(vectors)) assert.equal(own, code(word), `${page}: ${word}`);
      }
    }
  });
  it('is in the language that knows most of its words if none knows all', async () => {
    for (const page of ['en', 'es']) {
      for (const [sentence, language] of [
        // GloVe has “la”, “casa”, “de” and “con” too.
        ['La casa de Zutano', 'es'],
        ['Martín bebe tequila con Carmen', 'es'],
        ['Zutano has a red hat once more', undefined],
        ['No real animal was in the Zutano hotel', undefined],
      ])
        assert.equal((await vectorsOf(sentence, page)).language, language, `${page}: ${sentence}`);
    }
  });
  it('is in the language of the page if both know as many of its words', async () => {
    for (const [page, language] of [
      ['es', 'es'],
      ['en', undefined],
    ])
      assert.equal((await vectorsOf('Zutano hotel tequila', page)).language, language);
  });
  it('keeps the vectors of its words while others are typed, and its language', async () => {
    const own = 'A'.repeat(64);
    const scene = await vectorsOf('La red de pesca', 'en', { language: 'es', vectors: { red: own, la: own } });
    assert.deepEqual([scene.language, scene.vectors.red, scene.vectors.la], ['es', own, own]);
    assert.equal(scene.vectors.pesca, ofSpanish('pesca'));
  });
  it('has the words of the other list anew once the sentence turns out to be in the other language', async () => {
    const english = await vectorsOf('red', 'en');
    assert.deepEqual(english.vectors, { red: list.get('red') });
    const { language, vectors } = await vectorsOf('red pesca peces mesa', 'en', english);
    assert.equal(language, 'es');
    assert.equal(vectors.red, ofSpanish('red'));
    const back = await vectorsOf('the red hat was there', 'es', { language, vectors });
    assert.equal(back.language, undefined);
    assert.equal(back.vectors.red, list.get('red'));
  });
  it('has no vector of the other language for a word that its own lacks', async () => {
    const spoken = await vectorsOf('el gato', 'es');
    assert.equal(spoken.vectors.gato, ofSpanish('gato'));
    const english = await vectorsOf('the gato was there', 'es', spoken);
    assert.equal(english.language, undefined);
    assert.deepEqual(Object.keys(english.vectors), ['the', 'was', 'there']);
    const own = 'A'.repeat(64);
    const given = await vectorsOf('the gato was there', 'es', { language: 'es', vectors: { gato: own } });
    assert.equal(given.vectors.gato, own);
  });
  it('keeps the numbers of an old link until another word is typed', async () => {
    const old = { vectors: { red: list.get('red'), sin: list.get('sin') } };
    const kept = await lookUpWords(saying('red sin', old), 'es');
    assert.deepEqual(kept.embedding, { kind: 'wordVectors', ...old });
  });
  it('stands in a link with its language', async () => {
    const scene = normalScene(await lookUpWords(saying('El gato duerme'), 'es'));
    assert.match(encodeScene(scene), /embedding\.language=es/);
    assert.deepEqual(normalScene(decodeScene(encodeScene(scene))), scene);
    assert.throws(() => parseScene(saying('a', { language: 'fr' })), { path: '/embedding/language' });
  });
});

describe('a scene with word vectors', () => {
  it('gets the vectors of its words, and computes with them', async () => {
    const scene = await lookUpWords(saying('A cat and a dog'));
    assert.deepEqual(Object.keys(scene.embedding.vectors), ['a', 'cat', 'and', 'dog']);
    for (const [word, row] of tensorOf(scene, 'x0'))
      assert.deepEqual([...row], vectorFrom(list.get(word)).map(Math.fround));
  });
  it('keeps them while others are typed, and drops those of words that are gone', async () => {
    const own = 'A'.repeat(64);
    const scene = await lookUpWords(saying('cat and mouse', { vectors: { cat: own, dog: own } }));
    assert.deepEqual(scene.embedding.vectors, { cat: own, and: list.get('and'), mouse: list.get('mouse') });
  });
  it('says which words have none, or draws them', async () => {
    const scene = await lookUpWords(saying('the blorp sat'));
    assert.throws(() => core.attend(scene), { code: 'missing-token', message: /blorp/ });
    const random = await lookUpWords(saying('the blorp sat', { missing: 'random' }));
    const rows = tensorOf(random, 'x0');
    assert.ok(rows.get('blorp').some((value) => value !== 0));
  });
  it('stands in a link with its vectors, and opens with the same numbers', async () => {
    const scene = normalScene(await lookUpWords(saying("I didn't see it", { missing: 'random' })));
    const link = encodeScene(scene);
    assert.deepEqual(normalScene(decodeScene(link)), scene);
    assert.deepEqual(tensorOf(decodeScene(link), 'z'), tensorOf(scene, 'z'));
  });
  it('is refused with a code of another length or letters, or an unknown version', () => {
    for (const code of ['', 'A'.repeat(63), 'A'.repeat(65), `${'A'.repeat(63)}!`, 5, null])
      assert.throws(() => parseScene(saying('a', { vectors: { a: code } })), { path: '/embedding/vectors/a' });
    for (const version of [0, 2, '1'])
      assert.throws(() => parseScene(saying('a', { version })), { path: '/embedding/version' });
    for (const raw of ['a', 'a~', '~AA'])
      assert.throws(() => decodeScene(`embedding=wordVectors&vectors=${raw}`), { code: 'link' });
  });
});

describe('attention over word vectors', () => {
  /** The sentences in which attention does not move the word further towards the meant meaning than towards the other. */
  async function wrongSentences(ambiguous, language, codeOf) {
    const wrong = [];
    for (const [word, first, one, second, other] of ambiguous) {
      for (const [sentence, meant, unmeant] of [
        [first, one, other],
        [second, other, one],
      ]) {
        const scene = await lookUpWords(saying(sentence, { missing: 'random' }), language);
        const [before, after] = [tensorOf(scene, 'x0').get(word), tensorOf(scene, 'z').get(word)];
        const [right, not] = [meant, unmeant].map((target) => {
          const vector = vectorFrom(codeOf(target));
          return cosine(after, vector) - cosine(before, vector);
        });
        if (right <= not) wrong.push(`${word}: ${sentence}`);
      }
    }
    return wrong;
  }

  it('moves a word with two meanings towards the one that its sentence is about', async () => {
    const wrong = await wrongSentences(ambiguousWords, 'en', (word) => list.get(word));
    // 71 of 80. The mean of a sentence of glue words, or of another meaning's words, points the wrong way.
    assert.ok(wrong.length <= 9, wrong.join('\n'));
  });
  it('does so in Spanish', async () => {
    const wrong = await wrongSentences(ambiguousInSpanish, 'es', ofSpanish);
    // 26 of 30.
    assert.ok(wrong.length <= 4, wrong.join('\n'));
  });
});
