import { expect, type Locator, type Page } from '@playwright/test';
import type { Core, Tensor } from '../../../web/core/types.ts';
import type { Scene } from '../../../web/scene/types.ts';

/** Elements of the page with the properties that tests read. */
export interface UpdatingElement extends Element {
  readonly updateComplete: Promise<boolean>;
}
interface StepElement extends UpdatingElement {
  readonly stale: boolean;
}
export interface PlaygroundElement extends UpdatingElement {
  readonly core: Core;
  readonly scene: Scene;
}
export interface AttentionElement extends UpdatingElement {
  readonly head: number;
  readonly result: {
    readonly tokens: readonly string[];
    readonly steps: readonly { readonly name: string; readonly inputs: readonly string[] }[];
    tensor(name: string): Tensor;
  };
}

/** Every bit of every tensor. */
export interface Numbers {
  readonly tokens: readonly string[];
  readonly tensors: Readonly<Record<string, { readonly shape: readonly number[]; readonly bits: readonly number[] }>>;
}

/** Waits until the live page has replaced the prerendered one. */
export async function alive(page: Page): Promise<void> {
  await page.locator('sa-attention sa-heatmap, sa-stage, sa-train-task .task-screen').first().waitFor();
  await settled(page);
}

/** Waits until the last event has taken effect. The controls are drawn in the frame after the picture. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const part of ['sa-playground', 'sa-controls'])
      await document.querySelector<UpdatingElement>(part)?.updateComplete;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}

/** Opens a step in place of the row of thumbnails, or from the links beside an opened one. */
export async function openStep(page: Page, name: string): Promise<Locator> {
  const step = page.locator(`#step-${name}`);
  const thumbnail = step.locator('h3 button');
  const link = page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name, exact: true });
  // A lesson may open a step of its own in the meantime.
  await expect(async () => {
    await ((await link.isVisible()) ? link : thumbnail).click({ timeout: 1000 });
    await expect(step.locator('h3')).toBeFocused({ timeout: 1000 });
  }).toPass();
  return step;
}

/** Opens the scores with their arrows. The shared page may have them unfolded already. */
export async function unfoldedArrows(page: Page): Promise<Locator> {
  const step = await openStep(page, 'scores');
  const details = step.locator('details', { hasText: 'As arrows: a query, a key' });
  const panel = details.locator('sa-arrows-panel');
  // The step may be drawn again while it opens.
  await expect(async () => {
    if (!(await details.evaluate((box: HTMLDetailsElement) => box.open)))
      await details.locator('summary').click({ timeout: 1000 });
    await expect(panel.locator('svg')).toBeVisible({ timeout: 3000 });
  }).toPass();
  return panel;
}

/** What `read` returns when it returns the same twice. Things in sight are drawn when the page is at rest, so time passes between. */
export async function atRest<Value>(read: () => Promise<Value>): Promise<Value> {
  let last = await read();
  const isStill = async () => {
    const [before, now] = [last, await read()];
    last = now;
    return JSON.stringify(now) === JSON.stringify(before);
  };
  await expect.poll(isStill, { intervals: [700] }).toBe(true);
  return last;
}

/** Waits until every step is up to date. Steps out of view are drawn when the page is at rest, and move the content below. */
export async function allSteps(page: Page): Promise<void> {
  const waiting = () =>
    Array.from(document.querySelectorAll<StepElement>('sa-step')).filter(
      (step) => step.stale || step.querySelector('section') === null,
    ).length;
  await expect.poll(() => page.evaluate(waiting), { intervals: [50] }).toBe(0);
}

export const numbers = (page: Page): Promise<Numbers> =>
  page.evaluate(() => {
    const picture = document.querySelector<AttentionElement>('sa-attention')?.result;
    if (picture === undefined) throw new Error('There is no picture.');
    const tensors = picture.steps.map(({ name }) => {
      const { shape, data } = picture.tensor(name);
      return [name, { shape: [...shape], bits: Array.from(new Uint32Array(data.slice().buffer)) }] as const;
    });
    return { tokens: [...picture.tokens], tensors: Object.fromEntries(tensors) };
  });

/** The bits of one tensor. */
export const bits = async (page: Page, name: string): Promise<readonly number[]> =>
  (await numbers(page)).tensors[name]?.bits ?? [];

/** One tensor as rows of numbers, of the first head if it has heads. */
export const rows = (page: Page, name: string): Promise<number[][]> =>
  page.evaluate((wanted) => {
    const { shape, data } = document.querySelector<AttentionElement>('sa-attention')?.result.tensor(wanted) ?? {};
    const [height, width] = [shape?.at(-2) ?? 0, shape?.at(-1) ?? 0];
    return Array.from({ length: height }, (_, row) => Array.from(data?.slice(row * width, (row + 1) * width) ?? []));
  }, name);

/** The heatmap's pixels and the lines' curves. */
export const painted = (page: Page): Promise<{ readonly heatmap: string; readonly lines: string }> =>
  page.evaluate(() => {
    const canvas = document.querySelector('sa-attention sa-heatmap')?.shadowRoot?.querySelector('canvas');
    const paths = document.querySelector('sa-attention sa-lines')?.shadowRoot?.querySelectorAll('path') ?? [];
    return {
      heatmap: canvas?.toDataURL() ?? '',
      lines: Array.from(paths, (path) => `${path.getAttribute('d')} ${path.getAttribute('stroke-width')}`).join('\n'),
    };
  });

