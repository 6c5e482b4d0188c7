import { AttentionError, fail, message, quoted } from './error.ts';
import { packedLength } from './layers.ts';
import { limits } from './limits.ts';
import { decodeScene, fragmentText, packedKey, plainLink, sceneOfJson, sceneText } from './link.ts';
import { refuse } from './link-keys.ts';
import type { Scene } from './types.ts';

// The packed form of a link, version 1, for scenes that the forms of link.ts make too long:
//
//   z=1.<data>      data = base64url (RFC 4648 §5, no padding) of raw deflate (RFC 1951) of the scene's JSON in UTF-8
//
// It stands alone: no other key goes with it. One scene can be packed in several ways, as zlibs differ; one text is one
// scene. Whatever is not exactly this is refused: another alphabet, padding, bits left over, data that ends early or goes
// on after the end of the deflate stream, text that is not UTF-8, JSON that says a key twice. A later version has another number.

const version = '1';

/** Bytes per step of unpacking. Deflate expands a byte to at most 1032, so a bomb is caught in time. */
const STEP = 1024;

/** From this many characters of JSON on, packing always saves some, so the slower forms are not tried. */
const LARGE = 20_000;

/** Up to this many characters a link stays in readable keys, even if packing would save a few. */
const READABLE = 500;

/**
 * The text of a link to this scene, without "#" and URI-safe: in keys if that is short, else the shortest of keys,
 * JSON and the packed form. `decodeLink` reads all of them. Throws `link` for a scene that is too large for a link,
 * with the shortest length, `unsupported` if this runtime cannot pack, and the errors of `parseScene`.
 */
export async function encodeLink(scene: Scene): Promise<string> {
  const numbers = packedLength(scene);
  if (numbers > limits.unpacked)
    fail('link', '', message`this scene has ${numbers} bytes as JSON; the limit of a link is ${limits.unpacked}`);
  const text = sceneText(scene);
  const plain = text.length < LARGE ? plainLink(scene) : null;
  if (plain !== null && plain.length <= READABLE && !plain.startsWith('scene=')) return plain;
  const json = new TextEncoder().encode(text);
  if (json.length > limits.unpacked) {
    fail('link', '', message`this scene has ${json.length} bytes as JSON; the limit of a link is ${limits.unpacked}`);
  }
  const packed = `${packedKey}=${version}.${base64url(await through(compressor(), json))}`;
  const link = plain !== null && plain.length <= packed.length ? plain : packed;
  if (link.length > limits.link) {
    fail('link', '', message`this scene has ${link.length} characters as a link; the limit is ${limits.link}`);
  }
  return link;
}

/**
 * The scene of a link's text (with or without its "#" or "?") in any form. Throws the errors of `decodeScene`, and
 * `unsupported` if this runtime cannot unpack.
 */
export async function decodeLink(link: string): Promise<Scene> {
  const text = fragmentText(link);
  if (!text.startsWith(`${packedKey}=`)) return decodeScene(link);
  const raw = text.slice(packedKey.length + 1);
  const [, stated = '', data = ''] = /^([1-9]\d*)\.(.*)$/s.exec(raw) ?? [];
  if (stated === '') refuse(packedKey, raw, message`it must be ${version}. followed by the packed data`);
  if (stated !== version)
    refuse(packedKey, raw, message`it is packed in version ${quoted(stated)}; only version ${version} can be read`);
  if (data.includes('&')) refuse(packedKey, raw, message`the packed scene holds everything; remove the other keys`);
  const packed = bytesOf(data) ?? refuse(packedKey, raw, message`it is not base64url`);
  const json = await unpacked(packed, raw);
  return sceneOfJson(textOf(json) ?? refuse(packedKey, raw, message`its packed data is not UTF-8 text`));
}

/**
 * Without its last byte the data must be incomplete, which shows that nothing was left over. Some runtimes do not
 * check.
 */
async function unpacked(packed: Uint8Array<ArrayBuffer>, raw: string): Promise<Uint8Array> {
  const whole = await inflated(packed);
  if (whole === null) return refuse(packedKey, raw, message`its packed data is damaged`);
  if ((await inflated(packed.subarray(0, -1))) !== null)
    refuse(packedKey, raw, message`there is extra data after its packed data`);
  return whole;
}

/** Null if it is not one complete deflate stream. */
async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  try {
    return await through(decompressor(), packed, limits.unpacked);
  } catch (thrown) {
    if (thrown instanceof AttentionError) throw thrown;
    return null;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

const compressor = () => supported(() => new CompressionStream('deflate-raw'));
const decompressor = () => supported(() => new DecompressionStream('deflate-raw'));

function supported<Stream>(make: () => Stream): Stream {
  try {
    return make();
  } catch {
    throw new AttentionError(
      'unsupported',
      message`packed links need CompressionStream with "deflate-raw", which is missing here`,
    );
  }
}

/** The unpacked bytes. Throws `link` and stops as soon as there are more than `most`. */
async function through(
  { readable, writable }: CompressionStream | DecompressionStream,
  bytes: Bytes,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const writer = writable.getWriter();
  const write = async (): Promise<void> => {
    for (let index = 0; index < bytes.length; index += STEP) await writer.write(bytes.subarray(index, index + STEP));
    await writer.close();
  };
  // A failure in between is also reported to the reader.
  const written = write().catch(() => {});
  const reader: ReadableStreamDefaultReader<Bytes> = readable.getReader();
  const parts: Bytes[] = [];
  let length = 0;
  for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
    parts.push(value);
    length += value.length;
    if (length <= most) continue;
    await reader.cancel();
    await written;
    fail('link', '', message`the packed scene of the link is larger than the limit of ${most} bytes`);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Null for text that `base64url` would not write. */
function bytesOf(text: string): Bytes | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return base64url(bytes) === text ? bytes : null;
}
