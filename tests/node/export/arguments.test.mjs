// What callers pass to self-attention/export: an option without effect, a value that is none of those known, and the trace of another
// scene are errors that name it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aboutTensor,
  codeFor,
  figureOf,
  lessonNotebookFor,
  notebookFor,
  snippets,
  stageSvgOf,
  tensorAs,
} from 'self-attention/export';
import { lessons } from 'self-attention/lessons';
import { core, given } from '../support/figures.mjs';

const scene = given(['a', 'b', 'c']);
const trace = core.attend(scene);
const other = core.attend(given(['a', 'b', 'd']));
const longer = core.attend(given(['a', 'b', 'c', 'd']));
const matrix = { shape: [1, 1], data: Float32Array.of(1) };
const about = { name: 'x', axes: ['T', 'd'], labels: [null, null] };
const snippet = {
  scene,
  base: 'https://example.org/',
  version: '1.0.0',
  show: ['heatmap'],
  controls: [],
  theme: 'auto',
};
const lesson = lessons['its-snowing'];
const notebookOf = (library, options) =>
  lessonNotebookFor(library, lesson, lesson.texts.en, (one) => core.attend(one), options);

/** Calls with one wrong argument: its code, its path and the call. */
const wrong = {
  'an option of figureOf': ['scene-form', 'widht', () => figureOf(scene, trace, { pictures: ['heatmap'], widht: 300 })],
  'an option of stageSvgOf': ['scene-form', 'them', () => stageSvgOf(scene, trace, { them: 'dark' })],
  'an option of aboutTensor': ['scene-form', 'haed', () => aboutTensor(scene, trace, 'weights', { haed: 1 })],
  'a part of what tensorAs is told': ['scene-form', 'labls', () => tensorAs('csv', matrix, { ...about, labls: [] })],
  'an option of snippets': ['scene-form', 'tilte', () => snippets({ ...snippet, tilte: 'x' })],
  'an option of lessonNotebookFor': ['scene-form', 'lang', () => notebookOf('numpy', { lang: 'es' })],
  'a tensor of aboutTensor': ['unknown-tensor', 'wieghts', () => aboutTensor(scene, trace, 'wieghts')],
  'a head of a tensor without heads': ['out-of-range', 'x0', () => aboutTensor(scene, trace, 'x0', { head: 0 })],
  'a language of codeFor': ['range', 'language', () => codeFor('julia', scene, trace)],
  'a library of notebookFor': ['range', 'library', () => notebookFor('cpp', scene, trace)],
  'a library of lessonNotebookFor': ['range', 'library', () => notebookOf('cpp')],
  'an address without a scheme': ['range', 'base', () => snippets({ ...snippet, base: 'example.org/' })],
  'an address that is no folder': ['range', 'base', () => snippets({ ...snippet, base: 'https://example.org/a' })],
  'an address that runs a script': ['range', 'page', () => snippets({ ...snippet, page: 'javascript:alert(1)' })],
  'a control': ['range', 'controls', () => snippets({ ...snippet, controls: ['sentance'] })],
  'a theme': ['range', 'theme', () => snippets({ ...snippet, theme: 'drak' })],
  'a language of snippets': ['range', 'lang', () => snippets({ ...snippet, lang: 'xx' })],
  'the trace of other words, for figureOf': ['shape', 'trace', () => figureOf(scene, other, { pictures: ['heatmap'] })],
  'the trace of more words, for figureOf': ['shape', 'trace', () => figureOf(scene, longer, { pictures: ['heatmap'] })],
  'the trace of other words, for stageSvgOf': ['shape', 'trace', () => stageSvgOf(scene, other)],
  'the trace of other words, for aboutTensor': ['shape', 'trace', () => aboutTensor(scene, other, 'weights')],
  'the trace of other words, for codeFor': ['shape', 'trace', () => codeFor('numpy', scene, other)],
  'the trace of other words, for notebookFor': ['shape', 'trace', () => notebookFor('numpy', scene, other)],
};

describe('arguments of self-attention/export', () => {
  for (const [title, [code, path, call]] of Object.entries(wrong)) {
    it(`names ${title}`, async () => {
      await assert.rejects(async () => call(), { name: 'AttentionError', code, path });
    });
  }

  it('takes everything else', async () => {
    for (const call of [
      () =>
        figureOf(scene, trace, { pictures: ['heatmap'], head: 'all', layer: 0, theme: 'dark', lang: 'es', width: 300 }),
      () => stageSvgOf(scene, trace, { theme: 'dark', lang: 'es', link: 'https://example.org/#v=1' }),
      () => aboutTensor(scene, trace, 'weights', { head: 0, layer: 0 }),
      () => snippets({ ...snippet, page: 'file:///page.html', controls: ['all'], title: 'x', lang: 'es' }),
      () => notebookOf('pytorch', { names: 'paper', playground: '' }),
      () => codeFor('cpp', scene, trace),
    ])
      assert.notEqual(await call(), undefined);
  });
});
