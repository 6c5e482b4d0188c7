// `npm test`: builds what the suites need, runs them and prints a summary.
import { readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { buildNative, buildSite, buildWasm, emscriptenEnv, MODULES, NATIVE } from './build.mjs';
import { all, run, Stop, say, since, step } from './command.mjs';
import { debianHosts, provideHosts, providePackage } from './hosts.mjs';
import { inProject } from './paths.mjs';
import { setup } from './setup.mjs';
import { ENGINES, provideEngines } from './system.mjs';

const PARTS = ['core', 'node', 'web', 'hosts', 'native', 'fuzz'];

/**
 * Runs the named parts, or all but `fuzz`, and prints a summary. A part that fails does not stop the others. Returns true when all passed.
 * `--engines chromium` chooses the engines of the browser tests. By default all three run. An engine that cannot be found or installed is
 * skipped, and the summary gives the reason. Chromium runs every test. Firefox runs the tests of what engines do differently, or every
 * test with `--whole` or when engines are chosen. WebKit runs its smoke tests.
 * `--seconds` is how long each target of `fuzz` runs, 60 by default, and `--seed` its seed, 1 by default.
 * Throws Stop for an unknown part or engine.
 */
export async function test(args) {
  const { names, engines, isWhole, seconds, seed } = optionsOf(args);
  const [core, node, web, hosts] = PARTS.map((part) => names.length === 0 || names.includes(part));
  // The half of `core` that rebuilds quickly.
  const native = core || names.includes('native');
  const fuzz = names.includes('fuzz');
  const browsers = web || hosts ? engines : [];
  const first = browsers.filter((engine) => engine === 'chromium');
  const tools = await setup(['wasm', ...(native || node || fuzz ? ['native'] : [])], first);
  const results = [];
  const suite = suiteInto(results);
  // Downloads run while the compiler works.
  const others = provideEngines(browsers.filter((engine) => engine !== 'chromium'));
  const downloads = hosts ? all([provideHosts(), step('providing Hugo, MkDocs and Sphinx', debianHosts)]) : undefined;
  const built = async () => {
    if (!node && !web && !hosts && !fuzz) return;
    await buildWasm(tools, node ? [...MODULES, 'peak'] : MODULES);
    await buildSite();
  };
  const inEngine = async (engine, title, work) => {
    const { path, missing } = tools.engines[engine] ?? (await others)[engine];
    const details = engine === 'webkit' ? undefined : failedTests;
    if (missing === undefined) await suite(`${title}, ${engine}`, () => work(engine, path), details);
    else {
      // The reason is either the missing program and the command for it, or the command that failed and how.
      const [what, how] = missing.split('\n').filter(Boolean);
      results.push({ passed: true, line: `  skipped ${title}, ${engine}: ${what} ${how?.trim()}` });
    }
  };
  const inPlaywright = (project) => (engine, path) => browserTests(project, { engine, path, whole: isWhole(engine) });
  await all([built(), downloads]);
  if (hosts) await providePackage();
  // Each keeps every processor busy, so they run one after the other.
  if (native) await nativeSuite(tools, suite);
  if (core) await wasmSuite(tools, suite);
  if (node) await nodeSuite(tools, suite);
  for (const engine of engines) {
    if (web) await inEngine(engine, 'page', engine === 'webkit' ? webkitTests : inPlaywright('page'));
    if (hosts && isWhole(engine)) await inEngine(engine, "other people's sites", inPlaywright('hosts'));
  }
  if (fuzz) await fuzzSuites(tools, suite, { seconds, seed });
  say(`\nSummary\n${results.map(({ line }) => line).join('\n')}`);
  return results.every(({ passed }) => passed);
}

function optionsOf(args) {
  const parsed = (() => {
    try {
      const options = {
        engines: { type: 'string' },
        whole: { type: 'boolean' },
        seconds: { type: 'string', default: '60' },
        seed: { type: 'string', default: '1' },
      };
      return parseArgs({ args, allowPositionals: true, options });
    } catch (error) {
      throw new Stop(error.message);
    }
  })();
  const names = parsed.positionals;
  const chosen = parsed.values.engines?.split(',');
  const engines = chosen ?? ENGINES;
  for (const [asked, all, what] of [
    [names, PARTS, 'part of the tests'],
    [engines, ENGINES, 'engine'],
  ]) {
    const unknown = asked.filter((name) => !all.includes(name));
    if (unknown.length > 0) throw new Stop(`There is no ${what} ${unknown.join(', ')}: there are ${all.join(', ')}.`);
  }
  const whole = new Set(['chromium', ...(parsed.values.whole || chosen !== undefined ? ['firefox'] : [])]);
  return { ...parsed.values, names, engines, isWhole: (engine) => whole.has(engine) };
}

// Returns a function that runs one suite and adds { line, passed } to `results`. It shows the suite's output when the suite is over.
// `details` returns more lines for the summary.
const suiteInto = (results) => async (name, work, details) => {
  const start = performance.now();
  say(`\n== ${name}: begins`);
  try {
    const printed = await work();
    if (printed) say(`\n== ${name}\n${printed}`);
    results.push({ passed: true, line: `  passed  ${name}: ${since(start)}` });
  } catch (error) {
    say(`\n== ${name}\n${error.output || error.message}`);
    results.push({
      passed: false,
      line: `  FAILED  ${name}: ${since(start)} (${error.message.split('\n')[1] ?? error.message})`,
    });
  }
  for (const line of (await details?.()) ?? []) results.push({ passed: true, line: `    ${line}` });
};

const nativeSuite = (tools, suite) =>
  suite('core, native', async () => {
    await buildNative(tools, ['all']);
    return ctest(tools, 'native');
  });

const wasmSuite = (tools, suite) =>
  suite('core, WebAssembly', async () => {
    await buildWasm(tools, ['all']);
    return ctest(tools, 'wasm', emscriptenEnv(tools));
  });

// V8 compiles in the thread of the test. Else a process that has nothing left to do may wait for the compiler, while the compiler waits
// for that process to collect garbage, and neither ever ends (nodejs/node#54918, seen once with Node 20). Files inherit the option.
const V8_OPTIONS = ['--no-concurrent-recompilation'];

const nodeSuite = (tools, suite) =>
  suite('package, Node', async () => {
    // Exported C++ programs link with this.
    await buildNative(tools, ['self_attention']);
    // By default Node leaves a processor free.
    const parallel = `--test-concurrency=${availableParallelism()}`;
    return run(process.execPath, [...V8_OPTIONS, '--test', parallel, ...(await nodeTests())], { show: true });
  });

// One target is a case of the core's tests, which are compiled with sanitizers. The others use the package.
const fuzzSuites = async (tools, suite, { seconds, seed }) => {
  await suite('fuzz, native', async () => {
    await buildNative(tools, ['core-tests']);
    const env = { FUZZ_SECONDS: seconds, FUZZ_SEED: seed };
    await run(join(NATIVE, 'tests/core/core-tests'), ['--no-skip', '--test-case=fuzz*'], { show: true, env });
  });
  const args = [inProject('tests/fuzz/run.mjs'), '--seconds', seconds, '--seed', seed];
  await suite('fuzz, package', () => run(process.execPath, args, { show: true, cwd: inProject() }));
};

const ctest = (tools, preset, env) => {
  const args = ['--preset', preset, '--parallel', String(availableParallelism())];
  return run(join(tools.cmake.path, '../ctest'), args, { show: true, cwd: inProject(), env });
};

// The files are named one by one, because the meaning of `node --test FOLDER` changed between versions of Node.
async function nodeTests(folder = 'tests/node') {
  const names = await readdir(inProject(folder), { recursive: true });
  return names
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => inProject(folder, name))
    .sort();
}

