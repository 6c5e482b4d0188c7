// The benchmark guide: every plot is complete, in every language.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { benchmarksPage, guides } = await bundle('web/docs/benchmarks.ts');
const committed = JSON.parse(
  await readFile(new URL('../../../web/docs/data/benchmarks.json', import.meta.url), 'utf8'),
);
const files = { style: '../assets/docs.css', icon: '../assets/icon.svg', page: '../' };

/** Results for every section. */
const time = (median) => ({ median, least: median, samples: 5 });
const entry = (name, kind, median) => ({
  name,
  kind,
  apart: 1e-7,
  ...time(median),
});
const everything = {
  ...committed,
  attention: {
    node: [6, 2048].flatMap((T) =>
      [false, true].map((causal) => ({
        ...{ case: `${T}`, T, dModel: 16, heads: 2, causal, operations: T * 1e6, peak: 34e9 },
        entries: [
          entry('core', 'core', T * 0.05),
          entry('core, fresh arrays', 'core', T * 0.06),
          entry('core: update', 'trace', T * 0.1),
          entry('TensorFlow.js', 'library', T * 0.2),
        ],
      })),
    ),
  },
  calls: {
    chromium: [true, false].map((weights) => ({
      ...{ case: '4, 512, 32', heads: 4, T: 512, width: 32, masked: true, weights, statistics: !weights },
      ...{ operations: 1.3e8, failed: [] },
      entries: [entry('core', 'core', 5), entry('ONNX Runtime Web', 'library', 6), entry('jax-js', 'library', 30)],
    })),
  },
  training: {
    chromium: {
      model: { layers: 2, dModel: 64, heads: 4, dFf: 256, T: 32, batch: 16, optimizer: 'adamw' },
      ...{ vocabulary: 27, parameters: 105_000, operations: 3e8, peak: 34e9 },
      entries: [entry('core', 'core', 8), entry('jax-js', 'library', 20)],
    },
  },
  edits: {
    node: {
      ...{ dModel: 64, heads: 4, exponents: { whole: 2, edit: 1.9, look: 1, append: 1.1 } },
      points: [128, 256].map((T) => ({ T, whole: time(T * T), edit: time(T * 9), look: time(T), append: time(T / 2) })),
    },
  },
  heap: {
    node: {
      ...{ dModel: 64, heads: 4, window: 64 },
      points: [128, 8192].map((T) => ({ T, bytes: T * 1e4, whole: T > 128 ? null : 1e6 })),
    },
  },
  keys: [6, 2048].map((T) => ({ T, median: T > 6 ? null : 8, high: T > 6 ? null : 12, keys: 40 })),
};

for (const { words, name } of guides) {
  for (const [what, results] of Object.entries({ 'what is committed': committed, everything })) {
    describe(`${name} of ${what}`, () => {
      const page = benchmarksPage(results, words, files);

      it('has no NaN and no empty placeholder', () => {
        assert.doesNotMatch(page, /NaN|Infinity|undefined|\bnull\b|\[object|\{\{/);
      });

      it('needs nothing that the policy forbids', () => {
        assert.doesNotMatch(page, / style=|<script|<style|javascript:|https?:\/\/(?!www\.w3\.org)/);
      });

      it('has a figure, named once, for every section', () => {
        const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
        assert.equal(new Set(ids).size, ids.length);
        for (const [, id] of page.matchAll(/aria-labelledby="([^"]*)"/g)) assert.ok(ids.includes(id), id);
        const [sections, plots] = [/<section>/g, /<svg /g].map((pattern) => page.match(pattern).length);
        assert.ok(sections >= 5 && plots > sections);
        assert.doesNotMatch(page, /<figure><div[^>]*><\/div>/);
      });
    });
  }
}

it('says of a step of training what it was, how far ahead, and how near to the peak', () => {
  const page = benchmarksPage(everything, guides[0].words, files);
  assert.match(page, /2 layers: d_model 64, 4 heads, d_ff 256, T 32, batch 16, 105000 parameters/);
  // 3e8 operations in 8 ms are 37.5 GFLOP/s.
  assert.match(page, /8 ms<.*37\.5 GFLOP\/s<.*2\.5×, 110% of peak</);
  assert.match(page, /id="training-chromium/);
});

it('says of attention on given q, k and v how far ahead it is, and of what', () => {
  const page = benchmarksPage(everything, guides[0].words, files);
  assert.match(page, /id="calls-chromium/);
  // 6 ms beside 5 ms.
  assert.match(page, /4, 512, 32, mask[^<]*<.*?5 ms \(1\.2×\)<.*?30 ms \(0\.2×\)</s);
});

describe('what is committed', () => {
  it('names no machine and no place on it', () => {
    assert.deepEqual(Object.keys(committed.machine), ['processor', 'cores', 'platform']);
    assert.doesNotMatch(JSON.stringify(committed), /\/(home|root|tmp|Users)\//);
    assert.equal(committed.quick, undefined, 'the numbers of --quick mean nothing');
  });
});