export const scene = (page: Page): Promise<Scene> =>
  page.evaluate(() => {
    const found = document.querySelector<PlaygroundElement>('sa-playground')?.scene;
    if (found === undefined) throw new Error('The page is not live.');
    return found;
  });

export const sentence = (page: Page): Locator => page.getByRole('textbox', { name: 'Sentence' });
export const reading = (page: Page): Locator => page.locator('.reading');
export const chips = (page: Page): Locator =>
  page.locator('sa-tokens, sa-long-tokens, sa-sentence').getByRole('option');
/** All visible errors. */
export const problems = (page: Page): Locator => page.locator('.error:not(:empty)');
export const notice = (page: Page): Locator => page.locator('.notice');
/** The commands in the menu of the top bar. */
const inMenu: ReadonlySet<string> = new Set(
  'Undo,Redo,Start again,Start the lesson again,Copy link,Deshacer,Rehacer,Empezar de nuevo,Copiar enlace'.split(','),
);

/** Clicks a button by its name. A command of the top bar's menu is looked for there. */
export async function press(page: Page, name: string): Promise<void> {
  if (inMenu.has(name)) return command(page, name);
  // A run has a button “Train” too.
  await page.getByRole('button', { name, exact: true }).and(page.locator(':not(.screens > *)')).click();
}

/** Opens the top bar's menu and returns one of its buttons. */
export async function inMoreMenu(page: Page, name: string): Promise<Locator> {
  return (await openMenu(page)).getByRole('button', { name, exact: true });
}

export async function openMenu(page: Page): Promise<Locator> {
  const menu = page.locator('#more-menu');
  if (!(await menu.isVisible())) await page.locator('[popovertarget="more-menu"]').click();
  return menu;
}

/** Chooses a language by its code or its name, and resolves with its code. The page speaks it when its messages are there. */
export async function askForLanguage(page: Page, language: string): Promise<string> {
  const [code = ''] = await (await openMenu(page)).getByRole('combobox').selectOption(language);
  await closeMenu(page);
  return code;
}

/** Resolves when the page speaks the language. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  const code = await askForLanguage(page, language);
  await expect(page.locator('html')).toHaveAttribute('lang', code);
}

export async function command(page: Page, name: string): Promise<void> {
  const button = await inMoreMenu(page, name);
  await button.click();
  await closeMenu(page);
}

export async function closeMenu(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('#more-menu:popover-open')?.hidePopover());
}

/** Goes to a screen with the top bar. */
export const showScreen = (page: Page, name: 'Watch' | 'Experiment' | 'Train'): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();

/** Opens a lesson the way a reader does, from the list in the top bar. */
export async function chooseLesson(page: Page, title: string): Promise<void> {
  const lessons = page.getByRole('navigation', { name: /^(Lessons|Lecciones)$/ });
  await lessons.getByRole('button').click();
  await lessons.getByRole('link', { name: title }).click();
}

/** Replaces the sentence. */
export async function typeSentence(page: Page, text: string): Promise<void> {
  await sentence(page).fill(text);
  await settled(page);
}

/** The address bar's final fragment. Leaving the page writes what waits for a pause in typing. */
export const fragment = (page: Page): Promise<string> =>
  page.evaluate(() => {
    dispatchEvent(new Event('pagehide'));
    return location.hash;
  });

/** Scrolls to a grid, waits until it is drawn, and focuses it. */
export async function ready(grid: Locator): Promise<void> {
  await allSteps(grid.page());
  // Sections that come into view on the way get their height and move the grid, so it takes several tries.
  await expect(async () => {
    await grid.scrollIntoViewIfNeeded();
    expect((await grid.getByRole('gridcell').boundingBox())?.width ?? 0).toBeGreaterThan(4);
  }).toPass({ intervals: [50], timeout: 15_000 });
  await grid.focus();
}

/** The name of every cell of a grid, read with the keyboard. */
export async function cellNames(page: Page, grid: Locator): Promise<readonly (readonly string[])[]> {
  await ready(grid);
  const [height, width] = await Promise.all(
    ['aria-rowcount', 'aria-colcount'].map(async (name) => Number(await grid.getAttribute(name))),
  );
  const cell = grid.getByRole('gridcell');
  const names: string[][] = [];
  await page.keyboard.press('Control+Home');
  for (let row = 0; row < (height ?? 0); row += 1) {
    const line: string[] = [];
    for (let column = 0; column < (width ?? 0); column += 1) {
      if (column > 0) await page.keyboard.press('ArrowRight');
      await settled(page);
      line.push((await cell.getAttribute('aria-label')) ?? '');
    }
    names.push(line);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
  }
  return names;
}

/** Call this before the page opens. Returns a function that ends the page's workers, as a browser that is short of memory does. */
export async function workersEnder(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    window.Worker = class extends window.Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        workers.push(this);
      }
    };
    window.endWorkers = () => {
      for (const worker of workers.splice(0)) worker.terminate();
    };
  });
  return () => page.evaluate(() => window.endWorkers());
}
