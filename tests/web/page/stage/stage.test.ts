import { findings } from '../../support/axe.ts';
import { chips, fragment, notice, press, sentence, settled, showScreen } from '../../support/page.ts';
import { atEverySize, isWiderThanWindow, openLate, shiftsOf } from '../../support/shifts.ts';
import { atRest, board, caption, moment, openStage, scenes, shares, showStage, stage } from '../../support/stage.ts';
import { expect, keep, test } from '../../support/test.ts';

test('an address without a scene opens the stage: its heading, the sentence and the result', async ({ page, site }) => {
  await openStage(page, site);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('How does “it” know what it refers to?');
  await expect(sentence(page)).toHaveValue(/because it was too tired$/);
  await expect(caption(page)).toContainText(/“it” → animal 92\s%/);
  await expect(stage(page).getByRole('button', { name: 'Play' })).toBeInViewport();
  expect(new URL(page.url()).hash).toBe('');
  const { animal = 0, street = 0 } = await shares(page);
  expect(animal).toBeGreaterThan(20 * street);
});

test('the first challenge changes what “it” means: the bars follow, and the focus stays on “it”', async ({
  page,
  site,
}) => {
  await openStage(page, site);
  const before = await shares(page);
  await page.getByRole('button', { name: /tired → wide/ }).click();
  await atRest(page);
  await expect(sentence(page)).toHaveValue(/because it was too wide$/);
  await expect(caption(page)).toContainText(/“it” → street >99\s%/);
  const after = await shares(page);
  expect(after['street'] ?? 0).toBeGreaterThan(20 * (before['street'] ?? 0));
  expect(before['animal'] ?? 0).toBeGreaterThan(20 * (after['animal'] ?? 0));
  await press(page, 'Undo');
  await atRest(page);
  expect(await shares(page)).toEqual(before);
  // Typing does it too, and a word before it moves it.
  await sentence(page).fill("Yesterday the animal didn't cross the street because it was too wide");
  await expect(caption(page)).toContainText(/“it” → street/);
  await expect(chips(page).nth(8)).toHaveAttribute('aria-selected', 'true');
});

test('during a transition everything is between the two pictures', async ({ page, site }) => {
  await page.clock.install();
  await openStage(page, site);
  const longest = (): Promise<number> =>
    stage(page).evaluate((element) =>
      Math.max(
        ...Array.from(element.shadowRoot?.querySelectorAll('rect.bar.w[data-mark]') ?? [], (bar) =>
          Number(bar.getAttribute('width')),
        ),
      ),
    );
  const before = await longest();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.getByRole('button', { name: /tired → wide/ }).click();
  const seen: number[] = [];
  for (let frame = 0; frame < 30; frame += 1) {
    await page.clock.runFor(20);
    seen.push(await longest());
  }
  // Halfway the bars are about equally long, and shorter than either was.
  expect(Math.min(...seen)).toBeLessThan(before * 0.7);
  expect(seen.at(-1)).toBeGreaterThan(before * 0.9);
});

test('Play goes through every chapter and stops at the end', async ({ page, site }) => {
  await page.clock.install();
  await openStage(page, site, '#sentence=it+sat&heads=1&parameters.heads=pronoun&at=0');
  await stage(page).getByRole('combobox', { name: 'Speed' }).selectOption('2');
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await stage(page).getByRole('button', { name: 'Play' }).click();
  const titles = new Set<string>();
  const playAgain = stage(page).getByRole('button', { name: 'Play again' });
  let seconds = 0;
  while ((await playAgain.count()) === 0 && seconds < 14) {
    await page.clock.runFor(250);
    seconds += 0.25;
    titles.add((await caption(page).locator('strong').textContent()) ?? '');
  }
  expect([...titles].slice(0, 5)).toEqual(['Numbers', 'q, k, v', 'Scores', 'Softmax', 'Result']);
  await expect(caption(page)).toContainText('it');
  // It is about twenty seconds long at normal speed.
  expect(seconds).toBeGreaterThan(9.5);
  expect(seconds).toBeLessThan(14);
  await page.clock.resume();
  expect(await moment(page)).toBe(5);
  expect(await fragment(page)).toContain('at=5');
});

