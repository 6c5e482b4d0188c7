import { findings } from '../support/axe.ts';
import { openGroup } from '../support/controls.ts';
import { edit, editor, given, input, paste, trouble } from '../support/editor.ts';
import { showControls } from '../support/lesson.ts';
import { bits, openStep, problems, rows, scene, settled, typeSentence } from '../support/page.ts';
import { expect, keep, test } from '../support/test.ts';

const lesson = '#lesson=its-snowing';

test('nothing of the editor is loaded before it opens', async ({ page, open: go }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await go('#embedding=random.normal&seed=1&d=4&parameters=random.xavier&parameters.seed=1&heads=2');
  const before = asked.length;
  await edit(page, 'w_q');
  expect(asked.length).toBeGreaterThan(before);
  // The readers of files load even later.
  const after = asked.length;
  await input(page).focus();
  await paste(page, '1\t2\n3\t4');
  await expect(page.locator('.editor-status')).toContainText('2×2');
  expect(asked.length).toBeGreaterThan(after);
});

test('typing into a cell changes the picture at once, and Escape, Undo and the buttons revert it', async ({ show }) => {
  const page = await show(lesson);
  const before = await given(page, 'wQ');
  const drawn = await bits(page, 'weights');
  await edit(page, 'w_q');
  await expect(input(page)).toBeFocused();
  await expect(input(page)).toHaveValue(String(before[0]?.[0]));
  await page.keyboard.type('2.5');
  expect((await given(page, 'wQ'))[0]?.[0]).toBe(2.5);
  expect(await bits(page, 'weights')).not.toEqual(drawn);
  await page.keyboard.press('Escape');
  expect(await given(page, 'wQ')).toEqual(before);
  expect(await bits(page, 'weights')).toEqual(drawn);

  await page.keyboard.type('-3');
  await page.keyboard.press('Enter');
  await expect(input(page)).toHaveValue(String(before[1]?.[0]));
  await page.keyboard.press('Tab');
  await expect(input(page)).toHaveValue(String(before[1]?.[1]));
  await page.keyboard.type('4');
  expect(await given(page, 'wQ')).toEqual([[-3, before[0]?.[1]], [before[1]?.[0], 4], before[2]]);
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  expect(await given(page, 'wQ')).toEqual(before);
  await editor(page).getByRole('button', { name: 'Redo' }).click();
  expect((await given(page, 'wQ'))[0]?.[0]).toBe(-3);
  expect((await scene(page)).view?.lesson).toBe('its-snowing');
});

test('arrows, Tab, F2, Home and End move through the grid, and Escape leaves it and returns the focus', async ({
  show,
}) => {
  const page = await show(lesson);
  await openStep(page, 'q');
  await page.locator('[data-edits="w_q"]').first().scrollIntoViewIfNeeded();
  await page.locator('[data-edits="w_q"]').focus();
  await page.keyboard.press('Enter');
  await expect(input(page)).toBeFocused();
  const at = () => input(page).getAttribute('aria-label');
  expect(await at()).toBe('w_q: 0, 0');
  for (const [key, cell] of [
    ['ArrowRight', '0, 1'],
    ['ArrowRight', '0, 1'],
    ['ArrowDown', '1, 1'],
    ['Home', '1, 0'],
    ['Control+End', '2, 1'],
    ['Control+Home', '0, 0'],
    ['Shift+Enter', '0, 0'],
    ['Tab', '0, 1'],
    ['Tab', '1, 0'],
    ['Shift+Tab', '0, 1'],
  ] as const) {
    await page.keyboard.press(key);
    await settled(page);
    expect(await at(), key).toBe(`w_q: ${cell}`);
    await expect(input(page)).toBeFocused();
  }
  await page.keyboard.press('F2');
  await page.keyboard.press('Home');
  expect(await at()).toBe('w_q: 0, 1');
  const old = (await given(page, 'wQ'))[0]?.[1];
  await page.keyboard.type('2');
  expect((await given(page, 'wQ'))[0]?.[1]).toBe(Number(`2${old}`));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(editor(page)).toHaveCount(0);
  await expect(page.locator('[data-edits="w_q"]')).toBeFocused();
});

