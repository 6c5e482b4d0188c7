/**
 * What embed.html#… asks for: how it is shown, and the text of a link to a scene, which is the rest.
 *
 *     #show=heatmap+arcs&controls=head&theme=dark&lang=es&readonly=1&playground=0&lesson=its-snowing&mask=causal
 *
 * All of it is understood, or nothing is shown.
 */
export type HashFault = 'twice' | 'unreadable' | 'empty' | 'notBit';

/** A key of the hash is wrong. The words for it are in `web/i18n`. */
export class HashProblem extends Error {
  constructor(
    readonly fault: HashFault,
    readonly key: string,
    readonly value: string,
  ) {
    super(`${key}=${value.slice(0, 80)}: ${fault}`);
  }
}

type Attributes = Record<string, string> & { readonly?: string; scene?: string };

const keys = ['show', 'controls', 'training', 'theme', 'lang', 'readonly', 'playground'] as const;
/** Those that say yes or no. */
const bits = ['readonly', 'playground'];

const isKey = (name: string): boolean => (keys as readonly string[]).includes(name);

/** Reads `location.hash`: attributes of the element, by name. Values are the element's to judge, as in its attributes. Throws HashProblem. */
export function readEmbedHash(hash: string): Readonly<Record<string, string>> {
  const attributes: Attributes = {};
  const scene: string[] = [];
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [, key = '', raw = ''] = /^([^=]*)=?([\s\S]*)$/.exec(part) ?? [];
    if (!isKey(key)) {
      if (part !== '') scene.push(part);
      continue;
    }
    if (Object.hasOwn(attributes, key)) throw new HashProblem('twice', key, raw);
    attributes[key] = decoded(key, raw);
  }
  if (attributes.readonly === '0') delete attributes.readonly;
  else if (attributes.readonly !== undefined) attributes.readonly = '';
  if (scene.length > 0) attributes.scene = `#${scene.join('&')}`;
  return attributes;
}

function decoded(key: string, raw: string): string {
  let value: string;
  try {
    value = decodeURIComponent(raw.replaceAll('+', ' ')).trim();
  } catch {
    throw new HashProblem('unreadable', key, raw);
  }
  if (value === '') throw new HashProblem('empty', key, raw);
  if (bits.includes(key) && value !== '0' && value !== '1') throw new HashProblem('notBit', key, raw);
  return value;
}
