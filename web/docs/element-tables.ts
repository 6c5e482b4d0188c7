/** What the Custom Elements Manifest says of the element, as tables. */
import type { guides } from '../i18n/en/docs.ts';
import { rows } from './markup.ts';

type Words = typeof guides;

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
  const shown = ({ name, description = '', default: usual = '' }: Described): readonly string[] => [
    code(name),
    description,
    code(usual),
  ];
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
  if (which === 'events')
    return rows(
      [say.event, say.meaning],
      (own.events ?? []).map(({ name, description = '' }) => [code(name), description]),
    );
  if (which === 'parts')
    return rows(
      [say.part, say.meaning],
      (own.cssParts ?? []).map(({ name, description = '' }) => [code(name), description]),
    );
  return rows([say.css, say.meaning, say.usual], (own.cssProperties ?? []).map(shown));
}
