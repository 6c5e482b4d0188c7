/** scene.schema.json, generated from the description when the site and the package are built. */

import { about } from './about.ts';
import { scene } from './description.ts';
import { consistencyAsJson } from './parse.ts';
import type { AnyField, Between, JsonSchema } from './schema.ts';

export const sceneJsonSchema = (): JsonSchema =>
  asJsonSchema(
    scene,
    {
      $id: 'scene.schema.json',
      title: 'Scene',
      description:
        'Everything that decides a picture of attention: the tokens, their embedding, the parameters, the options and the view. What the numbers mean together (shapes, heads, ranges that depend on each other) is checked by the core; that the rows of a matrix have one length, and that there are as many sets of matrices as layers, by the parser.',
    },
    { allOf: consistencyAsJson() },
  );

/** A description as JSON Schema. `head` is added at the top, and `also` must hold too. */
export function asJsonSchema(whole: AnyField, head: JsonSchema, also: JsonSchema = {}): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const define = (name: string, part: AnyField): JsonSchema => {
    if (!Object.hasOwn(definitions, name)) {
      // A recursive definition is written once, too.
      definitions[name] = {};
      definitions[name] = part.json(refer);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const refer = (part: AnyField): JsonSchema => ({
    ...(part.name === undefined ? part.json(refer) : define(part.name, part)),
    ...described(part),
    ...hasDefault(part),
  });
  const { properties, ...rest } = refer(whole);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...head,
    ...rest,
    properties,
    ...also,
    $defs: definitions,
  };
}

const described = (part: AnyField): JsonSchema => {
  const description = aboutPart(part);
  return description === undefined ? {} : { description };
};

/** What a part of a scene means, or of a lesson, whose schemas carry their texts themselves. */
export const aboutPart = (part: AnyField & { readonly between?: Between }): string | undefined =>
  part.about ?? part.between?.about ?? aboutScenes.get(part) ?? aboutScenes.get(part.between);

/** By the field. By what is between its keys for a kind, which has the same fields in several schemas. */
const aboutScenes: ReadonlyMap<unknown, string> = new Map(
  Object.entries(about).map(([path, text]) => {
    const part = partAt(scene, path.split('.'));
    if (part === undefined) throw new Error(`about.ts describes ${path}, which no scene has`);
    return [part, text];
  }),
);

function partAt(part: AnyField | undefined, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return part;
  const inside = part?.item ?? part;
  const kind = inside?.kinds?.[key];
  return kind !== undefined && rest.length === 0 ? kind.between : partAt(kind ?? inside?.fields?.[key], rest);
}

/** A key whose default depends on the scene has no default in JSON Schema. */
const hasDefault = (part: AnyField): JsonSchema =>
  part.default === undefined || (part.default === null && part.type !== 'one') ? {} : { default: part.default };
