/** The values of a lesson's fields, besides those of a scene's. */

import { normalScene } from '../scene/defaults.ts';
import { described, fail, type Message, message, messageOf, quoted } from '../scene/error.ts';
import { parseScene } from '../scene/parse.ts';
import type { Schema, ValueOf } from '../scene/schema.ts';
import type { Scene } from '../scene/types.ts';
import { below, nameOf, record, text } from '../scene/values.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Text of a form; `expected` describes it. */
export function formed<Value extends string>(form: RegExp, most: number, expected: Message): Schema<Value> {
  const any = text(1, most);
  return {
    type: 'text',
    parse: (value, path) => {
      const given = any.parse(value, path);
      if (!form.test(given))
        fail('scene-form', path, message`${nameOf(path)} is ${quoted(given)}; it must be ${expected}`);
      // The pattern ensures the type.
      return given as Value;
    },
    json: () => ({ type: 'string', maxLength: most, pattern: form.source }),
  };
}

/** Any JSON value. The copy has own keys only. */
export const json: Schema<Json> = { type: 'object', parse: copied, json: () => ({}) };

function copied(value: unknown, path: string): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return value;
  if (Array.isArray(value)) return value.map((item, index) => copied(item, below(path, index)));
  if (typeof value !== 'object')
    return fail('scene-form', path, message`${nameOf(path)} is ${described(value)}; it must be JSON`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copied(item, below(path, key))]));
}

/** Alternative objects, each with a key that no other has. */
export function byKey<const From extends Readonly<Record<string, Schema<unknown>>>>(
  forms: From,
): Schema<ValueOf<From[keyof From]>> {
  const keys = Object.keys(forms);
  return {
    type: 'object',
    parse: (value, path) => {
      const given = record(value, path);
      const [key, other] = keys.filter((own) => Object.hasOwn(given, own));
      const form = key === undefined ? undefined : forms[key];
      if (form === undefined)
        return fail('scene-form', path, message`${nameOf(path)} has none of the keys ${keys.join(', ')}; give one`);
      if (other !== undefined)
        return fail('scene-form', path, message`both ${key ?? ''} and ${other} are given; give only one`);
      return form.parse(value, path) as ValueOf<From[keyof From]>;
    },
    json: (refer) => ({ oneOf: Object.values(forms).map(refer) }),
  };
}

/** An object with both of two keys, or neither. */
export const withBoth = <Value extends object>(
  schema: Schema<Value>,
  first: string,
  second: string,
): Schema<Value> => ({
  ...schema,
  parse: (value, path) => {
    const clean = schema.parse(value, path);
    const [there, missing] = Object.hasOwn(clean, first) ? [first, second] : [second, first];
    if (Object.hasOwn(clean, there) && !Object.hasOwn(clean, missing))
      fail('scene-form', below(path, missing), message`${missing} is missing; it is required beside ${there}`);
    return clean;
  },
  json: (refer) => ({ ...schema.json(refer), dependentRequired: { [first]: [second], [second]: [first] } }),
});

/** A scene that belongs to no lesson, in its normal form. */
export const sceneOfLesson: Schema<Scene> = {
  type: 'object',
  parse: (value, path) => {
    const scene = within(path, () => normalScene(parseScene(value)));
    for (const key of ['lesson', 'page']) {
      if (!Object.hasOwn(scene.view ?? {}, key)) continue;
      fail(
        'scene-form',
        `${path}/view/${key}`,
        message`${key} is given, but the scene of a lesson file must not have it`,
      );
    }
    return scene;
  },
  json: () => ({
    allOf: [{ $ref: 'scene.schema.json' }, { properties: { view: { properties: { lesson: false, page: false } } } }],
  }),
};

/** Adds the path of a part to an error thrown inside it. */
export function within<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (thrown) {
    const { code, path: own } = Object(thrown);
    if (typeof code !== 'string' || typeof own !== 'string') throw thrown;
    return fail(code as Parameters<typeof fail>[0], `${path}${own}`, messageOf(thrown));
  }
}
