import { findings } from '../support/axe.ts';
import { alive, showScreen } from '../support/page.ts';
import { expect, keep, test } from '../support/test.ts';

const names = [
  'benchmarks',
  'index',
  'embed',
  'hosts',
  'notebooks',
  'hosting',
  'headless',
  'reference',
  'teaching',
  'accessibility',
  'privacy',
  'model',
];
const guides = names.flatMap((name) => [`docs/${name}.html`, `docs/${name}.es.html`]);

for (const guide of guides) {
  test(`${guide}: axe finds nothing, and the page does not scroll sideways`, async ({ page, site }) => {
    await page.goto(`${site}${guide}`);
    for (const details of await page.locator('details').all()) await details.locator('summary').click();
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [320, 'light'],
    ] as const) {
      const shown = `${width} wide, ${colorScheme}`;
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await findings(page), shown).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), shown).toBe(true);
      await keep(page, `${guide.replaceAll('/', '-')}-${width}-${colorScheme}`, { fullPage: true });
    }
  });
}

test('labels of a plot do not overlap', async ({ page, site }) => {
  for (const guide of guides) {
    await page.goto(`${site}${guide}`);
    const overlapping = await page.evaluate(() =>
      Array.from(document.querySelectorAll('svg.plot'), (plot) => {
        const boxes = Array.from(plot.querySelectorAll('text'), (text) => ({
          text: text.textContent,
          box: text.getBoundingClientRect(),
        })).filter(({ text }) => text !== '');
        const frame = plot.getBoundingClientRect();
        const outside = boxes.filter(({ box }) => box.left < frame.left || box.right > frame.right);
        const pairs = boxes.flatMap((one, at) =>
          boxes
            .slice(at + 1)
            .filter(
              ({ box }) =>
                one.box.left < box.right - 1 &&
                box.left < one.box.right - 1 &&
                one.box.top < box.bottom - 3 &&
                box.top < one.box.bottom - 3,
            )
            .map((other) => `${one.text} / ${other.text}`),
        );
        return [...pairs, ...outside.map(({ text }) => `outside: ${text}`)];
      }).flat(),
    );
    expect(overlapping, guide).toEqual([]);
  }
});

test('the page links to the guide, and the guide back', async ({ page, open }) => {
  await open();
  await showScreen(page, 'Watch');
  await page.getByRole('contentinfo').getByRole('link', { name: 'How fast it is' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How fast it is' })).toBeVisible();
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Qué velocidad tiene' })).toBeVisible();
  await page.getByRole('link', { name: 'Autoatención, en vivo' }).click();
  await alive(page);
  await expect(page).toHaveTitle('Autoatención, en vivo');
});
