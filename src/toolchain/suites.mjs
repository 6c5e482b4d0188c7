// Every suite of tests, one after the other, whatever the ones before it said.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { emscriptenEnv, NATIVE, WASM } from './build.mjs';
import { run } from './command.mjs';
import { inProject } from './paths.mjs';
import { say, since } from './progress.mjs';

/** Runs all suites and prints a summary; returns true when none failed. `tools` is what `setup` returned. */
export async function runSuites(tools) {
  const ctest = join(tools.cmake.path, '../ctest');
  const counted = ['--output-on-failure', '--no-tests=error', '--parallel', String(availableParallelism())];
  const node = await nodeTests();
  const playwright = playwrightConfig();
  const browser = { CHROMIUM: tools.browser.path };
  const inBrowser = (...projects) =>
    playwright &&
    (() =>
      run(
        inProject('node_modules/.bin/playwright'),
        ['test', '--config', playwright, ...projects.map((name) => `--project=${name}`)],
        { show: true, cwd: inProject(), env: browser },
      ));
  const suites = [
    ['core, native', () => run(ctest, ['--test-dir', NATIVE, ...counted], { show: true })],
    [
      'core, WebAssembly',
      () => run(ctest, ['--test-dir', WASM, ...counted], { show: true, env: emscriptenEnv(tools) }),
    ],
    [
      'package, Node',
      node && (() => run(process.execPath, ['--test', ...node], { show: true, cwd: inProject(), env: browser })),
    ],
    ['page, browser', inBrowser('page', 'measure')],
    ["other people's sites, browser", inBrowser('hosts')],
  ];
  const lines = [];
  let passed = true;
  for (const [name, suite] of suites) {
    const start = performance.now();
    if (!suite) {
      lines.push(`  -       ${name}: there are no such tests`);
      continue;
    }
    say(`\n== ${name}`);
    try {
      await suite();
      lines.push(`  passed  ${name}: ${since(start)}`);
    } catch (error) {
      passed = false;
      lines.push(`  FAILED  ${name}: ${since(start)} (${error.message.split('\n')[1] ?? error.message})`);
    }
  }
  say(`\nSummary\n${lines.join('\n')}`);
  return passed;
}

// The files are named one by one: what `node --test` makes of a folder changed between Node's versions.
async function nodeTests() {
  const folder = inProject('tests/node');
  if (!existsSync(folder)) return undefined;
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.test\.(mjs|js|cjs)$/.test(name));
  return names.length > 0 ? names.sort().map((name) => join('tests/node', name)) : undefined;
}

const playwrightConfig = () =>
  ['tests/web/playwright.config', 'playwright.config']
    .flatMap((name) => ['.ts', '.mjs', '.js'].map((extension) => name + extension))
    .find((name) => existsSync(inProject(name)));
