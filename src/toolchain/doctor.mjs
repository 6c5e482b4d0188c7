// Prints the versions in use, the missing programs and how to install them. It changes nothing.
import { join } from 'node:path';
import { isDebian } from './apt.mjs';
import { emscriptenEnv } from './build.mjs';
import { pinnedHeader } from './build-info.mjs';
import { ask, say } from './command.mjs';
import { EMSDK_HELP, findEmscripten } from './emscripten.mjs';
import { toolchainFolder } from './paths.mjs';
import { npm, packagesPresent } from './setup.mjs';
import { findTools, installCommand, TOOLS, versionOf } from './system.mjs';

const line = (name, text) => say(`  ${name.padEnd(14)} ${text}`);

/** Prints the report and returns whether every command has what it needs. */
export async function doctor() {
  const [tools, emscripten, npmVersion] = await Promise.all([
    findTools(Object.keys(TOOLS)),
    findEmscripten(),
    npm(['--version']).catch(() => 'MISSING'),
  ]);
  if (tools.browser) tools.browser.version = await versionOf(tools.browser.path);

  say('Versions in use');
  line('Node', `${process.versions.node}  ${process.execPath}`);
  line('npm', npmVersion.trim());
  const byHand = reportTools(tools, isDebian() && !emscripten.emcc);
  await reportEmscripten(emscripten, tools.python);
  for (const name of ['xtensor', 'xtl', 'xsimd', 'doctest']) {
    line(name, emscripten.versions?.[name] ?? `${pinnedHeader(name)}  (to be fetched when the build is configured)`);
  }
  const present = packagesPresent();
  line('npm packages', present ? 'as in package-lock.json' : 'MISSING');

  if (byHand.length > 0) say(`\nTo get ${titles(byHand)}:\n\n  ${installCommand(byHand)}`);
  if (!present) say('\nTo get the npm packages:\n\n  npm ci');
  if (!emscripten.emcc && isDebian()) {
    say(
      `\nTo get Emscripten: any of \`npm start\`, \`npm run build\` and \`npm test\` puts it into ${toolchainFolder()}.`,
    );
  } else if (!emscripten.emcc) say(`\n${EMSDK_HELP}`);
  const whole = byHand.length === 0 && present && Boolean(emscripten.emcc);
  if (whole) say('\nNothing is missing.');
  return whole;
}

const titles = (names) => names.map((name) => TOOLS[name].title).join(', ');

const OPTIONAL = ['headless', 'firefox', 'webkit'];

// patchelf is needed only while the private toolchain is made. A headless browser only makes the tests faster. Tests in other
// engines than Chromium are skipped if the engine is missing.
function reportTools(tools, assembling) {
  const labels = { python: 'Python', cmake: 'CMake', headless: 'Headless', webkit: 'WebKitGTK' };
  return Object.keys(TOOLS).filter((name) => {
    const found = tools[name];
    const needed = name === 'patchelf' ? assembling : !OPTIONAL.includes(name);
    const label = labels[name] ?? TOOLS[name].title;
    line(
      label,
      found ? `${found.version ?? 'unknown version'}  ${found.path}` : needed ? 'MISSING' : 'not there, not needed',
    );
    return !found && needed;
  });
}

async function reportEmscripten(emscripten, python) {
  for (const sentence of emscripten.tooOld) say(`  ${sentence}`);
  if (!emscripten.emcc) return line('Emscripten', 'MISSING');
  line('Emscripten', `${emscripten.version}  ${emscripten.emcc} (${emscripten.from})`);
  const env = python && emscriptenEnv({ emscripten, python });
  const setting = async (name) => (await ask(join(emscripten.root, 'em-config'), [name], { env }))?.trim() ?? '';
  const llvm = await versionOf(join(await setting('LLVM_ROOT'), 'clang'));
  const binaryen = await ask(join(await setting('BINARYEN_ROOT'), 'bin/wasm-opt'), ['--version']);
  line('LLVM', llvm ?? emscripten.versions?.llvm ?? 'unknown');
  line('Binaryen', /version (\S+)/.exec(binaryen ?? '')?.[1] ?? emscripten.versions?.binaryen ?? 'unknown');
}
