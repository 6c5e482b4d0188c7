import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { sentence } from '../support/page.ts';
import { dist, expect, test } from '../support/test.ts';

/** The file that an offset in one of the site's scripts is from, by the script's source map. */
function sourcesOf(script: string): (offset: number) => string {
  const read = (file: string): string => readFileSync(`${dist}${file}`, 'utf8');
  if (!existsSync(`${dist}${script}.map`)) return () => '';
  const payload: SourceMapPayload = JSON.parse(read(`${script}.map`));
  const map = new SourceMap(payload);
  const lengths = read(script)
    .split('\n')
    .map((line) => line.length + 1);
  return (offset) => {
    let [line, column] = [0, offset];
    for (; column >= (lengths[line] ?? Infinity); line += 1) column -= lengths[line] ?? 0;
    const entry = map.findEntry(line, column);
    return 'originalSource' in entry ? entry.originalSource : '';
  };
}

test('a key in the sentence passes at most 50 files of web/ before its heatmap is painted', async ({
  page,
  open,
  site,
}) => {
  await open();
  await sentence(page).press('End');
  await page.keyboard.type('s');
  await page.waitForTimeout(1000);

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await devtools.send('Debugger.enable');
  await page.evaluate(`
    const { fillRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillRect = function (...box) {
      debugger;
      return fillRect.apply(this, box);
    };
  `);
  await devtools.send('Profiler.takePreciseCoverage');
  const painting = new Promise((done) => devtools.once('Debugger.paused', done));
  const pressed = page.keyboard.press('s');
  await painting;
  const { result } = await devtools.send('Profiler.takePreciseCoverage');
  await devtools.send('Debugger.disable');
  await pressed;

  const sources = result.flatMap(({ url, functions }) => {
    const called = functions.flatMap(({ ranges }) =>
      ranges.filter(({ startOffset, count }) => startOffset > 0 && count > 0),
    );
    const sourceOf = sourcesOf(new URL(url, site).pathname);
    return called.map(({ startOffset }) => sourceOf(startOffset));
  });
  const files = [...new Set(sources)].filter((source) => source.startsWith('web/')).sort();
  console.log(`${files.join('\n')}\n${files.length} files of web/ run from a key to its heatmap`);
  expect(files).toContain('web/views/grid/paint.ts');
  expect(files.length).toBeLessThanOrEqual(50);
});
