import { numbersInNode, sceneModule } from '../support/package.ts';
import { bits, chips, numbers, painted, reading, rows, sentence, settled } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

test('the page opens on "it" looking at "animal", at least 60 %', async ({ page, open }) => {
  await open();
  await expect(sentence(page)).toHaveValue("The animal didn't cross the street because it was too tired");
  await expect(reading(page)).toHaveText(/“it” looks mostly at “animal” \((6\d|7\d|8\d|9\d)\s%\)\./);
  const weights = await rows(page, 'weights');
  expect(weights[7]?.[1]).toBeGreaterThanOrEqual(0.6);
});

test('every bit of every tensor is the one that Node computes', async ({ page, open }) => {
  await open();
  const { defaultScene } = await sceneModule();
  const here = await numbersInNode(defaultScene);
  expect(Object.keys(here.tensors)).toContain('weights');
  expect(await numbers(page)).toEqual(here);
});

test.describe('with all steps on the screen', () => {
  test.use({ viewport: { width: 1280, height: 9000 } });

  test('each keystroke changes tokens, heatmap, lines and steps', async ({ page, open }) => {
    await open();
    const steps = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('sa-step'), (step) => [
          step.id,
          step.querySelector('sa-matrix')?.shadowRoot?.querySelector('canvas')?.toDataURL() ?? '',
        ]),
      );
    await sentence(page).press('End');
    let [tokens, picture, drawn] = [await chips(page).allInnerTexts(), await painted(page), await steps()];
    expect(drawn.map(([id]) => id)).toEqual(
      ['tokens', 'x0', 'q', 'k', 'v', 'scores', 'scaled', 'weights', 'z', 'output'].map((name) => `step-${name}`),
    );
    for (const key of ['Space', 'd', 'o', 'g']) {
      await page.keyboard.press(key);
      await settled(page);
      if (key === 'Space') continue;
      const [newTokens, newPicture, newDrawn] = [await chips(page).allInnerTexts(), await painted(page), await steps()];
      expect(newTokens, key).not.toEqual(tokens);
      expect(newPicture.heatmap, key).not.toBe(picture.heatmap);
      expect(newPicture.lines, key).not.toBe(picture.lines);
      for (const [index, [id, pixels]] of newDrawn.entries()) {
        // The twelfth token is always row 10 of the vocabulary.
        if (id !== 'step-tokens' || key === 'd') expect(pixels, `${id} after ${key}`).not.toBe(drawn[index]?.[1]);
      }
      [tokens, picture, drawn] = [newTokens, newPicture, newDrawn];
    }
  });
});

test('typing recomputes the embeddings, q, k, v, scores, weights and output', async ({ show }) => {
  const page = await show('#embedding=random.normal&seed=7&d=8&heads=2');
  const before = await numbers(page);
  await sentence(page).press('End');
  await page.keyboard.type('x');
  await settled(page);
  const after = await numbers(page);
  expect(after.tokens.at(-1)).toBe('tiredx');
  for (const name of ['x0', 'q', 'k', 'v', 'scores', 'weights', 'z', 'output']) {
    expect(after.tensors[name]?.bits, name).not.toEqual(before.tensors[name]?.bits);
  }
});

test('the reading follows the focus, with the numbers of that row', async ({ show }) => {
  const page = await show();
  const weights = await rows(page, 'weights');
  await chips(page).nth(1).hover();
  await expect(reading(page)).toHaveText(/“animal” /);
  const most = Math.max(...(weights[1] ?? []));
  // Two words that are nearly equal share one number.
  await expect(reading(page)).toContainText(new RegExp(`(${Math.floor(most * 100)}|${Math.round(most * 100)})\\s%`));
  await page.mouse.move(0, 0);
  await expect(reading(page)).toHaveText(/“it” looks mostly at “animal”/);
});

test('a screen reader gets the same sentence after a pause in typing', async ({ show }) => {
  const page = await show();
  await sentence(page).fill('The dog slept because it was tired');
  await expect(page.locator('sa-announcer [role=status]')).toHaveText(
    ((await reading(page).textContent()) ?? '').trim(),
  );
});

test('hovering a token highlights its row in heatmap, lines and steps', async ({ show }) => {
  const page = await show();
  // Both pictures are in sight.
  await page.setViewportSize({ width: 1440, height: 900 });
  await settled(page);
  const before = await painted(page);
  await chips(page).nth(4).hover();
  await settled(page);
  expect((await painted(page)).heatmap).not.toBe(before.heatmap);
  const lines = page.locator('sa-lines').getByRole('listbox', { name: 'queries' }).getByRole('option');
  await expect(lines.nth(4)).toHaveAttribute('aria-selected', 'true');
  await expect(chips(page).nth(4)).toHaveAttribute('aria-selected', 'true');
});

test('typing and deleting leaves the same weights', async ({ show }) => {
  const page = await show();
  const before = await bits(page, 'weights');
  await sentence(page).press('End');
  await page.keyboard.type(' now', { delay: 5 });
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Backspace');
  await settled(page);
  expect(await bits(page, 'weights')).toEqual(before);
});

test('a reload right after the last key keeps what was typed', async ({ page, open }) => {
  await open();
  await sentence(page).fill('the dog sat');
  await page.reload();
  await expect(sentence(page)).toHaveValue('the dog sat');
});

test('what is typed while a reload waits for its answer is kept', async ({ page, open }) => {
  await open();
  let answer = (): void => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await page.exposeFunction('answer', answer);
  const loaded = page.waitForEvent('load');
  // A driver waits for a reload before it does anything else.
  await page.evaluate(() => {
    const { hash } = location;
    location.reload();
    const box = document.querySelector<HTMLTextAreaElement>('#sentence');
    if (box !== null) box.value = 'the dog sat';
    box?.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const look = (): void => {
      if (location.hash === hash) setTimeout(look, 20);
      else (window as unknown as { answer(): void }).answer();
    };
    look();
  });
  await loaded;
  await expect(sentence(page)).toHaveValue('the dog sat');
});
