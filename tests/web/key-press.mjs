// Which files of web/ run from a key pressed in the sentence until its heatmap is painted: node tests/web/key-press.mjs
// It presses a key in the built site, and reads its source maps.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { chromium } from '@playwright/test';
import { inProject } from '../../src/toolchain/paths.mjs';
import { serve } from '../../src/toolchain/serve.mjs';
import { provideTestBrowser } from '../../src/toolchain/system.mjs';

const PAINTING = 'web/views/grid/paint.ts';

/** [{ source, line, column }] of the functions that coverage of one script names and `wanted` accepts, with their places in it. */
function functionsOf({ url, functions }, wanted) {
  const file = inProject('dist', new URL(url).pathname.slice(1));
  const text = readFileSync(file, 'utf8');
  if (!existsSync(`${file}.map`)) return [];
  const sources = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  return functions.filter(wanted).flatMap(({ ranges: [{ startOffset }] }) => {
    const before = text.slice(0, startOffset).split('\n');
    const [line, column] = [before.length - 1, before.at(-1).length];
    const source = sources.findEntry(line, column).originalSource ?? '';
    return source.startsWith('web/') ? [{ source, line, column }] : [];
  });
}
const called = ({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0;

const { path } = await provideTestBrowser();
const [server, browser] = await Promise.all([
  serve({ root: inProject('dist') }),
  chromium.launch({ executablePath: path, args: ['--no-sandbox'] }),
]);
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(server.url);
  await page.locator('sa-attention sa-heatmap').waitFor();
  const box = page.getByRole('textbox', { name: 'Sentence' });
  await box.press('End');
  await page.waitForTimeout(1000);
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const coverage = async () => {
    const { result } = await session.send('Profiler.takePreciseCoverage');
    return result.filter(({ url }) => url.startsWith(server.url));
  };
  // The first key shows where the functions are that paint the heatmap; the second is stopped when it comes to them.
  await page.keyboard.press('s');
  await page.waitForTimeout(1000);
  await session.send('Debugger.enable');
  for (const script of await coverage()) {
    const painting = functionsOf(script, called).filter(({ source }) => source === PAINTING);
    for (const { line, column } of painting)
      await session.send('Debugger.setBreakpointByUrl', { url: script.url, lineNumber: line, columnNumber: column });
  }
  await coverage();
  const painted = new Promise((done) => session.once('Debugger.paused', done));
  const pressed = page.keyboard.press('s');
  await painted;
  const scripts = await coverage();
  await session.send('Debugger.disable');
  await pressed;
  const files = [
    ...new Set(scripts.flatMap((script) => functionsOf(script, called).map(({ source }) => source))),
  ].sort();
  for (const file of files) console.log(`  ${file}`);
  console.log(`${files.length} files of web/ run from a key to its heatmap`);
} finally {
  await browser.close();
  await server.close();
}
