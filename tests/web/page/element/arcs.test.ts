// show="arcs" is the sentence with its arcs. After a heatmap, arcs are lines, as in earlier releases.
import { openHost, ready } from '../../support/element-host.ts';
import { expect, test } from '../../support/test.ts';

const home = '#parameters.heads=cue&amp;parameters.later=cued&amp;heads=1&amp;residual=yes&amp;layers=2&amp;layer=1';

test('arcs are the sentence, and a press on a word asks from it', async ({ page, site }) => {
  await openHost(page, site, { body: `<self-attention scene="${home}" show="arcs reading"></self-attention>` });
  await ready(page);
  const sentence = page.locator('sa-sentence');
  const most = sentence.locator('[role=option].most');
  await expect(most).toContainText('animal');
  const percent = (await most.locator('.percent').textContent()) ?? '';
  await expect(page.locator('[part=reading]')).toContainText(percent);
  await expect(sentence.locator('svg path')).toHaveCount(10);
  await sentence.getByRole('option', { name: /street/ }).click();
  await expect(page.locator('[part=reading]')).toContainText('street');
  await expect(sentence.locator('.query')).toContainText('street');
  const blob = await page
    .locator('self-attention')
    .evaluate(async (element: HTMLElement & { exportImage: () => Promise<Blob> }) =>
      (await element.exportImage()).text(),
    );
  expect(blob).toContain('width="1200" height="630"');
});

test('arcs after a heatmap are lines, and so are the words of two sentences', async ({ page, site }) => {
  await openHost(page, site, {
    body: `<self-attention lesson="its-snowing" show="heatmap arcs"></self-attention>
      <self-attention lesson="keys-and-encoder" show="arcs" loading="eager"></self-attention>
      <self-attention lesson="its-snowing" show="lines" loading="eager"></self-attention>`,
  });
  await ready(page, 3);
  await expect(page.locator('sa-lines')).toHaveCount(3);
  await expect(page.locator('sa-sentence')).toHaveCount(0);
});

for (const [width, height] of [
  [1280, 800],
  [640, 360],
  [390, 844],
] as const) {
  test(`embed.html without a hash shows a sentence with its arcs, ${width} × ${height}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${site}embed.html`);
    const most = page.locator('sa-sentence [role=option].most');
    await expect(most).toContainText('animal');
    await expect(most).toBeInViewport();
    await expect(page.locator('.answer')).toBeInViewport();
    await expect(page.locator('.answer details')).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(wide).toBe(false);
  });
}

test('a frame whose hash names no scene keeps the numbers of the first links', async ({ page, site }) => {
  await page.goto(`${site}embed.html#show=arcs`);
  await expect(page.locator('sa-sentence [role=option].most')).toHaveText(/animal.*83/s);
});
