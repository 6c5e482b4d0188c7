// What readers of other people's say of the documents that the project writes.
import Ajv2020 from 'ajv/dist/2020.js';
import { SaxesParser } from 'saxes';

const validators = new WeakMap();

/** Whether the value is what the JSON Schema describes, which may refer to others. Throws over a keyword that JSON Schema does not have. */
export function matches(value, schema, ...others) {
  if (!validators.has(schema)) {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    for (const other of others) ajv.addSchema(other);
    validators.set(schema, ajv.compile(schema));
  }
  return validators.get(schema)(value);
}

/** { names: of the elements, text: all that is between them }. Throws where the document is not well-formed XML. */
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
