// Makes the list of Spanish words with word vectors. The registries that the toolchain uses have no Spanish vectors under a permissive
// licence, so each word has the vector of its English translation.
//
//     node src/toolchain/words/spanish-vectors.mjs
//
// writes src/data/vectors/spanish.txt from src/data/words/spanish-english.txt and spanish-more.txt. Each line has the Spanish words for the
// English word in the same line of glove.txt, with the base form first. They differ in their endings, so a word is a capital letter, which
// says how many letters of the word before it to drop (A is 0), and the letters to add: AcasaAs is casa and casas.
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { Stop, say } from '../command.mjs';
import { inProject } from '../paths.mjs';
import { spanishTranslations } from './spanish.mjs';

const data = (name) => readFile(inProject('src/data', name), 'utf8');

function ending(before, word) {
  let same = 0;
  while (same < before.length && before[same] === word[same]) same += 1;
  const dropped = before.length - same;
  if (dropped > 25) throw new Stop(`${before} is too long: there are only 26 capital letters`);
  return String.fromCharCode(65 + dropped) + word.slice(same);
}

/** The text of the list. */
export async function spanishVectors() {
  const [glove, ...texts] = await Promise.all(
    ['vectors/glove.txt', 'words/spanish-english.txt', 'words/spanish-more.txt'].map(data),
  );
  const published = glove.split('\n').map((line) => line.split(' ', 1)[0]);
  const lines = new Map(published.map((english) => [english, []]));
  for (const [word, english] of spanishTranslations(texts, (each) => lines.has(each))) lines.get(english).push(word);
  const written = [...lines.values()].map((words) => words.map((word, index) => ending(words[index - 1] ?? '', word)));
  return `${written
    .map((each) => each.join(''))
    .join('\n')
    .trimEnd()}\n`;
}

/** How many words a text of the list has, and how many translations, that is, different vectors. */
export const countsOf = (text) => ({
  words: text.match(/[A-Z]/g).length,
  translations: text.split('\n').filter((line) => line !== '').length,
});

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = await spanishVectors();
  await writeFile(inProject('src/data/vectors/spanish.txt'), text);
  const { words, translations } = countsOf(text);
  say(`  + ${words} words with ${translations} translations, ${brotliCompressSync(text).length} bytes as brotli`);
}
