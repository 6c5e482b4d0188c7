/**
 * What a description of a scene is made of. A schema parses any value at a place of the scene, and says the same as JSON
 * Schema. A field is a schema under a key, with its default, its key in a link and its control.
 *
 * Written in the manner of Valibot and Zod, which were tried: they read inherited keys as if they were the scene's own,
 * look at a list's items before its length, and name an unknown key after the known ones; all objects, lists and matrices
 * would have been ours again.
 */
import { described, type ErrorCode, fail, type Message, message, quoted } from './error.ts';
import { limits } from './limits.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Schema<Value> {
  /** A clean copy, or AttentionError. It reads own properties only, each once. */
  readonly parse: (value: unknown, path: string) => Value;
  readonly json: (refer: (part: AnyField) => JsonSchema) => JsonSchema;
  readonly type: 'boolean' | 'number' | 'one' | 'text' | 'list' | 'rows' | 'bits' | 'object' | 'kinds';
  /** Its name in the JSON Schema, for one that is used in several places. */
  readonly name?: string;
  /** Of a whole number. */
  readonly least?: number;
  /** Of a list. */
  readonly item?: Schema<unknown>;
  /** Of an object. */
  readonly fields?: Fields;
  /** Of an object whose `kind` says which keys it has. */
  readonly kinds?: Readonly<Record<string, ObjectSchema<Fields>>>;
}

export type ValueOf<Of> = Of extends Schema<infer Value> ? Value : never;

/** What holds in a scene; `at` is a path with points. */
export type Condition =
  | { readonly at: string; readonly is: unknown }
  | { readonly at: string; readonly isNot: unknown };

/** What is said of a field besides its type. */
export interface About<Default = unknown> {
  readonly about?: string;
  /** What holds where the key is left out; null: nothing, or what depends on the rest of the scene. */
  readonly default?: Default;
  /** A scene keeps the key where it says the default, as a seed that a reader chose. */
  readonly keep?: true;
  /** The key in a link. A promise: links live long in other people's texts. */
  readonly link?: string;
  /** Of a kind: the one setting that follows it after a point in a link, as in `random.normal`. */
  readonly variety?: Readonly<Record<string, string>>;
  /** The places that do not survive another value of this one in a link. */
  readonly resets?: readonly string[];
  /** Whether the page has a control for it, or when. */
  readonly control?: true | Condition;
  /** The control of an element that changes it. */
  readonly element?: string;
  /** Of a number that counts tokens: what a control begins with, and of what it counts at most all. */
  readonly begins?: (sizes: Sizes) => number;
  readonly within?: keyof Sizes;
  /** It has to be within them. */
  readonly must?: true;
}

/** How many tokens there are. */
export interface Sizes {
  readonly queries: number;
  readonly keys: number;
}

/** A schema under a key. */
export interface AnyField extends Schema<unknown>, About {
  readonly optional?: true;
}
export type Fields = Readonly<Record<string, AnyField>>;

export const required = <Of extends Schema<unknown>>(schema: Of, about: About): Of & About => ({ ...schema, ...about });

export const optional = <Of extends Schema<unknown>, const Default extends ValueOf<Of> | null | undefined = undefined>(
  schema: Of,
  about: About<Default> = {},
): Of & { readonly optional: true; readonly default?: Default } => ({ ...schema, ...about, optional: true });

/** The same schema, to be said once in the JSON Schema under this name. */
export const named = <Value>(name: string, schema: Schema<Value>): Schema<Value> => ({ ...schema, name });

/** The place below `path`, with the key escaped as RFC 6901 asks. */
const below = (path: string, key: string | number): string =>
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
  return wrong('not-finite', path, value, message`finite and fit float32 (at most ${limits.number} in size)`);
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
    return wrong('scene-form', path, value, message`text without half a character (a lone surrogate)`);
  }
  return value;
}

/** Text of at most `most` code points and at least `least`. A lone surrogate is no text: UTF-8 cannot hold it. */
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

function items(
  value: unknown,
  path: string,
  most: number,
  what: Message,
  code: ErrorCode = 'shape',
): readonly unknown[] {
  if (!Array.isArray(value)) return wrong('scene-form', path, value, message`an array`);
  if (value.length === 0) tooFew(code, path, what);
  return value.length > most ? tooMany(path, value.length, what, most) : value;
}

const arrayOf = (most: number, item: JsonSchema): JsonSchema => ({
  type: 'array',
  minItems: 1,
  maxItems: most,
  items: item,
});

/** At least one of what `item` takes; `what` they are called. */
export const list = <Value>(item: Schema<Value>, most: number, what: Message): Schema<readonly Value[]> => ({
  type: 'list',
  item,
  parse: (value, path) =>
    Array.from(items(value, path, most, what, 'empty'), (entry, index) => item.parse(entry, below(path, index))),
  json: (refer) => arrayOf(most, refer(item)),
});

