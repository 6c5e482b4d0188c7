// Smoke tests in WebKitGTK of what other people's pages use: the element, embed.html and the package.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultScene } from 'self-attention';
import { loadCore } from 'self-attention/core';
import { loadTraining } from 'self-attention/training';
import { eventually, start } from './browser.mjs';

const { browser, servers, screen } = await start();

const showsRows = (count) =>
  eventually(async () => assert.equal(await (await screen.find('grid')).getAttribute('aria-rowcount'), String(count)));

for (const script of [
  '<script type="module" src="site/self-attention.js">',
  '<script src="site/self-attention.classic.js">',
])
  test(`the element draws a lesson and reports its scene: ${script}`, async () => {
    await screen.open(
      await servers.page(
        `<script>addEventListener('ready', ({ detail }) => { window.scene = detail.scene; }, true);</script>${script}</script>
        <self-attention lesson="its-snowing" show="heatmap arcs"><p>A picture.</p></self-attention>`,
      ),
    );
    await showsRows(3);
    await eventually(async () => assert.ok(await browser.driver.executeScript(() => window.scene)));
    assert.doesNotMatch(await screen.text(), /A picture\./);
  });

test('an attribute of the element that changes shows another scene', async () => {
  await screen.open(
    await servers.page(
      '<script type="module" src="site/self-attention.js"></script><self-attention sentence="A cat"></self-attention>',
    ),
  );
  await showsRows(2);
  await browser.driver.executeScript(() =>
    document.querySelector('self-attention').setAttribute('sentence', 'One two three four'),
  );
  await showsRows(4);
});

for (const sandbox of ['', 'sandbox="allow-scripts"'])
  test(`embed.html is drawn in a frame, which gets its height${sandbox && ', when sandboxed too'}`, async () => {
    await screen.open(
      await servers.page(
        `<iframe ${sandbox} width="700" src="${servers.site}embed.html#sentence=One+two+three&lang=es"></iframe>
        <script src="${servers.site}embed-resize.js"></script>`,
      ),
    );
    const frame = await browser.driver.findElement({ css: 'iframe' });
    await eventually(async () => assert.ok((await frame.getRect()).height > 200));
    await browser.driver.switchTo().frame(frame);
    await showsRows(3);
    await browser.driver.switchTo().defaultContent();
  });

test('every bit of every tensor is the one that Node computes', async () => {
  await screen.open(await servers.page(''));
  const bitsOf = ({ data }) => Array.from(new Uint32Array(data.slice().buffer));
  const trace = (await loadCore()).attend(defaultScene);
  const there = Object.fromEntries(trace.steps.map(({ name }) => [name, bitsOf(trace.tensor(name))]));
  const here = await browser.driver.executeScript(async (scene) => {
    const { loadCore } = await import('/package/core.js');
    const trace = (await loadCore()).attend(scene);
    return Object.fromEntries(
      trace.steps.map(({ name }) => [name, Array.from(new Uint32Array(trace.tensor(name).data.slice().buffer))]),
    );
  }, defaultScene);
  assert.ok(there.weights.length >= 121);
  assert.deepEqual(here, there);
});

test('twenty steps of training have the bits that they have in Node', async () => {
  const options = {
    scene: {
      version: 1,
      tokens: ['a'],
      embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 12, std: 0.3 },
      parameters: { kind: 'random', init: 'xavier', seed: 2, output: true, biases: true },
      positions: { kind: 'rope' },
      attention: { heads: 2, mask: { kind: 'causal' } },
      block: { residual: true, norm: 'layer', place: 'pre', feedForward: { width: 20, activation: 'gelu' } },
    },
    task: { kind: 'recall', length: 4, vocabulary: 6 },
    optimizer: { kind: 'adamw', learningRate: 0.01 },
    batch: 5,
    seed: 3,
  };
  const run = (await loadTraining()).train(options);
  const { loss } = run.step(20);
  const there = { loss, bits: Array.from(new Uint32Array(run.snapshot().data.slice().buffer)) };
  const here = await browser.driver.executeScript(async (given) => {
    const { loadTraining } = await import('/package/training.js');
    const run = (await loadTraining()).train(given);
    const { loss } = run.step(20);
    return { loss, bits: Array.from(new Uint32Array(run.snapshot().data.slice().buffer)) };
  }, options);
  assert.ok(there.bits.length > 1000);
  assert.deepEqual(here, there);
});
