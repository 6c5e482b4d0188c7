// Adds the scenes of this release to those that every later one must open (scenes/): each lesson, and each option that a scene
// has. What is there already is never changed: a release that reads it otherwise breaks a promise.
//
//     node tests/golden/make-scenes.mjs
import { readFile, writeFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { decodeLink, encodeScene, normalScene } from 'self-attention/scene';
import { smallScenes } from '../node/small-scenes.mjs';

const folder = new URL('./scenes/', import.meta.url);
const { version: release } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
const core = await loadCore({ flavour: 'simd' });

const places = '{!}*[(])"\'';
const traded = (text) => text.replaceAll(/[{!}*[(\])"']/g, (from) => places[places.indexOf(from) ^ 1]);
const escaped = (text) => encodeURIComponent(text).replaceAll('%20', '+');

/** The forms of link that there are. One that says the scene in keys is there where keys can say it. */
function linksOf(scene) {
  const json = JSON.stringify(scene);
  const shortest = encodeScene(scene);
  return {
    ...(shortest.startsWith('scene=') ? {} : { readable: shortest }),
    whole: `scene=${escaped(traded(json))}&v=1`,
    json: `scene=${escaped(json)}&v=1`,
    packed: `z=1.${deflateRawSync(json).toString('base64url')}`,
  };
}

/** The first numbers of what is computed last: what is drawn from a seed is part of the promise. */
function endOf(scene) {
  const trace = core.attend(scene);
  const { name, layer } = trace.steps.at(-1);
  const { shape, data } = trace.tensor(name, { layer });
  trace.dispose();
  return { tensor: name, layer, shape, first: Array.from(data.slice(0, 12)) };
}

const all = {
  ...Object.fromEntries(Object.values(lessons).map(({ id, scene }) => [`lesson ${id}`, scene])),
  ...smallScenes,
};
for (const [name, scene] of Object.entries(all)) {
  const normal = normalScene(scene);
  const links = linksOf(normal);
  for (const link of Object.values(links)) await decodeLink(link);
  const file = new URL(
    `${name
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '-')
      .replaceAll(/^-|-$/g, '')}.json`,
    folder,
  );
  const golden = { release, name, scene, normal, links, end: endOf(scene) };
  const text = `${Object.entries(golden)
    .map(([key, value]) => `  "${key}": ${JSON.stringify(value)}`)
    .join(',\n')}`;
  await writeFile(file, `{\n${text}\n}\n`, { flag: 'wx' }).catch((why) => {
    if (why.code !== 'EEXIST') throw why;
  });
}
