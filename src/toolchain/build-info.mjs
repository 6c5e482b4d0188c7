// What a build was made of and with, recorded beside it: the toolchain is assembled from whatever its suite holds at the time.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ask } from './command.mjs';
import { findEmscripten } from './emscripten.mjs';
import { inProject } from './paths.mjs';

/** The version of a header library that CMake fetches where no folder of headers is named; it stands in CMake's own file. */
export function pinnedHeader(name) {
  const text = readFileSync(inProject('src/toolchain/headers.cmake'), 'utf8');
  return new RegExp(`/${name}/archive/refs/tags/v?([\\d.]+)\\.tar\\.gz`).exec(text)?.[1];
}

/**
 * The text of build-info.json: { version, commit, tools }. `commit` is null where there is no repository, and ends with "+" where
 * files differ from it. Of an Emscripten that is not the private one, LLVM and Binaryen are its own and left out.
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
