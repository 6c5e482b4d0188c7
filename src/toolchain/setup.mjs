// Provides what a task needs: the system's programs, Emscripten and the npm packages of the lock files.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDebian } from './apt.mjs';
import { all, run, step } from './command.mjs';
import { findEmscripten, provideEmscripten } from './emscripten.mjs';
import { inProject } from './paths.mjs';
import { provideEngines, provideTools, requireTools } from './system.mjs';

/**
 * Provides everything that `wants` names: 'wasm' (Emscripten and its build tools), 'native' (a C++ compiler), 'browser' (any one),
 * and the browsers for tests in `engines`.
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
  // One message with one command for everything that is missing, before anything starts.
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
 * Whether the node_modules of `folder` matches its lock file. npm writes node_modules/.package-lock.json at the end of an
 * installation, so an interrupted one is recognised.
 */
export function packagesPresent(folder = inProject()) {
  const packagesIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined);
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const present = packagesIn(join(folder, 'node_modules/.package-lock.json'));
  if (!wanted || !present) return false;
  // npm leaves out optional packages for other platforms.
  const installed = ([path, { version, integrity, optional }]) =>
    path === '' ||
    (optional && !present[path]) ||
    (present[path]?.version === version && present[path]?.integrity === integrity);
  return Object.entries(wanted).every(installed) && Object.keys(present).every((path) => path in wanted);
}

/** Installs the npm packages if they are missing. Throws CommandFailed. */
export async function providePackages() {
  if (packagesPresent()) return;
  await step('installing the npm packages', () => npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']));
}

/** Runs npm. If npm started this process, runs the same one. */
export function npm(args, options = { cwd: inProject() }) {
  const self = process.env.npm_execpath;
  return self?.endsWith('.js') ? run(process.execPath, [self, ...args], options) : run('npm', args, options);
}
