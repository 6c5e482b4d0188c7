// The header libraries, alone in an include folder of their own: /usr/include on a WebAssembly build's path would hide
// Emscripten's own C library.

import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command.mjs';

/** Debian's packages of xtensor, xtl, xsimd and doctest. */
export const HEADER_PACKAGES = ['libxtensor-dev', 'xtl-dev', 'libxsimd-dev', 'doctest-dev'];

/** Unpacks the headers of one such package into `<into>/include`, and nothing else of it. */
export async function unpackHeaders(file, into) {
  const aside = await mkdtemp(join(into, 'headers-'));
  await run('dpkg-deb', ['-x', file, aside]);
  const include = join(aside, 'usr/include');
  if (existsSync(include)) await cp(include, join(into, 'include'), { recursive: true });
  await rm(aside, { recursive: true });
}