test('the controls open the editor too, with the keyboard', async ({ show }) => {
  const page = await show(lesson);
  await showControls(page);
  const link = page.locator('sa-controls').getByRole('button', { name: 'Edit x0' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('5');
  const { embedding } = await scene(page);
  expect(embedding.kind === 'given' && embedding.x[0]?.[0]).toBe(5);
  await page.keyboard.press('Control+z');
  expect((await scene(page)).embedding).not.toEqual(embedding);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(editor(page)).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('words keep their given rows when the sentence changes', async ({ show }) => {
  const page = await show('#sentence=We+read+a+book&parameters=identity&heads=1');
  await edit(page, 'x0');
  await page.keyboard.type('7');
  expect((await scene(page)).sentence).toBe('We read a book');
  expect((await rows(page, 'x0'))[0]?.[0]).toBe(7);
  await typeSentence(page, 'A book we read');
  const { embedding } = await scene(page);
  expect(embedding.kind).toBe('table');
  expect((await rows(page, 'x0'))[2]?.[0]).toBe(7);
});

test('a matrix of biases is typed in, and grows with the sentence', async ({ show }) => {
  const page = await show('#sentence=We+read+a+book&parameters=identity&heads=1');
  await openGroup(page, 'positions');
  await page.locator('#group-positions').getByRole('combobox').selectOption({ label: 'A matrix' });
  await edit(page, 'S_rel');
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  const scores = await rows(page, 'scores');
  const related = await rows(page, 'related');
  expect(related[0]?.[0]).toBeCloseTo((scores[0]?.[0] ?? 0) + 9, 5);
  expect(related[0]?.slice(1)).toEqual(scores[0]?.slice(1));
  await typeSentence(page, 'We read a book now');
  const { positions } = await scene(page);
  expect(positions?.kind === 'given' && positions.rows).toEqual([[9, 0, 0, 0, 0], ...Array(4).fill(Array(5).fill(0))]);
  await expect(problems(page)).toHaveCount(0);
});

test('text that is not a number is explained, changes nothing, and is not kept', async ({ show }) => {
  const page = await show(lesson);
  const before = await given(page, 'wQ');
  await edit(page, 'w_q');
  await page.keyboard.type('1,5');
  await expect(trouble(page)).toContainText('w_q: 0, 0');
  await expect(input(page)).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Enter');
  await expect(input(page)).toHaveValue('1,5');
  await page.keyboard.press('Control+z');
  await expect(trouble(page)).toHaveCount(0);
  await page.keyboard.type('1e39');
  await expect(trouble(page)).toContainText('float32');
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  await expect(trouble(page)).toHaveCount(0);
  expect((await given(page, 'wQ'))[1]).toEqual(before[1]);
});

test('a random matrix becomes given numbers, and nothing else changes', async ({ show }) => {
  const page = await show('#sentence=We+read+a+book&parameters=random.xavier&parameters.seed=3&heads=1');
  const before = await bits(page, 'k');
  await edit(page, 'w_q');
  await page.keyboard.type('0.5');
  const { parameters, sentence, embedding } = await scene(page);
  expect(parameters.kind).toBe('given');
  expect(sentence).toBe('We read a book');
  expect(embedding.kind).toBe('table');
  expect(await bits(page, 'k')).toEqual(before);
  expect(await given(page, 'wQ').then((matrix) => matrix[0]?.[0])).toBe(0.5);
});

test('the page does not scroll while somebody tabs and types in the editor', async ({ show }) => {
  const page = await show(lesson);
  await edit(page, 'w_q');
  const before = await page.evaluate(() => scrollY);
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab');
    await page.keyboard.type('1');
  }
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('zero, identity, scaling and a new random matrix are one undo step each', async ({ show }) => {
  const page = await show(lesson);
  const before = await given(page, 'wV');
  await edit(page, 'w_v');
  const act = (name: string) => editor(page).getByRole('button', { name, exact: true }).click();
  await act('Identity');
  expect(await given(page, 'wV')).toEqual([
    [1, 0],
    [0, 1],
    [0, 0],
  ]);
  await editor(page).getByRole('textbox', { name: 'Factor' }).fill('0.5');
  await act('Scale');
  expect(await given(page, 'wV')).toEqual([
    [0.5, 0],
    [0, 0.5],
    [0, 0],
  ]);
  await act('Zero');
  await act('Re-roll w_v');
  await expect(page.locator('.editor-status')).toContainText('seed');
  const first = await given(page, 'wV');
  expect(first.flat().every((value) => value !== 0)).toBe(true);
  await act('Re-roll w_v');
  expect(await given(page, 'wV')).not.toEqual(first);
  for (let presses = 0; presses < 5; presses += 1) await act('Undo');
  expect(await given(page, 'wV')).toEqual(before);
});

test('a matrix of 144 × 144 has one input and only the visible cells', async ({ show }) => {
  const page = await show(
    '#sentence=We+read&embedding=random.normal&seed=1&d=144&parameters=random.xavier&parameters.seed=1&heads=1',
  );
  await edit(page, 'w_q');
  const count = () => page.locator('sa-number-grid .cell').count();
  expect(await count()).toBeLessThan(600);
  await page.keyboard.press('Control+End');
  await settled(page);
  await expect(input(page)).toHaveAttribute('aria-label', 'w_q: 143, 143');
  await expect(input(page)).toBeInViewport();
  expect(await count()).toBeLessThan(600);
  expect(await page.locator('sa-number-grid input').count()).toBe(1);
  await page.keyboard.type('0.25');
  await settled(page);
  expect((await given(page, 'wQ'))[143]?.[143]).toBe(0.25);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]) {
    test(`axe finds nothing in the editor and the painter: ${colorScheme}, ${size.width} wide`, async ({
      page,
      open: go,
    }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await go('#sentence=We+read+a+book&mask=causal&parameters=random.xavier&parameters.seed=1&heads=1');
      for (const name of ['w_q', 'blocked']) {
        await edit(page, name);
        if (name === 'w_q') await page.keyboard.type('abc');
        await settled(page);
        expect(await findings(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        await keep(page, `own-numbers-${name}-${size.width}-${colorScheme}`);
        if (name === 'w_q') await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Close the editor' }).click();
      }
    });
  }
}
