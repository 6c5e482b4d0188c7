import { findings } from '../../support/axe.ts';
import { allSteps, openStep, rows, settled, unfoldedArrows } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';

// q, k and the rotations by RoPE as arrows. Their description comes from the trace.

const drawn =
  '#sentence=We+read+a+long+book&embedding=random.normal&seed=1&d=6&parameters=random.xavier&parameters.seed=1&heads=1';

test('a query and a key are arrows in the chosen plane, with their angle', async ({ show }) => {
  const page = await show(`${drawn}&focus=1`);
  await allSteps(page);
  const step = await unfoldedArrows(page);
  await step.getByLabel('Across: number').selectOption('2');
  await step.getByLabel('Up: number').selectOption('5');
  await settled(page);
  const [q, k] = [(await rows(page, 'q'))[1] ?? [], await rows(page, 'k')];
  const picture = step.locator('sa-arrows').getByRole('img');
  const said = (await picture.getAttribute('aria-label')) ?? '';
  const [, key = ''] = /k of \W*(\w+)/.exec(said) ?? [];
  const own = k[['we', 'read', 'a', 'long', 'book'].indexOf(key.toLowerCase())] ?? [];
  const written = (value = 0) => value.toFixed(2).replace('-', '−');
  expect(said).toContain(`(${written(q[2])}, ${written(q[5])})`);
  expect(said).toContain(`(${written(own[2])}, ${written(own[5])})`);
  const length = (row: readonly number[]) => Math.hypot(row[2] ?? 0, row[5] ?? 0);
  const cosine = ((q[2] ?? 0) * (own[2] ?? 0) + (q[5] ?? 0) * (own[5] ?? 0)) / (length(q) * length(own));
  expect(said).toContain(`${Math.round((Math.acos(cosine) * 180) / Math.PI)}° apart`);
  await step.scrollIntoViewIfNeeded();
  await keep(page, 'arrows');
  expect(await findings(page)).toEqual([]);
});

test('RoPE is shown before and after: it rotates the first pair by one radian per position', async ({ show }) => {
  const page = await show(`${drawn}&positions=rope&focus=3`);
  await allSteps(page);
  const step = await openStep(page, 'q_rotated');
  await step.getByText('As a rotation').click();
  const picture = step.locator('sa-arrows').getByRole('img');
  await expect(picture).toHaveAccessibleName(/at position 3:.* rotated left by 172° is/);
  await step.getByLabel('The pair of numbers').selectOption('2');
  const slower = Math.round((3 * 180) / Math.PI / 10_000 ** (2 / 6));
  await expect(picture).toHaveAccessibleName(new RegExp(`rotated left by ${slower}° is`));
  await step.scrollIntoViewIfNeeded();
  await keep(page, 'rotation');
});

test('other scores, and vectors of one number, have no arrows', async ({ show }) => {
  const page = await show(`${drawn}&score=additive`);
  await allSteps(page);
  await expect(page.getByText('As arrows')).toHaveCount(0);
});
