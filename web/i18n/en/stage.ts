import { full } from '../sentences.ts';

/** What a named number of a result is worth: “animal 0.83”. */
type Part = string;

const and = (parts: readonly Part[]): string => new Intl.ListFormat('en').format(parts);

/** The stage: one word's way through attention, chapter by chapter. */
export const stage = {
  label: (word: string) => `The way of “${word}” through attention`,
  keys: 'Left and right move between chapters, up and down move between numbers, Enter shows the arithmetic, and the space bar plays.',

  /** The page around it. */
  promise: 'See how {word} finds out what it means',
  /** The word of the first sentence on which it turns what the word in focus means, and the one that turns it. */
  turn: { from: 'tired', to: 'wide' },
  challenge: (from: string, to: string) => `Change one word: ${from} → ${to}`,
  challengeBack: (from: string, to: string) => `Change it back: ${from} → ${to}`,

  present: {
    open: 'Present',
    about: 'The stage over the whole screen, in large digits',
    title: 'Presentation',
    close: 'End the presentation',
    light: 'Light',
    dark: 'Dark',
    blank: 'The screen is blank; press B to go on.',
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
  noMoment: (at: number, chapters: number) =>
    `at is ${at}, but the stage has ${chapters} chapters; use 0 to ${chapters}`,
  layer: (layer: number) => `Layer ${layer}`,
  numberBack: 'Back',
  numbersBack: 'Back to the chapter',

  /** Short names of chapters that cover several steps. */
  titles: {
    first: 'Numbers',
    projections: 'q, k, v',
    scores: 'Scores',
    weights: 'Softmax',
    mix: 'Result',
  },

  /** What happens, with the numbers that are there. */
  first: (word: string, size: number, parts: readonly Part[]) =>
    parts.length === 0
      ? `“${word}” becomes ${size} numbers.`
      : `“${word}” becomes ${size} numbers. What the model knows of the word alone: ${and(parts)}.`,
  projections: (word: string, product: string) =>
    `Three views of “${word}”: what it looks for (q), what it can be found by (k), what it hands over (v). Row times column: ${product}.`,
  projectionsCrossed: (word: string, key: string, product: string) =>
    `“${word}” looks for something (q); each word of the other sentence, here “${key}”, can be found by its key (k) and hands over its value (v). Row times column: ${product}.`,
  /** Which keys have the largest score: the first, and of those that are as large the next and how many. */
  fits: (best: string, next: string, alike: number) =>
    alike === 0
      ? `“${best}” fits best`
      : alike === 1
        ? `“${best}” and “${next}” fit best, both alike`
        : `“${best}” and ${alike} others fit best, all alike`,
  scores: (word: string, fits: string, value: string) =>
    `The query of “${word}” meets every key: multiplied number by number and added up. ${fits}: ${value}.`,
  scaled: (word: string, fits: string, value: string, scaled: string) =>
    `The query of “${word}” meets every key: multiplied number by number and added up. ${fits}: ${value}, scaled ${scaled}.`,
  hiddenAll: (word: string) => `Every key is hidden from “${word}”.`,
  covered: (word: string) => `One of these numbers of “${word}” is for you to guess first.`,
  notNumbers: (word: string) => `What “${word}” gets here are not numbers (NaN).`,
  compare: (about: string, best: string, before: string, after: string) =>
    `${full(about)} For “${best}”: ${before} becomes ${after}.`,
  poster: (reading: string) =>
    reading === ''
      ? 'Press Play to see how it comes about.'
      : `In the end ${full(reading)} Press Play to see how that comes about.`,
  weights: (reading: string) => `Softmax pours 100\u202f% into the row: ${full(reading)}`,
  otherWeights: (about: string, reading: string) => `${full(about)} ${full(reading)}`,
  mix: (word: string, parts: readonly Part[]) =>
    parts.length === 0
      ? `The values flow along these shares, and “${word}” gets nothing: all its numbers are 0.`
      : `The values flow along these shares. “${word}” now carries: ${and(parts)}.`,
  made: (about: string, parts: readonly Part[]) =>
    parts.length === 0 ? full(about) : `${full(about)} Now: ${and(parts)}.`,
  madeOf: (about: string, key: string, parts: readonly Part[]) =>
    parts.length === 0 ? full(about) : `${full(about)} Of “${key}”: ${and(parts)}.`,

  /** A mistake made on purpose: its scene, and what it says. */
  mistake: {
    title: 'Mistake',
    right: 'right',
    wrong: 'mistaken',
    seen: (
      title: string,
      word: string,
      { name, label, right, wrong }: { name: string; label: string; right: string; wrong: string },
      differ: number,
      all: number,
    ) =>
      `Made on purpose: ${title}. In ${name} of “${word}” it changes ${differ} of ${all} numbers, that of “${label}” from ${right}, which is right, to ${wrong}.`,
    unseen: (title: string, word: string) =>
      `Made on purpose: ${title}. It changes none of the numbers of “${word}” here; other words may show it.`,
    note: (title: string) => `With a mistake, on purpose: ${title}.`,
  },

  /** What is left out of a picture for want of room. */
  leftKeys: (word: string, shown: number, all: number) => `${shown} of ${all} words: those around “${word}”.`,
  leftZeros: (name: string, shown: number, all: number) => `${name}: ${shown} of ${all} numbers; the others are 0.`,
  leftNumbers: (name: string, shown: number, all: number) => `${name}: the ${shown} largest of ${all} numbers.`,
};