// WebKitGTK needs a screen. One file at a time, because a window of WebKitGTK has the focus only while it is alone on its screen.
const webkitTests = async () =>
  run(
    'xvfb-run',
    [
      ...['--auto-servernum', '--server-args=-screen 0 1920x1200x24', process.execPath, ...V8_OPTIONS],
      ...['--test', '--test-concurrency=1', ...(await nodeTests('tests/web/webkit'))],
    ],
    { show: true, cwd: inProject() },
  );

// Playwright's report of the last tests. tests/web/playwright.config.ts writes it when this variable is set.
const REPORT = inProject('build/test/report.json');

const browserTests = async (project, { engine, path, whole }) => {
  await rm(REPORT, { force: true });
  return run(
    inProject('node_modules/.bin/playwright'),
    ['test', '--config', 'tests/web/playwright.config.ts', `--project=${project}`, '--no-deps'],
    {
      show: true,
      cwd: inProject(),
      env: {
        ENGINE: engine,
        [engine.toUpperCase()]: path,
        PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT,
        ...(whole ? { WHOLE: '1' } : {}),
      },
    },
  );
};

// The browser tests that failed. The summary repeats them, because other suites print a great deal after them.
async function failedTests() {
  const report = await readFile(REPORT, 'utf8').then(JSON.parse, () => ({ suites: [] }));
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  return specsOf(report).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => {
        const { message = '' } = results.find(({ error }) => error)?.error ?? {};
        return `failed: ${file}:${line} ${title} (${stripVTControlCharacters(message).split('\n')[0]})`;
      }),
  );
}
