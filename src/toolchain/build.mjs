// From sources to build/ and dist/: CMake natively and for WebAssembly, then the site and the npm package.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from './command.mjs';
import { cmakeToolchain } from './emscripten.mjs';
import { inProject } from './paths.mjs';
import { all, say, since } from './progress.mjs';

/** The build folders. The core is in WASM/core: {core,scenes}-{simd,relaxed-simd}.{mjs,wasm} and their types. */
export const NATIVE = inProject('build/native');
export const WASM = inProject('build/wasm');

// What a site needs of the WebAssembly build; the tests are built for `npm test` only.
const CORE = ['core', 'scenes'].flatMap((name) => [`${name}-simd`, `${name}-relaxed-simd`]);

/** What the environment of every Emscripten program must hold. */
export function emscriptenEnv({ emscripten, python }) {
  return {
    ...emscripten.env,
    PATH: `${emscripten.root}:${process.env.PATH}`,
    EMSDK_PYTHON: python.path,
    EM_NODE_JS: process.execPath,
  };
}

/**
 * Builds everything that changed; with `tests`, the doctest programs too, natively and as WebAssembly.
 * `tools` is what `setup` returned. Throws CommandFailed with the compiler's words.
 */
export async function build(tools, { tests = false } = {}) {
  const start = performance.now();
  const native = async () => {
    await configure(NATIVE, tools, headersOf(tools), {}, tools.compiler.version);
    await compile(NATIVE, tools, {}, []);
  };
  await all(tests ? [buildWasm(tools, ['all', 'peaks']), native()] : [buildWasm(tools)]);
  for (const script of ['site', 'package']) {
    const file = inProject(`src/toolchain/${script}.mjs`);
    if (existsSync(file)) await run(process.execPath, [file], { cwd: inProject(), show: true });
  }
  say(`  + built: ${since(start)}`);
}

/** Builds `targets` for WebAssembly; left out, the modules of the core and their types. */
export async function buildWasm(tools, targets = CORE) {
  const env = emscriptenEnv(tools);
  const { root, version } = tools.emscripten;
  const args = [...headersOf(tools), `-DCMAKE_TOOLCHAIN_FILE=${cmakeToolchain(root)}`];
  await configure(WASM, tools, args, env, version);
  await compile(WASM, tools, env, targets);
}

const headersOf = ({ emscripten }) => (emscripten.headers ? [`-DSELF_ATTENTION_HEADERS=${emscripten.headers}`] : []);

// CMake is asked again only when something it was told has changed; its own files it watches itself.
async function configure(folder, { cmake, make }, args, env, version) {
  const ninja = /ninja/.test(make.path);
  const all = [
    '-S',
    inProject(),
    '-B',
    folder,
    '-G',
    ninja ? 'Ninja' : 'Unix Makefiles',
    `-DCMAKE_MAKE_PROGRAM=${make.path}`,
    '-DCMAKE_BUILD_TYPE=Release',
    '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON',
    ...args,
  ];
  const stamp = join(folder, 'configured.txt');
  const told = createHash('sha256')
    .update(JSON.stringify([all, version, cmake, process.env.CXX, process.env.CXXFLAGS]))
    .digest('hex');
  const before = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (before === told && existsSync(join(folder, ninja ? 'build.ninja' : 'Makefile'))) return;
  say(`  > configuring ${folder.slice(inProject().length + 1)}`);
  // Another compiler's objects, or half a configuration: neither can be trusted.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run(cmake.path, all, { env });
  await writeFile(stamp, told);
}

async function compile(folder, { cmake }, env, targets) {
  const which = targets.length > 0 ? ['--target', ...targets] : [];
  const args = ['--build', folder, '--parallel', String(availableParallelism()), ...which];
  const title = `compiling ${folder.slice(inProject().length + 1)}`;
  const start = performance.now();
  let last = start;
  let steps = 0;
  // "[7/42]" from Ninja, "[ 16%]" from Make; nothing is said while there is nothing to do.
  const watch = (text) => {
    const [, done, total] = [...text.matchAll(/^\[\s*(\d+)(?:\/(\d+)|%)\]/gm)].at(-1) ?? [];
    if (!done) return;
    steps = total ?? 0;
    if (performance.now() - last < 2000) return;
    last = performance.now();
    say(`    ${title}: ${total ? `${done} of ${total}` : `${done} %`}`);
  };
  await run(cmake.path, args, { env, watch });
  if (steps > 0) say(`  + ${title}, ${steps} steps: ${since(start)}`);
}
