import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { atLeast, digitsOf, formatConstant, formatNumber, formatPercent, longestNumber, weightForms } =
  await bundle('web/trace/number-format.ts');
const { readRow, readRowIn } = await bundle('web/trace/row-sentence.ts');
const { views: spanish } = await bundle('web/i18n/es/views.ts');
const { isolated, namedToken, shorten, visibleToken } = await bundle('web/trace/token-text.ts');

test('numbers have the digits asked for, a real minus sign and no minus zero', () => {
  assert.equal(formatNumber(0.625, 2), '0.63');
  assert.equal(formatNumber(-0.12, 2), '−0.12');
  assert.equal(formatNumber(-0, 2), '0.00');
  assert.equal(formatNumber(0, 0), '0');
  assert.equal(formatNumber(1.5, 6), '1.500000');
});

test('nothing but zero looks like zero', () => {
  assert.equal(formatNumber(0.00042, 2), '0.0004');
  assert.equal(formatNumber(-1e-4, 2), '−0.0001');
  assert.equal(formatNumber(-6.3e-5, 2), '−6e−5');
  assert.equal(formatNumber(0.3, 0), '0.3');
  assert.equal(formatNumber(1e-45, 6), '1e−45');
  assert.equal(longestNumber(Float32Array.of(1.5, 5e-4, 1e-9), 2), '0.0005'.length);
  for (const value of [1e-3, -0.004, 0.00499, 0.5]) assert.match(formatNumber(value, 2), /[1-9]/);
});

test('in scientific notation each number has its power of ten', () => {
  assert.equal(formatNumber(6.0337e-6, '4e'), '6.0337e−6');
  assert.equal(formatNumber(-41.3, '4e'), '−4.1300e1');
  assert.deepEqual(
    [0, 1, 123456789, -Infinity, Number.NaN].map((value) => formatNumber(value, '2e')),
    ['0.00e0', '1.00e0', '1.23e8', '−∞', 'NaN'],
  );
  assert.equal(longestNumber(Float32Array.of(0.5, -1e-12, 0), '2e'), '−1.00e−12'.length);
  const forms = weightForms(Float32Array.of(0.5, 6.0337e-6), '2e').map((form) => form.text(Math.fround(6.0337e-6)));
  assert.deepEqual(forms, ['6.03e−6', '6.0e−6', '6e−6']);
  assert.deepEqual([digitsOf({ view: { digits: 4, notation: 'scientific' } }), digitsOf({})], ['4e', 2]);
  assert.deepEqual([atLeast(4, 2), atLeast(4, 6), atLeast(4, '2e')], [4, 6, '2e']);
});

test('large and special numbers stay short', () => {
  assert.equal(formatNumber(123456789, 2), '1.23e8');
  assert.equal(formatNumber(-3.4e38, 0), '−3e38');
  assert.equal(formatNumber(-Infinity), '−∞');
  assert.equal(formatNumber(Infinity), '∞');
  assert.equal(formatNumber(Number.NaN), 'NaN');
});

test('constants drop digits that say nothing', () => {
  assert.equal(formatConstant(8), '8');
  assert.equal(formatConstant(0.5), '0.5');
  assert.equal(formatConstant(100), '100');
  assert.equal(formatConstant(-Infinity), '−∞');
});

test('percent never says 0 for something or 100 for less than all', () => {
  assert.equal(formatPercent(0.62), '62\u202f%');
  assert.equal(formatPercent(0), '0\u202f%');
  assert.equal(formatPercent(0.001), '<1\u202f%');
  assert.equal(formatPercent(0.999), '>99\u202f%');
  assert.equal(formatPercent(1), '100\u202f%');
});

test('the longest number is as long as the longest written one', () => {
  const data = Float32Array.of(0.5, -12.25, 0.0001, -Infinity, Number.NaN);
  assert.equal(longestNumber(data, 2), '−12.25'.length);
  assert.equal(longestNumber(new Float32Array(), 2), '0.00'.length);
});

test('weights in cells: from all digits to one, and no false zero', () => {
  const written = weightForms(Float32Array.of(0, 6e-7, 0.5), 2).map((form) => form.text(Math.fround(6e-7)));
  assert.deepEqual(written, ['<0.01', '~0', '~0', '<0.1', '~0']);
  assert.deepEqual(
    weightForms(Float32Array.of(0, 1), 2).map((form) => form.text(0)),
    ['0.00', '.00', '0.0'],
  );
  // The leading zero is dropped before a digit: .41 for 0.41 in a cell with room for three characters.
  const [, , short] = weightForms(Float32Array.of(0.41, 0.001), 2);
  assert.deepEqual([0.41, 1, 0.001].map(short.text), ['.41', '1.0', '~0']);
  assert.deepEqual([short.digits, short.longest], [2, 3]);
});

