import { scene } from './description.ts';
import { fail, type Message, message, quoted } from './error.ts';
import { type AnyField, places } from './schema.ts';

/** The keys of a readable link: one row for each key, with its path in the scene and how its value is written. */
export interface LinkKey {
  readonly key: string;
  readonly path: readonly string[];
  readonly codec: Codec;
  /** Whether it replaces everything at its path when named. Other keys fill it. */
  readonly whole: boolean;
  /** The paths that a new value of this key resets. */
  readonly drops: readonly (readonly string[])[];
}

/** `write` returns undefined for a missing value. `read` throws AttentionError `link`. */
export interface Codec {
  readonly write: (value: unknown) => string | undefined;
  readonly read: (raw: string, key: string) => unknown;
}

/** Percent-encoding with + for a space, escaping only what a fragment requires. */
export const escaped = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(/%(?:24|2F|3A|3B|3F|40)/g, (code) => decodeURIComponent(code))
    .replaceAll('%20', '+');

/** The inverse. It reads %20 as a space too. */
export function unescaped(raw: string, key: string): string {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return refuse(key, raw, message`its percent-encoding is broken`);
  }
}

export const refuse = (key: string, raw: string, why: Message): never =>
  fail('link', '', message`the link's ${quoted(key)} is ${quoted(raw)}: ${why}`);

const text: Codec = {
  // A comma is literal here. In a list it separates.
  write: (value) => (typeof value === 'string' ? escaped(value).replaceAll('%2C', ',') : undefined),
  read: unescaped,
};

/** A name, or "none" for null. */
const textOrNone: Codec = {
  write: (value) => (value === null ? 'none' : text.write(value)),
  read: (raw, key) => (raw === 'none' ? null : unescaped(raw, key)),
};

const list: Codec = {
  write: (value) => (Array.isArray(value) ? value.map((item) => escaped(String(item))).join(',') : undefined),
  read: (raw, key) => raw.split(',').map((item) => unescaped(item, key)),
};

/** Lists, separated by semicolons. */
const lists: Codec = {
  write: (value) =>
    Array.isArray(value) ? value.map((items) => list.write(items)?.replaceAll(';', '%3B')).join(';') : undefined,
  read: (raw, key) => raw.split(';').map((items) => list.read(items, key)),
};

/** Rows of 0 and 1: 100,110,111. */
const bits: Codec = {
  write: (value) => (Array.isArray(value) ? value.map((row: readonly number[]) => row.join('')).join(',') : undefined),
  read: (raw, key) =>
    /^[01]+(,[01]+)*$/.test(raw)
      ? raw.split(',').map((row) => Array.from(row, Number))
      : refuse(key, raw, message`it must be rows of 0 and 1, separated by commas`),
};

/**
 * Rows of whole tenths after their words, one digit each (A is 1): cat~0A10,dog~0A20. Other rows do not fit a
 * readable link.
 */
const tenths: Codec = {
  write: (value) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value as Readonly<Record<string, readonly number[]>>)
          .map(([word, row]) => `${escaped(word)}~${row.map((each) => digitsOfTenths[each * 10] ?? '?').join('')}`)
          .join(',')
      : undefined,
  read: (raw, key) =>
    Object.fromEntries(
      raw.split(',').map((item) => {
        const [, word = '', row = ''] = /^(.+)~([\dA]+)$/.exec(item) ?? [];
        if (row === '')
          refuse(key, raw, message`it must be words separated by commas, each followed by ~ and digits from 0 to A`);
        return [unescaped(word, key), Array.from(row, (digit) => digitsOfTenths.indexOf(digit) / 10)];
      }),
    ),
};
const digitsOfTenths = '0123456789A';

/** Codes after their words: cat~ABC,dog~DEF. */
const codes: Codec = {
  write: (value) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value as Readonly<Record<string, string>>)
          .map(([word, code]) => `${escaped(word)}~${escaped(code)}`)
          .join(',')
      : undefined,
  read: (raw, key) =>
    Object.fromEntries(
      raw.split(',').map((item) => {
        const [, word = '', code = ''] = /^(.+)~([^~]+)$/.exec(item) ?? [];
        if (code === '')
          refuse(
            key,
            raw,
            message`it must be words separated by commas, each followed by ~ and the letters of its vector`,
          );
        return [unescaped(word, key), unescaped(code, key)];
      }),
    ),
};

export const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

const number: Codec = {
  write: (value) => (typeof value === 'number' ? escaped(numberText(value)) : undefined),
  read: (raw, key) => {
    const digits = unescaped(raw, key);
    return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits)
      ? Number(digits)
      : refuse(key, raw, message`it must be a number`);
  },
};

const textOrNumber: Codec = {
  write: (value) => text.write(value) ?? number.write(value),
  read: (raw, key) => (/^\d+$/.test(raw) ? Number(raw) : unescaped(raw, key)),
};

const yesNo: Codec = {
  write: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
  read: (raw, key) => (raw === 'yes' || raw === 'no' ? raw === 'yes' : refuse(key, raw, message`it must be yes or no`)),
};

/** An object by its `kind`, with the one setting that names a variety after a dot: `random.normal`, `table.meaning`. */
const kind = (varieties: Readonly<Record<string, string>>): Codec => ({
  write: (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const own = String(Reflect.get(value, 'kind'));
    const variety: unknown = Object.hasOwn(varieties, own) ? Reflect.get(value, varieties[own] ?? '') : undefined;
    return variety === undefined ? own : `${own}.${escaped(String(variety))}`;
  },
  read: (raw, key) => {
    const point = raw.indexOf('.');
    const own = point < 0 ? raw : raw.slice(0, point);
    if (point < 0) return { kind: own };
    const variety = Object.hasOwn(varieties, own) ? varieties[own] : undefined;
    return variety === undefined
      ? refuse(key, raw, message`nothing may follow the point there`)
      : { kind: own, [variety]: unescaped(raw.slice(point + 1), key) };
  },
});

/** How a field is written, by its type. */
function codecOf(field: AnyField): Codec {
  switch (field.type) {
    case 'boolean':
      return yesNo;
    case 'number':
      return number;
    case 'page':
      return textOrNumber;
    case 'one':
      return field.default === null ? textOrNone : text;
    case 'list':
      return field.item?.type === 'list' ? lists : list;
    case 'bits':
      return bits;
    case 'rowsByWord':
      return tenths;
    case 'codesByWord':
      return codes;
    case 'kinds':
      return kind(field.variety ?? {});
    default:
      return text;
  }
}

export const embeddingKey = 'embedding';

/** One row for each key. The same path of several kinds shares one. */
export const linkKeys: readonly LinkKey[] = [
  ...new Map(
    [...places(scene)].flatMap(({ path, field }): (readonly [string, LinkKey])[] =>
      field.link === undefined
        ? []
        : [
            [
              field.link,
              {
                key: field.link,
                path,
                codec: codecOf(field),
                whole: field.type === 'kinds',
                drops: (field.resets ?? []).map((place) => place.split('.')),
              },
            ],
          ],
    ),
  ).values(),
];
