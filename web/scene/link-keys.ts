import { fail, shortened } from './check.ts';

/**
 * The keys of a readable link: one row a key, with its place in the scene and how its value is written. Keys are a
 * promise (links live long in other people's texts): add, don't rename.
 */
export interface LinkKey {
  readonly key: string;
  /** One key, for a whole part of the scene, or two. */
  readonly path: readonly string[];
  readonly codec: Codec;
}

/** `write` gives undefined for a value that is not there; `read` throws AttentionError `link`. */
export interface Codec {
  readonly write: (value: unknown) => string | undefined;
  readonly read: (raw: string, key: string) => unknown;
}

/** Percent-encoding, with a space as + and without escapes that a fragment does not ask for. */
export const escaped = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(/%(?:24|2F|3A|3B|3F|40)/g, (code) => decodeURIComponent(code))
    .replaceAll('%20', '+');

/** The inverse; %20 is a space too. */
export function unescaped(raw: string, key: string): string {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return refuse(key, raw, 'its percent-encoding is broken');
  }
}

export const refuse = (key: string, raw: string, why: string): never =>
  fail('link', '', `the link's ${shortened(key)} is ${shortened(raw)}: ${why}`);

const text: Codec = {
  // A comma stands for itself here; in a list it separates.
  write: (value) => (typeof value === 'string' ? escaped(value).replaceAll('%2C', ',') : undefined),
  read: unescaped,
};

const list: Codec = {
  write: (value) => (Array.isArray(value) ? value.map((item) => escaped(String(item))).join(',') : undefined),
  read: (raw, key) => raw.split(',').map((item) => unescaped(item, key)),
};

export const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

const number: Codec = {
  write: (value) => (typeof value === 'number' ? escaped(numberText(value)) : undefined),
  read: (raw, key) => {
    const digits = unescaped(raw, key);
    return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits) ? Number(digits) : refuse(key, raw, 'it must be a number');
  },
};

const yesNo: Codec = {
  write: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
  read: (raw, key) => (raw === 'yes' || raw === 'no' ? raw === 'yes' : refuse(key, raw, 'it must be yes or no')),
};

/** An object by its `kind`, with the one setting that names a variety after a point: `random.normal`, `table.meaning`. */
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
      ? refuse(key, raw, 'nothing can follow the point there')
      : { kind: own, [variety]: unescaped(raw.slice(point + 1), key) };
  },
});

export const embeddingKey = 'embedding';

const row = (key: string, place: string, codec: Codec): LinkKey => ({ key, path: place.split('.'), codec });

export const linkKeys: readonly LinkKey[] = [
  row('sentence', 'sentence', text),
  row('tokens', 'tokens', list),
  row('lowercase', 'tokenizer.lowercase', yesNo),
  row('punctuation', 'tokenizer.punctuation', yesNo),

  row(embeddingKey, 'embedding', kind({ random: 'distribution', table: 'table' })),
  row('seed', 'embedding.seed', number),
  row('d', 'embedding.dModel', number),
  row('missing', 'embedding.missing', text),
  row('low', 'embedding.low', number),
  row('high', 'embedding.high', number),
  row('mean', 'embedding.mean', number),
  row('std', 'embedding.std', number),

  row('parameters', 'parameters', kind({ random: 'init', handmade: 'table' })),
  row('parameters.heads', 'parameters.heads', list),
  row('parameters.seed', 'parameters.seed', number),
  row('dK', 'parameters.dK', number),
  row('dV', 'parameters.dV', number),
  row('biases', 'parameters.biases', yesNo),
  row('output', 'parameters.output', yesNo),
  row('parameters.low', 'parameters.low', number),
  row('parameters.high', 'parameters.high', number),
  row('parameters.mean', 'parameters.mean', number),
  row('parameters.std', 'parameters.std', number),

  row('heads', 'attention.heads', number),
  row('kvHeads', 'attention.kvHeads', number),
  row('score', 'attention.score', text),
  row('scale', 'attention.scale', number),
  row('mask', 'attention.mask', kind({})),
  row('temperature', 'attention.temperature', number),
  row('softcap', 'attention.softcap', number),

  row('digits', 'view.digits', number),
  row('head', 'view.head', number),
  row('focus', 'view.focus', number),
];
