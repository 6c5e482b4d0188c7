// Hugo, MkDocs and Sphinx with MyST, for the tests that build a site with each: the ones on PATH, else Debian's packages of the
// machine's own release, unpacked into the toolchain's folder. Neither root nor a change to the system is needed.
//
//   <toolchain>/hosts/            usr/, as the packages have it, but for where some of it looks for the rest
//   <toolchain>/hosts/ready.json  written last
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ownSuite } from './apt.mjs';
import { run, which } from './command.mjs';
import { isDebian } from './debian.mjs';
import { withLock } from './lock.mjs';
import { discard, toolchainFolder } from './paths.mjs';
import { step } from './progress.mjs';
import { findTools } from './system.mjs';

const ROOTS = ['hugo', 'mkdocs', 'python3-myst-parser'];

// What is on every machine that has Python and a compiler, and what only searching, serving and printing want.
const UNNEEDED = [
  /^(python3|python3\.\d+|python3-minimal|libpython3.*|debconf|media-types|perl.*)$/,
  /^(libc6|libc-|libgcc-s1|libstdc\+\+6|gcc-\d+-base|libcrypt1|zlib1g)/,
  /^(python3-(livereload|lunr|nltk|joblib|regex|tqdm|tornado|openssl|cryptography|lib2to3|distutils))$/,
  /^(fonts-|ghp-import|xml-core|sgml-base|sphinx-rtd-theme-common)/,
];
// Whose Python says where its files are.
const MOVED = ['docutils/__init__.py', 'mkdocs/__init__.py', 'sphinx/__init__.py'];
const RECIPE = createHash('sha256').update(`3 ${ROOTS} ${UNNEEDED}`).digest('hex').slice(0, 16);

/**
 * { hugo, mkdocs, sphinx }: for each { program, args, env }, or { missing: why and the command that would help }.
 * Throws nothing: what cannot be had is said.
 */
export async function debianHosts() {
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
    root = await provide();
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

function installed(name) {
  const program = which(name);
  return program && { program, args: [], env: {} };
}

async function provide() {
  const folder = toolchainFolder();
  const place = join(folder, 'hosts');
  const ready = () => {
    try {
      return JSON.parse(readFileSync(join(place, 'ready.json'), 'utf8')).recipe === RECIPE;
    } catch {
      return false;
    }
  };
  if (ready()) return place;
  await mkdir(folder, { recursive: true });
  return withLock(join(folder, 'lock-hosts'), async () => {
    if (!ready()) await unpackInto(folder, place);
    return place;
  });
}

async function unpackInto(folder, place) {
  const staging = join(folder, `making-hosts-${process.pid}`);
  const fresh = join(staging, 'hosts');
  await mkdir(fresh, { recursive: true });
  try {
    const suite = await step('reading the package lists of Debian', () => ownSuite(join(staging, 'apt')));
    const packages = await suite.closure(ROOTS, (name) => UNNEEDED.some((pattern) => pattern.test(name)));
    const size = Math.round(packages.reduce((sum, entry) => sum + entry.size, 0) / 1e6);
    const files = await step(`downloading Hugo, MkDocs and Sphinx, ${size} MB`, (at) =>
      suite.download(packages, join(staging, 'downloads'), (done, total) => at(done, total, 'bytes')),
    );
    for (const file of files) await run('dpkg-deb', ['-x', join(staging, 'downloads', file), fresh]);
    await withoutAbsoluteLinks(fresh, join(fresh, 'usr'));
    for (const name of MOVED) await sayWhere(join(fresh, 'usr/lib/python3/dist-packages', name), place);
    await writeFile(join(fresh, 'ready.json'), JSON.stringify({ recipe: RECIPE }));
    await rm(place, { recursive: true, force: true });
    await rename(fresh, place);
  } finally {
    await discard(staging);
  }
}

async function sayWhere(file, place) {
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace(
      /(["'])\/usr\/share\/(docutils|mkdocs|sphinx)/g,
      (_, quote, name) => `${quote}${place}/usr/share/${name}`,
    ),
  );
}

// A theme's scripts are links to where another package would have put them.
async function withoutAbsoluteLinks(root, folder) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const info = await lstat(path);
    if (info.isDirectory()) await withoutAbsoluteLinks(root, path);
    if (!info.isSymbolicLink()) continue;
    const target = await readlink(path);
    if (!target.startsWith('/')) continue;
    await rm(path);
    const here = join(root, target);
    if (existsSync(here)) await symlink(relative(dirname(path), here), path);
  }
}
