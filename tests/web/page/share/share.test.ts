import { findings } from '../../support/axe.ts';
import { sceneModule } from '../../support/package.ts';
import { fragment, scene, sentence, settled } from '../../support/page.ts';
import { choose, dialog, panel, share, text, told, trouble } from '../../support/share.ts';
import { expect, keep, test } from '../../support/test.ts';

test('the dialog has the focus while it is open, and returns it', async ({ page, open }) => {
  await open();
  const button = page.getByRole('button', { name: 'Share', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveAccessibleName('Share this scene');
  await expect(page.getByRole('radio', { name: 'Picture', exact: true })).toBeFocused();
  await page.getByRole('radio', { name: 'Link', exact: true }).focus();
  // The page's keys are not the dialog's.
  await sentence(page).evaluate((box) => box.setAttribute('data-before', box.textContent ?? ''));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'HTML element' })).toBeFocused();
  await expect(text(page)).toHaveValue(/<self-attention /);
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => {
      const { activeElement } = document;
      // Between the last and the first control the browser's toolbar has the focus.
      return activeElement === document.body || activeElement?.closest('dialog') !== null;
    });
    expect(inside).toBe(true);
  }
  // The browser's toolbar does not pass keys on.
  await page.bringToFront();
  await page.getByRole('radio', { name: 'HTML element' }).focus();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  // Firefox's toolbar may have kept the focus of the window. In the page the button has it.
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('undo and Escape in the dialog are not the page’s', async ({ page, open }) => {
  await open();
  await page.getByRole('radio', { name: 'Causal' }).check();
  const before = await scene(page);
  await share(page);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(await scene(page)).toEqual(before);
});

test('it closes by its button, by a click beside it, and when another scene opens', async ({ show }) => {
  const page = await show();
  await share(page);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await share(page);
  await page.mouse.click(5, 400);
  await expect(dialog(page)).toHaveCount(0);
  await share(page);
  await page.evaluate(() => {
    location.hash = 'sentence=one+two';
  });
  await expect(dialog(page)).toHaveCount(0);
});

test('the link is that of the current scene, and says its length', async ({ page, open, site }) => {
  await open();
  await sentence(page).fill('The cat sat');
  await share(page);
  const link = `${site}#sentence=The+cat+sat`;
  await expect(text(page)).toHaveValue(link);
  await expect(panel(page)).toContainText(`${link.length} characters.`);
  // If the last change failed, the link is that of the last good scene.
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Temperature', exact: true }).fill('0');
  await share(page);
  await expect(text(page)).toHaveValue(link);
});

test('a text is copied with one press', async ({ page, context, open, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(site).origin });
  await open('#lesson=its-snowing');
  await share(page, 'Markdown');
  await panel(page).getByRole('button', { name: 'Copy' }).click();
  await expect(told(page)).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await text(page).inputValue());
  expect(copied).toContain('lesson="its-snowing"');
});

test('where the browser does not allow copying, the text is selected', async ({ page, open }) => {
  await page.addInitScript(() => {
    // In Firefox a sandboxed frame, such as the preview, has no clipboard.
    const { clipboard = {} } = navigator;
    Object.defineProperty(clipboard, 'writeText', { value: () => Promise.reject(new Error('no')) });
  });
  await open();
  await share(page, 'iframe');
  await panel(page).getByRole('button', { name: 'Copy' }).click();
  await expect(told(page)).toContainText('The text is selected');
  await expect(text(page)).toBeFocused();
  const selected = await text(page).evaluate((box: HTMLTextAreaElement) =>
    box.value.slice(box.selectionStart, box.selectionEnd),
  );
  expect(selected).toBe(await text(page).inputValue());
});

