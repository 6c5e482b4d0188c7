// Other parsers check the documents that the project writes.
import Ajv2020 from 'ajv/dist/2020.js';
import { SaxesParser } from 'saxes';

const validators = new WeakMap();

/** Whether the value matches the JSON Schema, which may refer to others. Throws for an unknown keyword. */
export function matches(value, schema, ...others) {
  if (!validators.has(schema)) {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    for (const other of others) ajv.addSchema(other);
    validators.set(schema, ajv.compile(schema));
  }
  return validators.get(schema)(value);
}

/** { names: of the elements, text: between them }. Throws if the document is not well-formed XML. */
export function wellFormed(document) {
  const parser = new SaxesParser();
  const names = new Set();
  let text = '';
  parser.on('opentag', ({ name }) => names.add(name));
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(document).close();
  return { names, text };
}