test('a time of the stage is part of the link, and one beyond the end is explained', async ({ page, site }) => {
  await openStage(page, site, '#v=1&at=2.5');
  expect(await moment(page)).toBe(2.5);
  await expect(caption(page)).toContainText('The query of “it” is compared with every key');
  await scenes(page).nth(3).click();
  await atRest(page);
  expect(await fragment(page)).toBe('#at=4');
  await page.goto('about:blank');
  await page.goto(`${site}#at=40`);
  await expect(notice(page)).toContainText('The link asks for moment 40, but the stage has 6 chapters. Use 0 to 6.');
  await page.goto('about:blank');
  await page.goto(`${site}#at=-1`);
  await expect(notice(page)).toContainText('moment -1');
});

test('keys move between chapters and numbers, and back from the arithmetic', async ({ show }) => {
  const page = await showStage(show, '#at=1');
  await board(page).focus();
  await page.keyboard.press('ArrowRight');
  expect(await moment(page)).toBe(2);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('End');
  expect(await moment(page)).toBe(6);
  await page.keyboard.press('Home');
  expect(await moment(page)).toBe(0);
  await page.keyboard.press(' ');
  await expect(stage(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press(' ');
  await expect(stage(page).getByRole('button', { name: 'Play' })).toBeVisible();
  await scenes(page).nth(1).click();
  await atRest(page);
  await board(page).focus();
  await page.keyboard.press('ArrowDown');
  await settled(page);
  await expect(stage(page).getByRole('status').first()).toContainText(/^q\[head 1, it, 0\] = /);
  await page.keyboard.press('Enter');
  const arithmetic = stage(page).locator('sa-arithmetic');
  await expect(arithmetic).toContainText('q(it, 0)');
  // One level deeper, and back.
  await arithmetic.getByRole('button', { name: /w_q\[/ }).first().click();
  await expect(arithmetic).toContainText('A parameter');
  await stage(page).getByRole('button', { name: 'Back', exact: true }).click();
  await expect(arithmetic).toContainText('q(it, 0)');
  await stage(page).getByRole('button', { name: 'Back to the chapter' }).click();
  await expect(board(page)).toBeFocused();
});

test('a click on any number shows its arithmetic', async ({ show }) => {
  const page = await showStage(show, '#at=4');
  await stage(page).locator('text[data-mark]').filter({ hasText: '%' }).nth(1).click();
  await expect(stage(page).locator('sa-arithmetic')).toContainText(/weights\(it, animal\)/);
});

test('the top bar leads to Experiment and back, and old links open it', async ({ page, site, open }) => {
  await openStage(page, site);
  await showScreen(page, 'Experiment');
  await expect(page.locator('sa-attention sa-heatmap')).toBeVisible();
  await expect(sentence(page)).toHaveValue(/because it was too tired$/);
  expect(await fragment(page)).not.toContain('at=');
  await showScreen(page, 'Watch');
  await expect(stage(page)).toBeVisible();
  await open('#mask=causal');
  await expect(stage(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Self-attention, live' }).click();
  await expect(stage(page)).toBeVisible();
  await expect(caption(page)).toContainText('“it” → animal');
});

test('options of the scene add chapters, in the page’s language', async ({ page, site }) => {
  await openStage(page, `${site}?lang=es`, '#mask=causal&softcap=5&at=5');
  await expect(stage(page).getByRole('list', { name: 'Capítulos' }).getByRole('button')).toHaveCount(5);
  await expect(stage(page).getByRole('slider')).toHaveAttribute('max', '8');
  await expect(stage(page).locator('rect.hatched').first()).toBeVisible();
});

test('a mistake has a chapter with the correct result beside it, and arithmetic on both sides', async ({
  page,
  site,
}) => {
  await openStage(page, site, '#mistake=model-scale&at=4');
  await expect(caption(page)).toContainText('Mistake ÷ √d_model instead of ÷ √d_k, on purpose.');
  await expect(stage(page).locator('text.label').filter({ hasText: '≠' }).first()).toBeVisible();
  const numbers = stage(page).locator('text[data-mark]');
  const [right, wrong] = [numbers.filter({ hasText: /^3\.98$/ }), numbers.filter({ hasText: /^2\.81$/ })];
  const arithmetic = stage(page).locator('sa-arithmetic');
  await wrong.click();
  await expect(arithmetic).toContainText('root of 16');
  await right.click();
  await expect(arithmetic).toContainText('root of 8');
  // The arithmetic of its inputs is also without the mistake.
  await arithmetic.getByRole('button').first().click();
  await expect(stage(page).getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  await openStage(page, `${site}?lang=es`, '#mask=causal&mistake=zero-mask&focus=4&at=5');
  await expect(caption(page)).toContainText('Ocultar con 0 en lugar de −∞, a propósito.');
  // Without scaling its chapter disappears.
  await openStage(page, site, '#mistake=no-scale&at=5');
  await expect(stage(page).getByRole('slider')).toHaveAttribute('max', '7');
  await expect(page.locator('p.mistaken')).toHaveText('Deliberate mistake: Scores without ÷ √d_k.');
});

test('an error is explained, and the last result stays', async ({ show }) => {
  const page = await showStage(show);
  await sentence(page).fill('');
  await expect(page.locator('#sentence-error')).toContainText('still shows the last scene that worked');
  // It is said once.
  await expect(page.locator('p.outdated')).toHaveCount(0);
  await expect(stage(page).locator('svg.marks rect').first()).toBeVisible();
  await sentence(page).fill('it');
  await expect(page.locator('#sentence-error')).toBeEmpty();
  await expect(caption(page)).toContainText('is the only token');
});

test('with two thousand words the stage shows a window around the focus', async ({ show }) => {
  const page = await showStage(show, '#at=0');
  const long = Array.from({ length: 2000 }, (_, at) => (at % 2 === 0 ? 'cat' : 'street')).join(' ');
  await sentence(page).fill(long);
  await expect(stage(page).locator('.left-out')).toContainText(/\d+ of 2000 words/);
  await scenes(page).last().click();
  await atRest(page);
  await expect(caption(page)).not.toBeEmpty();
});

test('without motion the same chapters are stills', async ({ page, site }) => {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, site, '#at=0');
  await stage(page).getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => moment(page)).toBe(1);
  await page.clock.runFor(500);
  expect(await moment(page)).toBe(1);
  await scenes(page).nth(3).click();
  await settled(page);
  expect(await moment(page)).toBe(4);
});

test('a scene with many steps has five parts, of which four repeat in each layer', async ({ show }) => {
  const page = await showStage(show, '#layers=3&residual=yes&norm=layer&place=pre&ff=6&activation=relu&at=1');
  await expect(scenes(page)).toHaveText([
    'Numbers',
    ...[1, 2, 3].flatMap(() => ['Ask and offer', 'Match', 'Weigh', 'Collect']),
  ]);
  await scenes(page).nth(6).click();
  await atRest(page);
  await expect(stage(page).getByRole('button', { name: 'Layer 2 · Match' })).toHaveAttribute('aria-current', 'step');
});

test('the film ends with what the word means, the words it is like, and the next step', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, site);
  await scenes(page).last().click();
  await atRest(page);
  await expect(caption(page)).toContainText('So “it” means the animal.');
  await expect(caption(page)).toContainText(/most like those of “.+”/);
  await stage(page).getByRole('button', { name: 'Now change tired to wide' }).click();
  await expect(caption(page)).toContainText('So “it” means the street.');
  await openStage(page, site, '#sentence=he+was&at=5&v=1');
  await expect(caption(page)).not.toContainText('means the');
});

test('at 200 % text the page is no wider than the window', async ({ page, site }) => {
  await openStage(page, `${site}?lang=es`);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await atRest(page);
  expect(await isWiderThanWindow(page)).toBe(false);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the first screen ends with Play', async ({ page, site }) => {
    await openStage(page, site);
    await expect(stage(page).getByRole('button', { name: 'Play' })).toBeInViewport({ ratio: 1 });
  });

  test('the sheet of a lesson leaves every row of the picture in sight', async ({ page, site }) => {
    await openStage(page, site, '#lesson=five-minutes&page=3');
    const seen = (): Promise<(string | undefined)[]> =>
      stage(page).evaluate((element) =>
        Array.from(element.shadowRoot?.querySelectorAll('svg.marks text.k') ?? [], (text) => {
          const { left, top, width, height } = text.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2)?.tagName;
        }),
      );
    await expect.poll(async () => new Set(await seen())).toEqual(new Set(['SA-STAGE']));
    expect((await seen()).length).toBeGreaterThan(9);
  });

  test('the button that changes a word covers no word', async ({ page, site }) => {
    await openStage(page, site);
    const button = await page.getByRole('button', { name: /tired → wide/ }).boundingBox();
    const words = await Promise.all((await chips(page).all()).map((word) => word.boundingBox()));
    expect(words).toHaveLength(11);
    for (const word of words) expect(button?.y ?? 0).toBeGreaterThanOrEqual((word?.y ?? 0) + (word?.height ?? 0));
  });

  test('on a screen lower than the picture, Play stays in view until the picture has scrolled by', async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await openStage(page, site);
    const play = stage(page).getByRole('button', { name: 'Play' });
    await expect(play).toBeInViewport({ ratio: 1 });
    const covered = await play.evaluate((button) => {
      const { top, left, height, width } = button.getBoundingClientRect();
      const root = button.getRootNode() as ShadowRoot;
      return !button.contains(root.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(covered).toBe(false);
    await page.locator('.about').first().scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(play).not.toBeInViewport();
  });

  test('the note on omitted numbers is not cut off', async ({ page, site }) => {
    const long = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 'cat' : 'street')).join('+');
    await openStage(page, site, `#sentence=${long}&focus=7&at=2`);
    const said = stage(page).locator('.left-out');
    await expect(said).toContainText(/Only \d+ of 60 words/);
    expect(
      await said.evaluate((text) => [text.scrollWidth - text.clientWidth, text.scrollHeight - text.clientHeight]),
    ).toEqual([0, 0]);
  });

  test('no label of a key leaves the stage', async ({ page, site }) => {
    const words = ['grandmother', 'MMMMMMMMMM', '猫猫猫猫猫猫猫猫', 'wwwwwwwwwwwww'];
    for (const at of [3, 4, 5]) {
      await openStage(page, site, `?scene=${at}#at=${at}&sentence=${encodeURIComponent(words.join(' '))}`);
      const edges = await stage(page).evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return Array.from(element.shadowRoot?.querySelectorAll('svg.marks text') ?? [], (text) => {
          const box = text.getBoundingClientRect();
          // Firefox rounds the box of a text up to whole pixels and adds one on each side.
          const outside = (box.width - (text as SVGTextElement).getComputedTextLength()) / 2;
          return { text: text.textContent, before: box.left + outside - left, after: right - box.right + outside };
        });
      });
      expect(edges.length).toBeGreaterThan(8);
      expect(edges.filter(({ before, after }) => before < -0.01 || after < -0.01)).toEqual([]);
    }
  });
});

