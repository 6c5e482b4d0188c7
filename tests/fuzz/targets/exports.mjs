// Words in everything that is written out: between its texts each document is what it is with plain words, and nothing in it hides or turns
// what is read.
import assert from 'node:assert/strict';
import { marked } from 'marked';
import { SaxesParser } from 'saxes';
import { loadCore } from 'self-attention/core';
import { aboutTensor, codeFor, codeLanguages, figureOf, snippets, svgOf, tensorAs } from 'self-attention/export';
import { decodeLink, normalScene, parseSceneText } from 'self-attention/scene';
import { bundle } from '../../node/support/bundle.mjs';
import { textBy } from '../chance.mjs';
import { answerOrRefusal } from '../expect.mjs';

const { oneFileWith, sceneDocument } = await bundle('web/export/snippets.ts');
const { default: Papa } = await import('papaparse');
const core = await loadCore();
const base = 'https://example.org/attention/';

export function make(chance) {
  const words = Array.from({ length: 1 + chance.below(3) }, () => textBy(chance) || 'x');
  return {
    tokens: [...words, ...chance.list(1, () => words[0])],
    encoder: chance.list(2, () => textBy(chance) || 'x'),
    title: textBy(chance),
  };
}

const sceneOf = ({ tokens, encoder }) => ({
  version: 1,
  tokens,
  ...(encoder.length > 0 && { encoder: { tokens: encoder } }),
  embedding: { kind: 'table', rows: Object.fromEntries([...tokens, ...encoder].map((word) => [word, [1, 2]])) },
  parameters: { kind: 'identity' },
  attention: { heads: 1 },
});

/** The same words where they are the same. */
function plain({ tokens, encoder, title }) {
  const all = [...tokens, ...encoder];
  const named = (word) => `w${all.indexOf(word)}`;
  return { tokens: tokens.map(named), encoder: encoder.map(named), title: title && 'title' };
}

/** Code without comments, and with nothing in its texts. */
const codeForm = (code) => {
  const pieces = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|(?:#(?!include)|\/\/)[^\n]*/g;
  return code.replace(pieces, (text) => (text.startsWith('"') ? '""' : '')).replace(/\s+/g, ' ');
};

/** Its elements with the names of their attributes, in order. */
function xmlForm(document, links = []) {
  const parser = new SaxesParser();
  const form = [];
  parser.on('opentag', ({ name, attributes }) => {
    form.push([name, ...Object.keys(attributes)].join(' '));
    links.push(...['src', 'href'].flatMap((key) => attributes[key] ?? []));
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(document).close();
  return form;
}
const htmlForm = (html, links) => xmlForm(`<body>${html}</body>`, links);

const markdownForm = (text) => {
  const types = [];
  marked.walkTokens(marked.lexer(text), ({ type, href }) => {
    if (!['text', 'escape'].includes(type)) types.push(href === undefined ? type : `${type} ${href.startsWith(base)}`);
  });
  return types;
};

const hidden = /(?![\n\t])[\p{Bidi_Control}\p{Cc}\u200b\u2060\ufeff\u00ad]/u;

/** Everything that is written of the scene, in one form a kind. */
async function formsOf({ title, ...words }) {
  const scene = sceneOf(words);
  const trace = core.attend(scene);
  const programs = codeLanguages.map(({ id }) => codeFor(id, scene, trace));
  const options = {
    scene,
    base,
    version: '1.0.0',
    show: ['heatmap'],
    controls: [],
    theme: 'auto',
    title: title || undefined,
  };
  const { link, element, iframe, markdown, mdx } = await snippets(options);
  const svg = svgOf(figureOf(scene, trace, { pictures: ['heatmap', 'arcs', 'weights', 'E'] }));
  const csv = new TextDecoder().decode(tensorAs('csv', trace.tensor('weights'), aboutTensor(scene, trace, 'weights')));
  trace.dispose();

  // A label that runs from right to left is isolated from what stands around it in a sentence of a picture.
  const texts = [
    ...programs,
    link,
    element,
    iframe,
    markdown,
    mdx,
    svg.replaceAll(/\u2068([^\u2066-\u2069]*)\u2069/g, '$1'),
  ];
  for (const text of texts) assert.doesNotMatch(text, hidden);
  assert.ok(
    programs.every((code) => !/\\\n/.test(code.replace(/"""[\s\S]*?"""/g, ''))),
    'a comment goes on',
  );
  assert.deepEqual(await decodeLink(new URL(link).hash), normalScene(scene));
  assert.deepEqual(parseSceneText(sceneDocument(scene)), normalScene(scene));
  assert.deepEqual(
    xmlForm(svg).filter((tag) => !/^(svg|title|desc|g|rect|path|text)( (?!on|style|[\w:]*href)[\w:-]+)*$/.test(tag)),
    [],
  );
  const links = [];
  // A script ends, or becomes a comment, by "<" and nothing else.
  const place = '<script type="application/json" id="scene">';
  const [, json] = oneFileWith(`${place}</script>`, scene).split(place);
  assert.match(json, /^[^<]*<\/script>$/);
  const forms = {
    code: programs.map(codeForm),
    html: [element, iframe].map((html) => htmlForm(html, links)),
    markdown: markdownForm(markdown),
    mdx: codeForm(mdx.replaceAll(base, '')),
    csv: Papa.parse(csv, { delimiter: ',' }).data.map(({ length }) => length),
  };
  assert.ok(
    links.every((address) => address.startsWith(base)),
    String(links),
  );
  return forms;
}

export const check = (words) =>
  answerOrRefusal(async () => {
    const forms = await formsOf(words);
    assert.deepEqual(forms, await formsOf(plain(words)));
  });
