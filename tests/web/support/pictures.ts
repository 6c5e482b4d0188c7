import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { serve } from '../../../src/toolchain/serve.mjs';
import { buildModules } from '../../../src/toolchain/vite.mjs';
import type { Core, Tensor } from '../../../web/core/types.ts';

const inProject = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
// Each worker of the tests writes its files.
const root = inProject(`build/test/pictures-${process.pid}`);

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="page.css"><script type="module" src="pictures.js"></script>
<main><h1>Pictures</h1><h2>One</h2><h3>Here</h3><div id="here"></div></main></html>`;

const css = `body { margin: 1rem; background: #fffefb; color: #1d1b20; font-family: system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { body { background: #16151a; color: #ece9f1; } }
#here > * { margin-block-end: 2rem; }`;

/** Modules of the project, imported one after the other and bundled as one. */
export async function browserModule(...modules: readonly string[]): Promise<string> {
  const entry = `${root}/modules.js`;
  await mkdir(root, { recursive: true });
  await writeFile(entry, modules.map((name) => `export * from ${JSON.stringify(inProject(name))};`).join('\n'));
  const files = await buildModules(
    { modules: entry },
    {},
    { build: { rolldownOptions: { output: { codeSplitting: false } } } },
  );
  const [script] = files.values();
  return String(script);
}

/** A page with only the views, under the site's policy. */
export async function picturesSite(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const pictures = [
    'index',
    'steps/comparison',
    'steps/weighted-values',
    'plots/variance-plot',
    'plots/position-curves',
    'steps/relative-distance',
  ];
  const script = await browserModule(...pictures.map((name) => `web/views/${name}.ts`));
  await mkdir(root, { recursive: true });
  await Promise.all([
    writeFile(`${root}/index.html`, html),
    writeFile(`${root}/page.css`, css),
    writeFile(`${root}/pictures.js`, script),
    writeFile(`${root}/favicon.ico`, ''),
  ]);
  return serve({ root });
}

const core: { loadCore(): Promise<Core> } = await import('self-attention/core' as string);

/** The core's trace of a scene. */
export const attend = async (scene: object) => (await core.loadCore()).attend(scene as never);

/** A tensor in a form that can be sent to the browser. */
export const sent = ({ shape, data }: Tensor) => ({ shape, data: Array.from(data, String) });

/**
 * Replaces the content of the page by an element with these properties, and records its focus requests. `{ data }` becomes a Float32Array,
 * `{ shape, data }` a tensor.
 */
export async function mount(page: Page, name: string, properties: object): Promise<void> {
  await page.evaluate(
    async ([tag, given]) => {
      // Numbers of tensors are strings, because JSON has no −∞ and NaN.
      const revived = (value: unknown): unknown => {
        if (typeof value !== 'object' || value === null) return value;
        if (Array.isArray(value)) return value.map(revived);
        const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revived(part)]));
        const { shape, data } = parts as { shape?: unknown; data?: readonly string[] };
        if (data === undefined) return parts;
        const numbers = Float32Array.from(data, Number);
        return shape === undefined ? numbers : { shape, data: numbers };
      };
      const element = document.createElement(tag);
      Object.assign(element, revived(given));
      window.asked = [];
      element.addEventListener('sa-focus', (event) => {
        const { focus } = (event as CustomEvent).detail;
        window.asked.push(focus);
        Object.assign(element, { focusOn: focus });
      });
      document.querySelector('#here')?.replaceChildren(element);
      await customElements.whenDefined(tag);
      for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
    },
    [name, properties] as const,
  );
}

/** The focus requests of the element, the last first. */
export const asked = (page: Page): Promise<Record<string, unknown>[]> => page.evaluate(() => window.asked.toReversed());
