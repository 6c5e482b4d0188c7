// Records the sources and tools of a build. The versions of the toolchain depend on the day that it was assembled.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ask } from './command.mjs';
import { findEmscripten } from './emscripten.mjs';
import { inProject } from './paths.mjs';

/** The version of a header library that CMake downloads if no folder of headers is given. */
export function pinnedHeader(name) {
  const text = readFileSync(inProject('src/toolchain/headers.cmake'), 'utf8');
  return new RegExp(`/${name}/archive/refs/tags/v?([\\d.]+)\\.tar\\.gz`).exec(text)?.[1];
}

/**
 * The text of build-info.json: { version, commit, tools }. `commit` is null without a repository, and ends with "+" if files differ
 * from it. LLVM and Binaryen are listed for the private Emscripten only.
 */
export async function buildInfo() {
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const { version: emscripten, versions = {} } = await findEmscripten();
  const header = (name) => versions[name] ?? pinnedHeader(name);
  const inRepository = (...args) => ask('git', ['-C', inProject(), ...args]);
  const commit = (await inRepository('rev-parse', 'HEAD'))?.trim();
  const changes = commit && (await inRepository('status', '--porcelain', '--untracked-files=no'))?.trim();
  const tools = {
    ...{ emscripten, llvm: versions.llvm, binaryen: versions.binaryen },
    ...Object.fromEntries(['xtensor', 'xtl', 'xsimd'].map((name) => [name, header(name)])),
    node: process.versions.node,
  };
  return `${JSON.stringify({ version, commit: commit ? `${commit}${changes ? '+' : ''}` : null, tools }, null, 2)}\n`;
}