test('every layer is printed', async ({ page, site }) => {
  await openStage(page, site);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(stage(page).locator('.still')).toHaveCount(2);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(stage(page).locator('.still')).toHaveCount(0);
});

atEverySize(() => {
  test('nothing moves when the live stage takes over, or while it plays', async ({ page, site }) => {
    await openLate(page, () => openStage(page, site));
    expect(await shiftsOf(page)).toEqual([]);
    await stage(page).getByRole('combobox', { name: 'Speed' }).selectOption('2');
    await stage(page).getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => moment(page), { timeout: 20_000 }).toBeGreaterThan(2);
    expect(await shiftsOf(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
  });

  test('axe finds nothing', async ({ page, site }) => {
    await openStage(page, site, '#at=3');
    expect(await findings(page)).toEqual([]);
  });
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [1920, 1080],
] as const) {
  test(`every chapter has a picture and a caption within the window, ${width} × ${height}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openStage(page, site);
    const seen = new Set<string>();
    const next = stage(page).getByRole('button', { name: 'Next chapter' });
    let pictures = 0;
    for (let isLast = false; !isLast; pictures += 1) {
      await expect(stage(page).locator('svg.marks rect').first()).toBeVisible();
      seen.add((await caption(page).textContent()) ?? '');
      expect(await isWiderThanWindow(page), `picture ${pictures}`).toBe(false);
      for (const colorScheme of process.env['PICTURES'] === undefined ? [] : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme });
        await keep(page, `stage-${width}-${colorScheme}-${String(pictures).padStart(2, '0')}`);
      }
      isLast = (await next.getAttribute('aria-disabled')) === 'true';
      if (!isLast) await next.click();
      await settled(page);
    }
    // Two of the thirteen chapters change nothing for “it”.
    expect(pictures).toBe(12);
    expect(seen.size).toBe(12);
  });
}
