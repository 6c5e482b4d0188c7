// Finds the Emscripten that builds the core: an installed one that is new enough, else a private one. Debian's is too old, so the
// private one consists of packages of Debian's next release. They are unpacked into <toolchain>/emscripten and run there with that
// release's C library: usr/, include/ (the header libraries), cache/ (Emscripten's system libraries, compiled by the first link
// that needs them). The system is not changed.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { open, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { findFolder, isDebian, openSuite, provideFolder, unpack } from './apt.mjs';
import { ask, run, Stop, say, step, which } from './command.mjs';
import { discard, toolchainFolder } from './paths.mjs';
import { atLeast } from './system.mjs';

// The first release of the series that this project is built and measured with. Older ones have most of the features in use
// (Embind's ahead-of-time glue, --emit-tsd), but they are not tested.
const EMSCRIPTEN_MINIMUM = '6.0.0';

/** How to get an Emscripten if none can be assembled. */
export const EMSDK_HELP = `Emscripten’s own installer provides one; run it beside this project, then the command again:

  git clone https://github.com/emscripten-core/emsdk && emsdk/emsdk install latest && \\
    emsdk/emsdk activate latest && . emsdk/emsdk_env.sh`;

const SUITE = 'forky';
const HEADERS = ['libxtensor-dev', 'xtl-dev', 'libxsimd-dev', 'doctest-dev'];
const PACKAGES = ['emscripten', ...HEADERS];

// Dependencies that a WebAssembly build does not need: the machine's Node and Python are used, nothing is compiled for the machine
// itself, and no symbols are downloaded.
const UNNEEDED = [
  /^(nodejs|ccache|debconf|python3.*|binutils.*|libcurl.*|libpfm.*|nlohmann-json3-dev|node-xtend)$/,
  /^(libc6-dev|libc-(dev|gconv).*|lib(stdc\+\+|gcc|objc)-\d+-dev|gcc-\d+-base|libclang1-\d+)$/,
  /^llvm-\d+-(runtime|linker-tools)$/,
];

// The programs that Emscripten calls. The packages contain a hundred more, which are a third of the folder.
const LLVM_PROGRAMS =
  /^(clang|clang\+\+|clang-\d+|clang-scan-deps|lld|wasm-ld|llvm-(ar|cxxfilt|dwarfdump|dwp|nm|objcopy|objdump|ranlib|size|strip))$/;
const DOCUMENTS = ['doc', 'man', 'info', 'lintian', 'bug', 'locale'];

// Raise `format` if a change to the code, not to these lists, makes an assembled toolchain unusable.
const RECIPE = { format: 2, SUITE, UNNEEDED, PACKAGES, EMSCRIPTEN_MINIMUM };
const FOLDER = 'emscripten';

/**
 * Finds the Emscripten to use and changes nothing. Returns { emcc, root, version, from, headers?, versions?, env, tooOld }, or
 * { tooOld } if there is none. `headers` is the include folder of the private toolchain's header libraries, `env` the compiler's
 * environment, and `tooOld` lists the versions that were passed over, as sentences.
 */
export async function findEmscripten(env = process.env) {
  const ready = findFolder(FOLDER, RECIPE, env);
  const own = ready && privateEmscripten(ready);
  const tooOld = [];
  for (const { emcc, from } of installed(env)) {
    if (own && realpathSync(emcc) === realpathSync(own.emcc)) continue;
    const { root, version } = await inspect(emcc);
    if (root && atLeast(version, EMSCRIPTEN_MINIMUM)) {
      // It has its own LLVM and Binaryen. Only the header libraries may come from the private folder.
      const { llvm, binaryen, ...versions } = own?.versions ?? {};
      return { emcc, root, version, from, headers: own?.headers, versions, env: {}, tooOld };
    }
    const known = version ?? 'of an unknown version';
    tooOld.push(`${emcc} (${from}) is Emscripten ${known}; ${EMSCRIPTEN_MINIMUM} or newer is needed.`);
  }
  return { ...own, tooOld };
}

/**
 * The Emscripten to use. If none is installed, assembles one with the `tools` python and patchelf.
 * Throws Stop with the command that would help, CommandFailed when a program fails.
 */