const readAs = (certainty, words, weights, query, masked = null) =>
  readRow('en', {
    queryLabels: words,
    keyLabels: words,
    weights: Float32Array.from(weights),
    masked,
    query,
    certainty,
  });
const read = (...row) => readAs('clear', ...row).text;
const readUnclear = (...row) => readAs('unclear', ...row).text;

test('a row is read as a sentence', () => {
  const words = ['it', 'animal', 'street'];
  const row = (...values) => [...values, 0, 0, 0, 0, 0, 0];
  assert.equal(read(words, row(0.2, 0.62, 0.18), 0), '“it” looks mostly at “animal” (62\u202f%).');
  assert.equal(
    readUnclear(words, row(0.3, 0.45, 0.25), 0),
    '“it” finds no clear answer here: “animal” gets the most, 45\u202f%.',
  );
  assert.equal(read(words, row(0.7, 0.2, 0.1), 0), '“it” looks mostly at itself (70\u202f%).');
  assert.equal(read(words, row(1, 0, 0), 0), '“it” looks only at itself (100\u202f%).');
  assert.equal(read(words, row(0.001, 0.998, 0.001), 0), '“it” looks almost only at “animal” (>99\u202f%).');
  assert.equal(
    readUnclear(words, row(1 / 3, 1 / 3, 1 / 3), 0),
    '“it” finds no answer here: all 3 tokens get 33\u202f% each.',
  );
  assert.equal(
    readUnclear(words, row(0.4, 0.2, 0.4), 0),
    '“it” finds no clear answer here: itself and “street” get the most, 40\u202f% each.',
  );
  assert.equal(read(['hello'], [1], 0), '“hello” is the only token, so it looks at itself (100\u202f%).');
});

test('a Spanish token that looks at itself has a reflexive verb, and a pair names the other token', () => {
  const words = ['gato', 'it', 'casa'];
  const readSpanish = (certainty, weights) =>
    readRowIn(spanish.reading, {
      queryLabels: words,
      keyLabels: words,
      weights: Float32Array.from([0, 0, 0, ...weights]),
      query: 1,
      certainty,
    });
  for (const [certainty, kind, weights] of [
    ['clear', 'only', [0, 1, 0]],
    ['clear', 'almost', [0.001, 0.998, 0.001]],
    ['clear', 'mostly', [0.2, 0.6, 0.2]],
    ['clear', 'most', [0.3, 0.4, 0.3]],
    ['noise', 'noise', [0.3, 0.4, 0.3]],
    [null, 'largest', [0.3, 0.4, 0.3]],
    ['unclear', 'unclear', [0.3, 0.4, 0.3]],
  ]) {
    const { kind: read, text, parts } = readSpanish(certainty, weights);
    assert.equal(read, kind);
    assert.match(text, / a sí mismo/);
    assert.doesNotMatch(text, /«it» (mira|da)\b/);
    assert.ok(parts.some((part) => part.kind === 'key'));
  }
  for (const weights of [
    [0.4, 0.4, 0.2],
    [0.2, 0.4, 0.4],
  ]) {
    const { kind, text } = readSpanish('unclear', weights);
    assert.equal(kind, 'equalTwo');
    assert.match(text, weights[0] > 0.3 ? /«gato» y él mismo/ : /«casa» y él mismo/);
  }
});

test('“equal” depends on the ratio of the weights, even of small ones', () => {
  const words = Array.from({ length: 2000 }, (_, at) => `w${at}`);
  const skewed = words.map((_, at) => (at === 1999 ? 2e-3 : 5e-5));
  assert.equal(readAs('unclear', words, skewed, 0).kind, 'unclear');
  const level = words.map(() => 1 / 2000);
  assert.equal(readAs('unclear', words, level, 0).kind, 'equalAll');
  const tied = [0.3, 0.3, 0.3, 0.1];
  assert.equal(
    readUnclear(['a', 'b', 'c', 'd'], tied, 0),
    '“a” finds no clear answer here: 3 tokens get the most, 30\u202f% each.',
  );
  assert.equal(read(['a', 'b', 'c'], [0, 0, 0], 0), '“a” looks at nothing: all its weights are 0.');
  assert.equal(readAs('unclear', ['a', 'b', 'c'], [0.001, 0.0009, 0.0008], 0).kind, 'unclear');
});

