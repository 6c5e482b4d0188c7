// Emscripten compiles its C and C++ libraries when a link first needs them. That takes a minute and must not be interrupted, so
// it is done once, aside, with the links this project makes.
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from './command.mjs';
import { discard } from './paths.mjs';

/**
 * The flags of the links to prepare for, those that choose among the libraries' variants: the core with its bindings
 * (src/bindings.cmake), and the tests under Node (tests/core/CMakeLists.txt).
 */
export const WARM_LINKS = [
  [
    ...[
      '-Oz',
      '-flto',
      '-fno-exceptions',
      '-msimd128',
      '-lembind',
      '-sMALLOC=emmalloc',
      '-sMODULARIZE',
      '-sEXPORT_ES6',
    ],
    ...['-sFILESYSTEM=0', '-sALLOW_MEMORY_GROWTH'],
  ],
  ['-O1', '-fwasm-exceptions', '-msimd128', '-sNODERAWFS=1', '-sEXIT_RUNTIME=1', '-sALLOW_MEMORY_GROWTH'],
];

// How many libraries these links make in Emscripten 6.0; for the progress shown, nothing else.
const LIBRARIES = 26;

// A program of nobody's: it asks for what our links ask for, Embind among it, so that their libraries are made in advance.
const SOURCE = `
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
#ifdef BINDINGS
#include <emscripten/bind.h>
EMSCRIPTEN_BINDINGS(warm) { emscripten::function("f", +[](std::string s) { return s + s; }); }
#endif
#ifndef BINDINGS
int main(int n, char**) {
  try { std::vector<int> v(n); std::cout << v.at(n + 1); } catch (const std::exception& e) { std::puts(e.what()); }
}
#endif
`;

/** Fills `<kit>/cache`. Throws CommandFailed with the compiler's words. */
export async function warmCache(kit, emcc, env, at) {
  // A half-filled cache cannot be told from a full one: it is always started anew and moved into place when it is full. The
  // folder is a new one each time, because the compiler of a set-up that was killed may live on and write into the old one.
  const work = join(kit, `warming-${process.pid}-${Date.now()}`);
  for (const name of await readdir(kit)) if (/^(warming-|cache$)/.test(name)) await discard(join(kit, name));
  await mkdir(work, { recursive: true });
  const source = join(work, 'warm.cpp');
  await writeFile(source, SOURCE);
  const timer = setInterval(
    async () => at(await libraries(join(work, 'cache')), `about ${LIBRARIES}`, 'libraries'),
    500,
  );
  try {
    for (const [index, flags] of WARM_LINKS.entries()) {
      const bindings = flags.includes('-lembind') ? ['-DBINDINGS'] : [];
      await run(join(dirname(emcc), 'em++'), [...flags, ...bindings, source, '-o', join(work, `warm-${index}.mjs`)], {
        env: { ...env, EM_CACHE: join(work, 'cache') },
      });
    }
  } finally {
    clearInterval(timer);
  }
  await rename(join(work, 'cache'), join(kit, 'cache'));
  await discard(work);
}

async function libraries(cache) {
  const names = await readdir(cache, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.a')).length;
}
