import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { allSteps, settled } from './page.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** How many transitions are running in view. */
const changing = (): number =>
  document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === 'running' &&
        effect?.getComputedTiming().endTime !== Infinity &&
        effect instanceof KeyframeEffect &&
        effect.target?.checkVisibility({ contentVisibilityAuto: true }),
    ).length;

/** What axe finds; the source is evaluated by the tests' own channel, which the page's policy does not bind. */
export async function findings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // axe checks every element, which takes seconds on a busy machine.
  await settled(page);
  await allSteps(page);
  // A colour in transition has another contrast. The state is polled, because the browser does not report the end of a transition in a
  // section that is out of view.
  await expect.poll(() => page.evaluate(changing), { intervals: [50] }).toBe(0);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) });
  const violations: readonly Finding[] = await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`,
    ),
  );
}
