import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { bundle } from '../support/bundle.mjs';
import { generator, scenes } from '../support/scenes.mjs';

const { AttentionError, decodeLink, decodeScene, defaultScene, encodeLink, encodeScene, limits, normalScene } =
  await bundle('web/scene/index.ts');

const random = generator(11);
const rows = (count, columns, number) => Array.from({ length: count }, () => Array.from({ length: columns }, number));
const decimal = () => Math.round(random() * 2000 - 1000) / 1000;
const given = (tokens, columns) => ({
  version: 1,
  tokens: Array.from({ length: tokens }, (_, at) => `t${at}`),
  embedding: { kind: 'given', x: rows(tokens, columns, decimal) },
  parameters: {
    kind: 'given',
    wQ: rows(columns, columns, decimal),
    wK: rows(columns, columns, decimal),
    wV: rows(columns, columns, decimal),
  },
  attention: { heads: 4 },
});
const painted = (size, bit) => ({
  ...defaultScene,
  sentence: 'one two '.repeat(size / 2).trim(),
  attention: { ...defaultScene.attention, mask: { kind: 'painted', visible: rows(size, size, bit) } },
});

const json = (scene) => JSON.stringify(scene);
const packed = (bytes) => `z=1.${Buffer.from(bytes).toString('base64url')}`;
const pack = (text) => packed(deflateRawSync(Buffer.from(text)));

async function refused(link, ...patterns) {
  const error = await decodeLink(link).then(
    () => assert.fail(`this was read: ${link.slice(0, 80)}`),
    (why) => why,
  );
  assert.ok(error instanceof AttentionError, String(error?.stack));
  assert.equal(error.code, 'link', error.message);
  for (const pattern of patterns) assert.match(error.message, pattern);
  assert.ok(error.message.length < 500, 'the message is as long as the link');
}

describe('a packed link', () => {
  it('is the base64url of the raw deflate of the scene as JSON, as other tools make it', async () => {
    const scene = normalScene(given(6, 16));
    const link = await encodeLink(scene);
    assert.match(link, /^z=1\.[\w-]+$/);
    const text = inflateRawSync(Buffer.from(link.slice(4), 'base64url')).toString();
    assert.deepEqual(JSON.parse(text), scene);
    assert.deepEqual(await decodeLink(pack(json(scene))), scene);
  });
  it('holds matrices and masks that no other link holds', async () => {
    const large = [given(96, 96), painted(512, () => (random() < 0.5 ? 0 : 1)), painted(512, () => 1)];
    for (const scene of large) {
      assert.throws(() => encodeScene(scene), /this scene has \d+ characters as a link; the limit is 200000/);
      const link = await encodeLink(scene);
      assert.ok(link.length <= limits.link);
      assert.deepEqual(await decodeLink(`#${link}`), normalScene(scene));
    }
  });
  it('keeps what JSON loses: −0', async () => {
    const scene = given(6, 16);
    scene.embedding.x[0][0] = -0;
    const link = await encodeLink(scene);
    assert.match(link, /^z=/);
    assert.ok(Object.is((await decodeLink(link)).embedding.x[0][0], -0));
  });
  it('keeps every script, and characters of four bytes', async () => {
    const scene = { ...given(2, 20), tokens: ['👩‍👩‍👧', '我喜欢猫 & = #'] };
    assert.deepEqual(await decodeLink(await encodeLink(scene)), normalScene(scene));
  });
  it('says its length and the limit where even that is too long', async () => {
    await assert.rejects(encodeLink(given(200, 200)), ({ code, message }) => {
      assert.equal(code, 'link');
      const [, length] = /this scene has (\d+) characters as a link; the limit is 200000/.exec(message) ?? [];
      assert.ok(Number(length) > 200_000);
      return true;
    });
  });
});

