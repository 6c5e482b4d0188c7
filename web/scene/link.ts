import { defaultScene, defaults, normalScene } from './defaults.ts';
import { AttentionError, fail, message, messageOf, quoted } from './error.ts';
import { parseSceneText } from './json.ts';
import { withLayerOfLink, withNamedLayer } from './layers.ts';
import { isLessonId, lessonIds, scenes } from './lesson-scenes.ts';
import { limits } from './limits.ts';
import { embeddingKey, escaped, type LinkKey, linkKeys, numberText, refuse, unescaped } from './link-keys.ts';
import { nearestNames } from './nearest-names.ts';
import { parseScene } from './parse.ts';
import { isParts, put, valueAt } from './schema.ts';
import type { Scene } from './types.ts';

// The link format, version 1. Text after the # (or ?), as key=value joined by &:
//
//   ""                                       the default scene
//   sentence=The+cat+sat&mask=causal         the default scene with that changed; the keys are in link-keys.ts
//   embedding=random.normal&seed=7&d=16      without a table, what is not named is as in `plainScene`
//   lesson=illustrated&score=scaledDot       a lesson's scene with that changed
//   scene=…&v=1                              the whole scene as JSON, for what the keys cannot say (matrices, tables)
//   z=1.…                                    the whole scene, packed; packed.ts says how, and reads it
//
// A named embedding, positions, parameters or mask replaces the base's as a whole. A new sentence or new tokens reset
// the base's focus. A link names the layer that it shows, where there are several: without it, the link is of a release
// that showed the first one, unless it is of a moment on the stage. `key=` with nothing after it removes a value. `v` is optional. In `scene`, six characters that
// links do not carry well are swapped with six that JSON hardly uses: {! }* [( ]) "' and a space is +. Plain JSON is
// read too.

/** Fills in what a link with a random or one-hot embedding leaves out: handmade heads need the table's features. */
const plainScene: Scene = {
  ...defaultScene,
  parameters: { kind: 'random', init: 'xavier', seed: 1 },
  attention: { heads: 1 },
};

const version = '1';

/** The key of a packed link. */
export const packedKey = 'z';

function baseOf(lesson: string | undefined, embedding: string | undefined): Scene {
  if (lesson !== undefined) {
    return isLessonId(lesson)
      ? withNamedLayer(scenes[lesson])
      : refuse('lesson', lesson, message`there is no such lesson; the lessons are: ${lessonIds.join(', ')}`);
  }
  return embedding === undefined || embedding.startsWith('table') ? defaultScene : plainScene;
}

/**
 * The text of a link to this scene, without "#" and URI-safe, or "" for the default scene. `decodeScene` returns
 * the same scene in its normal form (`normalScene`). Throws `link` for a scene that is too large for an unpacked
 * link (`encodeLink` packs), and the errors of `parseScene`.
 */
export function encodeScene(scene: Scene): string {
  const link = plainLink(scene);
  if (link.length > limits.link) {
    fail('link', '', message`this scene has ${link.length} characters as a link; the limit is ${limits.link}`);
  }
  return link;
}

/** `encodeScene` without the length limit. */
export function plainLink(scene: Scene): string {
  const wanted = normalScene(scene);
  const readable = readableLink(withNamedLayer(wanted));
  return readable !== null && readsAs(readable, wanted) ? readable : wholeLink(wanted);
}

/** The scene as JSON, in its normal form, with the layer that it shows. */
export const sceneText = (scene: Scene): string => compact(withNamedLayer(normalScene(scene)));

const readsAs = (link: string, scene: Scene): boolean => {
  try {
    return compact(decodeScene(link)) === compact(scene);
  } catch {
    // If the keys cannot express the scene, all of it is written as JSON.
    return false;
  }
};

/** The link in keys, which may lose parts of the scene. Null if keys cannot express it at all. */
function readableLink(scene: Scene): string | null {
  const lesson = scene.view?.lesson;
  if (lesson !== undefined && !isLessonId(lesson)) return null;
  const base = baseOf(lesson, linkKeys.find(({ key }) => key === embeddingKey)?.codec.write(scene.embedding));
  const start = without(
    base,
    linkKeys.flatMap((row) => {
      const now = written(row, scene);
      return now === written(row, base)
        ? []
        : [...(row.whole ? [row.path] : []), ...(now === undefined ? [] : row.drops)];
    }),
  );
  const changes = linkKeys.flatMap((row) => {
    const now = written(row, scene);
    // A part that is named as a whole is gone from `start`, and is written if it differs from the base.
    return now === written(row, row.whole ? base : start) ? [] : [`${row.key}=${now ?? written(row, defaults) ?? ''}`];
  });
  return [...(lesson === undefined ? [] : [`lesson=${escaped(lesson)}`]), ...changes].join('&');
}

const written = ({ path, codec }: LinkKey, from: object): string | undefined => codec.write(valueAt(from, path));

const wholeLink = (scene: Scene): string => `scene=${jsonSafe(sceneText(scene))}&v=${version}`;

/**
 * The scene of a link's text (with or without its "#" or "?"). Either all of it is understood, or AttentionError
 * `link` names the key and the value.
 */