test('an answer is claimed only of a row that is clear, or as a guess', () => {
  const words = ['it', 'animal', 'street'];
  const weights = [0.2, 0.62, 0.18, 0, 0, 0, 0, 0, 0];
  const kinds = ['clear', 'guess', 'unclear', 'noise', null].map(
    (certainty) => readAs(certainty, words, weights, 0).kind,
  );
  assert.deepEqual(kinds, ['mostly', 'mostly', 'unclear', 'noise', 'largest']);
  const guess = readAs('guess', words, weights, 0).text;
  assert.ok(guess.endsWith(read(words, weights, 0)) && guess.length > read(words, weights, 0).length, guess);
  // What one key alone can be given is no answer, but no claim either.
  assert.equal(readAs('noise', ['a'], [1], 0).kind, 'alone');
});

test('the mask is read too', () => {
  const words = ['a', 'b', 'c'];
  const hidden = -Infinity;
  const masked = Float32Array.of(1, hidden, hidden, 1, 1, hidden, hidden, hidden, hidden);
  const weights = [1, 0, 0, 0.5, 0.5, 0, 0, 0, 0];
  assert.equal(read(words, weights, 0, masked), '“a” can see only itself (100\u202f%).');
  assert.equal(
    readUnclear(words, weights, 1, masked),
    '“b” finds no clear answer here: “a” and itself get 50\u202f% each.',
  );
  assert.equal(read(words, weights, 2, masked), '“c” looks at nothing: every key is hidden from it.');
});

test('a mistake, another sentence and NaN are read as they are', () => {
  const hidden = -Infinity;
  // The softmax of a whole matrix leaves the first row with less than all.
  const masked = Float32Array.of(1, hidden, 1, 1);
  assert.equal(read(['a', 'b'], [0.1, 0, 0.3, 0.6], 0, masked), '“a” looks most at itself (10\u202f%).');
  assert.equal(read(['a', 'b'], [Number.NaN, 0, 0.3, 0.7], 0), 'Some weights of “a” are not numbers (NaN).');
  const crossed = (keyLabels, weights) =>
    readRow('en', {
      queryLabels: ['a'],
      keyLabels,
      weights: Float32Array.from(weights),
      query: 0,
      crossed: true,
      certainty: 'clear',
    }).text;
  assert.equal(crossed(['a', 'b'], [0.7, 0.3]), '“a” looks mostly at “a” (70\u202f%).');
  assert.equal(crossed(['a'], [1]), '“a” can see only “a” (100\u202f%).');
});

test('a repeated word is numbered, and braces in words are only words', () => {
  assert.equal(read(['the', 'the'], [0.1, 0.9, 0.5, 0.5], 0), '“the (0)” looks mostly at “the (1)” (90\u202f%).');
  assert.equal(read(['{key}', 'x'], [0.1, 0.9, 0.5, 0.5], 0), '“{key}” looks mostly at “x” (90\u202f%).');
  assert.equal(read([], [], 0), '');
  assert.equal(read(['a'], [1], 7), '');
});

test('tokens are visible and are cut between graphemes', () => {
  assert.equal(visibleToken(' \t'), '␣⇥');
  assert.equal(visibleToken(''), '∅');
  assert.equal(visibleToken('a\u202eb\u0000'), 'a⟨U+202E⟩b⟨U+0000⟩');
  assert.equal(visibleToken('a\u200bb\u2060\u{e0041}'), 'a⟨U+200B⟩b⟨U+2060⟩⟨U+E0041⟩');
  assert.equal(visibleToken('👩‍👧'), '👩‍👧');
  assert.equal(isolated('שלום'), '\u2068שלום\u2069');
  assert.equal(isolated('it'), 'it');
  assert.equal(namedToken(['a', 'b', 'a'], 2), 'a (2)');
  const family = '👨‍👩‍👧‍👦';
  assert.equal(
    shorten(family.repeat(3), (text) => text.length <= family.length * 2),
    `${family}…`,
  );
  assert.equal(
    shorten('short', () => true),
    'short',
  );
  assert.equal(
    shorten('x'.repeat(100_000), (text) => text.length < 9),
    `${'x'.repeat(7)}…`,
  );
});
