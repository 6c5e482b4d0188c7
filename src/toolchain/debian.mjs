// A private Emscripten for Debian, whose own is too old: the packages of Debian's next release, unpacked into one folder and
// made to run there with that release's C library. The system is not changed.
//
//   <folder>/lock           one set-up at a time
//   <folder>/downloads/     .deb files of a set-up that is under way
//   <folder>/making-*/      what a set-up is building; leftovers are deleted by the next one
//   <folder>/debian/        the toolchain: usr/, include/ (the header libraries), cache/ (Emscripten's system libraries)
//   <folder>/debian/ready.json   written last: without it, or with another recipe in it, the toolchain does not count
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { aptArchives, debianArchives, haveApt, Suite } from './apt.mjs';
import { CommandFailed, run } from './command.mjs';
import { HEADER_PACKAGES, unpackHeaders } from './headers.mjs';
import { withLock } from './lock.mjs';
import { discard } from './paths.mjs';
import { parallel, Stop, say, step } from './progress.mjs';
import { makeRunnable, prune } from './unpacked.mjs';
import { atLeast, EMSCRIPTEN_MINIMUM, EMSDK_HELP } from './versions.mjs';
import { WARM_LINKS, warmCache } from './warm.mjs';

const SUITE = 'forky';

// What the packages ask for and a WebAssembly build does without: the machine's own Node and Python serve, nothing is compiled
// for the machine itself, and no symbols are fetched from the network.
const UNNEEDED = [
  /^nodejs$/,
  /^python3/,
  /^ccache$/,
  /^debconf/,
  /^binutils/,
  /^libc6-dev$/,
  /^libc-(dev|gconv)/,
  /^lib(stdc\+\+|gcc|objc)-\d+-dev$/,
  /^gcc-\d+-base$/,
  /^libclang1-\d+$/,
  /^llvm-\d+-(runtime|linker-tools)$/,
  /^libcurl/,
  /^libpfm/,
  /^nlohmann-json3-dev$/,
  /^node-xtend$/,
];
const ROOTS = ['emscripten', ...HEADER_PACKAGES];

// Raise `format` when a change to the code, not to these lists, makes an assembled toolchain unusable.
const RECIPE = createHash('sha256')
  .update(JSON.stringify({ format: 1, SUITE, UNNEEDED: UNNEEDED.map(String), ROOTS, WARM_LINKS, EMSCRIPTEN_MINIMUM }))
  .digest('hex')
  .slice(0, 16);

/** True where a private toolchain can be assembled. */
export const isDebian = () => haveApt() && /^ID="?debian"?$/m.test(osRelease());

/** The assembled toolchain in `folder`, as `describeKit` says, or undefined. Looks at files only: fast, changes nothing. */
export function findKit(folder) {
  const kit = join(folder, 'debian');
  const ready = readJson(join(kit, 'ready.json'));
  // It works at the place it was made for only: the loader's path is written into every program.
  if (ready?.recipe !== RECIPE || ready.place !== kit) return undefined;
  return describeKit(kit, ready.versions);
}

/** { emcc, root, headers, versions, env }: the compiler, its folder, the include folder, and what the environment must hold. */
function describeKit(kit, versions) {
  const root = join(kit, 'usr/share/emscripten');
  return {
    emcc: join(root, 'emcc'),
    root,
    headers: join(kit, 'include'),
    versions,
    env: { EM_CONFIG: join(root, '.emscripten') },
  };
}

/**
 * The assembled toolchain in `folder`, made first when it is not there. `tools`: { python, patchelf }, paths.
 * Throws Stop when the machine has no Debian mirror that carries the suite, CommandFailed when a program fails.
 */
