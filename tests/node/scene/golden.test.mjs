import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { AttentionError, decodeLink, decodeScene, normalScene, parseScene, parseSceneText } from 'self-attention/scene';
import { bundle } from '../support/bundle.mjs';

// Scenes and links of earlier releases (tests/golden/scenes). Other people's pages contain them, so every release
// opens them as the same scenes with the same numbers.
const folder = new URL('../../golden/scenes/', import.meta.url);
const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).sort();
const golden = await Promise.all(
  files.map(async (file) => ({ file, ...JSON.parse(await readFile(new URL(file, folder), 'utf8')) })),
);
const core = await loadCore();

/** What a link of a release opens: where it names no layer, 0.1.0 showed the first one, and the last one on the stage. */
function openedBy(normal, release) {
  const { layers = 1, view } = normal;
  const isFirst = release === '0.1.0' && layers > 1 && view?.layer === undefined && view?.at === undefined;
  return isFirst ? { ...normal, view: { ...view, layer: 0 } } : normal;
}

describe('what releases made', () => {
  it('is there: every lesson, and every kind of link', () => {
    for (const id of ['illustrated', 'its-snowing', 'scaling-and-masks', 'keys-and-encoder', 'music-transformer']) {
      assert.ok(files.includes(`0.1.0/lesson-${id}.json`), id);
    }
    const forms = new Set(golden.flatMap(({ links }) => Object.keys(links)));
    assert.deepEqual([...forms].sort(), ['json', 'packed', 'readable', 'whole']);
    assert.ok(golden.length >= 70, `${golden.length} scenes`);
  });
  it('has every option that a scene has', () => {
    const kinds = (part) => new Set(golden.map(({ scene }) => scene[part]?.kind));
    assert.deepEqual(
      ['embedding', 'positions', 'parameters'].map((part) => [...kinds(part)].filter(Boolean).sort()),
      [
        ['given', 'ids', 'oneHot', 'qkv', 'random', 'table', 'zero'],
        ['alibi', 'learned', 'relative', 'rope', 'sinusoidal'],
        ['given', 'handmade', 'identity', 'none', 'random', 'stack'],
      ],
    );
  });
  for (const { file, release, scene, normal, links, end } of golden) {
    it(`${file}, of ${release}, opens as what it was`, async () => {
      assert.deepEqual(normalScene(parseSceneText(JSON.stringify(scene))), normal);
      const opened = openedBy(normal, release);
      for (const [form, link] of Object.entries(links)) {
        assert.deepEqual(await decodeLink(link), opened, form);
        if (form !== 'packed') assert.deepEqual(decodeScene(`#${link}`), opened, form);
      }
      const trace = core.attend(scene);
      const { shape, data } = trace.tensor(end.tensor, { layer: end.layer });
      trace.dispose();
      assert.deepEqual([...shape], end.shape);
      for (const [at, wanted] of end.first.entries()) {
        const error = Math.abs(data[at] - wanted);
        assert.ok(error <= 1e-5 * Math.max(1, Math.abs(wanted)), `${end.tensor}[${at}] is ${data[at]}, was ${wanted}`);
      }
    });
  }
});

const { readEmbedHash } = await bundle('web/element/embed/hash.ts');
const embeds = new URL('../../golden/embeds/', import.meta.url);
const embedded = await Promise.all(
  (await readdir(embeds)).sort().map(async (file) => [file, JSON.parse(await readFile(new URL(file, embeds), 'utf8'))]),
);

describe('addresses of embed.html that releases made', () => {
  it('are there, of each release that made scenes', async () => {
    const made = new Set(golden.map(({ release }) => `${release}.json`));
    assert.deepEqual(
      embedded.map(([file]) => file),
      [...made].sort(),
    );
  });
  for (const [file, addresses] of embedded) {
    for (const { hash, attributes, normal } of addresses) {
      it(`${hash.slice(0, 60)}, of ${file}, says what it said`, async () => {
        const { scene, ...rest } = readEmbedHash(hash);
        const { scene: link, ...wanted } = attributes;
        assert.deepEqual(rest, wanted);
        assert.equal(scene, link);
        if (normal === null) assert.equal(scene, undefined);
        else assert.deepEqual(await decodeLink(scene), normal);
      });
    }
  }
});

describe('what a newer release made', () => {
  const [{ normal, links }] = golden;
  /** The message has both numbers, the newer one first. */
  const names = (newer) => (error) => {
    assert.ok(error instanceof AttentionError, String(error));
    assert.match(error.message, new RegExp(`${newer}\\D.*\\b1\\b`));
    assert.match(error.message, /version/);
    return true;
  };
  it('is refused by its version, whatever else is new in it: a scene', async () => {
    for (const version of [2, 3, 12]) {
      const scene = { ...normal, version, somethingNew: {} };
      assert.throws(() => parseScene(scene), names(version));
      assert.throws(() => parseSceneText(JSON.stringify(scene)), names(version));
      assert.throws(() => core.attend(scene), names(version));
      await assert.rejects(decodeLink(`scene=${encodeURIComponent(JSON.stringify(scene))}`), names(version));
    }
  });
  it('is refused by its version, whatever else is new in it: a link', async () => {
    for (const link of ['v=2', 'sentence=a&new=1&v=2', 'v=2&new=1', `${links.whole.replace(/v=1$/, 'v=2')}`]) {
      assert.throws(() => decodeScene(link), names(2));
      await assert.rejects(decodeLink(`#${link}`), names(2));
    }
  });
  it('is refused by its version, whatever else is new in it: a packed link', async () => {
    for (const link of ['z=2.AAAA', links.packed.replace('z=1.', 'z=2.'), 'z=2.AA&new=1', 'z=2.!']) {
      await assert.rejects(decodeLink(link), names(2));
    }
  });
  it('is no newer version where there is none: the words are about that', () => {
    assert.throws(() => parseScene({ ...normal, version: 0 }), /version is 0; it must be 1/);
    assert.throws(() => parseScene({ ...normal, version: '2' }), /version is "2"; it must be 1/);
    assert.throws(() => parseScene({ ...normal, version: 1.5 }), /version is 1.5; it must be 1/);
  });
});
