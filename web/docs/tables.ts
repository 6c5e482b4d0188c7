import type { guides } from '../i18n/en/docs.ts';
import { errorCodes } from '../scene/error.ts';
import { limits as form } from '../scene/limits.ts';
import { rows } from './markup.ts';
import { tolerances } from './tolerances.ts';

/** What a program may rely on, as tables that cannot differ from the code: the errors, the limits, and how exact numbers are. */

type Words = typeof guides;

const codesTable = (words: Words, codes: Readonly<Record<string, string>>): string =>
  rows(
    [words.errors.code, words.errors.meaning],
    Object.entries(codes).map(([code, meaning]) => [`\`${code}\``, meaning]),
  );

export const errorsTable = (words: Words): string => codesTable(words, errorCodes);

/** Every constant of src/limits.hpp has its words here, and every word its constant. */
const core: Readonly<Record<string, string>> = {
  max_tokens: 'tokens of a scene (T, and T_k of a cross-attention)',
  max_d_model: 'd_model',
  max_heads: 'heads',
  max_head_width: 'width of q, k or v of one head',
  max_d_ff: 'd_ff of a feed-forward',
  max_layers: 'layers',
  max_decimals: 'decimals of weights that are rounded',
  max_scene_bytes: 'all tensors of one scene',
  kept_score_bytes: 'tensors (H, T_q, T_k) of one scene that are kept; above it they are computed for every look',
  max_bytes: 'all tensors of one scaledDotProductAttention, working copies included',
};

const scene: Readonly<Record<keyof typeof form, string>> = {
  sentence: 'code points of a sentence',
  token: 'code points of one token',
  tokens: 'tokens of a sentence or of `tokens`',
  painted: 'rows, and columns, of a mask painted by hand',
  matrix: 'rows, and columns, of a matrix written into a scene; words of its own table',
  heads: 'heads made by hand',
  layers: 'layers',
  digits: 'digits shown after the point',
  json: 'UTF-16 units of a scene’s JSON text',
  link: 'characters of a link',
  unpacked: 'bytes that a packed link may unpack to',
  number: 'size of a number: the largest finite float32',
  integer: 'seeds and other whole numbers',
};

/** The numbers of src/limits.hpp: { max_tokens: 8192, … }. Throws where a constant is written in a way that is not known here. */
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

export function limitsTable(words: Words, header: string): string {
  const numbers = coreLimits(header);
  const names = [...new Set([...Object.keys(core), ...Object.keys(numbers)])];
  const amountOf = (name: string, value: number): string =>
    /bytes|pictures/.test(name) ? `${value / 2 ** 20} MiB` : amount(value);
  return rows(
    [words.limits.what, words.limits.most, words.limits.where],
    [
      ...names.map((name) => {
        const [text, value] = [core[name], numbers[name]];
        if (text === undefined || value === undefined)
          throw new Error(`src/limits.hpp and its table differ in ${name}`);
        return [text, amountOf(name, value), '`src/limits.hpp`'];
      }),
      ...Object.entries(form).map(([name, value]) => [
        scene[name as keyof typeof form],
        amount(value),
        '`web/scene/limits.ts`',
      ]),
    ],
  );
}

/** What `<self-attention>` computes at most, as web/element/source.ts has it. Throws where that is written in a way that is not known here. */
export function elementLimits(source: string): { readonly tokens: number; readonly weights: number } {
  const [, tokens] = /^const MOST_TOKENS = (\d+);$/m.exec(source) ?? [];
  const [, base, power] = /^const MOST_WEIGHTS = (\d+) \*\* (\d+);$/m.exec(source) ?? [];
  if (tokens === undefined || power === undefined)
    throw new Error('web/element/source.ts: its limits are not understood');
  return { tokens: Number(tokens), weights: Number(base) ** Number(power) };
}

export function roomTable(words: Words, source: string): string {
  const { tokens, weights } = elementLimits(source);
  return rows(
    [words.limits.what, words.limits.most, words.limits.where],
    [
      ['tokens of an element, and of its encoder', amount(tokens), '`web/element/source.ts`'],
      ['weights of all its heads', amount(weights), '`web/element/source.ts`'],
    ],
  );
}

