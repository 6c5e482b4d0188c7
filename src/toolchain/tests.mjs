// `npm test`: builds what the suites need, runs them and prints a summary.
import { readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { buildNative, buildSite, buildWasm, emscriptenEnv, MODULES, NATIVE, WASM } from './build.mjs';
import { all, run, Stop, say, since, step } from './command.mjs';
import { debianHosts, provideHosts, providePackage } from './hosts.mjs';
import { inProject } from './paths.mjs';
import { setup } from './setup.mjs';
import { ENGINES, provideEngines } from './system.mjs';

const PARTS = ['core', 'node', 'web', 'hosts', 'times', 'native', 'fuzz'];

/**
 * Runs the parts named, or all but `fuzz`, and prints a summary. Returns whether all passed; a failure does not stop the others.
 * `--engines chromium` chooses the engines of the browser tests, by default all three. A missing engine is skipped, and the summary
 * gives the reason. Chromium runs all tests, and so does Firefox if engines are chosen. Otherwise an engine runs the tests in which
 * engines differ, or with `--whole` all of them, which takes long.
 * `--seconds` is the duration of each target of `fuzz` (default 60), `--seed` its seed (default 1).
 * Throws Stop for an unknown part or engine.
 */
export async function test(args) {
  const { names, engines, isWhole, seconds, seed } = optionsOf(args);
  const [core, node, web, hosts, times] = PARTS.map((part) => names.length === 0 || names.includes(part));
  // The part of `core` that is quick to rebuild.
  const native = core || names.includes('native');
  const fuzz = names.includes('fuzz');
  const browsers = web || hosts || times ? engines : [];
  const first = browsers.filter((engine) => engine === 'chromium');
  const tools = await setup(['wasm', ...(native || node || fuzz ? ['native'] : [])], first);
  const results = [];
  const suite = suiteInto(results);
  // Downloads run while the compiler works.
  const others = provideEngines(browsers.filter((engine) => engine !== 'chromium'));
  const downloads = hosts ? all([provideHosts(), step('providing Hugo, MkDocs and Sphinx', debianHosts)]) : undefined;
  const built = async () => {
    if (!node && !web && !hosts && !times && !fuzz) return;
    await buildWasm(tools, node ? [...MODULES, 'peak'] : MODULES);
    await buildSite();
  };
  const inEngine = async (engine, title, project) => {
    const { path, missing } = tools.engines[engine] ?? (await others)[engine];
    const options = { engine, path, whole: isWhole(engine) };
    if (missing === undefined) await suite(`${title}, ${engine}`, () => browserTests(project, options), unsteadyTests);
    else {
      // The missing program and its command, or the command that failed and its output.
      const [what, how] = missing.split('\n').filter(Boolean);
      results.push({ passed: true, line: `  skipped ${title}, ${engine}: ${what} ${how?.trim()}` });
    }
  };
  await all([built(), downloads]);
  if (hosts) await providePackage();
  // Each suite keeps every processor busy. Two at a time make the page slow, and its tests take much longer.
  if (native) await nativeSuite(tools, suite);
  if (core) await wasmSuite(tools, suite);
  if (node) await nodeSuite(tools, suite);
  for (const engine of engines) {
    if (web) await inEngine(engine, 'page', 'page');
    if (hosts && isWhole(engine)) await inEngine(engine, "other people's sites", 'hosts');
  }
  if (fuzz) await fuzzSuites(tools, suite, { seconds, seed });
  if (times && engines.includes('chromium')) {
    const { path } = tools.engines.chromium;
    const measure = () => browserTests('measure', { engine: 'chromium', path, whole: true });
    await suite('times, chromium', measure, unsteadyTests);
  }
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
  const whole = new Set(parsed.values.whole ? engines : ['chromium', ...(chosen === undefined ? [] : ['firefox'])]);
  return { ...parsed.values, names, engines, isWhole: (engine) => whole.has(engine) };
}

// Returns a function that runs one suite and adds { line, passed } to `results`. The suite's output is shown when it is over.
// `details` returns lines for the summary.
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
    return ctest(tools, NATIVE);
  });

const wasmSuite = (tools, suite) =>
  suite('core, WebAssembly', async () => {
    await buildWasm(tools, ['all']);
    return ctest(tools, WASM, emscriptenEnv(tools));
  });

const nodeSuite = (tools, suite) =>
  suite('package, Node', async () => {
    // Exported C++ programs are linked with this.
    await buildNative(tools, ['self_attention']);
    // By default, Node leaves one processor free.
    const parallel = `--test-concurrency=${availableParallelism()}`;
    return run(process.execPath, ['--test', parallel, ...(await nodeTests())], { show: true });
  });

// The core's target is a case of its tests, which are compiled with sanitizers. The others use the package.
const fuzzSuites = async (tools, suite, { seconds, seed }) => {
  await suite('fuzz, native', async () => {
    await buildNative(tools, ['core-tests']);
    const env = { FUZZ_SECONDS: seconds, FUZZ_SEED: seed };
    await run(join(NATIVE, 'tests/core/core-tests'), ['--no-skip', '--test-case=fuzz*'], { show: true, env });
  });
  const args = [inProject('tests/fuzz/run.mjs'), '--seconds', seconds, '--seed', seed];
  await suite('fuzz, package', () => run(process.execPath, args, { show: true, cwd: inProject() }));
};

const ctest = (tools, folder, env) =>
  run(
    join(tools.cmake.path, '../ctest'),
    [
      ...['--test-dir', folder, '--output-on-failure', '--no-tests=error'],
      ...['--parallel', String(availableParallelism())],
    ],
    { show: true, env },
  );

// Lists the files, since `node --test` treats folders differently in different versions of Node.
async function nodeTests() {
  const names = await readdir(inProject('tests/node'), { recursive: true });
  return names
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => inProject('tests/node', name))
    .sort();
}

// Playwright's report of the last run (tests/web/playwright.config.ts).
const REPORT = inProject('build/test/report.json');

// This file decides the order of the projects.
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

// The browser tests that failed. Other suites print a lot after them.
async function unsteadyTests() {
  const report = await readFile(REPORT, 'utf8').then(JSON.parse, () => ({ suites: [] }));
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  return specsOf(report).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const { message = '' } = results.find(({ error }) => error)?.error ?? {};
        const what = status === 'flaky' ? 'passed the second time' : 'failed';
        return `${what}: ${file}:${line} ${title} (${stripVTControlCharacters(message).split('\n')[0]})`;
      }),
  );
}