test('views, their order, controls and theme are chosen, by keyboard too', async ({ show }) => {
  const page = await show();
  await share(page, 'HTML element');
  await expect(text(page)).toHaveValue(/ show="arcs heatmap" playground="/);
  const add = async (option: { readonly label: string } | string): Promise<void> => {
    await panel(page).getByRole('combobox', { name: 'Add a picture or a step' }).selectOption(option);
    await panel(page).getByRole('button', { name: 'Add' }).click();
  };
  await add({ label: 'summary in words' });
  await expect(text(page)).toHaveValue(/ show="arcs heatmap reading" playground="/);
  const parts = panel(page).getByRole('listitem');
  await expect(parts).toHaveCount(3);
  await panel(page).getByRole('button', { name: 'Move heatmap up' }).press('Enter');
  await expect(text(page)).toHaveValue(/ show="heatmap arcs reading" playground="/);
  // The focus goes with it.
  await expect(panel(page).getByRole('button', { name: 'Move heatmap down' })).toBeFocused();
  await expect(panel(page).getByText('heatmap is now 1 of 3.')).toHaveCount(1);
  // Arcs after a heatmap are drawn as lines, and the list calls them so.
  await expect(parts.nth(1)).toContainText('lines');
  await panel(page).getByRole('button', { name: 'Move summary in words up' }).press('Enter');
  await expect(text(page)).toHaveValue(/ show="heatmap reading arcs" playground="/);
  await expect(panel(page).getByRole('button', { name: 'Move summary in words up' })).toBeFocused();
  await panel(page).getByRole('button', { name: 'Remove summary in words' }).click();
  await expect(panel(page).getByRole('button', { name: 'Remove lines' })).toBeFocused();
  await add('scores');
  await panel(page).getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await panel(page).getByRole('combobox', { name: 'Controls' }).selectOption('some');
  await panel(page).getByRole('checkbox', { name: 'mask' }).check();
  await panel(page).getByRole('checkbox', { name: 'sentence' }).uncheck();
  await expect(text(page)).toHaveValue(/ show="heatmap arcs scores" controls="head mask" theme="dark" playground="/);
  await panel(page).getByRole('combobox', { name: 'Controls' }).selectOption('all');
  await expect(text(page)).toHaveValue(/ controls="all" /);
  // The choices apply to the other texts, and when the dialog is opened again.
  await choose(page, 'MDX, React');
  await expect(text(page)).toHaveValue(
    / show=\{"heatmap arcs scores"\} controls=\{"all"\} theme=\{"dark"\} playground=/,
  );
  await page.keyboard.press('Escape');
  await share(page, 'iframe');
  await expect(text(page)).toHaveValue(/#show=heatmap\+arcs\+scores&amp;controls=all&amp;theme=dark&amp;lang=en/);
  for (const part of ['lines', 'heatmap', 'step scores']) {
    await panel(page)
      .getByRole('button', { name: `Remove ${part}` })
      .click();
  }
  await expect(trouble(page)).toHaveText('There is nothing to show. Add a picture.');
});

test('a scene that no link holds is explained, and its JSON is there', async ({ show }) => {
  const page = await show();
  // Random syllables cannot be compressed.
  let seed = 1;
  const letters = Array.from({ length: 72_000 }, (_, at) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return at % 60 === 59 ? ' ' : String.fromCodePoint(0xac00 + ((seed >>> 8) % 11172));
  });
  const long = letters.join('').trim();
  // Playwright's fill() would put the whole text into the report.
  await sentence(page).evaluate((box: HTMLTextAreaElement, typed) => {
    box.value = typed;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, long);
  await expect(page.locator('sa-attention sa-overview')).toBeVisible();
  await share(page);
  await expect(trouble(page)).toContainText(/This scene has \d{6} characters as a link; the limit is 200000/);
  await choose(page, 'Scene, JSON');
  expect(JSON.parse(await text(page).inputValue()).sentence).toBe(long);
  for (const kind of ['Picture', 'Numbers', 'Code']) {
    await choose(page, kind);
    await expect(panel(page)).toContainText(/With \d+ tokens the page draws and computes only parts/);
  }
});

test('a large scene is compressed, and the dialog says so', async ({ show }) => {
  const page = await show();
  await sentence(page).fill('one two three four five '.repeat(300).trim());
  await expect(page.locator('sa-attention sa-overview')).toBeVisible();
  await share(page);
  await expect(text(page)).toHaveValue(/#z=1\.[\w-]+$/);
  await expect(panel(page)).toContainText('It holds the scene in compressed form.');
  const { decodeLink } = await sceneModule();
  const opened = await decodeLink(new URL(await text(page).inputValue()).hash);
  expect(opened.sentence).toBe((await scene(page)).sentence);
  await page.keyboard.press('Escape');
  expect(await fragment(page)).toContain('sentence=one+two');
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' });
  test('the dialog and its texts are in Spanish', async ({ page, open }) => {
    await open();
    await page.getByRole('button', { name: 'Compartir', exact: true }).click();
    await expect(dialog(page)).toHaveAccessibleName('Compartir esta escena');
    await dialog(page).locator('.share-kinds label', { hasText: 'iframe' }).click();
    await expect(text(page)).toHaveValue(/title="Autoatención de «The animal/);
    await expect(text(page)).toHaveValue(/&amp;lang=es"/);
    await expect(panel(page)).toContainText('Qué muestra');
  });
});

for (const [name, size, colorScheme, axed] of [
  ['wide', { width: 1280, height: 800 }, 'light', /^(Link|HTML element|Picture|Code)$/],
  ['narrow', { width: 390, height: 844 }, 'dark', /^(HTML element|Picture)$/],
  ['narrowest', { width: 320, height: 640 }, 'light', /^Link$/],
] as const) {
  test(`anyone can use it: ${name}, ${colorScheme}`, async ({ page, open, watch }) => {
    test.setTimeout(90_000);
    // Axe sends a message to every frame. The preview does not answer.
    watch.expect(/does not match the recipient window['’]s origin \(['‘]null['’]\)/);
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await open();
    await share(page);
    for (const kind of ['Link', 'HTML element', 'Picture', 'Numbers', 'Code', 'Scene, JSON', 'One HTML file']) {
      await choose(page, kind);
      await expect(panel(page).getByRole('button').first()).toBeVisible();
      if (kind === 'HTML element') await panel(page).getByRole('combobox', { name: 'Controls' }).selectOption('some');
      await settled(page);
      const wide = await dialog(page).evaluate((box) =>
        [box, ...box.querySelectorAll('*')]
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left < -1 || right > document.documentElement.clientWidth + 1;
          })
          .map((element) => `${element.nodeName}.${element.className}`),
      );
      expect(wide, kind).toEqual([]);
      if (axed.test(kind)) expect(await findings(page), kind).toEqual([]);
      if (kind === 'HTML element' || kind === 'Picture') await keep(page, `share-${kind}-${name}-${colorScheme}`);
    }
  });
}
