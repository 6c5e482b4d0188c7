import { lessons } from '../lessons/index.ts';
import { fail, shortened } from './check.ts';
import { defaultScene, defaults, normalScene } from './defaults.ts';
import { AttentionError } from './error.ts';
import { limits } from './limits.ts';
import { embeddingKey, escaped, type LinkKey, linkKeys, numberText, refuse, unescaped } from './link-keys.ts';
import type { Scene } from './types.ts';
import { parseScene, parseSceneText } from './validate.ts';

// The link format, version 1. Text after the # (or ?), as key=value joined by &:
//
//   ""                                       the default scene
//   sentence=The+cat+sat&mask=causal         the default scene with that changed; the keys are in link-keys.ts
//   embedding=random.normal&seed=7&d=16      without a table, what is not named is as in `plainScene`
//   lesson=illustrated&score=scaledDot       a lesson's scene with that changed
//   scene=…&v=1                              the whole scene as JSON, for what the keys cannot say (matrices, tables)
//
// An embedding or parameters that are named replace the base's altogether; a new sentence or new tokens let go of the
// base's focus; `key=` with nothing after it takes a value away. `v` may be left out. In `scene`, six characters that links
// do not carry well trade places with six that JSON hardly uses: {! }* [( ]) "' and a space is +. Plain JSON is read too.

/** Fills what a link with a drawn or one-hot embedding leaves out: heads made by hand are for the table's features. */
const plainScene: Scene = {
  ...defaultScene,
  parameters: { kind: 'random', init: 'xavier', seed: 1 },
  attention: { heads: 1 },
};

const version = '1';

function baseOf(lesson: string | undefined, embedding: string | undefined): Scene {
  if (lesson !== undefined) {
    const known = Object.hasOwn(lessons, lesson) ? lessons[lesson] : undefined;
    return (
      known?.scene ?? refuse('lesson', lesson, `there is no such lesson; there are: ${Object.keys(lessons).join(', ')}`)
    );
  }
  return embedding === undefined || embedding.startsWith('table') ? defaultScene : plainScene;
}

/**
 * The text of a link to this scene, without "#" and URI-safe; "" for the default scene. `decodeScene` gives the same scene
 * back, without keys that say what would hold anyway (`normalScene`). Throws `link` for a scene that is too large
 * for a link, and what `parseScene` throws for one that is none.
 */
export function encodeScene(scene: Scene): string {
  const wanted = normalScene(scene);
  const readable = readableLink(wanted);
  const link = readable !== null && readsAs(readable, wanted) ? readable : wholeLink(wanted);
  if (link.length > limits.link) {
    fail('link', '', `as a link this scene has ${link.length} characters; the limit is ${limits.link}`);
  }
  return link;
}

const readsAs = (link: string, scene: Scene): boolean => {
  try {
    return compact(decodeScene(link)) === compact(scene);
  } catch {
    // Whatever the keys cannot say, they do not: the whole scene is written instead.
    return false;
  }
};

/** The link in keys, which may say less than the scene; null where it cannot even begin. */
function readableLink(scene: Scene): string | null {
  const lesson = scene.view?.lesson;
  if (lesson !== undefined && !Object.hasOwn(lessons, lesson)) return null;
  const base = baseOf(lesson, linkKeys.find(({ key }) => key === embeddingKey)?.codec.write(scene.embedding));
  const value = ({ path, codec }: LinkKey, from: object): string | undefined => codec.write(at(from, path));
  const start = without(
    base,
    linkKeys.filter((row) => row.path.length === 1 && value(row, scene) !== value(row, base)).map(({ key }) => key),
  );
  const changes = linkKeys.flatMap((row) => {
    const now = value(row, scene);
    return now === value(row, start) ? [] : [`${row.key}=${now ?? value(row, defaults) ?? ''}`];
  });
  return [...(lesson === undefined ? [] : [`lesson=${escaped(lesson)}`]), ...changes].join('&');
}

const wholeLink = (scene: Scene): string => `scene=${jsonSafe(compact(scene))}&v=${version}`;

/**
 * The scene that a link's text (with or without its "#" or "?") stands for. All of it is understood, or nothing is applied:
 * throws AttentionError `link` that names the key and the value.
 */