describe('encodeLink and decodeLink', () => {
  it('give back every kind of scene, in a link no longer than the other forms', async () => {
    const some = scenes(300, 5);
    for (const scene of some) {
      const wanted = normalScene(scene);
      const link = await encodeLink(scene);
      assert.ok(link.length <= encodeScene(scene).length);
      assert.match(link, /^[\w\-.~!*'()+%=&,;:@/?$]*$/);
      assert.deepEqual(await decodeLink(link), wanted);
    }
  });
  it('leave a short link as people can read it', async () => {
    const scene = { ...defaultScene, sentence: 'The cat sat', attention: { heads: 3, mask: { kind: 'causal' } } };
    assert.equal(await encodeLink(scene), encodeScene(scene));
    assert.equal(await encodeLink(defaultScene), '');
  });
  it('read what decodeScene reads, and refuse what it refuses', async () => {
    for (const link of ['', '#mask=causal', '?lesson=illustrated', 'sentence=a+z%3D1.b']) {
      assert.deepEqual(await decodeLink(link), decodeScene(link));
    }
    await refused('heads=1.5', /heads is 1.5/);
    await refused(`sentence=${'a'.repeat(200_000)}`, /200009 characters; the limit is 200000/);
  });
});

describe('decodeScene', () => {
  it('says which function reads a packed link', async () => {
    const link = await encodeLink(given(6, 16));
    for (const text of [link, `#${link}`, `sentence=a&${link}`]) {
      assert.throws(
        () => decodeScene(text),
        ({ code, message }) => {
          assert.equal(code, 'link');
          assert.match(message, /packed.*decodeLink/);
          assert.ok(message.length < 300);
          return true;
        },
      );
    }
  });
});

describe('a packed link that is damaged or hostile', () => {
  const good = json(normalScene(given(2, 4)));
  const bytes = deflateRawSync(Buffer.from(good));

  it('of a newer version is refused with both versions', async () => {
    await refused('z=2.abc', /packed in version "2"; only version 1 can be read$/);
    await refused('#z=10.&new=1', /in version "10"; only version 1 can be read$/);
    await refused('z=', /z/);
    await refused('z=abc', /abc/);
    await refused('z=01.abc', /01/);
  });
  it('has nothing beside it', async () => {
    await refused(`${packed(bytes)}&heads=2`, /remove the other keys/);
    await refused(`${packed(bytes)}&v=1`, /remove the other keys/);
    await refused(`heads=2&${packed(bytes)}`, /decodeLink|alone/);
    await refused(`${packed(bytes)}&${packed(bytes)}`, /remove the other keys/);
  });
  it('is not base64url', async () => {
    const text = packed(bytes);
    for (const wrong of [
      `${text}=`,
      `${text}==`,
      `${text}+`,
      `${text}/`,
      `${text} `,
      `${text}%41`,
      `${text}é`,
      'z=1.a',
      'z=1.!',
    ]) {
      await refused(wrong, /base64url/);
    }
    // Unused bits must be 0, or several texts would be the same scene.
    await refused('z=1.AwB', /base64url/);
  });
  it('is cut off anywhere', async () => {
    for (let length = 0; length < bytes.length; length += 1) {
      await refused(packed(bytes.subarray(0, length)), /damaged|after|JSON/);
    }
  });
  it('goes on after its end', async () => {
    await refused(packed(Buffer.concat([bytes, Buffer.from([0])])), /damaged|extra data after/);
    await refused(packed(Buffer.concat([bytes, Buffer.from(good)])), /damaged|extra data after/);
    await refused(packed(Buffer.concat([bytes, bytes])), /damaged|extra data after/);
  });
  it('has a byte changed: it is refused, or another scene as valid as any, and never something else', async () => {
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] ^= 1 << (at % 8);
      const scene = await decodeLink(packed(changed)).catch((why) => {
        assert.ok(why instanceof AttentionError && why.code === 'link', String(why));
        return null;
      });
      if (scene !== null) assert.deepEqual(normalScene(scene), scene);
    }
  });
  it('is a bomb: unpacking stops at the limit', async () => {
    const size = 140 * 1024 * 1024;
    const bomb = packed(deflateRawSync(Buffer.alloc(size, ' '), { level: 9 }));
    assert.ok(bomb.length <= limits.link);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    await refused(bomb, /the limit of 8388608 bytes/);
    assert.ok(process.memoryUsage().rss - before < size / 2, 'it was unpacked all the same');
  });
  it('is brackets in brackets: the first that is too deep ends it', async () => {
    const half = limits.unpacked / 2;
    for (const text of [
      '['.repeat(half) + ']'.repeat(half),
      '{"a":'.repeat(half / 5),
      good.replace('[', '['.repeat(half)),
    ]) {
      const link = pack(text);
      assert.ok(link.length < 50_000);
      const before = process.cpuUsage();
      await refused(link, /more than 32 nested brackets/);
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 600_000, 'it was parsed all the same');
    }
  });
  it('is a text that is no scene', async () => {
    await refused(pack(''), /JSON/);
    await refused(pack('null'), /object/);
    await refused(pack('[]'), /object/);
    await refused(pack(good.slice(0, -1)), /JSON/);
    await refused(pack(`${good}}`), /JSON/);
    await refused(pack(`\u{feff}${good}`), /JSON/);
    await refused(pack(good.replace('"version":1', '"version":1,"version":1')), /appears twice/);
    await refused(packed(deflateRawSync(Buffer.from([0x22, 0xff, 0x22]))), /UTF-8/);
    await refused(
      pack(good.replace('"version":1', '"version":2')),
      /version is 2; only scenes of version 1 can be read/,
    );
  });
  it('has keys of Object.prototype', async () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      await refused(pack(good.replace('"version":1', `"version":1,"${key}":{"polluted":true}`)), /unknown key/);
      await refused(pack(good.replace('"kind":"given"', `"kind":"given","${key}":{"polluted":true}`)), /unknown key/);
    }
    assert.equal({}.polluted, undefined);
  });
  it('is longer than a link may be', async () => {
    await refused(`z=1.${'A'.repeat(limits.link)}`, /200004 characters; the limit is 200000/);
  });
});
