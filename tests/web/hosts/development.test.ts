import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { elements, showsLesson } from '../support/element.ts';
import { expect } from '../support/test.ts';

// The packed package in the development servers of build tools, which bundle packages ahead, away from the WebAssembly.

const inProject = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Vite by its major version; the plain name is the newest. */
for (const name of ['vite-5', 'vite-6', 'vite-7', 'vite', 'astro', 'vitepress']) {
  test(`the development server of ${name} needs no setting for the element to work`, async ({ page }) => {
    const server = spawn(
      process.execPath,
      [inProject('tests/hosts/serve-sources.mjs'), name, inProject(`build/test/development/${name}`)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' },
      },
    );
    const ended = once(server, 'exit');
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    try {
      let address: string | undefined;
      for await (const text of server.stdout) {
        address = /^http:\S+$/m.exec(String(text))?.[0];
        if (address !== undefined) break;
      }
      // The first request makes the pre-bundled files.
      await page.goto(address ?? '', { timeout: 60_000 });
      const element = elements(page).first();
      await expect(element.locator('sa-heatmap')).toBeVisible({ timeout: 60_000 });
      await showsLesson(element, 'its-snowing');
      expect(errors).toEqual([]);
    } finally {
      server.kill();
      await ended;
    }
  });
}
