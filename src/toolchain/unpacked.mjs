// What Debian's packages need in order to run from a folder they were not made for.
import { existsSync } from 'node:fs';
import { lstat, open, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ask, run } from './command.mjs';
import { parallel, Stop } from './progress.mjs';

// The programs Emscripten calls. The packages bring a hundred more, and they make up a third of the folder.
const LLVM_PROGRAMS =
  /^(clang|clang\+\+|clang-\d+|clang-scan-deps|lld|wasm-ld|llvm-(ar|cxxfilt|dwarfdump|dwp|nm|objcopy|objdump|ranlib|size|strip))$/;
const KEEP = [
  /^include\//,
  /^usr\/share\/(emscripten|nodejs)\//,
  /^usr\/bin\/wasm[^/]*$/,
  /^usr\/lib64\/|^usr\/lib\/ld-[^/]*$/,
  /^usr\/lib\/[^/]+\/(lib|ld-)[^/]*\.so[^/]*$/,
  /^usr\/lib\/llvm-[^/]+\/lib\/(clang\/|lib[^/]*\.so[^/]*$)/,
];

const kept = (path) => {
  const llvm = /^usr\/lib\/llvm-[^/]+\/bin\/([^/]+)$/.exec(path);
  return llvm ? LLVM_PROGRAMS.test(llvm[1]) : KEEP.some((pattern) => pattern.test(path));
};

/** Deletes everything in `prefix` that neither the compiler nor its libraries read. */
export async function prune(prefix) {
  const walk = async (folder) => {
    let remaining = 0;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      // The top of an untouched Debian tree may hold links such as lib -> usr/lib; they stay.
      const stays = entry.isDirectory() ? (await walk(path)) > 0 : folder === prefix || kept(relative(prefix, path));
      if (stays) remaining++;
      else await rm(path, { recursive: true });
    }
    return remaining;
  };
  await walk(prefix);
}

/**
 * Makes the programs in `prefix` start with the C library in `prefix` and find their libraries there, once the folder stands
 * at `place`. Throws Stop when a part is missing that every Debian release had so far.
 */
export async function makeRunnable(prefix, place, patchelf, width, at) {
  const files = await elfFiles(prefix);
  const programs = files.filter((file) => /\/bin\/[^/]+$/.test(file));
  const libraries = files.filter((file) => !programs.includes(file) && !/^ld-/.test(basename(file)));
  const moved = (path) => join(place, relative(prefix, path));
  const rpath = [...new Set(libraries.map(dirname))].map(moved).join(':');
  const loader = await findLoader(prefix, patchelf, programs);
  let done = 0;
  const total = files.length;
  await parallel(
    programs,
    width,
    async (file) => {
      // DT_RPATH, not the newer DT_RUNPATH: only the old form is inherited by the libraries a library needs.
      await run(patchelf, ['--set-interpreter', moved(loader), '--force-rpath', '--set-rpath', rpath, file]);
    },
    () => at(++done, total, 'files'),
  );
  await parallel(
    libraries,
    width,
    async (file) => {
      // A library's own DT_RUNPATH would switch the inherited one off.
      if ((await ask(patchelf, ['--print-rpath', file]))?.trim()) await run(patchelf, ['--remove-rpath', file]);
    },
    () => at(++done, total, 'files'),
  );
}

async function findLoader(prefix, patchelf, programs) {
  if (programs.length === 0) throw new Stop(`${prefix} holds no programs.`);
  const wanted = (await run(patchelf, ['--print-interpreter', programs[0]])).trim();
  const folders = [dirname(wanted), join('/usr', dirname(wanted))];
  for (const entry of await readdir(join(prefix, 'usr/lib'))) folders.push(join('/usr/lib', entry));
  const found = folders.map((folder) => join(prefix, folder, basename(wanted))).find((path) => existsSync(path));
  if (!found) throw new Stop(`The loader ${basename(wanted)} is not among the packages.`);
  return realpath(found);
}

async function elfFiles(prefix) {
  const found = [];
  const walk = async (folder) => {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const info = await lstat(path);
      if (info.isDirectory()) await walk(path);
      else if (info.isFile() && (await isElf(path))) found.push(path);
    }
  };
  for (const part of ['bin', 'lib']) await walk(join(prefix, 'usr', part));
  return found;
}

async function isElf(file) {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === '\x7fELF';
  } finally {
    await handle.close();
  }
}
