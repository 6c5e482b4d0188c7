// What editors read of <self-attention> to complete and explain it, made of its Custom Elements Manifest: web-types for JetBrains'
// (https://github.com/JetBrains/web-types), custom data for VS Code's (https://github.com/microsoft/vscode-custom-data).

const declarationsOf = ({ modules }) =>
  modules.flatMap(({ declarations = [] }) => declarations.filter((one) => one.tagName));

// A type that is a list of texts: 'auto' | 'light' | 'dark'.
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
