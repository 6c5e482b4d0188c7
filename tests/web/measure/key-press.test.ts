import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { allSteps, sentence } from '../support/page.ts';
import { dist, expect, test } from '../support/test.ts';

const PAINTING = 'web/views/grid/paint.ts';

interface Place {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

/** Where an offset in one of the site's scripts is, and the file that it is from by the script's source map. */
function placesIn(script: string): (offset: number) => Place {
  const read = (file: string): string => readFileSync(`${dist}${file}`, 'utf8');
  if (!existsSync(`${dist}${script}.map`)) return () => ({ source: '', line: 0, column: 0 });
  const payload: SourceMapPayload = JSON.parse(read(`${script}.map`));
  const map = new SourceMap(payload);
  const text = read(script);
  return (offset) => {
    const before = text.slice(0, offset).split('\n');
    const [line, column] = [before.length - 1, before.at(-1)?.length ?? 0];
    const entry = map.findEntry(line, column);
    return { source: 'originalSource' in entry ? entry.originalSource : '', line, column };
  };
}

test('the files of web/ between a key in the sentence and its heatmap', async ({ page, open, site }) => {
  await open();
  await sentence(page).press('End');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await devtools.send('Debugger.enable');
  const called = async () => {
    const { result } = await devtools.send('Profiler.takePreciseCoverage');
    return result.flatMap(({ url, functions }) => {
      const placeOf = placesIn(new URL(url, site).pathname);
      return functions.flatMap(({ functionName, ranges: [range] }) =>
        functionName !== '' && range !== undefined && range.count > 0 ? [{ url, ...placeOf(range.startOffset) }] : [],
      );
    });
  };
  // The first key shows where the functions are that paint the heatmap; the second is stopped when it comes to them.
  await allSteps(page);
  await called();
  await page.keyboard.type('s');
  await allSteps(page);
  const painting = (await called()).filter(({ source }) => source === PAINTING);
  expect(painting.length).toBeGreaterThan(0);
  for (const { url, line, column } of painting)
    await devtools.send('Debugger.setBreakpointByUrl', { url, lineNumber: line, columnNumber: column });
  const painted = new Promise((done) => devtools.once('Debugger.paused', done));
  const pressed = page.keyboard.press('s');
  await painted;
  const sources = (await called()).map(({ source }) => source);
  await devtools.send('Debugger.disable');
  await pressed;

  const files = [...new Set(sources)].filter((source) => source.startsWith('web/')).sort();
  console.log(`${files.join('\n')}\n${files.length} files of web/ run from a key to its heatmap`);
  expect(files).toContain(PAINTING);
});
