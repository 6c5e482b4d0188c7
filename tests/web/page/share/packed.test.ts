import { sceneModule } from '../../support/package.ts';
import { chips, fragment, notice, numbers, press, scene, sentence, settled } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

const size = 512;
/** Too large for a link that is not compressed: 262 144 characters. */
const painted = {
  kind: 'painted',
  visible: Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (column <= row && (row * 7 + column * 13) % 5 > 0 ? 1 : 0)),
  ),
} as const;

async function packed(): Promise<string> {
  const { defaultScene, encodeLink } = await sceneModule();
  return encodeLink({
    ...defaultScene,
    sentence: 'one two three four '.repeat(size / 4).trim(),
    attention: { ...defaultScene.attention, mask: painted },
  });
}

test('a painted mask of 512 × 512 is read from a link, and written to one', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(site).origin });
  const link = await packed();
  expect(link).toMatch(/^z=1\./);
  await page.goto(`${site}#${link}`);
  await expect(page.locator('sa-attention sa-overview')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  expect((await scene(page)).attention.mask).toEqual(painted);
  await press(page, 'Copy link');
  await expect(page.locator('.action-status')).toHaveText('Link copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const { decodeLink } = await sceneModule();
  const wanted = await decodeLink(link);
  expect((await decodeLink(new URL(copied).hash)).attention).toEqual(wanted.attention);
  // After a change the address has the scene, compressed by the browser.
  await page.getByRole('textbox', { name: 'Temperature' }).fill('2');
  await expect(page).toHaveURL(/#z=1\./);
  await expect(async () => {
    expect((await decodeLink(new URL(page.url()).hash)).attention.temperature).toBe(2);
  }).toPass();
});

test('a packed link opens a lesson’s scene when the page begins, on another fragment, back and forward', async ({
  page,
  open,
}) => {
  const { decodeLink, encodeScene } = await sceneModule();
  // Compressed here, because the page writes a shorter link for such a small scene.
  const { deflateRawSync } = await import('node:zlib');
  const small = await decodeLink('sentence=one+two+three&mask=causal');
  const link = `#z=1.${deflateRawSync(JSON.stringify(small)).toString('base64url')}`;
  await open(link);
  await expect(chips(page)).toHaveCount(3);
  const here = await numbers(page);
  await page.evaluate(() => {
    location.hash = 'sentence=one+two';
  });
  await expect(chips(page)).toHaveCount(2);
  await page.goBack();
  await expect(chips(page)).toHaveCount(3);
  await settled(page);
  expect(await numbers(page)).toEqual(here);
  await page.goForward();
  await expect(chips(page)).toHaveCount(2);
  await page.goBack();
  await expect(chips(page)).toHaveCount(3);
  // The link of a small scene is readable after a change.
  await page.getByRole('radio', { name: 'Causal' }).check();
  await page.getByRole('radio', { name: 'None' }).first().check();
  expect(await fragment(page)).toBe(`#${encodeScene({ ...small, attention: { heads: 3 } })}`);
});

for (const [name, link, why] of [
  ['a newer version', '#z=2.abc', /version "2"; only version 1 can be read/],
  ['no base64url', '#z=1.!', /base64url/],
  ['garbage', '#z=1.AAAA', /damaged/],
  ['another key beside it', '#z=1.AwA&heads=1', /remove the other keys/],
] as const) {
  test(`a damaged packed link is explained: ${name}`, async ({ page, open }) => {
    await open(link);
    await expect(notice(page)).toContainText(why);
    await expect(chips(page)).toHaveCount(11);
    await sentence(page).fill('The cat sat');
    expect(await fragment(page)).toContain('sentence=The+cat+sat');
  });
}

test('after two links in quick succession the second is shown', async ({ page, open }) => {
  const link = await packed();
  await open();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, link);
  await page.evaluate(() => {
    location.hash = 'sentence=one+two';
  });
  await expect(chips(page)).toHaveCount(2);
  await settled(page);
  await expect(chips(page)).toHaveCount(2);
});

test('a scene too long for a link says its length and the limit', async ({ page, open }) => {
  await open();
  const box = sentence(page);
  // Random letters cannot be compressed. Those of Hangul are written with spaces.
  let seed = 1;
  const letters = Array.from({ length: 98_000 }, (_, at) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return at % 60 === 59 ? ' ' : String.fromCodePoint(0xac00 + ((seed >>> 12) % 11172));
  });
  await box.fill(letters.join(''));
  // The page reads a text this long in parts.
  await expect(async () => {
    await press(page, 'Copy link');
    await expect(page.locator('.action-status')).toHaveText(
      /This scene has \d{6} characters as a link; the limit is 200000/,
      { timeout: 2000 },
    );
  }).toPass();
});
