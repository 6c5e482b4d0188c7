import { figures } from '../support/painted.ts';
import { openStage, stage } from '../support/stage.ts';
import { expect, test } from '../support/test.ts';

const words = ['the', 'animal', 'it', 'was', 'tired', 'street'];

// Sixty pictures a second leave 16 ms for each, thirty leave 33.
for (const [tokens, most] of [
  [16, 16],
  [32, 33],
] as const) {
  test(`a picture of the stage is there in time, T ${tokens}`, async ({ page, site }) => {
    const sentence = Array.from({ length: tokens }, (_, at) => words[at % words.length]).join('+');
    await openStage(page, site, `#sentence=${sentence}&focus=2&at=0`);
    const times = await stage(page).evaluate(async (element) => {
      const board = element.shadowRoot?.querySelector('svg.marks');
      const scenes = Number(element.shadowRoot?.querySelectorAll('.chapters li').length);
      const costs: number[] = [];
      for (let moment = 0.02; moment <= scenes; moment += 0.05) {
        const begun = performance.now();
        Reflect.set(element, 'moment', moment);
        await Reflect.get(element, 'updateComplete');
        // The browser lays out what was drawn.
        board?.getBoundingClientRect();
        costs.push(performance.now() - begun);
        await new Promise((done) => setTimeout(done));
      }
      return costs;
    });
    expect(times.length).toBeGreaterThan(100);
    expect(figures(`a picture of the stage, T ${tokens}`, times)(0.5)).toBeLessThan(most);
  });
}
