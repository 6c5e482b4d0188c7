// Figures of the Python package: in a page with several, in a notebook that runs, and in what nbconvert exports.
import type { Frame, Locator, Page } from '@playwright/test';
import type { Scene } from '../../../web/scene/types.ts';
import { shown, shownBits } from '../support/element.ts';
import { notebookOf, printed, pythonWith, serveNotebooks } from '../support/notebook.ts';
import { traceInNode } from '../support/package.ts';
import { expect, keep, test } from '../support/test.ts';

const figures = `
import json
import self_attention as sa
sa.options(inline="once")
q = [[1, 0.5], [0.25, -1], [0.5, 0.5]]
words = ["the", "cat", "sat"]
made = [
    sa.show([[1, 0, 0], [0.5, 0.5, 0], [0.25, 0.25, 0.5]], words),
    sa.show(q=q, k=q, v=q, tokens=words, mask="causal"),
    sa.lesson("illustrated", lang="es"),
]
print(json.dumps([{"html": one._repr_mimebundle_()["text/html"], "scene": one.scene} for one in made]))
`;

interface Output {
  readonly html: string;
  readonly scene: Scene | null;
}

async function outputs(): Promise<readonly Output[]> {
  const python = await pythonWith('zlib');
  test.skip(python === undefined, 'there is no python3');
  return python === undefined ? [] : (JSON.parse(await printed(python, figures)) as Output[]);
}

/** A page with these outputs, whose first one is not always the one that has the scripts. */
async function open(page: Page, htmls: readonly string[], style = ''): Promise<void> {
  const body = htmls.map((html) => `<div class="output">${html}</div>`).join('\n');
  await page.setContent(`<!doctype html><html lang="en"><title>Notebook</title><body style="${style}">${body}</body>`);
}

const elementIn = (page: Page, index: number): Locator =>
  page.frameLocator('iframe.self-attention').nth(index).locator('self-attention');

const headOf = async (scene: Scene, layer = 0, head = 0): Promise<readonly number[]> => {
  const trace = await traceInNode(scene);
  const { data } = trace.tensor('weights', { layer, head });
  const bits = Array.from(new Uint32Array(data.slice().buffer));
  trace.dispose();
  return bits;
};

test('figures share the scripts of the first, wherever it stands, and show the numbers of the core', async ({
  page,
}) => {
  const [given, computed, lesson] = await outputs();
  if (given?.scene == null || computed?.scene == null || lesson === undefined) throw new Error('an output is missing');
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  await open(page, [computed.html, lesson.html, given.html]);
  for (const [index, scene] of [
    [0, computed.scene],
    [2, given.scene],
  ] as const) {
    await shown(elementIn(page, index));
    expect(await shownBits(elementIn(page, index))).toEqual(await headOf(scene));
  }
  await shown(elementIn(page, 1));
  await expect(elementIn(page, 1)).toHaveAttribute('lang', 'es');
  expect(requests.filter((url) => !/^(about|data|blob):/.test(url))).toEqual([]);
  expect(errors).toEqual([]);
  // The frame has the height of what is in it.
  for (const frame of page.frames().slice(1)) await expect(async () => expect(await overflow(frame)).toBe(0)).toPass();
  await keep(page, 'notebook', { fullPage: true });
});

const overflow = (frame: Frame): Promise<number> =>
  frame.evaluate(() => document.documentElement.scrollHeight - innerHeight);

test('a cell that runs again finds the scripts that its last output left in the page', async ({ page }) => {
  const [first, second] = await outputs();
  if (first === undefined || second?.scene == null) throw new Error('an output is missing');
  await open(page, [first.html]);
  await shown(elementIn(page, 0));
  await page.locator('.output').evaluate((output, html) => {
    // As Jupyter writes the HTML of an output.
    output.innerHTML = html;
  }, second.html);
  await shown(elementIn(page, 0));
  expect(await shownBits(elementIn(page, 0))).toEqual(await headOf(second.scene));
});

