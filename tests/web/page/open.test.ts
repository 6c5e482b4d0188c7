// `self-attention open FILE`: the page that the command serves, in a browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '../support/engine.ts';
import { alive } from '../support/page.ts';
import { expect } from '../support/test.ts';
import { Watch } from '../support/watch.ts';

const command = fileURLToPath(new URL('../../../build/package/cli.js', import.meta.url));

/** The address that the command prints. */
async function addressOf({ stdout, stderr }: ChildProcess): Promise<string> {
  let printed = '';
  let problem = '';
  stderr?.on('data', (part) => {
    problem += String(part);
  });
  for await (const part of stdout ?? []) {
    printed += String(part);
    const [address] = /http:\S+/.exec(printed) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`${printed}${problem}`);
}

const test = base.extend<{ readonly address: (value: unknown) => Promise<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  address: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'self-attention-open-'));
    const children: ChildProcess[] = [];
    await use(async (value) => {
      const file = join(folder, 'model.json');
      await writeFile(file, JSON.stringify(value));
      const child = spawn(process.execPath, [command, 'open', file]);
      children.push(child);
      return addressOf(child);
    });
    for (const child of children) {
      const ended = once(child, 'close');
      child.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
    }
    await rm(folder, { recursive: true });
  },
});

test('a file is shown live: all heads, and another temperature changes the weights', async ({
  context,
  page,
  address,
}) => {
  const part = (scale: number) => [0, 1].map((head) => [0, 1, 2].map((row) => [scale * (row + head), scale - row]));
  const layer = (index: number) => ({ q: part(index + 1), k: part(index + 2), v: part(3) });
  const url = await address({ layers: { 0: layer(0), 1: layer(1) }, tokens: ['The', 'cat', 'sat'] });
  const watch = await Watch.over(context, url);
  await page.goto(url);
  // The first sentence of the site, which the page has before its scripts run, is not shown.
  await expect(page.locator('html')).toHaveClass(/elsewhere/);
  await alive(page);
  await expect(page.locator('sa-head-maps [role=option]')).toHaveCount(4);
  await expect(page.locator('sa-tokens')).toContainText('cat');
  const reading = page.locator('.reading').first();
  const before = (await reading.textContent()) ?? '';
  await page.getByRole('textbox', { name: /^Temperature/ }).fill('9');
  await expect(reading).not.toHaveText(before);
  const after = (await reading.textContent()) ?? '';
  await page.getByRole('button', { name: 'All heads' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  // The address has the scene now.
  await page.reload();
  await expect(page.locator('.reading').first()).toHaveText(after);
  expect(await watch.complaints()).toEqual([]);
});

test('a model whose numbers no link can hold opens again after a reload', async ({ context, page, address }) => {
  const size = 96;
  const part = (seed: number) =>
    Array.from({ length: 12 }, (_, head) =>
      Array.from({ length: size }, (_row, row) =>
        Array.from({ length: 64 }, (_column, column) => Math.round(100 * Math.sin(seed + head + row * column)) / 100),
      ),
    );
  const layers = Object.fromEntries([0, 1, 2].map((index) => [index, { q: part(index), k: part(5), v: part(9) }]));
  const url = await address({ layers });
  const watch = await Watch.over(context, url);
  await page.goto(url);
  await alive(page);
  const tabs = page.getByRole('radiogroup', { name: 'Head' }).or(page.locator('sa-head-maps'));
  await expect(tabs.first()).toBeVisible();
  await page.reload();
  await alive(page);
  await expect(page.locator('sa-tokens')).toContainText('95');
  expect(await watch.complaints()).toEqual([]);
});
