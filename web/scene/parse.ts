import { scene as description } from './description.ts';
import { fail, type Message, message } from './error.ts';
import { givenLimits, isPacked, sizeOf } from './given-tensors.ts';
import { layerCount } from './layers.ts';
import { limits } from './limits.ts';
import { type Condition, holds, type JsonSchema, valueAt } from './schema.ts';
import type { Scene } from './types.ts';
import { number } from './values.ts';

/**
 * A clean copy of a scene from anywhere, with its keys in the order of the description. Throws AttentionError for
 * the first error: `scene-form` `too-large` `empty` `shape` `not-finite` `range`. Nothing is clamped, cut or filled
 * in.
 */
export function parseScene(value: unknown): Scene {
  refuseLater(value);
  const scene = description.parse(value, '');
  checkConsistency(scene);
  return scene;
}

/** The scene with other words and without its own tokens. Throws as `parseScene` does. */
export function withSentence(scene: Scene, sentence: string): Scene {
  const { tokens: _, view, ...rest } = scene;
  const { focus: __, ...withoutFocus } = view ?? {};
  const other: Scene = { ...rest, sentence, ...(view === undefined ? {} : { view: withoutFocus }) };
  return parseScene(other);
}

/** Checked before the keys, which this release may not know. */
function refuseLater(value: unknown): void {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'version')) return;
  const version: unknown = Reflect.get(value, 'version');
  if (Number.isInteger(version) && Number(version) > 1) {
    fail('scene-form', '/version', message`version is ${String(version)}; only scenes of version 1 can be read`);
  }
}

/** JSON for −∞, in masks that may hold it. */
export const minusInfinity = '-inf';

/** A number, or "-inf" for −∞. Anything else is an error as for any number. */
export const numberOrMinusInfinity = (value: unknown, path: string): number =>
  value === minusInfinity ? Number.NEGATIVE_INFINITY : number.parse(value, path);

/**
 * Parts of a scene that require or exclude each other: an unused matrix is refused as a missing one is. The rules
 * are checked in this order and are in scene.schema.json too, except for the number of layers, which JSON Schema
 * cannot compare.
 */

interface Rule {
  /** The path of the keys, with * for each item of a list. */
  readonly in: string;
  /** The rule applies to scenes for which this holds. */
  readonly if?: Condition;
  /** Required if `when` holds, else forbidden. */
  readonly exactly?: readonly string[];
  /** Allowed only if `when` holds. */
  readonly atMost?: readonly string[];
  readonly when: Condition;
  /** `when` in words. */
  readonly where: Message;
}

/** The versions of the table from one on. */
const since = (first: number): readonly number[] =>
  Array.from({ length: limits.tableVersion - first + 1 }, (_, index) => first + index);

const qkv: Condition = { at: 'embedding.kind', is: 'qkv' };
const projected: Condition = { at: 'embedding.kind', isNot: 'qkv' };
const withLayers: Condition = { at: 'embedding.layers', isThere: true };
const withoutLayers: Condition = { at: 'embedding.layers', isThere: false };
const projections = {
  exactly: ['wQ', 'wK', 'wV'],
  atMost: ['bQ', 'bK', 'bV'],
  when: projected,
  where: message`the embedding is not "qkv"`,
};

/** A table that ships names its own columns. */
const meaningName = 'meaning';

const before: readonly Rule[] = [
  {
    in: 'encoder',
    exactly: ['x'],
    when: { at: 'embedding.kind', is: 'given' },
    where: message`the embedding is "given"`,
  },
  {
    in: 'attention',
    if: withoutLayers,
    exactly: ['scores'],
    when: { at: 'attention.score', is: 'given' },
    where: message`the score is "given"`,
  },
  {
    in: 'attention',
    if: withLayers,
    atMost: ['scores'],
    when: { at: 'attention.score', is: 'given' },
    where: message`the score is "given"`,
  },
  {
    in: 'embedding',
    if: { at: 'embedding.kind', is: 'table' },
    atMost: ['learned'],
    when: { at: 'embedding.version', is: since(2) },
    where: message`the version of the table is 2 or later`,
  },
  {
    in: 'embedding',
    if: { at: 'embedding.kind', is: 'table' },
    atMost: ['language'],
    when: { at: 'embedding.version', is: since(4) },
    where: message`the version of the table is 4 or later`,
  },
  {
    in: 'embedding',
    if: { at: 'embedding.kind', is: 'table' },
    atMost: ['columns'],
    when: { at: 'embedding.table', isNot: meaningName },
    where: message`the table is the scene's own`,
  },
  {
    in: 'embedding',
    if: { at: 'embedding.v', isThere: true },
    exactly: ['q', 'k'],
    when: { at: 'attention.score', isNot: 'given' },
    where: message`the score is not "given"`,
  },
  {
    in: 'embedding',
    if: qkv,
    atMost: ['q', 'k'],
    when: withoutLayers,
    where: message`the embedding has no layers`,
  },
];
const after: readonly Rule[] = [
  { in: 'parameters', if: { at: 'parameters.kind', is: 'given' }, ...projections },
  { in: 'parameters.layers.*', if: { at: 'parameters.kind', is: 'stack' }, ...projections },
];

/** Throws `scene-form`, or `shape` if the number of layers differs from the scene's. */
function checkConsistency(scene: Scene): void {
  for (const rule of before) checkRule(rule, scene);
  checkColumns(scene);
  checkParameters(scene);
  for (const rule of after) checkRule(rule, scene);
  checkLayers(scene);
}