export function decodeScene(link: string): Scene {
  if (link.length > limits.link)
    fail('link', '', `the link has ${link.length} characters; the limit is ${limits.link}`);
  const values = valuesOf(link.replace(/^[#?]/, ''));
  const stated = values.get('v') ?? version;
  if (stated !== version) refuse('v', stated, `this reads links of version ${version}`);
  const whole = values.get('scene');
  if (whole === undefined) return blaming(values, () => normalScene(parseScene(sceneFrom(values))));
  const other = [...values.keys()].find((key) => key !== 'scene' && key !== 'v');
  if (other !== undefined)
    fail('link', '', `the link has both "scene" and ${shortened(other)}; the scene says everything`);
  return blaming(values, () => normalScene(parseSceneText(jsonFrom(unescaped(whole, 'scene')))));
}

const special = ['lesson', 'scene', 'v'];
const known = [...special, ...linkKeys.map(({ key }) => key)];

function valuesOf(text: string): Map<string, string> {
  const values = new Map<string, string>();
  if (text === '') return values;
  // One part more than there are keys is already one too many, however many follow.
  for (const part of text.split('&', known.length + 1)) {
    const equals = part.indexOf('=');
    if (equals < 0) fail('link', '', `the link's ${shortened(part)} is no key=value`);
    const key = part.slice(0, equals);
    const value = part.slice(equals + 1);
    if (!known.includes(key)) refuse(key, value, `there is no such key; the keys are: ${known.join(', ')}`);
    if (values.has(key)) refuse(key, value, 'the key is there a second time');
    values.set(key, value);
  }
  return values;
}

type Parts = Record<string, unknown>;

/** The base with the parts that a link names taken out, ready to be filled. */
function without(base: Scene, named: readonly string[]): Parts {
  const parts: Parts = { ...base };
  for (const key of named) delete parts[key];
  if (named.includes('sentence') || named.includes('tokens')) {
    const { focus: _, ...view } = base.view ?? {};
    return { ...parts, sentence: undefined, tokens: undefined, view };
  }
  return parts;
}

function sceneFrom(values: ReadonlyMap<string, string>): Parts {
  const lesson = values.get('lesson');
  const base = baseOf(lesson === undefined ? undefined : unescaped(lesson, 'lesson'), values.get(embeddingKey));
  const parts = without(base, [...values.keys()]);
  for (const { key, path, codec } of linkKeys) {
    const raw = values.get(key);
    if (raw === undefined) continue;
    const [part = '', inside] = path;
    if (inside === undefined) parts[part] = codec.read(raw, key);
    else parts[part] = { ...Object(parts[part]), [inside]: raw === '' ? undefined : codec.read(raw, key) };
  }
  return parts;
}

/** What is wrong with the scene is the link's fault: says which key brought it. */
function blaming(values: ReadonlyMap<string, string>, read: () => Scene): Scene {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AttentionError) || error.code === 'link') throw error;
    const row = linkKeys.find(({ key, path }) => values.has(key) && `/${path.join('/')}` === error.path);
    const brought = row === undefined ? '' : ` ${shortened(row.key)} is ${shortened(values.get(row.key) ?? '')}`;
    throw new AttentionError(
      'link',
      `the link's${brought === '' ? ' scene is wrong' : brought}: ${error.message}`,
      error.path,
    );
  }
}

const at = (from: object, path: readonly string[]): unknown => {
  let found: unknown = from;
  for (const key of path) found = found === undefined ? undefined : Reflect.get(Object(found), key);
  return found;
};

/** JSON, with the one number kept that JSON.stringify loses: −0. */
function compact(value: unknown): string {
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return `[${value.map(compact).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}:${compact(entry)}`);
  return `{${entries.join(',')}}`;
}

const places = '{!}*[(])"\'';
/** Its own inverse. */
const traded = (text: string): string =>
  text.replaceAll(/[{!}*[(\])"']/g, (from) => places[places.indexOf(from) ^ 1] ?? from);

const jsonSafe = (json: string): string => escaped(traded(json)).replaceAll('%2C', ',');
const jsonFrom = (text: string): string => (text.startsWith('{') ? text : traded(text));
