import type { Page } from '@playwright/test';
import type { Scene } from '../../../web/scene/types.ts';
import { findings } from '../support/axe.ts';
import { sceneModule } from '../support/package.ts';
import { press, scene, unfoldedArrows } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

// Tips of arrows: moved where the scene gives q and k, and explained where they are computed.

async function linkTo(embedding: Scene['embedding']): Promise<string> {
  const { encodeScene } = await sceneModule();
  const parameters = { kind: 'identity' } as const;
  return `#${encodeScene({ version: 1, tokens: ['a', 'b'], embedding, parameters, attention: { heads: 1 }, view: { focus: 0 } })}`;
}

const given = {
  kind: 'qkv',
  q: [
    [1, 0],
    [0, 1],
  ],
  k: [
    [1, 1],
    [0, 2],
  ],
  v: [
    [1, 0],
    [0, 1],
  ],
} as const satisfies Scene['embedding'];
const firstQuery = async (page: Page): Promise<unknown> => {
  const { embedding } = await scene(page);
  return embedding.kind === 'qkv' ? embedding.q?.[0] : null;
};

test('a given vector follows its tip, by keyboard and by drag, and a drag is one undo step', async ({ show }) => {
  const page = await show(await linkTo(given));
  const panel = await unfoldedArrows(page);
  const tip = panel.getByRole('slider', { name: 'Tip of q of a' });
  await expect(tip).toHaveAttribute('aria-valuetext', '(1.00, 0.00)');
  await tip.focus();
  await page.keyboard.press('ArrowUp');
  await expect(tip).toHaveAttribute('aria-valuetext', '(1.00, 0.10)');
  await expect.poll(() => firstQuery(page)).toEqual([1, 0.1]);
  await expect(panel).toContainText('q of a is (1.00, 0.10)');
  await tip.scrollIntoViewIfNeeded();
  const box = await tip.boundingBox();
  if (box === null) throw new Error('the tip is not drawn');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const up of [10, 20, 30, 40]) await page.mouse.move(x, y - up);
  await page.mouse.up();
  await expect(tip).not.toHaveAttribute('aria-valuetext', '(1.00, 0.10)');
  await expect.poll(async () => ((await firstQuery(page)) as number[])[1]).toBeGreaterThan(0.5);
  expect(await findings(page)).toEqual([]);
  await press(page, 'Undo');
  await expect.poll(() => firstQuery(page)).toEqual([1, 0.1]);
});

test('a computed vector says why its tip stays and what to change instead', async ({ show }) => {
  const page = await show(
    await linkTo({
      kind: 'given',
      x: [
        [1, 0],
        [0, 1],
      ],
    }),
  );
  const panel = await unfoldedArrows(page);
  await expect(panel).toContainText('so their tips cannot be dragged. Change a number of x0, w_q or w_k instead.');
  await expect(panel.getByRole('slider')).toHaveCount(0);
});