function checkRule({ in: place, if: about, exactly = [], atMost = [], when, where }: Rule, scene: Scene): void {
  if (about !== undefined && !holds(about, scene)) return;
  const wanted = holds(when, scene);
  const keys = wanted ? exactly : [...exactly, ...atMost];
  for (const [path, part] of partsAt(scene, place)) {
    for (const key of keys) {
      if (Object.hasOwn(part, key) === wanted) continue;
      fail(
        'scene-form',
        `${path}/${key}`,
        wanted
          ? message`${key} is missing, but it is required when ${where}`
          : message`${key} is given, but it is only allowed when ${where}`,
      );
    }
  }
}

/** The objects at a path, with their full paths. */
function partsAt(scene: Scene, place: string): readonly (readonly [string, object])[] {
  const each = place.endsWith('.*');
  const keys = place.split('.').slice(0, each ? -1 : undefined);
  const found = valueAt(scene, keys);
  const path = `/${keys.join('/')}`;
  if (each && Array.isArray(found)) return found.map((item: object, index) => [`${path}/${index}`, item]);
  return typeof found === 'object' && found !== null ? [[path, found]] : [];
}

function checkColumns({ embedding }: Scene): void {
  if (!('columns' in embedding) || embedding.columns === undefined) return;
  const [row = []] = embedding.kind === 'given' ? embedding.x : Object.values(embedding.rows ?? {});
  const [named, width] = [embedding.columns.length, row.length];
  if (named !== width)
    fail(
      'shape',
      '/embedding/columns',
      message`columns has ${named} names, but a row has ${width} numbers; they must be equal`,
    );
}

function checkParameters({ embedding, parameters: { kind } }: Scene): void {
  const direct = embedding.kind === 'qkv';
  if (kind !== (direct ? 'handmade' : 'none')) return;
  const other = direct ? message`another` : message`one with w_q, w_k and w_v`;
  fail(
    'scene-form',
    '/parameters/kind',
    message`kind is "${kind}"; it must be ${other} when the embedding is "${embedding.kind}"`,
  );
}

function checkLayers(scene: Scene): void {
  const { embedding, parameters } = scene;
  const layers = layerCount(scene);
  if (scene.layers !== undefined && embedding.kind === 'qkv' && embedding.layers !== undefined)
    fail('scene-form', '/layers', message`layers is given, but the embedding already lists its layers`);
  if (embedding.kind === 'qkv') checkGivenNumbers(embedding.layers ?? []);
  const check = (count: number, path: string, what: Message): void => {
    if (count === layers) return;
    fail('shape', path, message`there are ${count} ${what} but layers is ${layers}; they must be equal`);
  };
  if (parameters.kind === 'stack') {
    check(parameters.layers.length, '/parameters/layers', message`sets of matrices`);
  }
  if (parameters.kind === 'handmade' && parameters.later !== undefined) {
    check(1 + parameters.later.length, '/parameters/later', message`lists of heads, the first included,`);
  }
}

/** The rules as JSON Schema, all of which must hold. */
export const consistencyAsJson = (): readonly JsonSchema[] => [
  ...[...before, ...after].flatMap(({ in: place, if: about, exactly = [], atMost = [], when }) => [
    implies(about, when, inside(place, { required: exactly })),
    implies(about, negated(when), inside(place, { not: { anyOf: [...exactly, ...atMost].map(has) } })),
  ]),
  { not: { allOf: [asJson(qkv), asJson({ at: 'parameters.kind', is: 'handmade' })] } },
  { not: { allOf: [asJson(projected), asJson({ at: 'parameters.kind', is: 'none' })] } },
  { not: { allOf: [has('layers'), asJson(withLayers)] } },
];

type GivenLayers = NonNullable<Extract<Scene['embedding'], { kind: 'qkv' }>['layers']>;

function checkGivenNumbers(layers: GivenLayers): void {
  const packed = layers.flatMap((layer) => Object.values(layer).filter(isPacked));
  const numbers = packed.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  if (numbers <= givenLimits.numbers) return;
  const limit = givenLimits.numbers;
  fail('too-large', '/embedding/layers', message`the layers have ${numbers} numbers; the limit is ${limit}`);
}

const has = (key: string): JsonSchema => ({ required: [key] });

function negated(condition: Condition): Condition {
  if ('isThere' in condition) return { at: condition.at, isThere: !condition.isThere };
  return 'is' in condition ? { at: condition.at, isNot: condition.is } : { at: condition.at, is: condition.isNot };
}

const implies = (about: Condition | undefined, when: Condition, what: JsonSchema): JsonSchema => ({
  if: { allOf: [...(about === undefined ? [] : [asJson(about)]), asJson(when)] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: what,
});

const inside = (place: string, schema: JsonSchema): JsonSchema =>
  place
    .split('.')
    .reduceRight((inner, key) => (key === '*' ? { items: inner } : { properties: { [key]: inner } }), schema);

function asJson(condition: Condition): JsonSchema {
  if ('isNot' in condition || ('isThere' in condition && !condition.isThere))
    return { not: asJson(negated(condition)) };
  const value = 'is' in condition ? valueAsJson(condition.is) : {};
  return condition.at
    .split('.')
    .reduceRight<JsonSchema>((inner, key) => ({ required: [key], properties: { [key]: inner } }), value);
}

const valueAsJson = (is: unknown): JsonSchema => (Array.isArray(is) ? { enum: is } : { const: is });