test('a figure without scripts says what to do, until they are there', async ({ page }) => {
  const [first, second] = await outputs();
  if (first === undefined || second === undefined) throw new Error('an output is missing');
  await open(page, [second.html]);
  const waiting = page.frameLocator('iframe').first().locator('#waiting');
  await expect(waiting).toBeVisible();
  await expect(waiting).toContainText('sa.options');
  await page.locator('.output').evaluate((output, html) => {
    const other = document.createElement('div');
    // As Jupyter writes the HTML of an output.
    other.innerHTML = html;
    output.after(other);
  }, first.html);
  await expect(waiting).toBeHidden();
  await shown(elementIn(page, 0));
});

test('a figure follows the notebook’s theme and not the system’s', async ({ page }) => {
  const [first] = await outputs();
  if (first === undefined) throw new Error('an output is missing');
  const schemeIn = (): Promise<string> =>
    page
      .frameLocator('iframe')
      .locator('html')
      .evaluate((html) => getComputedStyle(html).colorScheme);
  for (const [ground, system, expected] of [
    ['#111', 'light', 'dark'],
    ['#fff', 'dark', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    await open(page, [first.html], `background: ${ground}`);
    await shown(elementIn(page, 0));
    expect(await schemeIn()).toBe(expected);
    await keep(page, `notebook-${expected}`);
  }
});

const vectors = (temperature: number): string =>
  `import self_attention as sa
q = [[1, 0.5], [0.25, -1], [0.5, 0.5]]
figure = sa.show(q=q, k=q, v=q, tokens=["the", "cat", "sat"], temperature=${temperature})
figure`;

async function sceneOf(python: NonNullable<Awaited<ReturnType<typeof pythonWith>>>, cell: string): Promise<Scene> {
  return JSON.parse(await printed(python, `import json\n${cell}\nprint(json.dumps(figure.scene))`)) as Scene;
}

test('a notebook: another temperature in the cell, and other weights in its output', async ({ browser }) => {
  test.setTimeout(180_000);
  const python = await pythonWith('notebook, ipykernel');
  test.skip(python === undefined, 'Jupyter is not here: apt-get install python3-notebook python3-ipykernel');
  if (python === undefined) throw new Error('an output is missing');
  const server = await serveNotebooks(python, { 'attention.ipynb': notebookOf([vectors(1)]) });
  // Jupyter's own pages warn and store things.
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${server.url}notebooks/attention.ipynb`);
    await page.locator('#kernel_indicator_icon.kernel_idle_icon').waitFor({ timeout: 60_000 });
    const run = async (): Promise<void> => {
      await page.locator('.CodeMirror').first().click();
      await page.keyboard.press('Control+Enter');
    };
    await run();
    await shown(elementIn(page, 0));
    expect(await shownBits(elementIn(page, 0))).toEqual(await headOf(await sceneOf(python, vectors(1))));
    await page.locator('.CodeMirror').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('4)');
    await page.keyboard.press('Control+Enter');
    const wanted = await headOf(await sceneOf(python, vectors(4)));
    await expect(async () => {
      await shown(elementIn(page, 0));
      expect(await shownBits(elementIn(page, 0))).toEqual(wanted);
    }).toPass();
    await keep(page, 'notebook-server');
    // A reader changes it back in the figure.
    await elementIn(page, 0).locator('input[type=number], input[inputmode=decimal]').first().fill('1');
    const before = await headOf(await sceneOf(python, vectors(1)));
    await expect(async () => expect(await shownBits(elementIn(page, 0))).toEqual(before)).toPass();
  } finally {
    await context.close();
    await server.close();
  }
});

test('a notebook that nbclient ran and nbconvert exported', async ({ browser }) => {
  test.setTimeout(180_000);
  const python = await pythonWith('nbclient, nbconvert, ipykernel');
  test.skip(python === undefined, 'not here: apt-get install python3-nbclient python3-nbconvert python3-ipykernel');
  if (python === undefined) throw new Error('an output is missing');
  const cells = [1, 2, 4].map((temperature) => vectors(temperature));
  const weights = 'sa.show([[1, 0], [0.5, 0.5]], ["a", "b"])';
  const html = await printed(
    python,
    `
import warnings
warnings.simplefilter("ignore")
import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter
notebook = nbformat.reads(r'''${notebookOf([...cells, weights, weights])}''', as_version=4)
NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
sizes = [len(str(cell.outputs)) for cell in notebook.cells]
assert sizes[0] < 1.2e6 and max(sizes[1:]) < 60e3, sizes
assert "image/svg+xml" in notebook.cells[3].outputs[0].data
print(HTMLExporter(template_name="lab").from_notebook_node(notebook)[0])
`,
  );
  // The template asks other servers for MathJax and the like.
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  await page.setContent(html);
  for (const [index, cell] of cells.entries()) {
    await shown(elementIn(page, index));
    expect(await shownBits(elementIn(page, index))).toEqual(await headOf(await sceneOf(python, cell)));
  }
  await shown(elementIn(page, 3));
  await context.close();
});

/** The traits of a widget in Python, and what the front end does with them. */
interface Traits extends Window {
  readonly traits: Record<string, unknown>;
  readonly saved: string[];
  assign(name: string, value: unknown): void;
}

test('a widget: the scene follows the reader, and the reader sees the scene and the focus that Python sets', async ({
  page,
}) => {
  const python = await pythonWith('zlib');
  test.skip(python === undefined, 'there is no python3');
  if (python === undefined) throw new Error('an output is missing');
  const [module, text] = (JSON.parse(
    await printed(
      python,
      `${vectors(1)}
import json, pkgutil
library, widget = (pkgutil.get_data("self_attention", name).decode() for name in ("library.js", "widget.js"))
print(json.dumps([library + widget, json.dumps(figure.scene)]))`,
    ),
  ) ?? []) as readonly [string, string];
  const scene = JSON.parse(text) as Scene;
  await page.setContent('<!doctype html><html lang="en"><title>Widget</title><body><div id="out"></div></body>');
  await page.evaluate(
    async ([code, given]) => {
      const listeners = new Map<string, Set<() => void>>();
      const traits: Record<string, unknown> = {
        ...{ scene: given, focus: null, show: 'tokens heatmap', controls: 'temperature', theme: 'light', lang: 'en' },
      };
      const saved: string[] = [];
      // As Backbone does: a change is heard at once, by the one who made it too.
      const assign = (name: string, value: unknown): void => {
        if (traits[name] === value) return;
        traits[name] = value;
        for (const listener of listeners.get(`change:${name}`) ?? []) listener();
      };
      const model = {
        get: (name: string) => traits[name],
        set: assign,
        save_changes: () => void saved.push(JSON.stringify(traits['scene'])),
        on: (event: string, listener: () => void) =>
          void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
        off: (event: string, listener: () => void) => void listeners.get(event)?.delete(listener),
      };
      Object.assign(window, { traits, saved, assign });
      const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
      const { default: front } = await import(url);
      front.render({ model, el: document.getElementById('out') });
    },
    [module, scene] as const,
  );
  const element = page.locator('self-attention');
  const bits = async (expected: Scene): Promise<void> => {
    const wanted = await headOf(expected);
    await expect(async () => expect(await shownBits(element)).toEqual(wanted)).toPass();
  };
  const trait = (name: string): Promise<unknown> =>
    page.evaluate((key) => (window as unknown as Traits).traits[key], name);
  const assign = (name: string, value: unknown): Promise<void> =>
    page.evaluate(([key, it]) => (window as unknown as Traits).assign(key as string, it), [name, value]);
  await shown(element);
  await bits(scene);
  // The reader changes the temperature, and then the focus.
  await element.locator('input[type=number], input[inputmode=decimal]').first().fill('3');
  const warm = { ...scene, attention: { ...scene.attention, temperature: 3 } };
  await bits(warm);
  await expect(async () =>
    expect((await trait('scene')) as Scene).toMatchObject({ attention: { temperature: 3 } }),
  ).toPass();
  await element.getByRole('option', { name: 'cat' }).first().click();
  await expect(async () => expect(await trait('focus')).toBe(1)).toPass();
  // Python sets both.
  await assign('focus', 2);
  await expect(async () => expect((await trait('scene')) as Scene).toMatchObject({ view: { focus: 2 } })).toPass();
  await bits(warm);
  await assign('scene', scene);
  await bits(scene);
  expect(await trait('focus')).toBeNull();
  await assign('scene', { ...scene, view: { ...scene.view, focus: 1 } });
  expect(await trait('focus')).toBe(1);
});