/** What an `error` event may say beside the codes of AttentionError. */
export const elementCodes: Readonly<Record<string, string>> = {
  attribute: 'an attribute has a value that is not known, or not beside another; `path` is its name',
  fetch: 'the JSON file of `scene` could not be fetched; `path` is `scene`',
  load: 'the element’s own files could not be fetched; its children stay',
};

export const problemsTable = (words: Words): string => codesTable(words, elementCodes);

const amount = (value: number): string => {
  if (value > 1e30) return value.toPrecision(8).replace(/e\+(\d+)/, ' · 10^$1');
  if (value === 2 ** 32 - 1) return '2³² − 1';
  return String(value).replace(/\B(?=(\d{3})+$)/g, value >= 10_000 ? ' ' : '');
};

export const tolerancesTable = (words: Words): string =>
  rows(
    [words.tolerances.what, words.tolerances.against, words.tolerances.apart, words.tolerances.where],
    tolerances.map(({ what, against, apart, test }) => [what, against, apart, `\`${test}\``]),
  );

/** What the Custom Elements Manifest says of the element, as tables. */

interface Described {
  readonly name: string;
  readonly description?: string;
  readonly default?: string;
  readonly type?: { readonly text: string };
}
interface Member extends Described {
  readonly kind: 'field' | 'method';
  readonly static?: boolean;
  readonly privacy?: string;
  readonly parameters?: readonly Described[];
  readonly return?: { readonly type?: { readonly text: string } };
}
/** https://github.com/webcomponents/custom-elements-manifest, as far as it is read here. */
export interface Manifest {
  readonly modules: readonly { readonly declarations?: readonly Declaration[] }[];
}
interface Declaration {
  readonly tagName?: string;
  readonly attributes?: readonly Described[];
  readonly members?: readonly Member[];
  readonly events?: readonly Described[];
  readonly cssParts?: readonly Described[];
  readonly cssProperties?: readonly Described[];
}

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

const call = ({ static: fixed, name, parameters, return: result }: Member): string => {
  const taken = parameters?.map(({ name: one, type }) => (type === undefined ? one : `${one}: ${type.text}`)) ?? [];
  return `${fixed === true ? 'static ' : ''}${name}(${taken.join(', ')})${result?.type === undefined ? '' : `: ${result.type.text}`}`;
};

/** One of the tables. Throws where there is no manifest, or no `<self-attention>` in it. */
export function tableOf(
  which: 'attributes' | 'members' | 'events' | 'parts' | 'properties',
  words: Words,
  manifest: Manifest | undefined,
): string {
  const own = manifest?.modules
    .flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName === 'self-attention');
  if (own === undefined) throw new Error('There is no manifest of <self-attention>.');
  const { element: say } = words;
  const described = ({ name, description = '' }: Described): readonly string[] => [code(name), description];
  if (which === 'attributes')
    return rows(
      [say.attribute, say.meaning, say.type, say.usual],
      (own.attributes ?? []).map(({ name, description = '', type, default: usual = '' }) => [
        code(name),
        description,
        code(type?.text ?? ''),
        code(usual),
      ]),
    );
  if (which === 'members')
    return rows(
      [say.member, say.meaning],
      (own.members ?? [])
        .filter(({ privacy }) => privacy === undefined || privacy === 'public')
        .map((member) => [
          code(
            member.kind === 'method'
              ? call(member)
              : `${member.static === true ? 'static ' : ''}${member.name}${member.type === undefined ? '' : `: ${member.type.text}`}`,
          ),
          member.description ?? '',
        ]),
    );
  if (which === 'events') return rows([say.event, say.meaning], (own.events ?? []).map(described));
  if (which === 'parts') return rows([say.part, say.meaning], (own.cssParts ?? []).map(described));
  return rows(
    [say.css, say.meaning, say.usual],
    (own.cssProperties ?? []).map((property) => [...described(property), code(property.default ?? '')]),
  );
}
