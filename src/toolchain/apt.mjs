// Downloads Debian packages without changing the system. A separate apt reads any suite of the Debian mirror that this machine
// already trusts. It keeps its lists, its cache and its record of installed packages in the project's toolchain folder.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ask, CommandFailed, run, Stop, say, step, which } from './command.mjs';
import { discard, toolchainFolder } from './paths.mjs';

/** Whether apt-get and dpkg-deb are installed. */
export const haveApt = () => Boolean(which('apt-get') && which('apt-cache') && which('dpkg-deb'));

const osRelease = () => (existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '');

/** Whether this is Debian itself. Packages of its releases fit each other; those of derived distributions may not. */
export const isDebian = () => haveApt() && /^ID="?debian"?$/m.test(osRelease());

// Debian's archives in the machine's configuration: those with a component `main` and the installed release, or one that every
// mirror has. Returns [{ uri, suites, components, signedBy }], the likeliest first. `signedBy` is '' (apt's default keys), a path
// or a whole key.
async function debianArchives(codename, etc = '/etc/apt') {
  const folder = join(etc, 'sources.list.d');
  const names = existsSync(folder) ? (await readdir(folder)).sort() : [];
  const files = ['sources.list', ...names.map((name) => `sources.list.d/${name}`)].map((name) => join(etc, name));
  const archives = files
    .filter((file) => existsSync(file) && /\.(list|sources)$/.test(file))
    .flatMap((file) => (file.endsWith('.list') ? readLines : readStanzas)(readFileSync(file, 'utf8')));
  const suites = [codename, 'stable', 'testing', 'unstable', 'sid'];
  const unlikely = ({ uri }) => !/\/debian\/?$/.test(uri);
  return archives
    .filter((archive) => archive.components.includes('main') && archive.suites.some((suite) => suites.includes(suite)))
    .sort((a, b) => unlikely(a) - unlikely(b));
}

