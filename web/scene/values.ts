/** The values of a scene's fields: booleans, numbers, words, lists and matrices. Objects are in schema.ts. */
import { described, fail, type Message, message, quoted } from './error.ts';
import type { ErrorCode } from './error-codes.ts';
import { limits } from './limits.ts';
import type { JsonSchema, Schema } from './schema.ts';
import { vectorCode } from './word-vectors.ts';

/** The path of a key below `path`, escaped by RFC 6901. */
export const below = (path: string, key: string | number): string =>
  `${path}/${typeof key === 'number' ? key : key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The name of a path in a message: its last key, with the places in a list behind it, as in "visible[0][1]". */
export function nameOf(path: string): string | Message {
  if (path === '') return message`the scene`;
  const [, key = '', places = ''] = /\/([^/]*?)((?:\/\d+)*)$/.exec(path) ?? [];
  return key.replaceAll('~1', '/').replaceAll('~0', '~') + places.replaceAll(/\/(\d+)/g, '[$1]');
}

/** "heads is 1.5; it must be a whole number from 1 to 64 (/attention/heads)". */
const wrong = (code: ErrorCode, path: string, value: unknown, expected: Message): never =>
  value === undefined
    ? fail(code, path, message`${nameOf(path)} is missing; it must be ${expected}`)
    : fail(code, path, message`${nameOf(path)} is ${described(value)}; it must be ${expected}`);

const tooMany = (path: string, count: number, what: Message, limit: number): never =>
  fail('too-large', path, message`${nameOf(path)} has ${count} ${what}; the limit is ${limit}`);

const tooFew = (code: ErrorCode, path: string, what: Message): never =>
  fail(code, path, message`${nameOf(path)} has no ${what}; there must be at least one`);

export const boolean: Schema<boolean> = {
  type: 'boolean',
  parse: (value, path) =>
    typeof value === 'boolean' ? value : wrong('scene-form', path, value, message`true or false`),
  json: () => ({ type: 'boolean' }),
};

/** A finite number that float32 can hold. */
function finite(value: unknown, path: string): number {
  if (typeof value !== 'number') return wrong('scene-form', path, value, message`a number`);
  if (Math.abs(value) <= limits.number) return value;
  return wrong('not-finite', path, value, message`finite and fit float32 (at most ${limits.number} in absolute value)`);
}

export const number: Schema<number> = {
  type: 'number',
  name: 'number',
  parse: finite,
  json: () => ({ type: 'number', minimum: -limits.number, maximum: limits.number }),
};

/** A number greater than `low`. */
export const above = (low: number): Schema<number> => ({
  type: 'number',
  parse: (value, path) => {
    const checked = finite(value, path);
    return checked > low ? checked : wrong('range', path, checked, message`greater than ${low}`);
  },
  json: () => ({ type: 'number', exclusiveMinimum: low, maximum: limits.number }),
});

export function integer(low: number, high: number = limits.integer): Schema<number> {
  const expected = message`a whole number from ${low} to ${high}`;
  return {
    type: 'number',
    least: low,
    parse: (value, path) => {
      if (typeof value !== 'number' || !Number.isInteger(value)) return wrong('scene-form', path, value, expected);
      return value >= low && value <= high ? value : wrong('range', path, value, expected);
    },
    json: () => ({ type: 'integer', minimum: low, maximum: high }),
  };
}

export const seed: Schema<number> = { ...integer(0), name: 'seed' };

/** A count: at least 1, and at most what the core can take. The core refuses more itself. */
export function count(most: number): Schema<number> {
  const whole = integer(1, most);
  return {
    ...whole,
    parse: (value, path) =>
      typeof value === 'number' && Number.isInteger(value) && value > most
        ? fail('too-large', path, message`${nameOf(path)} is ${value}; the limit is ${most}`)
        : whole.parse(value, path),
  };
}

/** Decimals. */
export const digits = integer(0, limits.digits);
/** The decimals that weights are rounded to; the most is the core's max_decimals. */
export const decimals = integer(0, 6);

/** By its name, or by its number from 0 as in links from before pages had names. */
export const page: Schema<string | number> = {
  type: 'page',
  parse: (value, path) => (typeof value === 'number' ? seed.parse(value, path) : checkText(value, path, 1, 64)),
  json: (refer) => ({ anyOf: [{ type: 'string', minLength: 1, maxLength: 64 }, refer(seed)] }),
};

/** One of some words (or numbers, or null). */
export function one<const Values extends readonly (string | number | null)[]>(
  ...values: Values
): Schema<Values[number]> {
  const expected = values
    .map((item): Message => ({ template: JSON.stringify(item), values: [] }))
    .reduce((all, item) => message`${all} or ${item}`);
  return {
    type: 'one',
    parse: (value, path) =>
      values.find((item) => item === value) ??
      (value === null && values.includes(null) ? null : wrong('scene-form', path, value, expected)),
    json: () => (values.length === 1 ? { const: values[0] } : { enum: values }),
  };
}

const loneSurrogate = /\p{Cs}/u;

function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

function checkText(value: unknown, path: string, least: number, most: number): string {
  if (typeof value !== 'string') return wrong('scene-form', path, value, message`text`);
  if (value.length > most) {
    const count = codePoints(value);
    if (count > most) tooMany(path, count, message`characters`, most);
  }
  if (value.length < least) return wrong('scene-form', path, value, message`text that is not empty`);
  if (loneSurrogate.test(value)) {
    return wrong('scene-form', path, value, message`text without a lone surrogate (half a character)`);
  }
  return value;
}

/** Text of `least` to `most` code points. A lone surrogate is refused, since UTF-8 cannot hold it. */
export const text = (least: number, most: number): Schema<string> => ({
  type: 'text',
  parse: (value, path) => checkText(value, path, least, most),
  json: () => ({
    type: 'string',
    ...(least > 0 && { minLength: least }),
    maxLength: most,
    pattern: '^\\P{Cs}*$',
  }),
});

const rowsText = message`rows`;
const numbersText = message`numbers`;

/** The path is built only for an error: a string for every row takes longer than computing with a small matrix. */
function items(
  value: unknown,
  place: () => string,
  most: number,
  what: Message,
  code: ErrorCode = 'shape',
): readonly unknown[] {
  if (!Array.isArray(value)) return wrong('scene-form', place(), value, message`an array`);
  const { length } = value;
  if (!Number.isInteger(length) || length < 0) return wrong('scene-form', place(), value, message`an array`);
  if (length > most) tooMany(place(), length, what, most);
  if (length === 0) tooFew(code, place(), what);
  // A proxy may have another length when it is read again, so no more is copied than was checked.
  const copy: unknown[] = [];
  for (let index = 0; index < length; index += 1) copy.push(value[index]);
  return copy;
}

const arrayOf = (most: number, item: JsonSchema): JsonSchema => ({
  type: 'array',
  minItems: 1,
  maxItems: most,
  items: item,
});

/** A list of at least one `item`. `what` names them in messages. */
export const list = <Value>(item: Schema<Value>, most: number, what: Message): Schema<readonly Value[]> => ({
  type: 'list',
  item,
  parse: (value, path) =>
    Array.from(
      items(value, () => path, most, what, 'empty'),
      (entry, index) => item.parse(entry, below(path, index)),
    ),
  json: (refer) => arrayOf(most, refer(item)),
});

/** The numbers, each of which must be valid. It is fast, since a matrix may have millions of them. */
function finiteRow(array: readonly unknown[], place: () => string): readonly number[] {
  for (let index = 0; index < array.length; index += 1) {
    const entry = array[index];
    if (typeof entry !== 'number' || !(Math.abs(entry) <= limits.number)) finite(entry, below(place(), index));
  }
  return array as readonly number[];
}

/** A row of numbers. */
export const row: Schema<readonly number[]> = {
  type: 'rows',
  name: 'row',
  parse: (value, path) => {
    const place = () => path;
    return finiteRow(items(value, place, limits.matrix, numbersText), place);
  },
  json: (refer) => arrayOf(limits.matrix, refer(number)),
};

/** One row for each token (or matrix row), one number for each column. −∞ is "-inf" in JSON and a number here. */
export type Rows = readonly (readonly number[])[];

export const makeRows = (rows: number, columns: number, cell: (row: number, column: number) => number): Rows =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => cell(row, column)));

/** Ones on the diagonal. */
export const identity = (rows: number, columns = rows): Rows =>
  makeRows(rows, columns, (row, column) => (row === column ? 1 : 0));

/** The rows, after their lengths have been compared. */
function sameLength(
  given: readonly unknown[],
  name: (index: number) => string | Message,
  place: (index: number) => string,
): Rows {
  const read = given.map((entry, index) => items(entry, () => place(index), limits.matrix, numbersText));
  const first = read[0]?.length ?? 0;
  for (const [index, { length }] of read.entries()) {
    if (length === first) continue;
    const what = message`${name(index)} has ${length} numbers, ${name(0)} has ${first}; all must have the same`;
    fail('shape', place(index), what);
  }
  return read.map((entry, index) => finiteRow(entry, () => place(index)));
}

/** Rows of equal length. All lengths are compared before any number is read. */
export const rows: Schema<Rows> = {
  type: 'rows',
  name: 'rows',
  parse: (value, path) =>
    sameLength(
      items(value, () => path, limits.matrix, rowsText),
      (index) => message`row ${index}`,
      (index) => below(path, index),
    ),
  json: (refer) => arrayOf(limits.matrix, refer(row)),
};

const bit = one(0, 1);

/** Rows of zeros and ones, at most `most` by `most`. */
export const bits = (most: number): Schema<Rows> => ({
  type: 'bits',
  parse: (value, path) => {
    const given = items(value, () => path, most, rowsText).map((entry, index) =>
      items(entry, () => below(path, index), most, numbersText),
    );
    return rows.parse(given, path).map((entries, index) =>
      entries.map((entry, column) =>
        // Turns −0 into 0.
        entry === 1 || entry === 0 ? entry + 0 : bit.parse(entry, below(below(path, index), column)),
      ),
    );
  },
  json: (refer) => arrayOf(most, arrayOf(most, refer(bit))),
});

export const record = (value: unknown, path: string): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? value
    : wrong('scene-form', path, value, message`an object`);

/** One row for each word. A word is any text but "__proto__", which no plain object can hold safely. */
export const rowsByWord: Schema<Readonly<Record<string, readonly number[]>>> = {
  type: 'rowsByWord',
  parse: (value, path) => {
    const entries = entriesByWord(value, path);
    const word = (index: number): string => entries[index]?.[0] ?? '';
    const clean = sameLength(
      entries.map(([, entry]) => entry),
      (index) => quoted(word(index)),
      (index) => below(path, word(index)),
    );
    return Object.fromEntries(clean.map((numbers, index) => [word(index), numbers]));
  },
  json: (refer) => jsonByWord(refer(row)),
};

/** The code of a word's vector (word-vectors.ts). */
export const codesByWord: Schema<Readonly<Record<string, string>>> = {
  type: 'codesByWord',
  parse: (value, path) =>
    Object.fromEntries(
      entriesByWord(value, path).map(([word, code]) => {
        if (typeof code !== 'string' || !vectorCode.test(code))
          fail('scene-form', below(path, word), message`the vector of ${quoted(word)} must be 64 letters of base64url`);
        return [word, code as string];
      }),
    ),
  json: () => jsonByWord({ type: 'string', pattern: vectorCode.source }),
};

function entriesByWord(value: unknown, path: string): [string, unknown][] {
  const entries = Object.entries(record(value, path));
  if (entries.length > limits.matrix) tooMany(path, entries.length, message`words`, limits.matrix);
  if (entries.length === 0) tooFew('shape', path, message`words`);
  for (const [word] of entries) {
    if (word === '__proto__') fail('scene-form', path, message`"__proto__" cannot be a word of ${nameOf(path)}`);
    checkText(word, path, 1, limits.token);
  }
  return entries;
}

const jsonByWord = (additionalProperties: JsonSchema): JsonSchema => ({
  type: 'object',
  minProperties: 1,
  maxProperties: limits.matrix,
  propertyNames: { minLength: 1, maxLength: limits.token, pattern: '^(?!__proto__$)\\P{Cs}*$' },
  additionalProperties,
});
