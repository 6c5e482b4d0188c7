import { modules } from '../element/custom-elements.json';
import { elementLimits } from '../element/source.ts';
import type { guides } from '../i18n/en/docs.ts';
import { scene as description } from '../scene/description.ts';
import { errorCodes } from '../scene/error-codes.ts';
import { aboutPart } from '../scene/json-schema.ts';
import { limits as scene } from '../scene/limits.ts';
import { places } from '../scene/schema.ts';
import { rows } from './markup.ts';

/** The tables of the guides, made from the code: errors, limits, link keys, and the API of the element. */

type Words = Pick<typeof guides, 'tables' | 'described'>;

/** A description from the code in the language of the words; often empty. Throws if the translation is missing. */
function about({ described }: Words, english = ''): string {
  if (english === '' || Object.keys(described).length === 0) return english;
  const said = described[english];
  if (said === undefined) throw new Error(`A table of the guides is not translated: ${english}`);
  return said;
}

/** All tables in one language, by their names in the guides. */
export const tables = (words: Words): Readonly<Record<keyof Words['tables'], string>> => ({
  errors: errorsTable(words),
  linkKeys: linkKeysTable(words),
  ...elementTables(words),
});

const errorsTable = (words: Words): string =>
  rows(
    words.tables.errors,
    Object.entries(errorCodes).map(([code, meaning]) => [`\`${code}\``, about(words, meaning)]),
  );

/** The keys of a readable link. Several fields may share a key, which is listed once. */
function linkKeysTable(words: Words): string {
  const keys = new Map(
    [...places(description)].flatMap(({ path, field }) => {
      const { link } = field;
      return link === undefined
        ? []
        : [[link, [`\`${link}\``, `\`${path.join('.')}\``, about(words, aboutPart(field))]] as const];
    }),
  );
  return rows(words.tables.linkKeys, [...keys.values()]);
}

/** The constants of src/limits.hpp: { max_tokens: 8192, … }. Throws for a constant that it cannot parse. */
export function coreLimits(header: string): Readonly<Record<string, number>> {
  const found = [...header.matchAll(/^inline constexpr std::size_t (\w+) = ([^;]+);$/gm)];
  return Object.fromEntries(
    found.map(([, name = '', value = '']) => {
      const [, factor, power] = /^std::size_t\{(\d+)\} << (\d+)$/.exec(value) ?? [];
      const number = factor === undefined ? Number(value) : Number(factor) * 2 ** Number(power);
      if (!Number.isSafeInteger(number))
        throw new Error(`src/limits.hpp: ${name} is ${value}, which is not understood`);
      return [name, number];
    }),
  );
}

/** Every limit as text, by its name in the guides: "core max_tokens", "scene sentence", "element tokens". */
export function limitTexts(header: string): ReadonlyMap<string, string> {
  const all = { core: coreLimits(header), scene, element: elementLimits };
  return new Map(
    Object.entries(all).flatMap(([of, limits]) =>
      Object.entries(limits).map(([name, value]) => [
        `${of} ${name}`,
        name.endsWith('_bytes') ? `${value / 2 ** 20} MiB` : amount(value),
      ]),
    ),
  );
}

const amount = (value: number): string => {
  if (value > 1e30) return value.toPrecision(8).replace(/e\+(\d+)/, ' · 10^$1');
  if (value === 2 ** 32 - 1) return '2³² − 1';
  return String(value).replace(/\B(?=(\d{3})+$)/g, value >= 10_000 ? ' ' : '');
};

/** https://github.com/webcomponents/custom-elements-manifest, as far as it is read here. */
interface Described {
  readonly name: string;
  readonly description?: string | undefined;
  readonly default?: string | undefined;
  readonly type?: { readonly text: string } | undefined;
}
interface Member extends Described {
  readonly kind: string;
  readonly static?: boolean | undefined;
  readonly parameters?: readonly Described[] | undefined;
  readonly return?: { readonly type: { readonly text: string } } | undefined;
}

const code = (text = ''): string => (text === '' ? '' : `\`${text}\``);
const typed = ({ name, type }: Described): string => (type === undefined ? name : `${name}: ${type.text}`);

const signature = ({ kind, static: isStatic, name, parameters = [], type, return: result }: Member): string => {
  const called = kind === 'method' ? `${name}(${parameters.map(typed).join(', ')})` : name;
  return `${isStatic ? 'static ' : ''}${typed({ name: called, type: result?.type ?? type })}`;
};

/** The tables of `<self-attention>`, from its Custom Elements Manifest. */
function elementTables(words: Words) {
  const own = modules.flatMap(({ declarations = [] }) => declarations).find((one) => 'tagName' in one);
  if (own === undefined) throw new Error('There is no manifest of <self-attention>.');
  const { tables } = words;
  const described = ({ name, description }: Described) => [code(name), about(words, description)];
  const members: readonly Member[] = own.members.filter(({ privacy }) => privacy === 'public');
  return {
    attributes: rows(
      tables.attributes,
      own.attributes.map((one: Described) => [...described(one), code(one.type?.text), code(one.default)]),
    ),
    members: rows(
      tables.members,
      members.map((member) => [code(signature(member)), about(words, member.description)]),
    ),
    events: rows(tables.events, own.events.map(described)),
    parts: rows(tables.parts, own.cssParts.map(described)),
    properties: rows(
      tables.properties,
      own.cssProperties.map((one) => [...described(one), code(one.default)]),
    ),
  };
}
