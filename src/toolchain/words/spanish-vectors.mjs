// Makes the list of Spanish words with word vectors. The registries that the toolchain uses have no Spanish vectors under a permissive
// licence, so each word has the vector of its English translation.
//
//     node src/toolchain/words/spanish-vectors.mjs
//
// writes src/data/vectors/spanish.txt, a word and its translation a line, from src/data/words/spanish-english.txt, spanish-more.txt and the
// translations in src/data/meaning.json. Words whose translation has no vector in glove.txt are left out.
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { say } from '../command.mjs';
import { inProject } from '../paths.mjs';
import { spanishRows } from './spanish.mjs';

const data = (name) => readFile(inProject('src/data', name), 'utf8');

/** The text of the list. Of a translation's words, the first in the list is named as its Spanish word. */
export async function spanishVectors() {
  const [glove, meaning] = await Promise.all([data('vectors/glove.txt'), data('meaning.json')]);
  const published = new Set(glove.split('\n').map((line) => line.split(' ', 1)[0]));
  const ofTable = Object.entries(JSON.parse(meaning).translations.es).map(([english, words]) => `${english} ${words}`);
  const sources = [
    ['spanish-english.txt', await data('words/spanish-english.txt')],
    ['spanish-more.txt', await data('words/spanish-more.txt')],
    ['meaning.json', ofTable.join('\n')],
  ];
  const words = new Map();
  for (const [name, text] of sources) {
    for (const [word, english] of spanishRows(text, (each) => each, name)) {
      if (published.has(english) && !words.has(word)) words.set(word, english);
    }
  }
  return [...words].map(([word, english]) => `${word} ${english}\n`).join('');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = await spanishVectors();
  await writeFile(inProject('src/data/vectors/spanish.txt'), text);
  say(`  + ${text.split('\n').length - 1} words, ${brotliCompressSync(text).length} bytes as brotli`);
}