export function decodeScene(link: string): Scene {
  const text = fragmentText(link);
  // Of a later version only this key is known.
  const stated = /(?:^|&)v=([^&]*)/.exec(text)?.[1] ?? version;
  if (stated !== version) refuse('v', stated, message`only links of version ${version} can be read`);
  const values = valuesOf(text);
  const packed = values.get(packedKey);
  if (packed !== undefined)
    refuse(packedKey, packed, message`it is a packed scene, which needs a link of its own; use decodeLink to read it`);
  const whole = values.get('scene');
  if (whole === undefined) return blaming(values, () => linkedScene(parseScene(sceneFrom(values))));
  const other = [...values.keys()].find((key) => key !== 'scene' && key !== 'v');
  if (other !== undefined)
    fail(
      'link',
      '',
      message`the link has both "scene" and ${quoted(other)}; the scene holds everything, so remove the other key`,
    );
  return sceneOfJson(jsonFrom(unescaped(whole, 'scene')));
}

/** A link's text without its "#" or "?", checked for length. */
export function fragmentText(link: string): string {
  if (link.length > limits.link)
    fail('link', '', message`the link has ${link.length} characters; the limit is ${limits.link}`);
  return link.replace(/^[#?]/, '');
}

/** The scene in a link's JSON. */
export const sceneOfJson = (json: string): Scene => blaming(new Map(), () => linkedScene(parseSceneText(json)));

const linkedScene = (scene: Scene): Scene => normalScene(withLayerOfLink(scene));

const special = ['lesson', 'scene', 'v', packedKey];
const known = [...special, ...linkKeys.map(({ key }) => key)];

function valuesOf(text: string): Map<string, string> {
  const values = new Map<string, string>();
  if (text === '') return values;
  // One part more than there are keys is already too many.
  for (const part of text.split('&', known.length + 1)) {
    const equals = part.indexOf('=');
    if (equals < 0) fail('link', '', message`the link's ${quoted(part)} is not a key=value pair`);
    const key = part.slice(0, equals);
    const value = part.slice(equals + 1);
    if (!known.includes(key)) {
      const near = nearestNames(key, known, 3).join(', ');
      refuse(key, value, message`there is no such key; the nearest of ${known.length} keys are: ${near}`);
    }
    if (values.has(key)) refuse(key, value, message`the key appears twice`);
    values.set(key, value);
  }
  return values;
}

type Parts = Record<string, unknown>;

/** A copy of the base without these paths, ready to be filled. */
function without(base: Scene, places: readonly (readonly string[])[]): Parts {
  const parts = copied(base);
  for (const path of places) {
    const last = path.at(-1) ?? '';
    const parent = valueAt(parts, path.slice(0, -1));
    if (parent !== undefined) delete (parent as Parts)[last];
  }
  return parts;
}

/** Copies objects. Matrices are shared and never modified. */
const copied = (from: object): Parts =>
  Object.fromEntries(Object.entries(from).map(([key, value]) => [key, isParts(value) ? copied(value) : value]));

/** An empty sentence is valid, and an empty kind is an error. Any other empty value removes the key. */
const saysNothing = ({ key, whole }: LinkKey, raw: string): boolean =>
  raw === '' && !whole && key !== 'sentence' && key !== 'tokens';

/** Parts that vanish when everything in them was removed. */
const vanishing = [['encoder'], ['block', 'feedForward']];

function sceneFrom(values: ReadonlyMap<string, string>): Parts {
  const lesson = values.get('lesson');
  const base = baseOf(lesson === undefined ? undefined : unescaped(lesson, 'lesson'), values.get(embeddingKey));
  const named = linkKeys.flatMap((row) => {
    const raw = values.get(row.key);
    return raw === undefined ? [] : [{ row, raw }];
  });
  const parts = without(
    base,
    named.flatMap(({ row, raw }) => [
      ...(row.whole ? [row.path] : []),
      ...(raw === written(row, base) ? [] : row.drops),
    ]),
  );
  for (const { row, raw } of named) {
    put(parts, row.path, saysNothing(row, raw) ? undefined : row.codec.read(raw, row.key));
  }
  for (const path of vanishing) {
    const part = valueAt(parts, path);
    if (isParts(part) && Object.values(part).every((value) => value === undefined)) put(parts, path, undefined);
  }
  return parts;
}

/** An error in the scene is the link's fault: names the key that caused it. */
function blaming(values: ReadonlyMap<string, string>, read: () => Scene): Scene {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AttentionError) || error.code === 'link') throw error;
    const row = linkKeys.findLast(
      ({ key, path }) => values.has(key) && `${error.path}/`.startsWith(`/${path.join('/')}/`),
    );
    const what = messageOf(error);
    fail(
      'link',
      error.path,
      row === undefined
        ? message`the link's scene is wrong: ${what}`
        : message`the link's ${quoted(row.key)} is ${quoted(values.get(row.key) ?? '')}: ${what}`,
    );
  }
}

/** JSON that keeps −0, which JSON.stringify loses. */
export function compact(value: unknown): string {
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

// packed.ts is loaded when the first link is packed or unpacked, since most visits never need it.

/** See packed.ts. */
export const encodeLink = async (scene: Scene): Promise<string> => (await import('./packed.ts')).encodeLink(scene);

/** See packed.ts. */
export const decodeLink = async (link: string): Promise<Scene> => (await import('./packed.ts')).decodeLink(link);