export async function assembleKit(folder, tools) {
  // Emscripten's own launchers break such a path in two, and lists of library folders are separated by colons.
  if (/[\s:;'"$\\`]/.test(folder)) {
    throw new Stop(
      `Emscripten cannot run from ${folder}: there is a space or a special character in the path.\n` +
        'Choose another folder for it:\n\n  export SELF_ATTENTION_TOOLCHAIN=/some/other/folder',
    );
  }
  return findKit(folder) ?? withLock(join(folder, 'lock'), async () => findKit(folder) ?? make(folder, tools));
}

async function make(folder, tools) {
  const kit = join(folder, 'debian');
  for (const name of await readdir(folder)) {
    if (name.startsWith('making-')) await discard(join(folder, name));
  }
  const unpacked = readJson(join(kit, 'unpacked.json'));
  // A set-up that was interrupted after the programs were in place goes on from there.
  const whole = unpacked?.recipe === RECIPE && unpacked.place === kit;
  const versions = whole ? unpacked.versions : await unpackInto(folder, kit, tools);
  const { emcc, env } = describeKit(kit, versions);
  await step('building Emscripten’s system libraries, once', (at) =>
    warmCache(kit, emcc, { ...env, EMSDK_PYTHON: tools.python }, at),
  );
  await writeJson(join(kit, 'ready.json'), { recipe: RECIPE, place: kit, versions });
  await discard(join(folder, 'downloads'));
  return describeKit(kit, versions);
}

// Everything happens in a folder of its own, which takes the toolchain's place in one move.
async function unpackInto(folder, kit, tools) {
  const staging = join(folder, `making-${process.pid}-${Date.now()}`);
  const fresh = join(staging, 'debian');
  await mkdir(fresh, { recursive: true });
  try {
    const suite = await step(`reading the package lists of Debian ${SUITE}`, () => openSuite(join(staging, 'apt')));
    const packages = await suite.closure(ROOTS, (name) => UNNEEDED.some((pattern) => pattern.test(name)));
    const megabytes = (bytes) => Math.round(bytes / 1e6);
    const size = megabytes(packages.reduce((sum, entry) => sum + entry.size, 0));
    const downloads = join(folder, 'downloads');
    const files = await step(`downloading ${packages.length} packages, ${size} MB`, (at) =>
      suite.download(packages, downloads, (done, total) => at(megabytes(done), megabytes(total), 'MB')),
    );
    const width = Math.min(4, availableParallelism());
    await step('unpacking', async (at) => {
      const jobs = packages.map((entry, index) => ({ entry, file: join(downloads, files[index]) }));
      await parallel(
        jobs,
        width,
        ({ entry, file }) =>
          HEADER_PACKAGES.includes(entry.name) ? unpackHeaders(file, fresh) : run('dpkg-deb', ['-x', file, fresh]),
        (done) => at(done, jobs.length, 'packages'),
      );
      await prune(fresh);
    });
    await step('making the programs run in their new place', (at) =>
      makeRunnable(fresh, kit, tools.patchelf, width, at),
    );
    // Emscripten's JavaScript passes look for their parser in the folders above them.
    await symlink('nodejs', join(fresh, 'usr/share/node_modules'));
    await writeConfig(fresh, kit);
    const versions = versionsOf(packages);
    await writeJson(join(fresh, 'unpacked.json'), { recipe: RECIPE, place: kit, versions });
    if (existsSync(kit)) await rename(kit, join(staging, 'old'));
    await rename(fresh, kit);
    return versions;
  } finally {
    await discard(staging);
  }
}

// The machine's apt is asked which mirrors it uses; the first that carries the suite with a new enough Emscripten is taken.
async function openSuite(folder) {
  const codename = /^VERSION_CODENAME="?(\w+)/m.exec(osRelease())?.[1];
  const candidates = debianArchives(await aptArchives(), codename);
  let failure = 'No Debian mirror is configured for apt (a component “main” of the installed release).';
  for (const archive of candidates) {
    const suite = new Suite(folder, SUITE);
    try {
      await suite.open(archive);
      const version = upstream(await suite.version('emscripten'));
      if (atLeast(version, EMSCRIPTEN_MINIMUM)) return suite;
      failure = `${archive.uri} has Emscripten ${version ?? '(none)'} in ${SUITE}; ${EMSCRIPTEN_MINIMUM} or newer is needed.`;
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      failure = error.message;
    }
    await rm(folder, { recursive: true, force: true });
  }
  throw new Stop(`${failure}\n${EMSDK_HELP}`);
}

const osRelease = () => (existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '');

async function writeConfig(fresh, kit) {
  const llvm = (await readdir(join(fresh, 'usr/lib'))).find((name) =>
    existsSync(join(fresh, 'usr/lib', name, 'bin/clang')),
  );
  if (!llvm) throw new Stop(`The packages of ${SUITE} hold no clang. This recipe has to be looked at again.`);
  const text = [
    'import shutil',
    `LLVM_ROOT = ${python(join(kit, 'usr/lib', llvm, 'bin'))}`,
    `BINARYEN_ROOT = ${python(join(kit, 'usr'))}`,
    // Node may move while the toolchain stays: the one in use is looked up, the one of the set-up is the fallback.
    `NODE_JS = shutil.which('node') or ${python(process.execPath)}`,
    `CACHE = ${python(join(kit, 'cache'))}`,
    '',
  ];
  await writeFile(join(fresh, 'usr/share/emscripten/.emscripten'), text.join('\n'));
}

const python = (text) => `'${text.replace(/[\\']/g, '\\$&')}'`;

function versionsOf(packages) {
  const of = (pattern) => upstream(packages.find((entry) => pattern.test(entry.name))?.version);
  return {
    emscripten: of(/^emscripten$/),
    llvm: of(/^clang-\d+$/),
    binaryen: of(/^binaryen$/),
    xtensor: of(/^libxtensor-dev$/),
    xtl: of(/^xtl-dev$/),
    xsimd: of(/^libxsimd-dev$/),
    doctest: of(/^doctest-dev$/),
  };
}

/** The upstream part of a Debian version: '1:21.1.8-13' is '21.1.8', '6.0.5+dfsg+~1.41.5-2' is '6.0.5'. */
export const upstream = (version) => version && /^(?:\d+:)?(\d+(?:\.\d+)*)/.exec(version)?.[1];

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

async function writeJson(file, value) {
  // Renamed into place, so that a half-written file is never read.
  await writeFile(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`);
  await rename(`${file}.new`, file);
}

/** For a message: what this set-up is about to do. */
export const announce = (folder) =>
  say(`Emscripten is put together from Debian ${SUITE}, for this project only, in ${folder}`);
