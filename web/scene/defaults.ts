import { scene as description } from './description.ts';
import { layerCount, shownLayer, withoutLastLayer } from './layers.ts';
import { parseScene } from './parse.ts';
import { type AnyField, type Fields, places, put, type ValueOf } from './schema.ts';
import type { Positions, Scene } from './types.ts';

/** The scene the page opens on: the sentence of the best-known figure of the Transformer, with handmade heads. */
export const defaultScene: Scene = {
  version: 1,
  sentence: "The animal didn't cross the street because it was too tired",
  tokenizer: { lowercase: true },
  embedding: { kind: 'table', table: 'meaning', missing: 'random', seed: 1 },
  parameters: { kind: 'handmade', table: 'meaning', heads: ['pronoun', 'same-meaning', 'action'] },
  attention: { heads: 3 },
  view: { focus: 7 },
};

type DefaultOf<Of> = Of extends { readonly optional: true; readonly default?: infer Value }
  ? Exclude<Value, undefined>
  : never;
/** Fills in the keys that have a default. */
type Filled<From extends Fields> = {
  readonly [Key in keyof From as [DefaultOf<From[Key]>] extends [never] ? never : Key]:
    | ValueOf<From[Key]>
    | DefaultOf<From[Key]>;
};
type FieldsOf<Of> = Of extends { readonly fields: infer From extends Fields } ? From : never;
type Together<Union> = (Union extends Union ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** The same for all kinds at once. */
type FilledKinds<Of> = Of extends { readonly kinds: infer Kinds extends Readonly<Record<string, AnyField>> }
  ? Together<{ [Kind in keyof Kinds]: Filled<FieldsOf<Kinds[Kind]>> }[keyof Kinds]>
  : never;
type Part<Key extends keyof typeof description.fields> = (typeof description.fields)[Key];

/** Null if a key has no default, or one that depends on the rest of the scene. */
export interface FullAttention extends Filled<FieldsOf<Part<'attention'>>> {
  readonly heads: number;
  readonly kvHeads: number;
}
export type FullPositions = FilledKinds<Part<'positions'>> & { readonly kind: Positions['kind'] };
export interface FullBlock extends Filled<FieldsOf<Part<'block'>>> {}

export interface FullScene extends Pick<Filled<typeof description.fields>, 'layers' | 'mistake'> {
  readonly tokenizer: Filled<FieldsOf<Part<'tokenizer'>>>;
  /** In addition to the scene's own values. */
  readonly embedding: FilledKinds<Part<'embedding'>>;
  readonly parameters: FilledKinds<Part<'parameters'>>;
  readonly positions: FullPositions;
  readonly attention: FullAttention;
  readonly block: FullBlock;
  readonly view: Filled<FieldsOf<Part<'view'>>>;
}

/** The defaults of the description, part by part. Kinds of a part are merged. */
function defaultsWhere(counts: (field: AnyField) => boolean): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { path, field } of places(description)) {
    if (field.default === undefined || !counts(field)) continue;
    const isObject = typeof field.default === 'object' && field.default !== null;
    put(found, path, isObject ? { ...field.default } : field.default);
  }
  return found;
}

/** The value of a missing key, without the keys that are always kept. */
export const defaults = defaultsWhere((field) => field.keep !== true);

const full = defaultsWhere(() => true) as unknown as FullScene;

// Spreading an empty object takes half a microsecond, and a scene has many parts.
const over = <Default extends object>(values: Default, own: object | undefined): Default =>
  own === undefined ? values : { ...values, ...own };

/** The values in effect. Keys that an embedding or parameter kind does not have get their defaults. */
export const withDefaults = (scene: Scene): FullScene => ({
  tokenizer: over(full.tokenizer, scene.tokenizer),
  embedding: over(full.embedding, scene.embedding),
  parameters: over(full.parameters, scene.parameters),
  positions: over(full.positions, scene.positions),
  attention: { ...full.attention, kvHeads: scene.attention.heads, ...scene.attention },
  block: over(full.block, scene.block),
  layers: layerCount(scene),
  mistake: scene.mistake ?? full.mistake,
  view: { ...over(full.view, scene.view), layer: shownLayer(scene) },
});

/**
 * The same scene without keys that repeat a default, so that equal scenes have equal JSON. Seeds of embeddings and
 * parameters and `kvHeads` stay as they are. Throws the errors of `parseScene`.
 */
export function normalScene(scene: Scene): Scene {
  const lean = Object.entries(withoutLastLayer(parseScene(scene))).map(([key, part]): [string, unknown] => {
    if (!Object.hasOwn(defaults, key)) return [key, part];
    const known = defaults[key];
    if (typeof part !== 'object' || part === null) return [key, part === known ? undefined : part];
    const kept = Object.entries(part).filter(([name, value]) => !isSame(value, Reflect.get(Object(known), name)));
    return [key, kept.length > 0 ? Object.fromEntries(kept) : undefined];
  });
  return parseScene(Object.fromEntries(lean));
}

const isSame = (a: unknown, b: unknown): boolean => Object.is(a, b) || kindOf(a) === kindOf(b);
/** Masks without settings are equal if their kinds are. A symbol is equal to nothing else. */
const kindOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'kind'
    ? Reflect.get(value, 'kind')
    : Symbol('no kind');
