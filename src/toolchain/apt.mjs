// An apt of our own: it reads another suite of the Debian mirror this machine already trusts, and keeps its lists, its cache
// and its idea of what is installed inside a folder of ours. The system's package state is neither read nor changed.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, CommandFailed, run, which } from './command.mjs';
import { Stop } from './progress.mjs';

/** True where apt-get and dpkg-deb are there to be used. */
export const haveApt = () => Boolean(which('apt-get') && which('apt-cache') && which('dpkg-deb'));

/**
 * The binary archives this machine's apt is configured with, from sources.list and every .list and .sources file:
 * [{ uri, suites, components, signedBy }]. `signedBy` may be '' (apt's default keys), a path or a whole key.
 */
export async function aptArchives(etc = '/etc/apt') {
  const files = [join(etc, 'sources.list')];
  const parts = join(etc, 'sources.list.d');
  if (existsSync(parts)) files.push(...(await readdir(parts)).sort().map((name) => join(parts, name)));
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      if (file.endsWith('.sources')) return stanzas(readFileSync(file, 'utf8'));
      if (file.endsWith('.list')) return lines(readFileSync(file, 'utf8'));
      return [];
    });
}

function stanzas(text) {
  const withoutComments = text.replace(/^#.*\n?/gm, '');
  return withoutComments.split(/\n\s*\n/).flatMap((stanza) => {
    const fields = {};
    for (const [, name, value] of stanza.matchAll(/^([\w-]+):((?:.*)(?:\n[ \t].*)*)/gm))
      fields[name.toLowerCase()] = value.trim();
    const words = (name) => (fields[name] ?? '').split(/\s+/).filter(Boolean);
    if (!words('types').includes('deb') || /^(no|false|0|off)$/i.test(fields.enabled ?? '')) return [];
    // A key written into the file keeps its line breaks; a path has none.
    const signedBy = (fields['signed-by'] ?? '').replace(/\n[ \t]*/g, '\n ');
    return words('uris').map((uri) => ({ uri, suites: words('suites'), components: words('components'), signedBy }));
  });
}

function lines(text) {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s*([^#]*)/.exec(line);
    if (!found) return [];
    const [, options = '', uri, suite, components] = found;
    const signedBy = /signed-by=(\S+)/i.exec(options)?.[1] ?? '';
    return [{ uri, suites: [suite], components: components.split(/\s+/).filter(Boolean), signedBy }];
  });
}

/** The archives that may be Debian's own: a component `main`, and a suite of Debian's. The likeliest come first. */
export function debianArchives(archives, codename) {
  const own = new Set([codename, 'stable', 'testing', 'unstable', 'sid'].filter(Boolean));
  const likely = (archive) => (/\/debian\/?$/.test(archive.uri) ? 0 : 1);
  return archives
    .filter((archive) => archive.components.includes('main') && archive.suites.some((suite) => own.has(suite)))
    .sort((a, b) => likely(a) - likely(b));
}

/** One Debian suite, as seen by an apt that keeps everything in `folder`. */
export class Suite {
  constructor(folder, name) {
    this.folder = folder;
    this.name = name;
    this.env = { APT_CONFIG: join(folder, 'apt.conf'), LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
  }

  /** Writes the configuration and fetches the suite's lists from `archive`. Throws CommandFailed. */
  async open(archive) {
    const { folder } = this;
    for (const part of ['lists/partial', 'cache/archives/partial'])
      await mkdir(join(folder, part), { recursive: true });
    await writeFile(join(folder, 'status'), '');
    const signed = archive.signedBy ? `Signed-By: ${archive.signedBy}\n` : '';
    await writeFile(
      join(folder, 'suite.sources'),
      `Types: deb\nURIs: ${archive.uri}\nSuites: ${this.name}\nComponents: main\n${signed}`,
    );
    // Proxies, certificates and time-outs are the machine's; its hooks and its list of further indexes are left out.
    const acquire = ((await ask('apt-config', ['dump', 'Acquire'])) ?? '').split('\n');
    const kept = acquire.filter((line) => !/^Acquire::(IndexTargets|Languages)\b/.test(line));
    const own = {
      'Dir::State': folder,
      'Dir::State::lists': join(folder, 'lists'),
      'Dir::State::status': join(folder, 'status'),
      'Dir::Cache': join(folder, 'cache'),
      'Dir::Etc::sourcelist': join(folder, 'suite.sources'),
      'Dir::Etc::sourceparts': '/dev/null',
      'Dir::Etc::preferences': '/dev/null',
      'Dir::Etc::preferencesparts': '/dev/null',
      'Dir::Etc::parts': '/dev/null',
      'Dir::Etc::main': '/dev/null',
      'APT::Install-Recommends': 'false',
      'Acquire::Languages': 'none',
      'Acquire::Retries': '3',
      // Nothing of ours is readable for apt's own user where the home folder is closed.
      'APT::Sandbox::User': process.getuid?.() === 0 ? 'root' : '',
    };
    const config = [...kept, ...Object.entries(own).map(([key, value]) => `${key} "${value}";`)];
    await writeFile(this.env.APT_CONFIG, `${config.join('\n')}\n`);
    await run('apt-get', ['update', '--error-on=any'], { env: this.env });
  }

  /** The version of `name` the suite carries, or undefined. */
  async version(name) {
    return (await this.describe([name]))[0]?.version;
  }

  /** [{ name, version, depends, size, sha256 }] of the packages, in no particular order. */
  async describe(names) {
    const text = (await ask('apt-cache', ['show', '--no-all-versions', ...names], { env: this.env })) ?? '';
    return text
      .split(/\n\n+/)
      .filter((stanza) => stanza.startsWith('Package:'))
      .map((stanza) => {
        const field = (key) => new RegExp(`^${key}: (.*)$`, 'm').exec(stanza)?.[1] ?? '';
        const lists = [field('Pre-Depends'), field('Depends')].filter(Boolean).join(', ');
        return {
          name: field('Package'),
          version: field('Version'),
          depends: lists
            .split(/[,|]/)
            .map((entry) => /^\s*([^\s:(]+)/.exec(entry)?.[1])
            .filter(Boolean),
          size: Number(field('Size')),
          sha256: field('SHA256'),
        };
      });
  }

  /**
   * What `roots` need, without the packages `unneeded(name)` and without what only those need. Throws CommandFailed when the
   * suite cannot install the roots.
   */
  async closure(roots, unneeded) {
    const plan = await run('apt-get', ['--simulate', 'install', ...roots], { env: this.env });
    const installed = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
    const known = new Map((await this.describe(installed)).map((entry) => [entry.name, entry]));
    const chosen = new Map();
    const reach = (name) => {
      const entry = known.get(name);
      if (!entry || chosen.has(name) || unneeded(name)) return;
      chosen.set(name, entry);
      entry.depends.forEach(reach);
    };
    roots.forEach(reach);
    return [...chosen.values()];
  }

  /**
   * Downloads the packages into `folder` and returns [file name], each checked against the SHA-256 of the signed lists.
   * What is there already and right is kept; a half file is completed. `at(bytes, total)` is called while it goes on.
   */
  async download(packages, folder, at) {
    await mkdir(folder, { recursive: true });
    const total = packages.reduce((sum, entry) => sum + entry.size, 0);
    for (const attempt of [1, 2, 3]) {
      const present = await this.#present(folder);
      const missing = packages.filter((entry) => !present.has(entry.sha256));
      if (missing.length === 0) return packages.map((entry) => present.get(entry.sha256));
      // apt trusts a file of the right size; a wrong one that is not simply unfinished has to go.
      if (attempt > 1) await discardAllBut(new Set(packages.map((entry) => present.get(entry.sha256))), folder);
      const timer = setInterval(async () => at(await bytesIn(folder), total), 500);
      try {
        await run('apt-get', ['download', ...missing.map((entry) => `${entry.name}=${entry.version}`)], {
          env: this.env,
          cwd: folder,
        });
      } catch (error) {
        if (attempt === 3 || !(error instanceof CommandFailed)) throw error;
      } finally {
        clearInterval(timer);
      }
    }
    throw new Stop(
      `The packages in ${folder} do not match the checksums of the archive. Remove that folder and try again.`,
    );
  }

  async #present(folder) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
    return new Map(await Promise.all(names.map(async (name) => [await sha256(join(folder, name)), name])));
  }
}

async function discardAllBut(right, folder) {
  for (const name of await readdir(folder)) if (!right.has(name)) await rm(join(folder, name), { force: true });
}

async function bytesIn(folder) {
  const sizes = (await readdir(folder)).map((name) =>
    stat(join(folder, name)).then(
      (info) => info.size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function sha256(file) {
  return new Promise((resolve, reject) => {
    const hash = createHash('sha256');
    createReadStream(file)
      .on('data', (part) => hash.update(part))
      .on('end', () => resolve(hash.digest('hex')))
      .on('error', reject);
  });
}

/** The packages of the machine's own release, their lists in `folder`: what was built for it runs on it. */
export async function ownSuite(folder) {
  const codename = /^VERSION_CODENAME="?(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  let failure = new Error('No Debian mirror is configured for apt.');
  for (const archive of debianArchives(await aptArchives(), codename)) {
    const suite = new Suite(folder, codename ?? archive.suites[0]);
    try {
      await suite.open(archive);
      return suite;
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      failure = error;
    }
    await rm(folder, { recursive: true, force: true });
  }
  throw failure;
}
