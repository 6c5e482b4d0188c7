import { full } from '../sentences.ts';

/** A number of a result with its name, such as “animal 0.83”. */
type Part = string;

const and = (parts: readonly Part[]): string => new Intl.ListFormat('en').format(parts);

/** The stage: one word's way through attention, chapter by chapter. */
export const stage = {
  label: (word: string) => `Attention of “${word}”, step by step`,
  keys: 'Left and Right change the chapter, Up and Down the number. Enter shows the arithmetic. Space plays.',

  /** The page around it. */
  promise: 'What does “{word}” pay attention to?',
  /** The same for a pronoun. */
  riddle: 'How does “{word}” know what it refers to?',
  /** The word of the first sentence that decides what “it” refers to, and a word that changes it. */
  swap: { from: 'tired', to: 'wide' },
  challenge: (from: string, to: string) => `Change one word: ${from} → ${to}`,
  challengeBack: (from: string, to: string) => `Change it back: ${from} → ${to}`,

  /** Shows the text box of the sentence. */
  edit: { text: 'Edit', label: 'Edit the sentence' },

  /** How sure the row of the asking word is: a badge, and a sentence on press. */
  certainty: {
    clear: {
      badge: 'Handmade toy',
      about: (layers: number) =>
        `The words and heads were made by hand, so that every number can be read: ${layers === 1 ? '1 layer' : `${layers} layers`}, 16 named features. They fit a few kinds of sentences and can be wrong about others. A trained model would have learned them.`,
    },
    unclear: {
      badge: 'No clear answer',
      about: () => 'No word gets three fifths of the weight. These heads do not know what this word should look for.',
    },
    guess: {
      badge: '≈ A guess',
      about: () =>
        'A word here is not in the handmade table, so its features were estimated from word vectors or drawn at random. The answer may be wrong.',
    },
    noise: {
      badge: '∗ Noise',
      about: () => 'Random numbers decide here, so the result means nothing. Another seed gives another result.',
    },
    notANumber: {
      badge: 'Not a number',
      about: () => 'The computation overflowed or divided 0 by 0, so there are no weights to show.',
    },
  },

  present: {
    open: 'Present',
    about: 'Show the stage full screen, with large digits',
    title: 'Presentation',
    close: 'End the presentation',
    light: 'Light',
    dark: 'Dark',
    blank: 'The screen is blank. Press B to continue.',
  },

  play: 'Play',
  pause: 'Pause',
  again: 'Play again',
  back: 'Previous chapter',
  forward: 'Next chapter',
  moment: 'Moment',
  speed: 'Speed',
  times: (speed: number) => `${speed}×`,
  chapters: 'Chapters',
  at: (chapter: number, chapters: number, title: string) => `chapter ${chapter} of ${chapters}: ${title}`,
  before: 'before the first chapter',
  noMoment: (time: number, chapters: number) =>
    `at is ${time}, but the stage has ${chapters} chapters; use 0 to ${chapters}`,
  layer: (layer: number) => `Layer ${layer}`,
  numberBack: 'Back',
  numbersBack: 'Back to the chapter',

  /** The five parts of the film. */
  groups: { numbers: 'Numbers', ask: 'Ask and offer', match: 'Match', weigh: 'Weigh', collect: 'Collect' },
  /** What a picture leaves out. */
  moreZeros: (count: number) => (count === 1 ? '1 more zero' : `${count} more zeros`),
  moreNumbers: (count: number) => (count === 1 ? '1 smaller number' : `${count} smaller numbers`),
  moreWords: (count: number) => (count === 1 ? '+ 1 more word' : `+ ${count} more words`),

  /** Short names of chapters that cover several steps. */
  titles: {
    first: 'Numbers',
    projections: 'q, k, v',
    scores: 'Scores',
    weights: 'Softmax',
    mix: 'Result',
  },

  /** The end of the film. */
  payoff: {
    means: (word: string, best: string) => `So “${word}” means the ${best}.`,
    guesses: (word: string, best: string) => `So “${word}” may mean the ${best}.`,
    looks: (word: string, best: string, weight: string) => `So “${word}” mostly looks at “${best}” (${weight}).`,
    looksAtItself: (word: string, weight: string) => `So “${word}” mostly looks at itself (${weight}).`,
    alone: (word: string) => `“${word}” is the only word, so it looks at itself.`,
    unclear: (word: string) => `“${word}” finds no clear answer here.`,
    noise: (word: string) => `The answer for “${word}” means nothing: random numbers decide.`,
    notANumber: (word: string) => `There is no answer for “${word}”: some of its weights are not numbers.`,
    nearest: (words: readonly string[]) =>
      `It now carries numbers most like those of ${and(words.map((one) => `“${one}”`))}.`,
    next: (from: string, to: string) => `Now change ${from} to ${to}`,
  },

  /** Captions, with the numbers of the chapter. */
  first: (word: string, size: number, parts: readonly Part[]) =>
    parts.length === 0
      ? `“${word}” starts as ${size} numbers.`
      : `“${word}” starts as ${size} numbers. The largest: ${and(parts)}.`,
  projections: (word: string, product: string) =>
    `“${word}” gets three vectors: what it looks for (q), what it can be found by (k) and what it passes on (v). Each number is a row times a column: ${product}.`,
  projectionsCrossed: (word: string, key: string, product: string) =>
    `“${word}” looks for something (q). Each word of the other sentence, such as “${key}”, has a key to be found by (k) and a value to pass on (v). Each number is a row times a column: ${product}.`,
  /** The keys with the largest score: the first, the second if it is as large, and the number of such keys after the first. */
  fits: (best: string, next: string, alike: number) =>
    alike === 0
      ? `“${best}” fits best`
      : alike === 1
        ? `“${best}” and “${next}” fit best, equally well`
        : `“${best}” and ${alike} others fit best, equally well`,
  scores: (word: string, fits: string, value: string) =>
    `The query of “${word}” is compared with every key: multiply number by number and add up. ${fits}: ${value}.`,
  scaled: (word: string, fits: string, value: string, scaled: string) =>
    `The query of “${word}” is compared with every key: multiply number by number and add up. ${fits}: ${value}, or ${scaled} after scaling.`,
  hiddenAll: (word: string) => `Every key is hidden from “${word}”.`,
  covered: (word: string) => `The lesson asks for a hidden number of “${word}”.`,
  notNumbers: (word: string) => `The results for “${word}” are not numbers here (NaN).`,
  compare: (about: string, best: string, before: string, after: string) =>
    `${full(about)} For “${best}”: ${before} becomes ${after}.`,
  /** The word that gets most, before the film starts. */
  lead: (word: string, best: string, weight: string) => `“${word}” → ${best} ${weight}`,
  leadGuess: (word: string, best: string, weight: string) => `A guess: “${word}” → ${best} ${weight}`,
  itself: 'itself',
  poster: (reading: string) => (reading === '' ? 'Press Play to see why.' : `${full(reading)} Press Play to see why.`),
  weights: (reading: string) => `100\u202f% is divided among the keys: ${full(reading)}`,
  otherWeights: (about: string, reading: string) => `${full(about)} ${full(reading)}`,
  mix: (word: string, parts: readonly Part[]) =>
    parts.length === 0
      ? `The values are added up, each times its weight. “${word}” gets nothing: all its numbers are 0.`
      : `The values are added up, each times its weight. “${word}” now carries ${and(parts)}.`,
  made: (about: string, parts: readonly Part[]) =>
    parts.length === 0 ? full(about) : `${full(about)} Now: ${and(parts)}.`,
  madeOf: (about: string, key: string, parts: readonly Part[]) =>
    parts.length === 0 ? full(about) : `${full(about)} “${key}” carries ${and(parts)}.`,

  /** The chapter about a deliberate mistake. */
  mistake: {
    title: 'Mistake',
    correct: 'correct',
    wrong: 'wrong',
    seen: (
      title: string,
      word: string,
      { name, label, correct, wrong }: { name: string; label: string; correct: string; wrong: string },
      differ: number,
      all: number,
    ) =>
      `${title}, on purpose. It changes ${differ} of ${all} numbers in ${name} of “${word}”. The number for “${label}” should be ${correct} but comes out as ${wrong}.`,
    unseen: (title: string, word: string) =>
      `${title}, on purpose. It changes none of the numbers of “${word}”. Other words may show it.`,
    note: (title: string) => `Deliberate mistake: ${title}.`,
  },

  /** Notes about what a picture leaves out for lack of room. */
  leftKeys: (word: string, shown: number, all: number) =>
    `Only ${shown} of ${all} words are shown: those around “${word}”, and those with the largest weights.`,
  leftZeros: (name: string, shown: number, all: number) => `${name}: ${shown} of ${all} numbers. The others are 0.`,
  leftNumbers: (name: string, shown: number, all: number) => `${name}: the ${shown} largest of ${all} numbers.`,
};