/** A copy of the array if it holds only numbers that fit: quick, for a matrix may have millions of them. */
function soundRow(array: readonly unknown[]): readonly number[] | undefined {
  for (let index = 0; index < array.length; index += 1) {
    const entry = array[index];
    if (typeof entry !== 'number' || !(Math.abs(entry) <= limits.number)) return undefined;
  }
  return array.slice() as readonly number[];
}

/** A row of numbers. */
export const row: Schema<readonly number[]> = {
  type: 'rows',
  name: 'row',
  parse: (value, path) => {
    const array = items(value, path, limits.matrix, message`numbers`);
    return soundRow(array) ?? Array.from(array, (entry, index) => finite(entry, below(path, index)));
  },
  json: (refer) => arrayOf(limits.matrix, refer(number)),
};

/** One row a token (or a matrix row), one number a column. In JSON −∞ is "-inf"; here it is a number. */
export type Rows = readonly (readonly number[])[];

/** The rows, once their lengths are equal. */
function sameLength(
  given: readonly unknown[],
  name: (index: number) => string | Message,
  place: (index: number) => string,
): Rows {
  let first = -1;
  for (let index = 0; index < given.length; index += 1) {
    const entry = given[index];
    // Paths are spelt out only where something may be wrong.
    if (index > 0 && Array.isArray(entry) && entry.length === first) continue;
    const { length } = items(entry, place(index), limits.matrix, message`numbers`);
    if (index === 0) first = length;
    if (length !== first) {
      const what = message`${name(index)} has ${length} numbers, ${name(0)} has ${first}; all must have the same`;
      fail('shape', place(index), what);
    }
  }
  return given.map((entry, index) => (Array.isArray(entry) && soundRow(entry)) || row.parse(entry, place(index)));
}

/** Rows of equal length. Every length is compared before any number is looked at. */
export const rows: Schema<Rows> = {
  type: 'rows',
  name: 'rows',
  parse: (value, path) =>
    sameLength(
      items(value, path, limits.matrix, message`rows`),
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
    for (const [index, entry] of items(value, path, most, message`rows`).entries()) {
      items(entry, below(path, index), most, message`numbers`);
    }
    return rows.parse(value, path).map((entries, index) =>
      entries.map((entry, column) =>
        // Without the sign of −0.
        entry === 1 || entry === 0 ? entry + 0 : bit.parse(entry, below(below(path, index), column)),
      ),
    );
  },
  json: (refer) => arrayOf(most, arrayOf(most, refer(bit))),
});

const record = (value: unknown, path: string): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? value
    : wrong('scene-form', path, value, message`an object`);

/** A row a word; the words are any text but "__proto__", which no plain object can hold safely. */
export const rowsByWord: Schema<Readonly<Record<string, readonly number[]>>> = {
  type: 'rows',
  parse: (value, path) => {
    const entries = Object.entries(record(value, path));
    if (entries.length > limits.matrix) tooMany(path, entries.length, message`words`, limits.matrix);
    if (entries.length === 0) tooFew('shape', path, message`words`);
    for (const [word] of entries) {
      if (word === '__proto__') fail('scene-form', path, message`"__proto__" cannot be a word of ${nameOf(path)}`);
      checkText(word, path, 1, limits.token);
    }
    const word = (index: number): string => entries[index]?.[0] ?? '';
    const clean = sameLength(
      entries.map(([, entry]) => entry),
      (index) => quoted(word(index)),
      (index) => below(path, word(index)),
    );
    return Object.fromEntries(clean.map((numbers, index) => [word(index), numbers]));
  },
  json: (refer) => ({
    type: 'object',
    minProperties: 1,
    maxProperties: limits.matrix,
    propertyNames: { minLength: 1, maxLength: limits.token, pattern: '^(?!__proto__$)\\P{Cs}*$' },
    additionalProperties: refer(row),
  }),
};

type Form<From extends Fields> = Plain<
  {
    readonly [Key in keyof From as From[Key] extends { readonly optional: true } ? never : Key]: ValueOf<From[Key]>;
  } & {
    readonly [Key in keyof From as From[Key] extends { readonly optional: true } ? Key : never]?: ValueOf<From[Key]>;
  }
>;
/** Written out, so that editors show the keys. */
type Plain<Of> = { [Key in keyof Of]: Of[Key] };

/** What holds between the keys of one object. */
export interface Between {
  readonly about?: string;
  /** One of the two is there, and not the other. */
  readonly exactlyOne?: readonly [string, string];
  /** The key may be there only where another has this value. */
  readonly onlyWith?: { readonly key: string; readonly other: string; readonly value: string };
}

export interface ObjectSchema<From extends Fields> extends Schema<Form<From>> {
  readonly fields: From;
  readonly between: Between;
}

function checkBetween(clean: Readonly<Record<string, unknown>>, { exactlyOne, onlyWith }: Between, path: string): void {
  if (exactlyOne !== undefined) {
    const [a, b] = exactlyOne;
    const [hasA, hasB] = [clean[a] !== undefined, clean[b] !== undefined];
    if (hasA && hasB) fail('scene-form', path, message`both ${a} and ${b} are given; give one of them`);
    if (!hasA && !hasB) fail('scene-form', path, message`neither ${a} nor ${b} is given; give one of them`);
  }
  if (onlyWith !== undefined) {
    const { key, other, value } = onlyWith;
    if (clean[key] === undefined || clean[other] === value) return;
    fail('scene-form', below(path, key), message`${key} is given; it goes with the ${other} "${value}" only`);
  }
}

