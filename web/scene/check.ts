import { described, type ErrorCode, fail, type Message, message, quoted } from './error.ts';
import { limits } from './limits.ts';

/**
 * Small pieces that a form is made of. A check is given any value and the place it stands at, and returns a clean copy
 * or throws an AttentionError. It reads own properties only, each once.
 */
export type Check<Value> = (value: unknown, path: string) => Value;

/** The place below `path`, with the key escaped as RFC 6901 asks. */
export const below = (path: string, key: string | number): string =>
  `${path}/${typeof key === 'number' ? key : key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** What a place is called in a message. */
const nameOf = (path: string): string | Message =>
  path === ''
    ? message`the scene`
    : path
        .slice(path.lastIndexOf('/') + 1)
        .replaceAll('~1', '/')
        .replaceAll('~0', '~');

/** "heads is 1.5; it must be a whole number from 1 to 4294967295 (/attention/heads)". */
export const wrong = (code: ErrorCode, path: string, value: unknown, expected: Message): never =>
  value === undefined
    ? fail(code, path, message`${nameOf(path)} is missing; it must be ${expected}`)
    : fail(code, path, message`${nameOf(path)} is ${described(value)}; it must be ${expected}`);

const tooMany = (path: string, count: number, what: Message, limit: number): never =>
  fail('too-large', path, message`${nameOf(path)} has ${count} ${what}; the limit is ${limit}`);

export const boolean: Check<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : wrong('scene-form', path, value, message`true or false`);

/** A finite number that float32 can hold. */
export const number: Check<number> = (value, path) => {
  if (typeof value !== 'number') return wrong('scene-form', path, value, message`a number`);
  if (Math.abs(value) <= limits.number) return value;
  return wrong('not-finite', path, value, message`finite and fit float32 (at most ${limits.number} in size)`);
};

/** A number greater than `low`. */
export const above =
  (low: number): Check<number> =>
  (value, path) => {
    const checked = number(value, path);
    return checked > low ? checked : wrong('range', path, checked, message`greater than ${low}`);
  };

export const integer =
  (low: number, high: number = limits.integer): Check<number> =>
  (value, path) => {
    const expected = message`a whole number from ${low} to ${high}`;
    if (typeof value !== 'number' || !Number.isInteger(value)) return wrong('scene-form', path, value, expected);
    return value >= low && value <= high ? value : wrong('range', path, value, expected);
  };

/** One of some words (or numbers, or null). */
export const one =
  <const Values extends readonly (string | number | null)[]>(...values: Values): Check<Values[number]> =>
  (value, path) => {
    const found = values.find((item) => item === value);
    const expected = oneOf(values.map((item) => JSON.stringify(item)));
    return found === undefined ? wrong('scene-form', path, value, expected) : found;
  };

/** "a" or "b" or "c". */
const oneOf = ([first = '', ...rest]: readonly string[]): Message =>
  rest.reduce<Message>((all, item) => message`${all} or ${item}`, { template: first, values: [] });

/** Text of at most `most` code points and at least `least`. A lone surrogate is no text: UTF-8 cannot hold it. */
export const text =
  (least: number, most: number): Check<string> =>
  (value, path) => {
    if (typeof value !== 'string') return wrong('scene-form', path, value, message`text`);
    if (value.length > most) {
      const count = codePoints(value);
      if (count > most) tooMany(path, count, message`characters`, most);
    }
    if (value.length < least) return wrong('scene-form', path, value, message`text that is not empty`);
    if (loneSurrogate.test(value))
      return wrong('scene-form', path, value, message`text without half a character (a lone surrogate)`);
    return value;
  };

const loneSurrogate = /\p{Cs}/u;

function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

const tooFew = (code: ErrorCode, path: string, what: Message): never =>
  fail(code, path, message`${nameOf(path)} has no ${what}; there must be at least one`);

/** An array of at least one and at most `most`; nothing of what is in it is looked at. */
const items = (
  value: unknown,
  path: string,
  most: number,
  what: Message,
  code: ErrorCode = 'shape',
): readonly unknown[] => {
  if (!Array.isArray(value)) return wrong('scene-form', path, value, message`an array`);
  if (value.length === 0) tooFew(code, path, what);
  return value.length > most ? tooMany(path, value.length, what, most) : value;
};

/** At least one of what `item` checks. */
export const list =
  <Value>(item: Check<Value>, most: number, what: Message): Check<readonly Value[]> =>
  (value, path) =>
    Array.from(items(value, path, most, what, 'empty'), (entry, index) => item(entry, below(path, index)));

/** A copy of the array if it holds only numbers that `number` takes: quick, for a matrix may have millions of them. */
function soundRow(array: readonly unknown[]): readonly number[] | undefined {
  for (let index = 0; index < array.length; index += 1) {
    const entry = array[index];
    if (typeof entry !== 'number' || !(Math.abs(entry) <= limits.number)) return undefined;
  }
  return array.slice() as readonly number[];
}

/** A row of numbers. */
export const row: Check<readonly number[]> = (value, path) => {
  const array = items(value, path, limits.matrix, message`numbers`);
  return soundRow(array) ?? Array.from(array, (entry, index) => number(entry, below(path, index)));
};

/** Rows of equal length. Every length is compared before any number is looked at. */
export const rows: Check<readonly (readonly number[])[]> = (value, path) =>
  sameLength(
    items(value, path, limits.matrix, message`rows`),
    (index) => message`row ${index}`,
    (index) => below(path, index),
  );

/** Rows of zeros and ones, at most `most` by `most`. */
export const bits =
  (most: number): Check<readonly (readonly number[])[]> =>
  (value, path) => {
    for (const [index, entry] of items(value, path, most, message`rows`).entries()) {
      items(entry, below(path, index), most, message`numbers`);
    }
    return rows(value, path).map((entries, index) =>
      entries.map((entry, column) =>
        entry === 1 || entry === 0 ? entry + 0 : bit(entry, below(below(path, index), column)),
      ),
    );
  };

const bit = one(0, 1);

/** The rows, once their lengths are equal. */
function sameLength(
  given: readonly unknown[],
  name: (index: number) => string | Message,
  place: (index: number) => string,
): readonly (readonly number[])[] {
  let first = -1;
  for (let index = 0; index < given.length; index += 1) {
    const entry = given[index];
    // Paths are spelt out only where something may be wrong.
    if (index > 0 && Array.isArray(entry) && entry.length === first) continue;
    const { length } = items(entry, place(index), limits.matrix, message`numbers`);
    if (index === 0) first = length;
    if (length !== first) {
      fail(
        'shape',
        place(index),
        message`${name(index)} has ${length} numbers, ${name(0)} has ${first}; all must have the same`,
      );
    }
  }
  return given.map((entry, index) => (Array.isArray(entry) && soundRow(entry)) || row(entry, place(index)));
}

const record = (value: unknown, path: string): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? value
    : wrong('scene-form', path, value, message`an object`);

/** A row a word; the words are any text but "__proto__", which no plain object can hold safely. */
export const rowsByWord: Check<Readonly<Record<string, readonly number[]>>> = (value, path) => {
  const entries = Object.entries(record(value, path));
  if (entries.length > limits.matrix) tooMany(path, entries.length, message`words`, limits.matrix);
  if (entries.length === 0) tooFew('shape', path, message`words`);
  for (const [word] of entries) {
    if (word === '__proto__') fail('scene-form', path, message`"__proto__" cannot be a word of ${nameOf(path)}`);
    text(1, limits.token)(word, path);
  }
  const word = (index: number): string => entries[index]?.[0] ?? '';
  const clean = sameLength(
    entries.map(([, entry]) => entry),
    (index) => quoted(word(index)),
    (index) => below(path, word(index)),
  );
  return Object.fromEntries(clean.map((numbers, index) => [word(index), numbers]));
};

export interface Optional<Value> {
  readonly optional: Check<Value>;
}

export const optional = <Value>(check: Check<Value>): Optional<Value> => ({ optional: check });

type Fields = Readonly<Record<string, Check<unknown> | Optional<unknown>>>;
type Form<From extends Fields> = {
  readonly [Key in keyof From as From[Key] extends Check<unknown> ? Key : never]: From[Key] extends Check<infer Value>
    ? Value
    : never;
} & {
  readonly [Key in keyof From as From[Key] extends Check<unknown> ? never : Key]?: From[Key] extends Optional<
    infer Value
  >
    ? Value
    : never;
};

/** An object with these keys and no other. The copy has them in this order. */
export const object = <const From extends Fields>(fields: From): Check<Form<From>> => {
  const checks = Object.entries(fields);
  return (value, path) => {
    const given = record(value, path);
    for (const key of Reflect.ownKeys(given)) {
      if (typeof key === 'symbol' || !Object.hasOwn(fields, key)) {
        const allowed = Object.keys(fields).join(', ');
        fail(
          'scene-form',
          path,
          message`${nameOf(path)} has an unknown key ${quoted(String(key))}; the keys are: ${allowed}`,
        );
      }
    }
    const clean: Record<string, unknown> = {};
    for (const [key, field] of checks) {
      const entry: unknown = Object.hasOwn(given, key) ? Reflect.get(given, key) : undefined;
      if (typeof field === 'function') clean[key] = field(entry, below(path, key));
      else if (entry !== undefined) clean[key] = field.optional(entry, below(path, key));
    }
    return clean as Form<From>;
  };
};

/** An object whose `kind` says which keys it has. */
export const kinds = <const From extends Readonly<Record<string, Fields>>>(
  forms: From,
): Check<{ [Kind in keyof From]: { readonly kind: Kind } & Form<From[Kind]> }[keyof From]> => {
  const checks = new Map<unknown, Check<unknown>>(
    Object.entries(forms).map(([kind, fields]) => [kind, object({ kind: one(kind), ...fields })]),
  );
  return (value, path) => {
    const given = record(value, path);
    const kind: unknown = Object.hasOwn(given, 'kind') ? Reflect.get(given, 'kind') : undefined;
    const check = checks.get(kind);
    if (check === undefined) return one(...Object.keys(forms))(kind, below(path, 'kind')) as never;
    return check(value, path) as never;
  };
};
