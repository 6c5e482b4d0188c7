import { fileURLToPath } from 'node:url';
import type { RunArguments } from '../../../../web/training/types.ts';
import { trainedInNode } from '../../support/package.ts';
import { expect, test } from '../../support/test.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`../../../../build/package/${name}`, import.meta.url));
const types: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm' };

const model = {
  version: 1,
  tokens: ['a'],
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 12, std: 0.3 },
  parameters: { kind: 'random', init: 'xavier', seed: 2, output: true, biases: true },
  block: { residual: true, norm: 'layer', place: 'pre', feedForward: { width: 20, activation: 'gelu' } },
  layers: 2,
} as const;
/** A batch at a time, and sequence by sequence. */
const runs = {
  'scaled dot products, RoPE': {
    scene: { ...model, positions: { kind: 'rope' }, attention: { heads: 2, softcap: 5, mask: { kind: 'causal' } } },
    task: { kind: 'recall', length: 4, vocabulary: 6 },
    optimizer: { kind: 'adamw', learningRate: 0.01, weightDecay: 0.02, clip: 1 },
    schedule: { warmup: 5, decay: 30, least: 0.1 },
    ...{ batch: 5, seed: 3, unembedding: 'learned' },
  },
  'additive scores, learned positions': {
    scene: { ...model, positions: { kind: 'learned' }, attention: { heads: 2, score: 'additive' } },
    task: { kind: 'sort', length: 4, vocabulary: 6 },
    optimizer: { kind: 'sgd', learningRate: 0.1, momentum: 0.9 },
    ...{ batch: 3, seed: 4 },
  },
} as const satisfies Readonly<Record<string, RunArguments>>;

for (const [name, options] of Object.entries(runs)) {
  test(`20 steps of training have the bits that they have in Node: ${name}`, async ({ page, site }) => {
    // The package, as it is published, beside the site.
    await page.route('**/package/*', (route) => {
      const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      return route.fulfill({ path: fileOf(file), contentType: types[file.split('.').at(-1) ?? ''] ?? '' });
    });
    await page.goto(site);
    const here = await page.evaluate(
      async ({ address, given }) => {
        const { loadTraining } = await import(address);
        const run = (await loadTraining()).train(given);
        const { loss, accuracy } = run.step(20);
        const bits = Array.from(new Uint32Array(run.snapshot().data.slice().buffer));
        run.dispose();
        return { loss, accuracy, bits };
      },
      { address: `${site}package/training.js`, given: options },
    );
    const there = await trainedInNode(options, 20);
    expect(here.bits.length).toBeGreaterThan(1000);
    expect(here).toEqual(there);
  });
}
