// Links: each is read as a scene that is written and read back as the same, or refused.
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { decodeLink, encodeLink, encodeScene, parseScene } from 'self-attention/scene';
import { scenes } from '../../node/support/scenes.mjs';
import { mutated, textBy } from '../chance.mjs';
import { answerOrRefusal } from '../expect.mjs';

const parts = [
  ...'&=;,.:+%-[',
  ...'%00 %u %E2%80%AE %FF 1e999 9007199254740993 -0 NaN {" sentence embedding seed heads mask scene lesson z v constructor'.split(
    ' ',
  ),
  ...'__proto__ painted random.normal'.split(' '),
];

const partsOfJson = [...'[{"1a 😀', '[],', '1,', '{"a":', '"k":1,', '\\u0061', '\\n', '\\\\', '",', '","'];

const packedText = (text) => `z=1.${deflateRawSync(text).toString('base64url')}`;

/** The link that an input of `make` stands for. */
function linkOf(input) {
  if (typeof input === 'string') return input;
  if ('packed' in input) {
    const [start, piece, times, end] = input.packed;
    return packedText(start + piece.repeat(times) + end);
  }
  return input.start + input.piece.repeat(input.times);
}

export function make(chance) {
  const { pick, below, often } = chance;
  const { value: scene } = scenes(1, below(2 ** 32)).next();
  const any = () => (often(0.5) ? pick(parts) : textBy(chance));
  // One piece again and again, which whatever takes the square of its length does not read in time.
  if (often(0.05)) {
    const piece = pick(parts) + any() + any();
    return {
      start: pick(['', 'sentence=', 'scene=', 'tokens=', 'z=1.']),
      piece,
      times: Math.floor(190_000 / piece.length),
    };
  }
  // As much of one piece in a packed scene as may be packed: what takes a bit of the stack for each runs out of it.
  if (often(0.02)) {
    const text = JSON.stringify(scene);
    const at = below(text.length);
    const piece = often(0.8) ? pick(partsOfJson) : textBy(chance);
    return { packed: [text.slice(0, at), piece, Math.floor(8e6 / (Buffer.byteLength(piece) + 1)), text.slice(at)] };
  }
  if (often(0.7)) return mutated(encodeScene(scene), chance, any).join('');
  // Packed: the text within is changed, or the bytes of it.
  const inside = often(0.5) ? mutated(JSON.stringify(scene), chance, any).join('') : JSON.stringify(scene);
  const bytes = [...deflateRawSync(inside)];
  const spoilt = often(0.3) ? mutated(bytes, chance, () => below(256)) : bytes;
  return `z=1.${Buffer.from(spoilt).toString('base64url')}`;
}

export async function check(input) {
  const link = linkOf(input);
  const scene = await answerOrRefusal(() => decodeLink(link));
  if (scene === undefined) return;
  assert.deepEqual(parseScene(scene), scene);
  // A scene may be too large for a link, packed or not.
  const again = await answerOrRefusal(() => encodeLink(scene));
  if (again !== undefined) assert.deepEqual(await decodeLink(again), scene);
}
