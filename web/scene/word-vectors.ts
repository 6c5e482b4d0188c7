/**
 * The code of a word's vector: a letter of base64url for each number. src/toolchain/words/vectors.mjs writes the list of all words
 * (src/data/vectors/glove.txt), and a scene carries the codes of its own words, so that it needs no list.
 */
export const vectorCode = /^[\w-]{64}$/;

/** d_model of a scene with word vectors. */
export const vectorLength = 64;

/** At temperature 1 a word with so long a vector looks at almost nothing but itself. */
export const softTemperature = 2;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The vector that a code stands for, in fifths. */
export const vectorFrom = (code: string): readonly number[] =>
  Array.from(code, (letter) => (letters.indexOf(letter) - letters.length / 2) / 5);