function readStanzas(text) {
  const withoutComments = text.replace(/^#.*\n?/gm, '');
  return withoutComments.split(/\n\s*\n/).flatMap((stanza) => {
    const fields = {};
    for (const [, name, value] of stanza.matchAll(/^([\w-]+):((?:.*)(?:\n[ \t].*)*)/gm))
      fields[name.toLowerCase()] = value.trim();
    const words = (name) => (fields[name] ?? '').split(/\s+/).filter(Boolean);
    if (!words('types').includes('deb') || /^(no|false|0|off)$/i.test(fields.enabled ?? '')) return [];
    // A key in the file spans several lines; a path does not.
    const signedBy = (fields['signed-by'] ?? '').replace(/\n[ \t]*/g, '\n ');
    return words('uris').map((uri) => ({ uri, suites: words('suites'), components: words('components'), signedBy }));
  });
}

const readLines = (text) =>
  [...text.matchAll(/^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s*([^#\n]*)/gm)].map(
    ([, options = '', uri, suite, components]) => ({
      uri,
      suites: [suite],
      components: components.split(/\s+/).filter(Boolean),
      signedBy: /signed-by=(\S+)/i.exec(options)?.[1] ?? '',
    }),
  );

/** The packages of one Debian suite. Its apt keeps everything in `folder` and its downloads in `downloads`. */
class Suite {
  constructor(name, folder, downloads) {
    Object.assign(this, { name, folder, downloads });
    this.env = { APT_CONFIG: join(folder, 'apt.conf'), LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
  }

  /** Writes the configuration and fetches the suite's lists from `archive`. Throws CommandFailed. */
  async open(archive) {
    const { folder, downloads } = this;
    await mkdir(join(folder, 'lists/partial'), { recursive: true });
    await mkdir(join(downloads, 'partial'), { recursive: true });
    const signed = archive.signedBy ? `Signed-By: ${archive.signedBy}\n` : '';
    const sources = `Types: deb\nURIs: ${archive.uri}\nSuites: ${this.name}\nComponents: main\n${signed}`;
    await writeFile(join(folder, 'suite.sources'), sources);
    // Proxies, certificates and time-outs are the machine's. Its hooks and additional indexes are not used.
    const acquire = ((await ask('apt-config', ['dump', 'Acquire'])) ?? '').split('\n');
    const own = {
      'Dir::State': folder,
      'Dir::State::lists': join(folder, 'lists'),
      'Dir::State::status': join(folder, 'status'),
      'Dir::Cache': join(folder, 'cache'),
      'Dir::Cache::archives': downloads,
      'Dir::Etc::sourcelist': join(folder, 'suite.sources'),
      'Dir::Etc::sourceparts': '/dev/null',
      'Dir::Etc::preferences': '/dev/null',
      'Dir::Etc::preferencesparts': '/dev/null',
      'Dir::Etc::parts': '/dev/null',
      'Dir::Etc::main': '/dev/null',
      'APT::Install-Recommends': 'false',
      'Acquire::Languages': 'none',
      'Acquire::Retries': '3',
      // If the home folder is closed, apt's user cannot read the toolchain folder.
      'APT::Sandbox::User': process.getuid?.() === 0 ? 'root' : '',
    };
    const config = [
      ...acquire.filter((line) => !/^Acquire::(IndexTargets|Languages)\b/.test(line)),
      ...Object.entries(own).map(([key, value]) => `${key} "${value}";`),
    ];
    await writeFile(this.env.APT_CONFIG, `${config.join('\n')}\n`);
    await this.#installed('');
    await run('apt-get', ['update', '--error-on=any'], { env: this.env });
  }

  // The packages that this apt takes as installed, as stanzas of dpkg's status file.
  #installed = (stanzas) => writeFile(join(this.folder, 'status'), stanzas);

  /** The version of `name` in the suite, or undefined. */
  async version(name) {
    const stanza = await ask('apt-cache', ['show', '--no-all-versions', name], { env: this.env });
    return /^Version: (.*)$/m.exec(stanza ?? '')?.[1];
  }

  /**
   * Downloads the packages `roots` and their dependencies, and returns [{ name, version, file }]. Packages that match `unneeded`,
   * and their own dependencies, are left out. apt checks each file against the signed lists and resumes interrupted downloads.
   * Throws CommandFailed.
   */
  async download(roots, unneeded, title = 'downloading packages') {
    const plan = async () => {
      const text = await run('apt-get', ['--simulate', 'install', ...roots], { env: this.env });
      return [...text.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)].map(([, name, version]) => ({ name, version }));
    };
    await this.#installed('');
    const left = (await plan())
      .map(({ name }) => name)
      .filter((name) => unneeded.some((pattern) => pattern.test(name)));
    if (left.length > 0) {
      // apt follows no dependency of a package that it takes as installed, and keeps packages on hold.
      const described = await run('apt-cache', ['show', '--no-all-versions', ...left], { env: this.env });
      const independent = described.trim().replace(/^(Pre-Depends|Depends|Recommends|Breaks|Conflicts): .*\n/gm, '');
      await this.#installed(`${independent.replace(/^Package: /gm, 'Status: hold ok installed\n$&')}\n`);
    }
    const packages = await plan();
    const get = ['install', '-y', ...roots];
    const uris = await run('apt-get', [...get, '--print-uris'], { env: this.env });
    const bytes = [...uris.matchAll(/^'\S+' \S+ (\d+)/gm)].reduce((sum, [, size]) => sum + Number(size), 0);
    const megabytes = (count) => Math.round(count / 1e6);
    await step(`${title}, ${packages.length} packages, ${megabytes(bytes)} MB`, async (at) => {
      const before = await sizeOf(this.downloads);
      const timer = setInterval(async () => {
        at(`${megabytes((await sizeOf(this.downloads)) - before)} of ${megabytes(bytes)} MB`);
      }, 500);
      await run('apt-get', [...get, '--download-only'], { env: this.env }).finally(() => clearInterval(timer));
    });
    const files = await readdir(this.downloads);
    return packages.map(({ name, version }) => {
      const start = `${name}_${version.replaceAll(':', '%3a')}_`;
      const file = files.find((candidate) => candidate.startsWith(start));
      if (!file) throw new Stop(`apt said that it downloaded ${name} ${version}, which is not in ${this.downloads}.`);
      return { name, version, file: join(this.downloads, file) };
    });
  }
}

async function sizeOf(folder) {
  const names = await readdir(folder, { recursive: true });
  const sizes = names.map((name) => stat(join(folder, name)).then((info) => (info.isFile() ? info.size : 0)));
  return (await Promise.allSettled(sizes)).reduce((sum, { value = 0 }) => sum + value, 0);
}

/**
 * Opens the suite `name`, or that of the installed release, from the first of the machine's mirrors that `accepts` it. `accepts`
 * returns an error message for a suite that will not do. Throws Stop if no mirror will do.
 */
export async function openSuite({ name, folder, downloads = join(folder, 'downloads'), accepts = () => undefined }) {
  const codename = /^VERSION_CODENAME="?(\w+)/m.exec(osRelease())?.[1];
  let failure = 'No Debian mirror is configured for apt (a component “main” of the installed release).';
  for (const archive of await debianArchives(codename)) {
    const suite = new Suite(name ?? codename ?? archive.suites[0], folder, downloads);
    try {
      await suite.open(archive);
      const wrong = await accepts(suite);
      if (wrong === undefined) return suite;
      failure = `${archive.uri}: ${wrong}`;
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      failure = error.message;
    }
    await rm(folder, { recursive: true, force: true });
  }
  throw new Stop(failure);
}

/**
 * Runs `work` under a lock on `file` and returns its result. The kernel's lock is held by a program that ends with this process,
 * however that ends.
 */
async function withLock(file, work) {
  await mkdir(dirname(file), { recursive: true });
  const holder = spawn('flock', [file, 'sh', '-c', 'echo held; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = once(holder, 'error').then(([error]) => Promise.reject(error));
  const waiting = setTimeout(() => say('  another set-up is at work; waiting for it'), 1000);
  try {
    await Promise.race([once(holder.stdout, 'data'), failed]);
    clearTimeout(waiting);
    return await work();
  } finally {
    clearTimeout(waiting);
    holder.stdin.end();
  }
}

/**
 * The folder <toolchain>/`name`, filled once by `fill(fresh, place, staging)`. `fill` writes the contents into `fresh`, which is
 * then moved to `place`, and returns the contents of `ready.json`. Returns { place, ...contents of ready.json }. The folder is
 * made again when `recipe` changes: it must hold everything that decides the contents.
 */
export async function provideFolder(name, recipe, fill) {
  const toolchain = toolchainFolder();
  const place = join(toolchain, name);
  const present = () => findFolder(name, recipe);
  if (present()) return present();
  return withLock(join(toolchain, `${name}.lock`), async () => {
    if (present()) return present();
    const leftovers = (await readdir(toolchain)).filter((entry) => entry.startsWith(`making-${name}-`));
    for (const entry of leftovers) await discard(join(toolchain, entry));
    const staging = join(toolchain, `making-${name}-${process.pid}-${Date.now()}`);
    const fresh = join(staging, name);
    await mkdir(fresh, { recursive: true });
    try {
      const facts = await fill(fresh, place, staging);
      await writeFile(join(fresh, 'ready.json'), JSON.stringify({ ...facts, recipe: hashed(recipe), place }));
      if (existsSync(place)) await rename(place, join(staging, 'old'));
      await rename(fresh, place);
    } finally {
      await discard(staging);
    }
    return present();
  });
}

/** The result of `provideFolder` if the folder exists, else undefined. Only reads files. */
export function findFolder(name, recipe, env = process.env) {
  const place = join(toolchainFolder(env), name);
  const file = join(place, 'ready.json');
  const ready = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  // Its programs contain absolute paths, so it only works at the place that it was made for.
  return ready?.recipe === hashed(recipe) && ready.place === place ? ready : undefined;
}

const hashed = (recipe) =>
  createHash('sha256')
    .update(JSON.stringify(recipe, (_, value) => (value instanceof RegExp ? String(value) : value)))
    .digest('hex')
    .slice(0, 16);

/** Unpacks Debian's `packages` into the folder `into`. */
export async function unpack(packages, into) {
  for (const { file } of packages) await run('dpkg-deb', ['-x', file, into]);
}
