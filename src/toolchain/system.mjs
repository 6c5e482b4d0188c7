// The programs of the system: finds them, installs them where that is allowed, or names the command that installs them.
import { existsSync } from 'node:fs';
import { haveApt, isDebian } from './apt.mjs';
import { ask, CommandFailed, run, Stop, step, which } from './command.mjs';

// Emscripten itself refuses an older Python.
const PYTHON_MINIMUM = '3.10';
const CMAKE_MINIMUM = '3.25';

/** Whether `version` ('6.0.5', '21.1.8+dfsg') is `minimum` or newer. False for an unknown version. */
export function atLeast(version, minimum) {
  if (!version) return false;
  const [a, b] = [version, minimum].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0));
  const index = b.findIndex((part, at) => (a[at] ?? 0) !== part);
  return index < 0 || (a[index] ?? 0) > b[index];
}

/** The version that the program at `path` prints, or undefined. */
export const versionOf = async (path) => /\d+(\.\d+)+/.exec((await ask(path, ['--version'])) ?? '')?.[0];

const first = (names) => names.map((name) => name && which(name)).find(Boolean);

async function findPython() {
  const names = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];
  for (const name of [process.env.EMSDK_PYTHON, ...names]) {
    const path = name && which(name);
    // The interpreter itself, not a version manager's slow wrapper: the compiler starts it hundreds of times.
    const printed =
      path && (await ask(path, ['-c', 'import sys; print(sys.executable); print(sys.version.split()[0])']));
    const [real, found] = printed?.trim().split('\n') ?? [];
    if (atLeast(found, PYTHON_MINIMUM)) return { path: real, version: found };
  }
  return undefined;
}

// Chromium's headless shell opens a page in half the time of the whole browser.
const HEADLESS = 'chromium-headless-shell';

async function findBrowser() {
  const onMac = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', HEADLESS];
  const path = first([process.env.CHROMIUM, ...names]) ?? onMac.find((place) => existsSync(place));
  // Only the doctor needs its version, and starting a browser takes a second.
  return path && { path };
}

async function findHeadless() {
  const path = first([process.env.CHROMIUM, HEADLESS]);
  return path && { path };
}

// xvfb-run gives WebKit a screen. WebKitWebDriver starts the browser that its package depends on.
async function findWebKit() {
  const [path, screen] = ['WebKitWebDriver', 'xvfb-run'].map((name) => which(name));
  return path && screen && which('xauth') ? { path } : undefined;
}

const plain = (names, minimum) => async () => {
  const path = first(names());
  const found = path && (await versionOf(path));
  return path && (!minimum || atLeast(found, minimum)) ? { path, version: found } : undefined;
};

/** The engines that the page is tested in. */
export const ENGINES = ['chromium', 'firefox', 'webkit'];

/** The programs by name, with their label, how to find them and their Debian package. */
export const TOOLS = {
  python: { title: `Python ≥ ${PYTHON_MINIMUM}`, find: findPython, debian: 'python3', brew: 'python' },
  patchelf: { title: 'patchelf', find: plain(() => ['patchelf']), debian: 'patchelf', brew: 'patchelf' },
  compiler: {
    title: 'C++ compiler',
    find: plain(() => [process.env.CXX, 'c++', 'g++', 'clang++']),
    debian: 'g++',
    brew: 'gcc',
  },
  cmake: {
    title: `CMake ≥ ${CMAKE_MINIMUM}`,
    find: plain(() => ['cmake'], CMAKE_MINIMUM),
    debian: 'cmake',
    brew: 'cmake',
  },
  make: {
    title: 'Ninja or Make',
    find: plain(() => ['ninja', 'ninja-build', 'make', 'gmake']),
    debian: 'ninja-build',
    brew: 'ninja',
  },
  browser: { title: 'Chromium', find: findBrowser, debian: 'chromium', brew: '--cask chromium' },
  headless: { title: 'headless Chromium', find: findHeadless, debian: HEADLESS, brew: '--cask chromium' },
  firefox: {
    title: 'Firefox',
    find: plain(() => [process.env.FIREFOX, 'firefox-esr', 'firefox']),
    debian: 'firefox-esr',
    brew: '--cask firefox',
  },
  webkit: {
    title: 'WebKitGTK and its driver',
    find: findWebKit,
    debian: 'webkit2gtk-driver xvfb xauth',
    brew: '(WebKitGTK: for Linux only)',
  },
};

/** { name: { path, version } or undefined } for the tools named. */
export async function findTools(names) {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await TOOLS[name].find()])));
}

/** The command that installs the tools `names` here, as text. */
export function installCommand(names) {
  const list = (key) => names.map((name) => TOOLS[name][key]).join(' ');
  if (haveApt()) {
    const sudo = isRoot() ? '' : 'sudo ';
    return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${list('debian')}`;
  }
  if (process.platform === 'darwin') return `brew install ${list('brew')}`;
  return `your system’s package manager (the packages are called ${list('debian')} in Debian)`;
}

/** Throws Stop with the command if a tool is missing that may not be installed here. */
export async function requireTools(names) {
  const found = await findTools(names);
  const missing = names.filter((name) => !found[name]);
  if (missing.length > 0 && !(haveApt() && isRoot())) throw lacking(missing);
}

/** Returns the tools. Installs missing ones with apt-get if this is root on Debian, else throws Stop. */
export async function provideTools(names) {
  let found = await findTools(names);
  let missing = names.filter((name) => !found[name]);
  if (missing.length > 0 && haveApt() && isRoot()) {
    await install(missing.flatMap((name) => TOOLS[name].debian.split(' ')));
    found = await findTools(names);
    missing = names.filter((name) => !found[name]);
  }
  if (missing.length > 0) throw lacking(missing);
  return found;
}

/** The browser for tests: Debian's headless shell, else any Chromium. Throws Stop if there is none. */
async function provideTestBrowser() {
  if (isDebian()) {
    const tools = await provideTools(['headless']).catch(() => ({}));
    if (tools.headless) return tools.headless;
  }
  return (await provideTools(['browser'])).browser;
}

/**
 * The browsers for tests in the engines `names`: { name: { path } }, or { name: { missing } } with the reason. Chromium is required:
 * throws Stop if there is none.
 */
export async function provideEngines(names) {
  const provide = async (name) => {
    if (name === 'chromium') return provideTestBrowser();
    // apt-get runs one installation at a time, and the first browser is needed in any case.
    return (await provideTools([name]))[name];
  };
  const found = {};
  for (const name of names) {
    try {
      found[name] = await provide(name);
    } catch (error) {
      if (name === 'chromium' || !(error instanceof Stop)) throw error;
      found[name] = { missing: error.message };
    }
  }
  return found;
}

const isRoot = () => process.getuid?.() === 0;

function lacking(names) {
  const titles = names.map((name) => TOOLS[name].title).join(', ');
  return new Stop(`Missing: ${titles}. This installs what is missing:\n\n  ${installCommand(names)}`);
}

async function install(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const get = (...args) => run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env });
  await step(`installing ${packages.join(', ')} with apt-get`, async () => {
    const all = ['install', '-y', '--no-install-recommends', ...packages];
    try {
      await get(...all);
    } catch (error) {
      // A fresh container has no lists, and others may be older than the mirror.
      if (!(error instanceof CommandFailed)) throw error;
      await get('update');
      await get(...all);
    }
  });
}
