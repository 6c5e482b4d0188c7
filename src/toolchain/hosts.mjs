// Provides the tools that the tests build other people's sites with: the packages of tests/hosts/package.json, this package as npm
// installs it, and Hugo, MkDocs and Sphinx with MyST from PATH or from Debian.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isDebian, openSuite, provideFolder, unpack } from './apt.mjs';
import { run, step, which } from './command.mjs';
import { inProject } from './paths.mjs';
import { npm, packagesPresent } from './setup.mjs';
import { findTools } from './system.mjs';

const HOSTS = inProject('tests/hosts');
const PACKED = inProject('build/hosts');

/** Installs the hosts' packages if they are missing, without running their scripts. Throws CommandFailed. */
export async function provideHosts() {
  if (packagesPresent(HOSTS)) return;
  await step('installing what the hosts are built with', () =>
    npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: HOSTS }),
  );
}

/**
 * Packs build/package/ and unpacks the tarball where the hosts import `self-attention` from. Returns npm's description:
 * { filename, size, unpackedSize, files: [{ path, size }] }. Throws CommandFailed.
 */
export async function providePackage() {
  await mkdir(PACKED, { recursive: true });
  const args = ['pack', inProject('build/package'), '--json', '--ignore-scripts', '--pack-destination', PACKED];
  const [packed] = JSON.parse(await npm([...args, '--loglevel=error'], { cwd: PACKED }));
  // It is unpacked beside its place and then moved, so that no import finds half of it.
  const stage = join(HOSTS, 'node_modules/.self-attention');
  const place = join(HOSTS, 'node_modules/self-attention');
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  await run('tar', ['-xzf', join(PACKED, packed.filename), '-C', stage, '--strip-components=1']);
  await rm(place, { recursive: true, force: true });
  await rename(stage, place);
  return packed;
}

const PACKAGES = ['hugo', 'mkdocs', 'python3-myst-parser'];
// Dependencies that every machine with Python and a compiler has, and those for searching, serving and printing.
const UNNEEDED = [
  /^(python3|python3\.\d+|python3-minimal|libpython3.*|debconf|media-types|perl.*)$/,
  /^(libc6|libc-|libgcc-s1|libstdc\+\+6|gcc-\d+-base|libcrypt1|zlib1g)/,
  /^(python3-(livereload|lunr|nltk|joblib|regex|tqdm|tornado|openssl|cryptography|lib2to3|distutils))$/,
  /^(fonts-|ghp-import|xml-core|sgml-base|sphinx-rtd-theme-common)/,
];
// Modules that contain the path of their data.
const DATA_USERS = ['docutils/__init__.py', 'mkdocs/__init__.py', 'sphinx/__init__.py'];

/**
 * Returns { hugo, mkdocs, sphinx }: each is { program, args, env }, or { missing } with the reason and the command that installs
 * it. Never throws.
 */
export async function debianHosts() {
  const installed = (name) => which(name) && { program: which(name), args: [], env: {} };
  const own = { hugo: installed('hugo'), mkdocs: installed('mkdocs') };
  if (!isDebian()) {
    const why = (name, how) => own[name] ?? { missing: `${name} is not on PATH, and this is no Debian: ${how}` };
    return {
      hugo: why('hugo', 'brew install hugo'),
      mkdocs: why('mkdocs', 'pip install mkdocs'),
      sphinx: why('sphinx', 'pip install sphinx myst-parser'),
    };
  }
  let root;
  try {
    root = (await provideFolder('hosts', { format: 4, PACKAGES, UNNEEDED, DATA_USERS }, assemble)).place;
  } catch (error) {
    const missing = { missing: `Debian’s packages could not be had: ${error.message}` };
    return { hugo: own.hugo ?? missing, mkdocs: own.mkdocs ?? missing, sphinx: missing };
  }
  const libraries = (await readdir(join(root, 'usr/lib'))).filter((name) => /-linux-/.test(name));
  const env = {
    LD_LIBRARY_PATH: libraries.map((name) => join(root, 'usr/lib', name)).join(':'),
    PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { python } = await findTools(['python']);
  const module = (name) => ({ program: python.path, args: ['-m', name], env });
  return {
    hugo: own.hugo ?? { program: join(root, 'usr/bin/hugo'), args: [], env },
    mkdocs: own.mkdocs ?? module('mkdocs'),
    sphinx: module('sphinx'),
  };
}

async function assemble(fresh, place, staging) {
  const suite = await openSuite({ folder: join(staging, 'apt') });
  await unpack(await suite.download(PACKAGES, UNNEEDED, 'downloading Hugo, MkDocs and Sphinx'), fresh);
  await makeLinksRelative(fresh, join(fresh, 'usr'));
  for (const name of DATA_USERS) {
    const file = join(fresh, 'usr/lib/python3/dist-packages', name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/(["'])(\/usr\/share\/(docutils|mkdocs|sphinx))/g, `$1${place}$2`));
  }
}

// A theme's scripts are links to absolute paths of other packages.
async function makeLinksRelative(root, folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const target = entry.isSymbolicLink() ? await readlink(path) : '';
    if (!target.startsWith('/')) continue;
    await rm(path);
    if (existsSync(join(root, target))) await symlink(relative(dirname(path), join(root, target)), path);
  }
}
