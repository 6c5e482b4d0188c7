// A checker for the keywords of JSON Schema 2020-12 that scene.schema.json uses, and no more. A keyword that it does not
// know is an error, so that the schema cannot say something that goes unchecked.
// "then" and "else" are read by "if".
const quiet = new Set(['$schema', '$id', '$defs', 'title', 'description', 'default', 'then', 'else']);

const types = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
};

const keywords = {
  $ref: (value, ref, { root, check }) => check(value, root.$defs[ref.replace('#/$defs/', '')]),
  type: (value, type) => types[type](value),
  const: (value, wanted) => value === wanted,
  enum: (value, list) => list.includes(value),
  oneOf: (value, list, { check }) => list.filter((schema) => check(value, schema)).length === 1,
  allOf: (value, list, { check }) => list.every((schema) => check(value, schema)),
  anyOf: (value, list, { check }) => list.some((schema) => check(value, schema)),
  not: (value, schema, { check }) => !check(value, schema),
  if: (value, schema, { check, parent }) => check(value, (check(value, schema) ? parent.then : parent.else) ?? {}),
  exclusiveMinimum: (value, low) => typeof value !== 'number' || value > low,
  minimum: (value, low) => typeof value !== 'number' || value >= low,
  maximum: (value, high) => typeof value !== 'number' || value <= high,
  minLength: (value, low) => typeof value !== 'string' || [...value].length >= low,
  maxLength: (value, high) => typeof value !== 'string' || [...value].length <= high,
  pattern: (value, pattern) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  minItems: (value, low) => !Array.isArray(value) || value.length >= low,
  maxItems: (value, high) => !Array.isArray(value) || value.length <= high,
  items: (value, schema, { check }) => !Array.isArray(value) || value.every((item) => check(item, schema)),
  minProperties: (value, low) => !types.object(value) || Object.keys(value).length >= low,
  maxProperties: (value, high) => !types.object(value) || Object.keys(value).length <= high,
  propertyNames: (value, schema, { check }) =>
    !types.object(value) || Object.keys(value).every((key) => check(key, schema)),
  required: (value, keys) => !types.object(value) || keys.every((key) => Object.hasOwn(value, key)),
  properties: (value, schemas, { check }) =>
    !types.object(value) ||
    Object.entries(schemas).every(([key, schema]) => !Object.hasOwn(value, key) || check(value[key], schema)),
  additionalProperties: (value, schema, { check, parent }) =>
    !types.object(value) ||
    Object.keys(value)
      .filter((key) => !Object.hasOwn(parent.properties ?? {}, key))
      .every((key) => schema !== false && check(value[key], schema)),
};

/** Whether the value is what the schema describes. */
export function matches(value, root) {
  const check = (part, schema) =>
    Object.entries(schema).every(([keyword, setting]) => {
      if (quiet.has(keyword)) return true;
      if (!Object.hasOwn(keywords, keyword)) throw new Error(`the checker does not know the keyword ${keyword}`);
      return keywords[keyword](part, setting, { root, check, parent: schema });
    });
  return check(value, root);
}
