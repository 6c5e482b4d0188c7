// Adds what this release makes to what every later one must open: scenes and links (scenes/<release>/) of each lesson and of each
// option that a scene has, and addresses of embed.html (embeds/<release>.json). What is there already is never changed: a
// release that reads it otherwise breaks a promise.
//
//     node tests/golden/make-scenes.mjs
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { decodeLink, encodeScene, normalScene } from 'self-attention/scene';
import { smallScenes } from '../node/support/small-scenes.mjs';

const { version: release } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
const folder = new URL(`./scenes/${release}/`, import.meta.url);
const core = await loadCore();

const places = '{!}*[(])"\'';
const traded = (text) => text.replaceAll(/[{!}*[(\])"']/g, (from) => places[places.indexOf(from) ^ 1]);
const escaped = (text) => encodeURIComponent(text).replaceAll('%20', '+');

/** The forms of link that there are. One that says the scene in keys is there where keys can say it. */
function linksOf(scene) {
  const { layers = 1 } = scene;
  const json = JSON.stringify(layers === 1 ? scene : { ...scene, view: { layer: layers - 1, ...scene.view } });
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

const keep = (file, text) =>
  writeFile(file, text, { flag: 'wx' }).catch((why) => {
    if (why.code !== 'EEXIST') throw why;
  });

const all = {
  ...Object.fromEntries(Object.values(lessons).map(({ id, scene }) => [`lesson ${id}`, scene])),
  ...smallScenes,
};
await mkdir(folder, { recursive: true });
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
  await keep(file, `{\n${text}\n}\n`);
}

const parts = ['sentence', 'tokens', 'reading', 'heatmap', 'arcs', 'arithmetic', 'steps', 'q', 'scores', 'weights'];
const controls = 'sentence head layer mask temperature score heads positions seed digits mistake'.split(' ');
const snow = linksOf(normalScene(lessons['its-snowing'].scene));
const cat = 'sentence=The+cat+sat&mask=causal';

/** A hash of embed.html; what it tells the element, but for the scene; the link that the scene is, where there is one. */
const embeds = [
  ['', {}, ''],
  [snow.readable, {}, snow.readable],
  [cat, {}, cat],
  [
    `show=heatmap+arcs&controls=none&theme=light&lang=en&${snow.readable}`,
    { show: 'heatmap arcs', controls: 'none', theme: 'light', lang: 'en' },
    snow.readable,
  ],
  [
    `show=arcs+heatmap&theme=dark&lang=es&readonly=1&${cat}`,
    { show: 'arcs heatmap', theme: 'dark', lang: 'es', readonly: '' },
    cat,
  ],
  [`show=tokens%20heatmap&readonly=0&${snow.whole}`, { show: 'tokens heatmap' }, snow.whole],
  [`theme=auto&${snow.json}`, { theme: 'auto' }, snow.json],
  [`controls=all&${snow.packed}`, { controls: 'all' }, snow.packed],
  [`${snow.packed}&show=scores`, { show: 'scores' }, snow.packed],
  [`sentence=The+cat+sat&show=heatmap&mask=causal&controls=mask+head`, { show: 'heatmap', controls: 'mask head' }, cat],
  ...parts.map((show) => [`show=${show}&${snow.readable}`, { show }, snow.readable]),
  ...controls.map((name) => [`controls=${name}&${cat}`, { controls: name }, cat]),
];
const lines = [];
for (const [hash, attributes, link] of embeds) {
  const given = link === '' ? attributes : { ...attributes, scene: `#${link}` };
  const normal = link === '' ? null : normalScene(await decodeLink(link));
  lines.push(JSON.stringify({ hash: `#${hash}`, attributes: given, normal }));
}
await keep(new URL(`./embeds/${release}.json`, import.meta.url), `[\n${lines.join(',\n')}\n]\n`);
