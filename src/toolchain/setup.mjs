// What must be there before a task can run: the system's programs, Emscripten, and the npm packages that the lock files name.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDebian } from './apt.mjs';
import { all, run, step } from './command.mjs';
import { findEmscripten, provideEmscripten } from './emscripten.mjs';
import { inProject } from './paths.mjs';
import { provideEngines, provideTools, requireTools } from './system.mjs';

/**
 * Everything that `wants` names: 'wasm' (Emscripten and what builds with it), 'native' (a C++ compiler), or 'browser' (any); and
 * the browsers for tests in `engines`.
 * Returns { emscripten?, cmake, make, python?, compiler?, browser?, engines }. Throws Stop or CommandFailed.
 * Steps that do not depend on each other run at the same time.
 */
export async function setup(wants = ['wasm'], engines = []) {
  const wasm = wants.includes('wasm');
  const assembling = wasm && !(await findEmscripten()).emcc && isDebian();
  const first = [
    'cmake',
    'make',
    ...(wasm ? ['python'] : []),
    ...(wants.includes('native') ? ['compiler'] : []),
    ...(assembling ? ['patchelf'] : []),
  ];
  // One message with one command for all of it, before anything is begun.
  await requireTools([...first, ...(engines.includes('chromium') || wants.includes('browser') ? ['browser'] : [])]);
  const system = async () => {
    const tools = await provideTools(first);
    const provideBrowser = async () => (await provideTools(['browser'])).browser;
    const [emscripten, browser, browsers] = await all([
      wasm && provideEmscripten(tools),
      wants.includes('browser') && provideBrowser(),
      provideEngines(engines),
    ]);
    return { ...tools, emscripten, browser, engines: browsers };
  };
  const [tools] = await all([system(), providePackages()]);
  return tools;
}

/**
 * True when the node_modules of `folder` holds what the lock file there says. npm writes node_modules/.package-lock.json last,
 * when an installation is complete, so an interrupted one is recognised; whoever installed it, it need not be done again.
 */
export function packagesPresent(folder = inProject()) {
  const packagesIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined);
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const present = packagesIn(join(folder, 'node_modules/.package-lock.json'));
  if (!wanted || !present) return false;
  // Optional packages are the ones for other platforms; npm leaves them out.
  const installed = ([path, { version, integrity, optional }]) =>
    path === '' ||
    (optional && !present[path]) ||
    (present[path]?.version === version && present[path]?.integrity === integrity);
  return Object.entries(wanted).every(installed) && Object.keys(present).every((path) => path in wanted);
}

/** Installs the npm packages when they are not there. Throws CommandFailed. */
export async function providePackages() {
  if (packagesPresent()) return;
  await step('installing the npm packages', () => npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']));
}

/** Runs npm: the one that started this process, where it was npm. */
export function npm(args, options = { cwd: inProject() }) {
  const self = process.env.npm_execpath;
  return self?.endsWith('.js') ? run(process.execPath, [self, ...args], options) : run('npm', args, options);
}
