// Builds the sources into build/ and dist/: CMake for WebAssembly and for this machine, then the site and the npm package.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { all, run, say, step } from './command.mjs';
import { cmakeToolchain } from './emscripten.mjs';
import { inProject } from './paths.mjs';

/** The build folders. The modules are in WASM/core: {core,training}-simd.{mjs,wasm} and their types. */
export const NATIVE = inProject('build/native');
export const WASM = inProject('build/wasm');

/** The WebAssembly targets of the site and the package. */
export const MODULES = ['core-simd', 'training-simd'];

/** The environment for every Emscripten program. */
export function emscriptenEnv({ emscripten, python }) {
  return {
    ...emscripten.env,
    PATH: `${emscripten.root}:${process.env.PATH}`,
    EMSDK_PYTHON: python.path,
    EM_NODE_JS: process.execPath,
  };
}

/**
 * Builds the modules of the core and their types, or other `targets` for WebAssembly. `tools` is the result of `setup`.
 * Throws CommandFailed with the compiler's output.
 */
export async function buildWasm(tools, targets = MODULES) {
  const env = emscriptenEnv(tools);
  const { root, version } = tools.emscripten;
  await configure('wasm', tools, [`-DCMAKE_TOOLCHAIN_FILE=${cmakeToolchain(root)}`], env, version);
  await compile(WASM, tools, env, targets);
}

/** Builds `targets` for this machine. Throws CommandFailed. */
export async function buildNative(tools, targets) {
  await configure('native', tools, [], {}, tools.compiler.version);
  await compile(NATIVE, tools, {}, targets);
}

/** Builds dist/ and build/package/ from the modules. `args` may contain --site-url. Throws CommandFailed. */
export async function buildSite(args = []) {
  const build = (script) =>
    run(process.execPath, [inProject(`src/toolchain/${script}.mjs`), ...args], { cwd: inProject(), show: true });
  await all(['site', 'package'].map(build));
  // `self-attention open` serves it.
  await copyFile(inProject('dist/self-attention.html'), inProject('build/package/playground.html'));
}

// Configures by a preset of CMakePresets.json, and only if the settings changed. CMake itself notices changes in its files.
async function configure(preset, { cmake, make, emscripten }, args, env, version) {
  const folder = inProject('build', preset);
  const ninja = /ninja/.test(make.path);
  const all = [
    ...['-S', inProject(), '--preset', preset, '-G', ninja ? 'Ninja' : 'Unix Makefiles'],
    `-DCMAKE_MAKE_PROGRAM=${make.path}`,
    ...(emscripten?.headers ? [`-DSELF_ATTENTION_HEADERS=${emscripten.headers}`] : []),
    ...args,
  ];
  const stamp = join(folder, 'configured.txt');
  const presets = readFileSync(inProject('CMakePresets.json'), 'utf8');
  const settings = JSON.stringify([all, presets, version, cmake, process.env.CXX, process.env.CXXFLAGS]);
  const hash = createHash('sha256').update(settings).digest('hex');
  const before = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (before === hash && existsSync(join(folder, ninja ? 'build.ninja' : 'Makefile'))) return;
  await step(`configuring ${folder.slice(inProject().length + 1)}`, async () => {
    // The objects of another compiler and a half-written configuration cannot be used.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const printed = await run(cmake.path, all, { env });
    // Sanitizers that the tests run without (tests/core/sanitizers.cmake).
    for (const [, line] of printed.matchAll(/^-- (The compiler has no .*)$/gm)) say(`    ${line}`);
    await writeFile(stamp, hash);
  });
}

async function compile(folder, { cmake }, env, targets) {
  const args = ['--build', folder, '--parallel', String(availableParallelism()), '--target', ...targets];
  await step(`compiling ${folder.slice(inProject().length + 1)}`, (at) => {
    // Ninja prints "[7/42]", Make prints "[ 16%]".
    const watch = (text) => {
      const [, done, total] = [...text.matchAll(/^\[\s*(\d+)(?:\/(\d+)|%)\]/gm)].at(-1) ?? [];
      if (done) at(total ? `${done} of ${total}` : `${done} %`);
    };
    return run(cmake.path, args, { env, watch });
  });
}
