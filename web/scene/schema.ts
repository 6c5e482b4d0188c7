/**
 * The building blocks of a scene's description. A schema parses any value and describes itself as JSON Schema. A
 * field is a schema with its key, default, link key and control. The style is that of Valibot and Zod. Both were
 * tried: they accept inherited keys, read the items of a list before its length, and report an unknown key after
 * the known ones.
 */
import { fail, message, quoted } from './error.ts';
import { nameOf, one, record } from './values.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Schema<Value> {
  /** A clean copy, or AttentionError. It reads own properties only, each once. */
  readonly parse: (value: unknown, path: string) => Value;
  readonly json: (refer: (part: AnyField) => JsonSchema) => JsonSchema;
  readonly type:
    | 'boolean'
    | 'number'
    | 'one'
    | 'text'
    | 'list'
    | 'rows'
    | 'tensor'
    | 'rowsByWord'
    | 'codesByWord'
    | 'bits'
    | 'object'
    | 'kinds'
    | 'page';
  /** Its name in the JSON Schema, if it is used in several places. */
  readonly name?: string;
  /** For a whole number. */
  readonly least?: number;
  /** For a list. */
  readonly item?: Schema<unknown>;
  /** For an object. */
  readonly fields?: Fields;
  /** For an object whose `kind` decides its keys. */
  readonly kinds?: Readonly<Record<string, ObjectSchema<Fields>>>;
}

export type ValueOf<Of> = Of extends Schema<infer Value> ? Value : never;

/** A condition on a scene. `at` is a dotted path. A list stands for any of its values. */
export type Condition =
  | { readonly at: string; readonly is: unknown }
  | { readonly at: string; readonly isNot: unknown }
  | { readonly at: string; readonly isThere: boolean };

/** Properties of a field besides its type. */
export interface About<Default = unknown> {
  /** Its meaning, for JSON Schema. A scene's keys have theirs in about.ts. */
  readonly about?: string;
  /** The value of a missing key. Null if it has none, or one that depends on the rest of the scene. */
  readonly default?: Default;
  /** Whether a scene keeps the key even if it repeats the default, as a seed that a reader chose. */
  readonly keep?: true;
  /** The key in a link. It is a promise: links live on in other people's texts. */
  readonly link?: string;
  /** For a kind: the one setting that follows it after a dot in a link, as in `random.normal`. */
  readonly variety?: Readonly<Record<string, string>>;
  /** The paths that a new value resets in a link. */
  readonly resets?: readonly string[];
  /** Whether the page has a control for it, or the condition for one. */
  readonly control?: true | Condition;
  /** The control of an element that changes it. */
  readonly element?: string;
  /** For a number that counts tokens: its initial value, and the tokens that limit it. */
  readonly begins?: (sizes: TokenCounts) => number;
  readonly within?: keyof TokenCounts;
  /** Whether it must not exceed them. */
  readonly must?: true;
}

/** The numbers of tokens. */
export interface TokenCounts {
  readonly queries: number;
  readonly keys: number;
}

/** A schema with its key. */
export interface AnyField extends Schema<unknown>, About {
  readonly optional?: true;
}
export type Fields = Readonly<Record<string, AnyField>>;

export const required = <Of extends Schema<unknown>>(schema: Of, about: About = {}): Of & About => ({
  ...schema,
  ...about,
});

export const optional = <Of extends Schema<unknown>, const Default extends ValueOf<Of> | null | undefined = undefined>(
  schema: Of,
  about: About<Default> = {},
): Of & { readonly optional: true; readonly default?: Default } => ({ ...schema, ...about, optional: true });

/** The same schema, written once in the JSON Schema under this name. */
export const named = <Value>(name: string, schema: Schema<Value>): Schema<Value> => ({ ...schema, name });

type Form<From extends Fields> = Plain<
  {
    readonly [Key in keyof From as From[Key] extends { readonly optional: true } ? never : Key]: ValueOf<From[Key]>;
  } & {
    readonly [Key in keyof From as From[Key] extends { readonly optional: true } ? Key : never]?: ValueOf<From[Key]>;
  }
>;
/** Expands the type, so that editors show the keys. */
type Plain<Of> = { [Key in keyof Of]: Of[Key] };

/** A condition between the keys of one object. */
export interface Between {
  readonly about?: string;
  /** Exactly one of the two is present. */
  readonly exactlyOne?: readonly [string, string];
  /** The key is allowed only if another has this value. */
  readonly onlyWith?: { readonly key: string; readonly other: string; readonly value: string };
}

export interface ObjectSchema<From extends Fields> extends Schema<Form<From>> {
  readonly fields: From;
  readonly between: Between;
}

function checkBetween(clean: Readonly<Record<string, unknown>>, { exactlyOne, onlyWith }: Between, path: string): void {
  if (exactlyOne !== undefined) {
    const [a, b] = exactlyOne;
    const [hasA, hasB] = [clean[a] !== undefined, clean[b] !== undefined];
    if (hasA && hasB) fail('scene-form', path, message`both ${a} and ${b} are given; give only one`);
    if (!hasA && !hasB) fail('scene-form', path, message`neither ${a} nor ${b} is given; give one`);
  }
  if (onlyWith !== undefined) {
    const { key, other, value } = onlyWith;
    if (clean[key] === undefined || clean[other] === value) return;
    fail('scene-form', `${path}/${key}`, message`${key} is given, but it only goes with the ${other} "${value}"`);
  }
}