const betweenAsJson = ({ about, exactlyOne, onlyWith }: Between): JsonSchema => ({
  ...(about !== undefined && { description: about }),
  ...(exactlyOne !== undefined && { oneOf: exactlyOne.map((key) => ({ required: [key] })) }),
  ...(onlyWith !== undefined && {
    if: { required: [onlyWith.key] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: [onlyWith.other], properties: { [onlyWith.other]: { const: onlyWith.value } } },
  }),
});

/** An object with these keys and no other. The copy has them in this order. */
export function object<const From extends Fields>(fields: From, between: Between = {}): ObjectSchema<From> {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    fields,
    between,
    parse: (value, path) => {
      const given = record(value, path);
      for (const key of Reflect.ownKeys(given)) {
        if (typeof key !== 'symbol' && Object.hasOwn(fields, key)) continue;
        const allowed = Object.keys(fields).join(', ');
        const what = message`${nameOf(path)} has an unknown key ${quoted(String(key))}; the keys are: ${allowed}`;
        fail('scene-form', path, what);
      }
      const clean: Record<string, unknown> = {};
      for (const [key, field] of entries) {
        const entry: unknown = Object.hasOwn(given, key) ? Reflect.get(given, key) : undefined;
        if (entry !== undefined || field.optional !== true) clean[key] = field.parse(entry, below(path, key));
      }
      checkBetween(clean, between, path);
      return clean as Form<From>;
    },
    json: (refer) => {
      const needed = entries.filter(([, { optional }]) => optional !== true).map(([key]) => key);
      return {
        type: 'object',
        ...betweenAsJson(between),
        additionalProperties: false,
        ...(needed.length > 0 && { required: needed }),
        properties: Object.fromEntries(entries.map(([key, field]) => [key, refer(field)])),
      };
    },
  };
}

type KindsForm<From extends Readonly<Record<string, ObjectSchema<Fields>>>> = {
  [Kind in keyof From]: From[Kind] extends ObjectSchema<infer Own> ? Plain<{ readonly kind: Kind } & Form<Own>> : never;
}[keyof From];

export interface KindsSchema<From extends Readonly<Record<string, ObjectSchema<Fields>>>>
  extends Schema<KindsForm<From>> {
  readonly kinds: From;
}

/** An object whose `kind` says which keys it has. */
export function kinds<const From extends Readonly<Record<string, ObjectSchema<Fields>>>>(
  forms: From,
): KindsSchema<From> {
  const whole = new Map<unknown, ObjectSchema<Fields>>(
    Object.entries(forms).map(([kind, { fields, between }]) => [kind, object({ kind: one(kind), ...fields }, between)]),
  );
  const kindNames = one(...Object.keys(forms));
  return {
    type: 'kinds',
    kinds: forms,
    parse: (value, path) => {
      const given = record(value, path);
      const kind: unknown = Object.hasOwn(given, 'kind') ? Reflect.get(given, 'kind') : undefined;
      const schema = whole.get(kind);
      if (schema === undefined) return kindNames.parse(kind, below(path, 'kind')) as never;
      return schema.parse(value, path) as KindsForm<From>;
    },
    json: (refer) => ({ oneOf: [...whole.values()].map(refer) }),
  };
}

/** A field and its place. */
export interface Place {
  readonly path: readonly string[];
  readonly field: AnyField;
}

/** Every field of a schema and of the objects in it: of all kinds, or of the kinds that `scene` has. */
export function* places(schema: AnyField, scene: object | null = null, path: readonly string[] = []): Generator<Place> {
  const kind = scene === null ? null : String(valueAt(scene, [...path, 'kind']));
  const forms = Object.entries(schema.kinds ?? {}).filter(([own]) => kind === null || own === kind);
  for (const fields of [schema.fields ?? {}, ...forms.map(([, form]) => form.fields)]) {
    for (const [key, field] of Object.entries(fields)) {
      yield { path: [...path, key], field };
      yield* places(field, scene, [...path, key]);
    }
  }
}

export function valueAt(from: object, path: readonly string[]): unknown {
  let found: unknown = from;
  for (const key of path) found = found === undefined || found === null ? undefined : Reflect.get(Object(found), key);
  return found;
}

/** Writes a value at a path, with the objects on the way there. */
export function put(parts: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    parts[key] = value;
    return;
  }
  const part = parts[key];
  const inside: Record<string, unknown> = isParts(part) ? part : {};
  parts[key] = inside;
  put(inside, rest, value);
}

export const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const holds = (condition: Condition, scene: object): boolean => {
  const value = valueAt(scene, condition.at.split('.'));
  return 'is' in condition ? value === condition.is : value !== condition.isNot;
};
