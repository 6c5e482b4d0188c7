// What each npm script does.
import { existsSync } from 'node:fs';
import { install as installPeers } from '../../tests/bench/installed.mjs';
import { build, buildWasm } from './build.mjs';
import { format, lint } from './checks.mjs';
import { run } from './command.mjs';
import { doctor } from './doctor.mjs';
import { provideHosts, providePackage } from './hosts.mjs';
import { debianHosts } from './hosts-debian.mjs';
import { providePackages } from './packages.mjs';
import { inProject } from './paths.mjs';
import { Stop, say, since } from './progress.mjs';
import { serve } from './serve.mjs';
import { setup } from './setup.mjs';
import { runSuites } from './suites.mjs';

const FIRST_PORT = 4173;

const tasks = {
  setup: async () => Boolean(await setup({ tests: true })),
  build: async () => build(await setup()).then(() => true),
  start,
  test: async () => {
    const tools = await setup({ tests: true });
    await build(tools, { tests: true });
    await provideHosts();
    await debianHosts();
    await providePackage();
    return runSuites(tools);
  },
  lint: async () => {
    // TypeScript is checked against the types that the core's build generates.
    await buildWasm(await setup());
    return lint();
  },
  bench: async (args) => {
    const tools = await setup({ tests: true });
    await build(tools);
    await buildWasm(tools, ['peaks']);
    await run(process.execPath, [inProject('tests/bench/run.mjs'), ...args], { show: true, cwd: inProject() });
    return true;
  },
  'bench:peers': async () => installPeers().then(() => true),
  format: async () => {
    await providePackages();
    return format();
  },
  doctor,
};

/** Runs one task and sets the exit code: 0 when it succeeded, 1 otherwise, 2 when there is no such task. */
export async function main(task, args) {
  const begin = performance.now();
  if (!Object.hasOwn(tasks, task ?? '')) {
    console.error(`Tasks: ${Object.keys(tasks).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  try {
    const good = await tasks[task](args);
    if (task !== 'doctor' && task !== 'start') say(`${task}: ${good ? 'done' : 'FAILED'} after ${since(begin)}`);
    if (!good) process.exitCode = 1;
  } catch (error) {
    // A refusal is written for the person; anything else is a defect of ours, and its stack helps.
    console.error(`\n${error instanceof Stop ? error.message : error.stack}`);
    process.exitCode = 1;
  }
}

async function start(args) {
  const port = portOf(args);
  await build(await setup());
  if (!existsSync(inProject('dist/index.html'))) throw new Stop('The build left no dist/index.html to serve.');
  const server = await serve({ root: inProject('dist'), port });
  say(`\n  ${server.url}\n\n  Ctrl-C ends it.`);
  await new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, done);
  });
  await server.close();
  return true;
}

function portOf(args) {
  const at = args.findIndex((arg) => arg === '--port' || arg.startsWith('--port='));
  if (at < 0) return FIRST_PORT;
  const text = args[at].split('=')[1] ?? args[at + 1];
  if (!/^\d+$/.test(text ?? '') || Number(text) > 65535)
    throw new Stop(`--port wants a number up to 65535, not ${text ?? 'nothing'}.`);
  return Number(text);
}
