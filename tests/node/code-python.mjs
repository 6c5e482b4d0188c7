// A Python that has NumPy: the machine's, or Debian's package unpacked into the project's own folder.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { haveApt, ownSuite } from '../../src/toolchain/apt.mjs';
import { run } from '../../src/toolchain/command.mjs';
import { withLock } from '../../src/toolchain/lock.mjs';
import { toolchainFolder } from '../../src/toolchain/paths.mjs';

const exec = promisify(execFile);
const programs = ['python3', '/usr/bin/python3'];

/** { program, env } that can import the module, or undefined. `where`: what is tried beside the bare programs. */
async function thatImports(module, where = [{}]) {
  for (const program of programs) {
    for (const env of where) {
      const can = await exec(program, ['-c', `import ${module}`], { env: { ...process.env, ...env }, timeout: 120_000 })
        .then(() => true)
        .catch(() => false);
      if (can) return { program, env };
    }
  }
  return undefined;
}

/** As `thatImports`, for a module that nobody installs for the tests. */
export const pythonWith = (module) => thatImports(module);

/**
 * { python } with NumPy, or { reason } why there is none. Where NumPy is not installed and there is an apt, Debian's package
 * and the libraries that it needs are unpacked beside the toolchain, once; the system is not changed.
 */
export async function numpyPython() {
  const installed = await thatImports('numpy');
  if (installed) return { python: installed };
  const folder = join(toolchainFolder(), 'numpy');
  let reason = 'NumPy is not here: apt-get install python3-numpy';
  if (!existsSync(folder) && haveApt()) {
    await mkdir(toolchainFolder(), { recursive: true });
    await withLock(join(toolchainFolder(), 'numpy.lock'), () => existsSync(folder) || unpack(folder)).catch((error) => {
      reason += ` (${error.message.split('\n')[0]})`;
    });
  }
  const unpacked = existsSync(folder) ? await thatImports('numpy', [await pathsIn(folder)]) : undefined;
  return unpacked ? { python: unpacked } : { reason };
}

async function unpack(folder) {
  const staging = await mkdtemp(`${folder}-`);
  try {
    const suite = await ownSuite(join(staging, 'apt'));
    // The interpreter and the C library are the machine's own.
    const packages = await suite.closure(['python3-numpy'], (name) =>
      /^(python3?(\.\d+)?(-minimal|-distutils|-lib2to3|-pkg-resources)?|lib(c6|python3.*)|gcc-\d+-base)$/.test(name),
    );
    const debs = await suite.download(packages, join(staging, 'debs'), () => {});
    for (const deb of debs) await run('dpkg-deb', ['-x', join(staging, 'debs', deb), join(staging, 'tree')]);
    await rename(join(staging, 'tree'), folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The environment in which Python finds what was unpacked. */
async function pathsIn(folder) {
  const { stdout } = await exec('dpkg', ['--print-architecture']).catch(() => ({ stdout: 'amd64' }));
  const triplet = { amd64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[stdout.trim()] ?? '';
  const libraries = ['', 'blas', 'lapack'].map((part) => join(folder, 'usr/lib', triplet, part));
  return { PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'), LD_LIBRARY_PATH: libraries.join(':') };
}

const driver = `
import contextlib, io, json, sys, traceback, warnings
warnings.simplefilter("ignore")
results = []
for file in json.load(sys.stdin):
    out = io.StringIO()
    error = None
    try:
        with contextlib.redirect_stdout(out), open(file, encoding="utf-8") as source:
            exec(compile(source.read(), file, "exec"), {"__name__": "__main__"})
    except Exception:
        error = traceback.format_exc()
    results.append({"out": out.getvalue(), "error": error})
json.dump(results, sys.stdout)
`;

/** What Python has to say against the form of the scripts, nothing of it run; undefined where there is no Python. */
export async function parseAll(scripts) {
  const check = `
import ast, json, sys
problems = []
for script in json.load(sys.stdin):
    try:
        ast.parse(script)
    except SyntaxError as error:
        problems.append(str(error))
json.dump(problems, sys.stdout)
`;
  for (const program of programs) {
    const going = exec(program, ['-c', check], { env: { ...process.env, PYTHONUTF8: '1' }, maxBuffer: 2 ** 30 });
    going.child.stdin.on('error', () => {});
    going.child.stdin.end(JSON.stringify(scripts));
    const said = await going.catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (said) return JSON.parse(said.stdout);
  }
  return undefined;
}

/** What each script prints; one interpreter runs them all, one after the other. Throws where one of them does. */
export async function runAll({ program, env }, scripts) {
  const folder = await mkdtemp(join(tmpdir(), 'self-attention-code-'));
  try {
    const files = scripts.map((_, index) => join(folder, `${index}.py`));
    await Promise.all(scripts.map((script, index) => writeFile(files[index], script)));
    const going = exec(program, ['-c', driver], {
      env: { ...process.env, PYTHONUTF8: '1', ...env },
      maxBuffer: 2 ** 30,
    });
    going.child.stdin.end(JSON.stringify(files));
    const { stdout } = await going;
    return JSON.parse(stdout).map(({ out, error }, index) => {
      if (error) throw new Error(`${error}\n${scripts[index]}`);
      return out;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
