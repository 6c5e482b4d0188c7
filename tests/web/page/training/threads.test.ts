import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { TaskRequest, TaskResponse } from '../../../../web/page/training/task/protocol.ts';
import type { RunArguments, Snapshot } from '../../../../web/training/types.ts';
import { engine } from '../../support/engine.ts';
import { trainedInNode } from '../../support/package.ts';
import { expect, keep, test } from '../../support/test.ts';
import { begun, button, fact, field, opened, said } from './task-section.ts';

// A run whose steps take long has a second thread, which computes half of each.

const STEPS = 300;
/** A step of some milliseconds. */
const given = {
  scene: {
    version: 1,
    tokens: ['a'],
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 64, std: 0.3 },
    positions: { kind: 'learned', std: 0.3 },
    parameters: { kind: 'random', init: 'xavier', seed: 2, output: true, biases: true },
    attention: { heads: 4, mask: { kind: 'causal' } },
    block: { residual: true, norm: 'layer', place: 'pre', feedForward: { width: 256, activation: 'relu' } },
    layers: 2,
  },
  task: { kind: 'induction', length: 32, vocabulary: 16 },
  optimizer: { kind: 'adamw', learningRate: 0.002, clip: 1 },
  ...{ batch: 17, seed: 3, unembedding: 'learned' },
} as const satisfies RunArguments;

const scriptName = async (): Promise<string> => {
  const names = await readdir(fileURLToPath(new URL('../../../../dist/assets', import.meta.url)));
  const found = names.find((name) => /^training-task-worker-.*\.js$/.test(name));
  if (found === undefined) throw new Error('The site has no worker that trains on a task.');
  return `assets/${found}`;
};

interface Trained {
  readonly threads: number;
  readonly isWanted: boolean;
  /** At the end, and at the end again after it was taken back to a state before. */
  readonly bits: readonly (readonly number[])[];
}

/** What the site's own worker makes of the run, and the most threads that it tells of; it gets a second one where that is to come. */
const trained = (page: Page, script: string, run: RunArguments, comes: boolean): Promise<Trained> =>
  page.evaluate(
    ({ address, wanted, until, second }) =>
      new Promise<Trained>((resolve, reject) => {
        interface Types {
          createPolicy(name: string, rules: { createScriptURL(url: string): string }): typeof rules;
        }
        const types: Types | undefined = Reflect.get(globalThis, 'trustedTypes');
        const policy = types?.createPolicy('self-attention-worker', { createScriptURL: (url) => url });
        const start = (): Worker => new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
        const workers = [start()];
        const [worker] = workers as [Worker];
        const ask = (request: TaskRequest): void => worker.postMessage(request);
        let threads = 0;
        let isWanted = false;
        const snapshots: Snapshot[] = [];
        const bits: number[][] = [];
        const turns = { turn: 1, press: 1 };
        worker.onmessage = ({ data }: MessageEvent<TaskResponse>) => {
          if (data.kind === 'failed') reject(new Error(`${data.code}: ${data.path}`));
          if (data.kind === 'wantThread') {
            isWanted = true;
            if (!second) return;
            const { port1, port2 } = new MessageChannel();
            const other = start();
            workers.push(other);
            other.postMessage({ kind: 'serve', port: port1 }, [port1]);
            worker.postMessage({ kind: 'thread', turn: data.turn, port: port2 }, [port2]);
          }
          if (data.kind !== 'run') return;
          threads = Math.max(threads, data.threads);
          snapshots.push(...data.snapshots);
          const last = snapshots.at(-1);
          if (data.status !== 'done' || last?.step !== until) return;
          bits.push(Array.from(new Uint32Array(last.data.slice().buffer)));
          if (bits.length > 1) {
            for (const one of workers) one.terminate();
            resolve({ threads, isWanted, bits });
            return;
          }
          const before = snapshots.find(({ step }) => step > until / 2) ?? last;
          snapshots.length = 0;
          ask({ kind: 'restore', press: 2, snapshot: before });
          ask({ kind: 'play', press: 3, until });
        };
        worker.onerror = (event) => reject(new Error(event.message));
        ask({ kind: 'begin', ...turns, run: wanted, from: null, until, pace: null, looked: { seed: 1 } });
      }),
    { address: script, wanted: run, until: STEPS, second: comes },
  );

/** A page of the site that starts no worker: the policy that lets workers be started is made once a page. */
const elsewhere = (site: string): string => `${site}docs/privacy.html`;
const flavour = engine === 'webkit' ? 'simd' : 'relaxed-simd';

test('steps that take long are taken by two threads, and have the bits of one', async ({ page, site }) => {
  test.setTimeout(90_000);
  await page.goto(elsewhere(site));
  const { threads, bits } = await trained(page, `${site}${await scriptName()}`, given, true);
  expect(threads).toBe(2);
  const { bits: inNode } = await trainedInNode(given, STEPS, flavour);
  expect(bits).toEqual([inNode, inNode]);
});

test('where no second thread comes, one takes all steps, with the same bits', async ({ page, site }) => {
  test.setTimeout(90_000);
  await page.goto(elsewhere(site));
  const { threads, isWanted, bits } = await trained(page, `${site}${await scriptName()}`, given, false);
  expect(isWanted).toBe(true);
  expect(threads).toBe(1);
  const { bits: inNode } = await trainedInNode(given, STEPS, flavour);
  expect(bits).toEqual([inNode, inNode]);
});

test('the page says that two threads train', async ({ page, open }) => {
  test.setTimeout(90_000);
  await opened(page, open);
  const choices = { dModel: '64', vocabulary: '32', length: '48', steps: '600' };
  for (const [key, value] of Object.entries(choices)) await field(page, key).fill(value);
  await expect(button(page, 'Train the task')).toBeEnabled(begun);
  await button(page, 'Train the task').click();
  await expect(fact(page, 'Steps a second')).toHaveText(/^\d+, on two threads$/, begun);
  await button(page, 'Pause').click();
  await button(page, 'One step').click();
  await expect(said(page, 'Paused.')).toBeVisible();
  await keep(page, 'threads', { fullPage: true });
});