const betweenAsJson = ({ exactlyOne, onlyWith }: Between): JsonSchema => ({
  ...(exactlyOne !== undefined && { oneOf: exactlyOne.map((key) => ({ required: [key] })) }),
  ...(onlyWith !== undefined && {
    if: { required: [onlyWith.key] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: [onlyWith.other], properties: { [onlyWith.other]: { const: onlyWith.value } } },
  }),
});

/** An object with these keys and no other. The copy has them in this order. */
export function object<const From extends Fields>(fields: From, between: Between = {}): ObjectSchema<From> {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    fields,
    between,
    parse: (value, path) => {
      const given = record(value, path);
      for (const key of Reflect.ownKeys(given)) {
        if (typeof key !== 'symbol' && Object.hasOwn(fields, key)) continue;
        const allowed = Object.keys(fields).join(', ');
        const what = message`${nameOf(path)} has an unknown key ${quoted(String(key))}; the keys are: ${allowed}`;
        fail('scene-form', path, what);
      }
      const clean: Record<string, unknown> = {};
      for (const [key, field] of entries) {
        const entry: unknown = Object.hasOwn(given, key) ? Reflect.get(given, key) : undefined;
        if (entry !== undefined || field.optional !== true) clean[key] = field.parse(entry, `${path}/${key}`);
      }
      checkBetween(clean, between, path);
      return clean as Form<From>;
    },
    json: (refer) => {
      const needed = entries.filter(([, { optional }]) => optional !== true).map(([key]) => key);
      return {
        type: 'object',
        ...betweenAsJson(between),
        additionalProperties: false,
        ...(needed.length > 0 && { required: needed }),
        properties: Object.fromEntries(entries.map(([key, field]) => [key, refer(field)])),
      };
    },
  };
}

type KindsForm<From extends Readonly<Record<string, ObjectSchema<Fields>>>> = {
  [Kind in keyof From]: From[Kind] extends ObjectSchema<infer Own> ? Plain<{ readonly kind: Kind } & Form<Own>> : never;
}[keyof From];

export interface KindsSchema<From extends Readonly<Record<string, ObjectSchema<Fields>>>>
  extends Schema<KindsForm<From>> {
  readonly kinds: From;
}

/** An object whose `kind` decides its keys. */
export function kinds<const From extends Readonly<Record<string, ObjectSchema<Fields>>>>(
  forms: From,
): KindsSchema<From> {
  const whole = new Map<unknown, ObjectSchema<Fields>>(
    Object.entries(forms).map(([kind, { fields, between }]) => [kind, object({ kind: one(kind), ...fields }, between)]),
  );
  const kindNames = one(...Object.keys(forms));
  return {
    type: 'kinds',
    kinds: forms,
    parse: (value, path) => {
      const given = record(value, path);
      const kind: unknown = Object.hasOwn(given, 'kind') ? Reflect.get(given, 'kind') : undefined;
      const schema = whole.get(kind);
      if (schema === undefined) return kindNames.parse(kind, `${path}/kind`) as never;
      return schema.parse(value, path) as KindsForm<From>;
    },
    json: (refer) => ({ oneOf: [...whole.values()].map(refer) }),
  };
}

/** A field and its path. */
export interface Place {
  readonly path: readonly string[];
  readonly field: AnyField;
}

/** Every field of a schema and its nested objects, for all kinds, or for the kinds of `scene`. */
export function* places(schema: AnyField, scene: object | null = null, path: readonly string[] = []): Generator<Place> {
  const kind = scene === null ? null : String(valueAt(scene, [...path, 'kind']));
  const forms = Object.entries(schema.kinds ?? {}).filter(([own]) => kind === null || own === kind);
  for (const fields of [schema.fields ?? {}, ...forms.map(([, form]) => form.fields)]) {
    for (const [key, field] of Object.entries(fields)) {
      yield { path: [...path, key], field };
      yield* places(field, scene, [...path, key]);
    }
  }
}

export function valueAt(from: object, path: readonly string[]): unknown {
  let found: unknown = from;
  for (const key of path) found = found === undefined || found === null ? undefined : Reflect.get(Object(found), key);
  return found;
}

/** Writes a value at a path and creates the objects on the way. */
export function put(parts: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    parts[key] = value;
    return;
  }
  const part = parts[key];
  const inside: Record<string, unknown> = isParts(part) ? part : {};
  parts[key] = inside;
  put(inside, rest, value);
}

export const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const holds = (condition: Condition, scene: object): boolean => {
  const value = valueAt(scene, condition.at.split('.'));
  const isAmong = (wanted: unknown): boolean => (Array.isArray(wanted) ? wanted.includes(value) : value === wanted);
  if ('isThere' in condition) return (value !== undefined) === condition.isThere;
  return 'is' in condition ? isAmong(condition.is) : !isAmong(condition.isNot);
};
