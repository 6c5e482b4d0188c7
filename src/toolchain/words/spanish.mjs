// The rows of Spanish words, from lists like src/data/words/spanish-english.txt: each word has the row of its English translation.
import { Stop } from '../command.mjs';

const withoutAccents = (text) => text.normalize('NFD').replace('\u0301', '').normalize('NFC');

/** A word in an accented vowel with n or s before an ending: “estación” before es is “estacion”, but “país” stays. */
const beforeEnding = (word) => (/[aeo][íú][ns]$/.test(word) ? word : word.replace(/[áéíóú][ns]$/, withoutAccents));

/** The forms for +: the word and its plural. */
function withPlural(word) {
  if (/[aeioué]$/.test(word)) return [word, `${word}s`];
  if (/z$/.test(word)) return [word, word.replace(/z$/, 'ces')];
  if (/([dlry]|[áéíóú][ns])$/.test(word)) return [word, `${beforeEnding(word)}es`];
  throw new Stop(`${word}+ has no regular plural; write it out`);
}

/** The forms for *: an adjective, or a noun with two genders. */
function fourForms(word) {
  if (/(or|[áéíóú][ns])$/.test(word)) return [word, ...['a', 'es', 'as'].map((ending) => beforeEnding(word) + ending)];
  if (!word.endsWith('o'))
    throw new Stop(`${word}* does not end in o, or, or an accented vowel with n or s; write its forms out`);
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
/** The endings after a stressed stem, as in “pienso”. */
const STRESSED = new Set('o as a an es e en'.split(' '));
/** The endings before which a stem in -ir with two forms has i or u, as in “sintió”, and before which “construir” has y. */
const WEAK = new Set('ió ieron iendo'.split(' '));
const PARTICIPLE = new Set('ido ida idos idas'.split(' '));

/** A stem before an ending, spelled as it sounds. */
function spelled(stem, ending, infinitive) {
  if (infinitive.endsWith('ar')) {
    if (!SOFT.split(' ').includes(ending)) return stem + ending;
    return (
      stem
        .replace(/c$/, 'qu')
        .replace(/(?<=g)u$/, 'ü')
        .replace(/g$/, 'gu')
        .replace(/z$/, 'c') + ending
    );
  }
  if (/[^gq]uir$/.test(infinitive)) {
    if (WEAK.has(ending)) return `${stem}y${ending.slice(1)}`;
    return STRESSED.has(ending) ? `${stem}y${ending}` : stem + ending;
  }
  if (infinitive.endsWith('olver') && PARTICIPLE.has(ending)) return stem.replace(/olv$/, 'uelt') + ending.slice(2);
  if (ending !== 'o') return stem + ending;
  return `${stem
    .replace(/gu$/, 'G')
    .replace(/g$/, 'j')
    .replace(/G$/, 'g')
    .replace(/(?<=[aeiou])c$/, 'zc')
    .replace(/(?<=[lnr])c$/, 'z')}o`;
}

/**
 * The forms for !: the infinitive, the present, the two pasts, the gerund and the participle. A stem that changes when it is stressed follows
 * the infinitive: pensar/piens!.
 */
function verbForms(word) {
  const [infinitive, stressed] = word.split('/');
  const kind = infinitive.slice(-2);
  if (ENDINGS[kind] === undefined) throw new Stop(`${word}! is no infinitive`);
  const stem = infinitive.slice(0, -2);
  const weak =
    kind === 'ir' && stressed !== undefined
      ? stem.replace(/e(?=[^aeiou]*u?$)/, 'i').replace(/o(?=[^aeiou]*$)/, 'u')
      : stem;
  const form = (ending) => {
    const used = WEAK.has(ending) ? weak : STRESSED.has(ending) ? (stressed ?? stem) : stem;
    return spelled(used, ending, infinitive);
  };
  const endings = [...ENDINGS[kind].split(' '), ...(kind === 'ar' ? SOFT.split(' ') : [])];
  return endings.map(form);
}

const RULES = { '+': withPlural, '*': fourForms, '!': verbForms };

/** The forms that a text lists, in its order. A form is written if it stands in the text and no rule made it. */
function* spanishForms(text) {
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const [english, ...written] = line.split(' ');
    for (const each of written) {
      const rule = RULES[each.at(-1)];
      const forms = rule === undefined ? [each] : rule(each.slice(0, -1));
      for (const [index, word] of forms.entries()) yield { english, word, isWritten: index === 0 };
    }
  }
}

/** The rows by word. `rowOf` returns those of English words. If a word is listed twice, the first counts. `name` is that of the text. */
export function spanishRows(text, rowOf, name = 'spanish-english.txt') {
  const rows = new Map();
  for (const { english, word } of spanishForms(text)) {
    const row = rowOf(english);
    if (row === undefined) throw new Stop(`${name}: the English word ${english} has no row`);
    if (!rows.has(word)) rows.set(word, row);
  }
  return rows;
}

/**
 * The English words by Spanish word, of several texts. A written form counts before those of rules: “caso” is a case, though “casar” has that
 * form too. Otherwise the first counts. Every word stands where its translation lists it. Throws Stop if the first word of a translation
 * is only a form.
 */
export function spanishTranslations(texts, isKnown) {
  const forms = texts.flatMap((text) => [...spanishForms(text)]).filter(({ english }) => isKnown(english));
  const chosen = new Map();
  for (const { english, word } of [...forms.filter((form) => form.isWritten), ...forms]) {
    if (!chosen.has(word)) chosen.set(word, english);
  }
  const listed = forms.filter(({ english, word }) => chosen.get(word) === english);
  const written = new Set(listed.filter((form) => form.isWritten).map(({ english, word }) => `${english} ${word}`));
  const based = new Set();
  for (const { english, word } of listed) {
    if (!based.has(english) && !written.has(`${english} ${word}`))
      throw new Stop(`${english} has no base form: ${word} is first, since another line has the written word`);
    based.add(english);
  }
  return new Map(listed.map(({ english, word }) => [word, english]));
}