export async function provideEmscripten(tools, env = process.env) {
  const found = await findEmscripten(env);
  if (found.emcc) return found;
  for (const sentence of found.tooOld) say(`  ${sentence}`);
  if (!isDebian()) throw new Stop(`No Emscripten ${EMSCRIPTEN_MINIMUM} or newer was found.\n${EMSDK_HELP}`);
  const folder = toolchainFolder(env);
  // Emscripten's launchers split a path at spaces, and lists of library folders are separated by colons.
  if (/[\s:;'"$\\`]/.test(folder)) {
    throw new Stop(
      `Emscripten cannot run from ${folder}: there is a space or a special character in the path.\n` +
        'Choose another folder for it:\n\n  export SELF_ATTENTION_TOOLCHAIN=/some/other/folder',
    );
  }
  say(`Emscripten is put together from Debian ${SUITE}, for this project only, in ${folder}`);
  const ready = await provideFolder(FOLDER, RECIPE, (...folders) => assemble(...folders, tools.patchelf.path));
  return { ...privateEmscripten(ready), tooOld: found.tooOld };
}

function privateEmscripten({ place, versions }) {
  const root = join(place, 'usr/share/emscripten');
  return {
    emcc: join(root, 'emcc'),
    root,
    version: versions.emscripten,
    from: 'private, from Debian packages',
    headers: join(place, 'include'),
    versions,
    env: { EM_CONFIG: join(root, '.emscripten') },
  };
}

function* installed(env) {
  const onPath = which('emcc', env.PATH);
  if (onPath) yield { emcc: onPath, from: 'on PATH' };
  const inSdk = env.EMSDK && join(env.EMSDK, 'upstream/emscripten/emcc');
  if (inSdk && inSdk !== onPath && existsSync(inSdk)) yield { emcc: inSdk, from: 'under $EMSDK' };
}

// Reading the version file is much faster than starting the compiler. If emcc is a wrapper in another folder, em-config beside it
// knows the real one.
async function inspect(emcc) {
  const beside = dirname(realpathSync(emcc));
  const versionFile = (root) => join(root, 'emscripten-version.txt');
  const configured = existsSync(versionFile(beside))
    ? undefined
    : await ask(join(dirname(emcc), 'em-config'), ['EMSCRIPTEN_ROOT']);
  const root = configured?.trim() ?? beside;
  if (!existsSync(versionFile(root))) return {};
  return { root, version: /\d+(\.\d+)+/.exec(readFileSync(versionFile(root), 'utf8'))?.[0] };
}

async function assemble(fresh, place, staging, patchelf) {
  // The downloads stay if a set-up is interrupted, and the next one continues from there.
  const downloads = join(toolchainFolder(), 'downloads');
  const accepts = async (suite) => {
    const version = upstream(await suite.version('emscripten'));
    if (atLeast(version, EMSCRIPTEN_MINIMUM)) return undefined;
    return `${SUITE} has Emscripten ${version ?? '(none)'} there; ${EMSCRIPTEN_MINIMUM} or newer is needed.`;
  };
  const suite = await step(`reading the package lists of Debian ${SUITE}`, () =>
    openSuite({ name: SUITE, folder: join(staging, 'apt'), downloads, accepts }).catch((error) => {
      throw error instanceof Stop ? new Stop(`${error.message}\n${EMSDK_HELP}`) : error;
    }),
  );
  const packages = await suite.download(PACKAGES, UNNEEDED, 'downloading Emscripten and the header libraries');
  await step('unpacking them', async () => {
    const isHeader = ({ name }) => HEADERS.includes(name);
    const programs = packages.filter((entry) => !isHeader(entry));
    const half = Math.ceil(programs.length / 2);
    await Promise.all([unpack(programs.slice(0, half), fresh), unpack(programs.slice(half), fresh)]);
    // They need a separate include folder: /usr/include on the path would hide Emscripten's C library.
    await unpack(packages.filter(isHeader), join(staging, 'headers'));
    await rename(join(staging, 'headers/usr/include'), join(fresh, 'include'));
    await prune(fresh);
  });
  await step('making the programs run in their new place', () => makeRunnable(fresh, place, patchelf));
  // Emscripten's JavaScript passes look for their parser in their parent folders.
  await symlink('nodejs', join(fresh, 'usr/share/node_modules'));
  await writeConfig(fresh, place);
  await discard(downloads);
  return { versions: versionsOf(packages) };
}

async function prune(prefix) {
  const llvm = await llvmFolder(prefix);
  for (const name of await readdir(join(llvm, 'bin')))
    if (!LLVM_PROGRAMS.test(name)) await rm(join(llvm, 'bin', name), { recursive: true });
  for (const name of DOCUMENTS) await rm(join(prefix, 'usr/share', name), { recursive: true, force: true });
}

async function llvmFolder(prefix) {
  const names = await readdir(join(prefix, 'usr/lib'));
  const found = names.find((name) => existsSync(join(prefix, 'usr/lib', name, 'bin/clang')));
  if (!found) throw new Stop(`The packages of ${SUITE} hold no clang. This recipe has to be looked at again.`);
  return join(prefix, 'usr/lib', found);
}

// Makes the programs in `prefix` use the C library and the libraries in `prefix`, once the folder is at `place`. Throws Stop if a
// file is missing that every Debian release had so far.
async function makeRunnable(prefix, place, patchelf) {
  const files = [...(await elfFiles(join(prefix, 'usr/bin'))), ...(await elfFiles(join(prefix, 'usr/lib')))];
  const programs = files.filter((file) => /\/bin\/[^/]+$/.test(file));
  const libraries = files.filter((file) => !programs.includes(file) && !/^ld-/.test(basename(file)));
  const moved = (path) => join(place, relative(prefix, path));
  const rpath = [...new Set(libraries.map(dirname))].map(moved).join(':');
  const wanted = (await run(patchelf, ['--print-interpreter', programs[0]])).trim();
  const loader = files.find((file) => basename(file) === basename(wanted));
  if (!loader) throw new Stop(`The loader ${basename(wanted)} is not among the packages.`);
  // DT_RPATH, not the newer DT_RUNPATH: only the old form is inherited by the libraries a library needs.
  await run(patchelf, ['--set-interpreter', moved(loader), '--force-rpath', '--set-rpath', rpath, ...programs]);
  // A library's own DT_RUNPATH would switch the inherited one off.
  for (const file of libraries)
    if ((await ask(patchelf, ['--print-rpath', file]))?.trim()) await run(patchelf, ['--remove-rpath', file]);
}

async function elfFiles(folder) {
  const found = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && (await isElf(path))) found.push(path);
  }
  return found;
}

