// The rows of Spanish words, from lists like src/data/words/spanish-english.txt: each word has the row of its English translation.
import { Stop } from '../command.mjs';

/** The forms for +: the word and its plural. */
function withPlural(word) {
  if (/[aeioué]$/.test(word)) return [word, `${word}s`];
  throw new Stop(`${word}+ ends in no vowel; write its plural out`);
}

/** The forms for *: an adjective, or a noun with two genders. */
function fourForms(word) {
  if (!word.endsWith('o')) throw new Stop(`${word}* does not end in o; write its forms out`);
  const stem = word.slice(0, -1);
  return ['o', 'a', 'os', 'as'].map((ending) => stem + ending);
}

const ENDINGS = {
  ar: 'ar o as a amos áis an aste ó asteis aron aba abas ábamos abais aban ando ado ada ados adas',
  er: 'er o es e emos éis en í iste ió imos isteis ieron ía ías íamos íais ían iendo ido ida idos idas',
  ir: 'ir o es e imos ís en í iste ió isteis ieron ía ías íamos íais ían iendo ido ida idos idas',
};
/** The endings of a verb in -ar before which c, g and z become qu, gu and c. */
const SOFT = 'é e es emos en';

/** The forms for !: the infinitive, the present, the two pasts, the gerund and the participle. */
function verbForms(word) {
  const ending = word.slice(-2);
  if (ENDINGS[ending] === undefined) throw new Stop(`${word}! is no infinitive`);
  const stem = word.slice(0, -2);
  const soft = stem.replace(/c$/, 'qu').replace(/g$/, 'gu').replace(/z$/, 'c');
  return [
    ...ENDINGS[ending].split(' ').map((each) => stem + each),
    ...(ending === 'ar' ? SOFT.split(' ').map((each) => soft + each) : []),
  ];
}

const RULES = { '+': withPlural, '*': fourForms, '!': verbForms };

/** The rows by word. `rowOf` returns those of English words. If a word is listed twice, the first counts. `name` is that of the text. */
export function spanishRows(text, rowOf, name = 'spanish-english.txt') {
  const rows = new Map();
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const [english, ...written] = line.split(' ');
    const row = rowOf(english);
    if (row === undefined) throw new Stop(`${name}: the English word ${english} has no row`);
    for (const each of written) {
      const rule = RULES[each.at(-1)];
      for (const word of rule === undefined ? [each] : rule(each.slice(0, -1))) {
        if (!rows.has(word)) rows.set(word, row);
      }
    }
  }
  return rows;
}
