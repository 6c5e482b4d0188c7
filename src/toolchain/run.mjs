// The npm scripts: node src/toolchain/run.mjs start | dev | build | test | lint | format | bench | bench:peers | release | doctor | setup
// Only this file runs on every version of Node and before anything is installed. A task imports what it needs when it starts.

const FIRST_PORT = 4173;
const load = (name) => import(`./${name}.mjs`);

const tasks = {
  setup: async () => {
    await (await load('setup')).setup(['wasm', 'native'], (await load('system')).ENGINES);
    return true;
  },
  start: async (args) => {
    const port = await portOf(args);
    await tasks.build(args);
    return (await load('serve')).serveSite(port);
  },
  dev: async (args) => {
    const port = await portOf(args);
    const tools = await (await load('setup')).setup();
    await (await load('build')).buildWasm(tools);
    return (await load('dev')).serveSources(tools, port);
  },
  build: async (args) => {
    const [{ setup }, { buildSite, buildWasm }] = [await load('setup'), await load('build')];
    await buildWasm(await setup());
    await buildSite(args);
    return true;
  },
  test: async (args) => (await load('tests')).test(args),
  lint: async () => {
    const [{ setup }, { buildWasm }, { lint }] = [await load('setup'), await load('build'), await load('checks')];
    // TypeScript needs the types that the build of the core generates.
    await buildWasm(await setup());
    return lint();
  },
  format: async () => {
    await (await load('setup')).providePackages();
    return (await load('checks')).format();
  },
  bench: async (args) => {
    const [{ setup }, { buildSite, buildWasm, MODULES }] = [await load('setup'), await load('build')];
    await buildWasm(await setup(['wasm', 'browser']), [...MODULES, 'peak']);
    await buildSite();
    const [{ run }, { inProject }] = [await load('command'), await load('paths')];
    await run(process.execPath, [inProject('tests/bench/run.mjs'), ...args], { show: true, cwd: inProject() });
    return true;
  },
  'bench:peers': async () => {
    await (await import('../../tests/bench/installed.mjs')).install();
    return true;
  },
  release: async (args) => (await load('release')).release(args, tasks),
  doctor: async () => (await load('doctor')).doctor(),
};

async function portOf(args) {
  const { optionOf, Stop } = await load('command');
  const text = optionOf(args, 'port') ?? String(FIRST_PORT);
  if (/^\d+$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new Stop(`--port wants a number up to 65535, not ${text}.`);
}

// Runs one task and sets the exit code: 0 for success, 1 for failure, 2 for an unknown task.
async function main(task, args) {
  const begin = performance.now();
  const { Stop, say, since } = await load('command');
  try {
    const good = await tasks[task](args);
    if (!['doctor', 'start', 'dev'].includes(task)) say(`${task}: ${good ? 'done' : 'FAILED'} after ${since(begin)}`);
    if (!good) process.exitCode = 1;
  } catch (error) {
    // A Stop is written for the user. Anything else is a bug, and its stack helps.
    console.error(`\n${error instanceof Stop ? error.message : error.stack}`);
    process.exitCode = 1;
  }
}

const [task, ...args] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Node ${process.versions.node} is too old: 20 or newer is needed (https://nodejs.org/).`);
  process.exitCode = 1;
} else if (!Object.hasOwn(tasks, task || '')) {
  console.error(`Tasks: ${Object.keys(tasks).join(', ')}`);
  process.exitCode = 2;
} else main(task, args);