async function isElf(file) {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === '\x7fELF';
  } finally {
    await handle.close();
  }
}

async function writeConfig(fresh, place) {
  const python = (text) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const llvm = join(place, relative(fresh, await llvmFolder(fresh)), 'bin');
  const lines = [
    'import shutil',
    `LLVM_ROOT = ${python(llvm)}`,
    `BINARYEN_ROOT = ${python(join(place, 'usr'))}`,
    // Node may move while the toolchain stays: use the current one, or that of the set-up.
    `NODE_JS = shutil.which('node') or ${python(process.execPath)}`,
    `CACHE = ${python(join(place, 'cache'))}`,
  ];
  await writeFile(join(fresh, 'usr/share/emscripten/.emscripten'), `${lines.join('\n')}\n`);
}

function versionsOf(packages) {
  const names = {
    emscripten: /^emscripten$/,
    llvm: /^clang-\d+$/,
    binaryen: /^binaryen$/,
    xtensor: /^libxtensor-dev$/,
    xtl: /^xtl-dev$/,
    xsimd: /^libxsimd-dev$/,
    doctest: /^doctest-dev$/,
  };
  const find = (pattern) => upstream(packages.find(({ name }) => pattern.test(name))?.version);
  return Object.fromEntries(Object.entries(names).map(([key, pattern]) => [key, find(pattern)]));
}

// The upstream part of a Debian version: '1:21.1.8-13' is '21.1.8', '6.0.5+dfsg+~1.41.5-2' is '6.0.5'.
const upstream = (version) => version && /^(?:\d+:)?(\d+(?:\.\d+)*)/.exec(version)?.[1];

/** Emscripten's toolchain file for CMake in the folder `root`. Throws Stop if it is missing. */
export function cmakeToolchain(root) {
  const file = join(root, 'cmake/Modules/Platform/Emscripten.cmake');
  if (!existsSync(file))
    throw new Stop(`${root} holds no cmake/Modules/Platform/Emscripten.cmake: it is not a whole Emscripten.`);
  return file;
}
