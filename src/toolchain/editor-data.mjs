// Describes <self-attention> for editors and type checkers, from its Custom Elements Manifest: web-types for JetBrains' editors
// (https://github.com/JetBrains/web-types), custom data for VS Code (https://github.com/microsoft/vscode-custom-data), and
// declarations of the tag for frameworks whose templates TypeScript checks.

const declarationsOf = ({ modules }) =>
  modules.flatMap(({ declarations = [] }) => declarations.filter((one) => one.tagName));

// The choices of a type like 'auto' | 'light' | 'dark'.
const choicesOf = (text) =>
  /^'[^']*'( \| '[^']*')*$/.test(text) ? text.split(' | ').map((one) => one.slice(1, -1)) : [];

const described = ({ summary, description }) => [summary, description].filter(Boolean).join(' ');

/** The object of web-types.json. */
export function webTypes(manifest, { name, version }) {
  const elements = declarationsOf(manifest).map((element) => ({
    name: element.tagName,
    description: described(element),
    attributes: element.attributes.map((one) => ({
      name: one.name,
      description: one.description,
      ...(one.default === undefined ? {} : { default: one.default }),
      value: { type: one.type.text, ...(one.type.text === 'boolean' ? { kind: 'no-value' } : {}) },
    })),
    js: {
      properties: element.members
        .filter(({ kind, static: isStatic, privacy }) => kind === 'field' && !isStatic && privacy === 'public')
        .map((one) => ({ name: one.name, description: one.description, value: { type: one.type.text } })),
      events: (element.events ?? []).map((one) => ({ name: one.name, description: one.description })),
    },
    css: {
      properties: (element.cssProperties ?? []).map((one) => ({ name: one.name, description: one.description })),
      parts: (element.cssParts ?? []).map((one) => ({ name: one.name, description: one.description })),
    },
  }));
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name,
    version,
    'description-markup': 'markdown',
    contributions: { html: { elements } },
  };
}

/** The object of vscode.html-custom-data.json. */
export function customData(manifest) {
  const tags = declarationsOf(manifest).map((element) => ({
    name: element.tagName,
    description: { kind: 'markdown', value: described(element) },
    attributes: element.attributes.map((one) => ({
      name: one.name,
      description: { kind: 'markdown', value: one.description },
      ...(one.type.text === 'boolean' ? { valueSet: 'v' } : {}),
      ...(choicesOf(one.type.text).length === 0
        ? {}
        : { values: choicesOf(one.type.text).map((choice) => ({ name: choice })) }),
    })),
  }));
  return { version: 1.1, tags };
}

/** For each framework, the type of the attributes of every element and the module that lists the tags. */
const FRAMEWORKS = {
  // React 19 sets properties and listens to any event. Earlier versions only write attributes.
  react: { module: 'react', base: 'DetailedHTMLProps<HTMLAttributes<SelfAttentionElement>, SelfAttentionElement>' },
  'react-18': { module: 'react', props: 'WrittenProps' },
  preact: { module: 'preact', base: 'HTMLAttributes<SelfAttentionElement>' },
  svelte: { module: 'svelte/elements', base: 'HTMLAttributes<SelfAttentionElement>' },
  vue: { module: 'vue', base: 'HTMLAttributes', props: 'Props & CapitalisedHandlers' },
};
FRAMEWORKS['react-18'].base = FRAMEWORKS.react.base;

/** The frameworks: `self-attention/NAME` registers the element and types its tag there. */
export const frameworkNames = Object.keys(FRAMEWORKS);

const jsx = (name) => `declare module '${name}' {
  namespace JSX {
    interface IntrinsicElements {
      'self-attention': Tag;
    }
  }
}
`;

/** The declaration of the tag for each framework. */
const tagIn = {
  'svelte/elements': `declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'self-attention': Tag;
  }
}
`,
  // Templates know components by their constructors. `$props` is the type of their attributes.
  vue: `declare module 'vue' {
  interface GlobalComponents {
    'self-attention': new () => SelfAttentionElement & { readonly $props: Tag };
  }
}
${jsx('vue/jsx-runtime')}`,
};

/** The declarations by file name in the folder `frameworks` of the package's types. */
export function frameworkTypes(manifest) {
  const [element] = declarationsOf(manifest);
  const fields = new Map(element.members.filter(({ kind }) => kind === 'field').map((field) => [field.name, field]));
  // Every element has `lang`. Lists of choices come from the attribute, other types from the property.
  const props = element.attributes.filter(({ name }) => fields.has(name));
  const typeOf = ({ name, type }) => (choicesOf(type.text).length > 0 ? type.text : fields.get(name).type.text);
  const texts = props.map((one) => `  /** ${one.description} */\n  readonly ${one.name}?: ${typeOf(one)} | undefined;`);
  const events = element.events.map(({ name }) => `'${name}'`).join(' | ');
  const shared = `import type { SelfAttentionElement, SelfAttentionEventMap } from '../element/element.ts';
import type { Scene } from '../scene/types.ts';

/** What \`<self-attention>\` can be given beside what every element can. */
export interface Props {
${texts.join('\n')}
}

/** The same where only attributes are written. */
export interface WrittenProps extends Omit<Props, 'scene' | 'readonly'> {
  readonly scene?: string | undefined;
  readonly readonly?: 'true' | undefined;
}

type Names = ${events};
type Handler<Name extends Names> = (event: SelfAttentionEventMap[Name] & { readonly currentTarget: SelfAttentionElement }) => void;
export type Handlers = { readonly [Name in Names as \`on\${Name}\`]?: Handler<Name> | undefined };
export type CapitalisedHandlers = { readonly [Name in Names as \`on\${Capitalize<Name>}\`]?: Handler<Name> | undefined };
`;
  const files = Object.entries(FRAMEWORKS).map(([name, { module, base, props: own = 'Props & Handlers' }]) => {
    const names = [...new Set(base.match(/\b\w*HTML\w+/g))].join(', ');
    const text = `import type { ${names} } from '${module}';
import type { SelfAttentionElement } from '../element/element.ts';
import type { CapitalisedHandlers, Handlers, Props, WrittenProps } from './props.ts';

export * from '../element/define.ts';

type Own = ${own};
type Tag = Omit<${base}, keyof Own> & Own;

${tagIn[module] ?? jsx(module)}`;
    return [`${name}.d.ts`, text];
  });
  return new Map([['props.d.ts', shared], ...files]);
}
