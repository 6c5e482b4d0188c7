// Which Emscripten builds the core: one that is installed and new enough, else the private one, else none.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ask, which } from './command.mjs';
import { announce, assembleKit, findKit, isDebian } from './debian.mjs';
import { toolchainFolder } from './paths.mjs';
import { Stop, say } from './progress.mjs';
import { atLeast, EMSCRIPTEN_MINIMUM, EMSDK_HELP } from './versions.mjs';

/**
 * The Emscripten to use, without changing anything:
 * { emcc, root, version, from, headers?, versions?, env, tooOld } or { tooOld } when there is none.
 * `headers` is the include folder of the header libraries, where the private toolchain brings it; `env` is what the compiler
 * wants in the environment; `tooOld` lists the ones that were passed over, as sentences.
 */
export async function findEmscripten(env = process.env) {
  const kit = findKit(toolchainFolder(env));
  const tooOld = [];
  for (const { emcc, from } of installed(env)) {
    if (kit && realpathSync(emcc) === realpathSync(kit.emcc)) continue;
    const { root, version } = await inspect(emcc);
    if (root && atLeast(version, EMSCRIPTEN_MINIMUM)) {
      return {
        emcc,
        root,
        version,
        from,
        headers: kit?.headers,
        versions: kit && libraries(kit.versions),
        env: {},
        tooOld,
      };
    }
    tooOld.push(
      `${emcc} (${from}) is Emscripten ${version ?? 'of an unknown version'}; ${EMSCRIPTEN_MINIMUM} or newer is needed.`,
    );
  }
  return kit ? fromKit(kit, tooOld) : { tooOld };
}

const fromKit = (kit, tooOld) => ({
  ...kit,
  version: kit.versions.emscripten,
  from: 'private, from Debian packages',
  tooOld,
});

/**
 * The Emscripten to use, assembled first where that is possible and needed, with the `tools` python and patchelf.
 * Throws Stop with the command that would help.
 */
export async function provideEmscripten(tools, env = process.env) {
  const found = await findEmscripten(env);
  if (found.emcc) return found;
  for (const sentence of found.tooOld) say(`  ${sentence}`);
  if (!isDebian()) throw new Stop(`No Emscripten ${EMSCRIPTEN_MINIMUM} or newer was found.\n${EMSDK_HELP}`);
  const folder = toolchainFolder(env);
  announce(folder);
  const kit = await assembleKit(folder, { python: tools.python.path, patchelf: tools.patchelf.path });
  return fromKit(kit, found.tooOld);
}

function* installed(env) {
  const onPath = which('emcc', env.PATH);
  if (onPath) yield { emcc: onPath, from: 'on PATH' };
  const inSdk = env.EMSDK && join(env.EMSDK, 'upstream/emscripten/emcc');
  if (inSdk && inSdk !== onPath && existsSync(inSdk)) yield { emcc: inSdk, from: 'under $EMSDK' };
}

// Reading the version's file is much faster than starting the compiler. Where emcc is a wrapper in another folder, its
// sister em-config knows the real one.
async function inspect(emcc) {
  const beside = dirname(realpathSync(emcc));
  const roots = [beside];
  if (!existsSync(join(beside, 'emscripten-version.txt'))) {
    const told = await ask(join(dirname(emcc), 'em-config'), ['EMSCRIPTEN_ROOT']);
    if (told) roots.push(told.trim());
  }
  for (const root of roots) {
    const file = join(root, 'emscripten-version.txt');
    if (existsSync(file)) return { root, version: /\d+(\.\d+)+/.exec(readFileSync(file, 'utf8'))?.[0] };
  }
  return {};
}

const libraries = ({ xtensor, xtl, xsimd, doctest }) => ({ xtensor, xtl, xsimd, doctest });

/** Emscripten's file for CMake, in the folder `root`. Throws Stop when this Emscripten has none. */
export function cmakeToolchain(root) {
  const file = join(root, 'cmake/Modules/Platform/Emscripten.cmake');
  if (!existsSync(file))
    throw new Stop(`${root} holds no cmake/Modules/Platform/Emscripten.cmake: it is not a whole Emscripten.`);
  return file;
}
