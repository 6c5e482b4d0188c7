import { fail, type Message, message, quoted } from './error.ts';

/**
 * The keys of a readable link: one row a key, with its place in the scene and how its value is written. Keys are a
 * promise (links live long in other people's texts): add, don't rename.
 */
export interface LinkKey {
  readonly key: string;
  readonly path: readonly string[];
  readonly codec: Codec;
  /** Named, it replaces all that stands at its path; other keys fill it. */
  readonly whole: boolean;
  /** The places that do not survive another value of this one. */
  readonly drops: readonly (readonly string[])[];
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
    return refuse(key, raw, message`its percent-encoding is broken`);
  }
}

export const refuse = (key: string, raw: string, why: Message): never =>
  fail('link', '', message`the link's ${quoted(key)} is ${quoted(raw)}: ${why}`);

const text: Codec = {
  // A comma stands for itself here; in a list it separates.
  write: (value) => (typeof value === 'string' ? escaped(value).replaceAll('%2C', ',') : undefined),
  read: unescaped,
};

/** A name, "none" for null. */
const textOrNone: Codec = {
  write: (value) => (value === null ? 'none' : text.write(value)),
  read: (raw, key) => (raw === 'none' ? null : unescaped(raw, key)),
};

const list: Codec = {
  write: (value) => (Array.isArray(value) ? value.map((item) => escaped(String(item))).join(',') : undefined),
  read: (raw, key) => raw.split(',').map((item) => unescaped(item, key)),
};

/** Lists, a semicolon between them. */
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
      : refuse(key, raw, message`it must be rows of 0 and 1, with commas between them`),
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

const yesNo: Codec = {
  write: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
  read: (raw, key) => (raw === 'yes' || raw === 'no' ? raw === 'yes' : refuse(key, raw, message`it must be yes or no`)),
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
      ? refuse(key, raw, message`nothing can follow the point there`)
      : { kind: own, [variety]: unescaped(raw.slice(point + 1), key) };
  },
});

export const embeddingKey = 'embedding';

const row = (key: string, place: string, codec: Codec, ...drops: readonly string[]): LinkKey => ({
  key,
  path: place.split('.'),
  codec,
  whole: false,
  drops: drops.map((other) => other.split('.')),
});

const whole = (...settings: Parameters<typeof row>): LinkKey => ({ ...row(...settings), whole: true });

const words = ['sentence', 'tokens', 'view.focus'];
const keyWords = ['encoder.sentence', 'encoder.tokens', 'encoder.x'];

export const linkKeys: readonly LinkKey[] = [
  row('sentence', 'sentence', text, ...words),
  row('tokens', 'tokens', list, ...words),
  row('lowercase', 'tokenizer.lowercase', yesNo),
  row('punctuation', 'tokenizer.punctuation', yesNo),

  row('encoder', 'encoder.sentence', text, ...keyWords),
  row('encoder.tokens', 'encoder.tokens', list, ...keyWords),

  whole(embeddingKey, 'embedding', kind({ random: 'distribution', table: 'table' }), 'encoder.x'),
  row('seed', 'embedding.seed', number),
  row('d', 'embedding.dModel', number),
  row('missing', 'embedding.missing', text),
  row('low', 'embedding.low', number),
  row('high', 'embedding.high', number),
  row('mean', 'embedding.mean', number),
  row('std', 'embedding.std', number),

  whole('positions', 'positions', kind({})),
  row('positions.base', 'positions.base', number),
  row('positions.join', 'positions.join', text),
  row('positions.width', 'positions.width', number),
  row('positions.seed', 'positions.seed', number),
  row('positions.std', 'positions.std', number),
  row('positions.clip', 'positions.clip', number),

  whole('parameters', 'parameters', kind({ random: 'init', handmade: 'table' })),
  row('parameters.heads', 'parameters.heads', list),
  row('parameters.later', 'parameters.later', lists),
  row('parameters.seed', 'parameters.seed', number),
  row('dK', 'parameters.dK', number),
  row('dV', 'parameters.dV', number),
  row('dA', 'parameters.dA', number),
  row('biases', 'parameters.biases', yesNo),
  row('output', 'parameters.output', yesNo),
  row('parameters.low', 'parameters.low', number),
  row('parameters.high', 'parameters.high', number),
  row('parameters.mean', 'parameters.mean', number),
  row('parameters.std', 'parameters.std', number),

  row('heads', 'attention.heads', number),
  row('kvHeads', 'attention.kvHeads', number),
  row('score', 'attention.score', text, 'attention.scores'),
  row('scale', 'attention.scale', number),
  whole('mask', 'attention.mask', kind({})),
  row('mask.length', 'attention.mask.length', number),
  row('before', 'attention.mask.before', number),
  row('after', 'attention.mask.after', number),
  row('visible', 'attention.mask.visible', bits),
  row('temperature', 'attention.temperature', number),
  row('softcap', 'attention.softcap', number),
  row('normalizer', 'attention.normalizer', text),
  row('round', 'attention.roundWeights', number),
  row('weighted', 'attention.weightedValues', yesNo),

  row('residual', 'block.residual', yesNo),
  row('norm', 'block.norm', text),
  row('place', 'block.place', text),
  row('ff', 'block.feedForward.width', number),
  row('activation', 'block.feedForward.activation', text),
  row('layers', 'layers', number),
  row('mistake', 'mistake', textOrNone),

  row('digits', 'view.digits', number),
  row('head', 'view.head', number),
  row('layer', 'view.layer', number),
  row('focus', 'view.focus', number),
  row('page', 'view.page', number),
];
