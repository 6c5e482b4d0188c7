// A Python with NumPy: the system's, or Debian's package unpacked into the toolchain's folder.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { haveApt, openSuite, provideFolder, unpack } from '../../../src/toolchain/apt.mjs';

const exec = promisify(execFile);
const programs = ['python3', '/usr/bin/python3'];

/** { program, env } that can import the module, or undefined. `where` are more environments to try. */
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

/** Like `thatImports`, for a module that the tests do not install. */
export const pythonWith = (module) => thatImports(module);

/**
 * { python } with NumPy, or { reason } why there is none. Where NumPy is not installed and there is an apt, Debian's package
 * and the libraries that it needs are unpacked beside the toolchain, once; the system is not changed.
 */
export async function numpyPython() {
  const installed = await thatImports('numpy');
  if (installed) return { python: installed };
  const missing = 'NumPy is not here: apt-get install python3-numpy';
  if (!haveApt()) return { reason: missing };
  try {
    const { place } = await provideFolder('numpy', { format: 1, machines }, async (fresh, _, staging) => {
      const suite = await openSuite({ folder: join(staging, 'apt') });
      await unpack(await suite.download(['python3-numpy'], machines), fresh);
    });
    const python = await thatImports('numpy', [await pathsIn(place)]);
    return python ? { python } : { reason: missing };
  } catch (error) {
    return { reason: `${missing} (${error.message.split('\n')[0]})` };
  }
}

// The interpreter and the C library are the system's.
const machines = [/^(python3?(\.\d+)?(-minimal|-distutils|-lib2to3|-pkg-resources)?|lib(c6|python3.*)|gcc-\d+-base)$/];

/** The environment in which Python finds the unpacked packages. */
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

/** Python's syntax errors in the scripts, which do not run. Undefined without Python. */
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

const jupyter = `
import json, sys, warnings
warnings.simplefilter("ignore")
import nbformat
from nbclient import NotebookClient
printed = []
for text in json.load(sys.stdin):
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    printed.append("".join(output.text for output in outputs if output.output_type == "stream" and output.name == "stdout"))
json.dump(printed, sys.stdout)
`;

/** The output of each notebook, which Jupyter runs cell by cell in a separate kernel. `python` has `nbclient` and `ipykernel`. */
export async function runNotebooks({ program, env }, notebooks) {
  const going = exec(program, ['-c', jupyter], {
    env: { ...process.env, PYTHONUTF8: '1', ...env },
    maxBuffer: 2 ** 30,
  });
  going.child.stdin.end(JSON.stringify(notebooks));
  return JSON.parse((await going).stdout);
}

/** The output of each script. One interpreter runs them one after the other. Throws if a script does. */
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
