// Makes the word vectors that a scene can use as its embedding: published vectors of common English words, in fewer numbers.
//
//     node src/toolchain/words/vectors.mjs
//
// writes src/data/vectors/glove.txt, a word a line with a letter for each of its numbers, and figures.json, which says how far
// their similarities are from those of the published vectors.
//
// The mean of all words is subtracted, since it is the same for every word and says nothing about any. The rest is turned onto its
// principal axes, of which the first 64 are kept, and rounded to fifths.
import { mkdir, writeFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { say } from '../command.mjs';
import { inProject } from '../paths.mjs';
import { principalAxes } from './principal-axes.mjs';
import { fetched, SOURCES, vectorOf } from './sources.mjs';

/** The commonest words, names among them, and how many words there are with those of a dictionary. */
const COMMONEST = 9_000;
const MOST = 19_500;
const KEPT = 64;
/** How many levels there are between 0 and 1. */
const LEVELS = 5;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Contractions are not published. The vector of "didn't" is the mean of those of "did" and "not". */
const CONTRACTIONS = {
  "n't": ['not', 'do does did is are was were has have had would should could must need ca wo'],
  "'re": ['are', 'you we they'],
  "'ll": ['will', 'i you he she it we they'],
  "'ve": ['have', 'i you we they'],
  "'s": ['is', 'he she it that there what who'],
  "'d": ['would', 'i you he she it we they'],
  "'m": ['am', 'i'],
};
/** Words that are not published either, and whose vectors they have instead. */
const INSTEAD = { ca: 'can', wo: 'will', a: 'an', i: 'me' };

function vectorsByWord(published, dictionary) {
  const words = published.words.filter((word) => /^[a-z]{2,}$/.test(word));
  const known = new Set(dictionary);
  const common = words.filter((word, rank) => rank < COMMONEST || known.has(word)).slice(0, MOST);
  const contractions = Object.entries(CONTRACTIONS).flatMap(([ending, [whole, starts]]) =>
    starts.split(' ').map((start) => {
      const parts = [INSTEAD[start] ?? start, whole];
      return [start + ending, mean(parts.map((part) => vectorOf(published, part)))];
    }),
  );
  return new Map([
    ...['a', 'i'].map((word) => [word, vectorOf(published, INSTEAD[word])]),
    ...common.map((word) => [word, vectorOf(published, word)]),
    ...contractions,
  ]);
}

const mean = (rows) => rows[0].map((_, column) => rows.reduce((sum, row) => sum + row[column], 0) / rows.length);
const dot = (a, b) => a.reduce((sum, value, index) => sum + value * b[index], 0);
const cosine = (a, b) => dot(a, b) / Math.hypot(...a) / Math.hypot(...b);

/** Spearman's rank correlation. */
function spearman(first, second) {
  const [a, b] = [first, second].map((values) => {
    const order = values.map((_, index) => index).sort((i, j) => values[i] - values[j]);
    const ranks = [];
    for (const [rank, index] of order.entries()) ranks[index] = rank - (values.length - 1) / 2;
    return ranks;
  });
  return dot(a, b) / dot(a, a);
}

/** Pairs of different places, the same at every run. */
function pairs(count, size) {
  let state = 1;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state % size;
  };
  return Array.from({ length: count }, () => [next(), next()]).filter(([a, b]) => a !== b);
}

const published = await fetched(SOURCES.vectors);
const byWord = vectorsByWord(published, await fetched(SOURCES.dictionary));
const centre = mean([...byWord.values()]);
const centred = [...byWord.values()].map((row) => row.map((value, index) => value - centre[index]));
const { axes, variances } = principalAxes(centred);
const kept = axes.slice(0, KEPT);
const levels = centred.map((row) => kept.map((axis) => Math.round(dot(row, axis) * LEVELS)));
const lines = [...byWord.keys()].map(
  (word, index) => `${word} ${levels[index].map((level) => LETTERS[level + LETTERS.length / 2]).join('')}`,
);
if (lines.some((line) => line.includes('undefined')))
  throw new Error(`a number is beyond ${LETTERS.length / 2 / LEVELS}`);
const text = `${lines.join('\n')}\n`;
const sample = pairs(20_000, levels.length);
const total = variances.reduce((sum, value) => sum + value, 0);
const rounded = (value) => Number(value.toFixed(3));
const figures = {
  words: lines.length,
  numbers: KEPT,
  variance: rounded(variances.slice(0, KEPT).reduce((sum, value) => sum + value, 0) / total),
  pairs: sample.length,
  // Rank correlations of the cosine similarities of random pairs of words, with the published vectors less their mean and as they are.
  spearman: rounded(
    spearman(
      sample.map(([a, b]) => cosine(centred[a], centred[b])),
      sample.map(([a, b]) => cosine(levels[a], levels[b])),
    ),
  ),
  spearmanWithMean: rounded(
    spearman(
      sample.map(([a, b]) => cosine(vectorAt(a), vectorAt(b))),
      sample.map(([a, b]) => cosine(levels[a], levels[b])),
    ),
  ),
};
await mkdir(inProject('src/data/vectors'), { recursive: true });
await writeFile(inProject('src/data/vectors/glove.txt'), text);
await writeFile(inProject('src/data/vectors/figures.json'), `${JSON.stringify(figures, null, 2)}\n`);
say(`  + ${lines.length} words, ${brotliCompressSync(text).length} bytes as brotli`);

function vectorAt(index) {
  return centred[index].map((value, column) => value + centre[column]);
}
