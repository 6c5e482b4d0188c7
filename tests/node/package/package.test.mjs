// The package as it is published: the contents of build/package/, and how another project sees it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, hostname, tmpdir } from 'node:os';
import { join, posix, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { schemas } from '../../../src/toolchain/made-files.mjs';
import { module, node, root } from '../support/child.mjs';

const folder = fileURLToPath(new URL('../../../build/package/', import.meta.url));
const read = (name) => readFile(join(folder, name), 'utf8');
const json = async (name) => JSON.parse(await read(name));
const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'));

describe('build/package', () => {
  it('names no path and no host of the machine that built it', async () => {
    const places = [root, homedir(), tmpdir(), process.env.EMSDK, process.env.SELF_ATTENTION_TOOLCHAIN].filter(Boolean);
    const secret = places.map((place) => `${place.replace(/\/+$/, '')}/`).filter((place) => place.length > 2);
    const host = hostname().toLowerCase();
    for (const name of files) {
      const text = await readFile(join(folder, name), 'latin1');
      for (const place of secret) assert.ok(!text.includes(place), `${name} names ${place}`);
      assert.ok(!/file:\/\/\/\w|[A-Z]:\\\\?Users/.test(text), `${name} names a file`);
      if (host.length > 5 && host !== 'localhost')
        assert.ok(!text.toLowerCase().includes(host), `${name} names this host`);
    }
  });
  it('has a source map for every script, whose sources are named as in the repository, with their texts', async () => {
    const mapped = new Set();
    // These two lines import others.
    const lines = (name) => /^development\/(?!(training-)?wasm)/.test(name);
    for (const name of files.filter((file) => file.endsWith('.js') && !lines(file))) {
      const text = await read(name);
      // The bundler's helpers, and chunks that only export from others.
      if (/^\/\/ \\0rolldown\/runtime\.js|^((import|export) [^;]*;\s*)+$/.test(text)) continue;
      const [, map] = /^\/\/# sourceMappingURL=(.+)$/m.exec(text) ?? [];
      assert.equal(map, `${posix.basename(name)}.map`, name);
      const { sources, sourcesContent, mappings } = await json(`${name}.map`);
      assert.equal(mappings.length > 0, sources.length > 0, name);
      for (const [at, source] of sources.entries()) {
        mapped.add(source);
        assert.equal(
          typeof sourcesContent[at],
          /\.(txt|json)$|^build\/|^web\/i18n\/(en|es)\//.test(source) ? 'object' : 'string',
          source,
        );
        // The sources of bundled files are only in their own source maps.
        assert.ok(source.startsWith('node_modules/') || existsSync(join(root, source)), source);
      }
    }
    for (const source of ['web/core/core.ts', 'web/element/renderer.ts', 'web/cli/run.ts'])
      assert.ok(mapped.has(source), source);
    // Their texts are missing.
    for (const name of files.filter((file) => file.endsWith('.ts')))
      assert.ok(!(await read(name)).includes('sourceMappingURL'), name);
  });
  it('compiles no JavaScript at run time', async () => {
    for (const name of files.filter((file) => file.endsWith('.js'))) {
      assert.doesNotMatch(await read(name), /\beval\(|new Function\(/, name);
    }
  });
  it('imports nothing but its own files', async () => {
    const importsOf = async (name) =>
      [
        ...(await read(name)).matchAll(
          /^(?:import|export)\b[^'"\n]*?from\s*["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm,
        ),
      ].map(([, from, later]) => from ?? later);
    const fileOf = (name, from) => posix.join(posix.dirname(name), from);
    const scripts = files.filter((file) => file.endsWith('.js'));
    // The command reads files and serves a page, with files that nothing else imports.
    const ofCommand = new Set(['cli.js']);
    for (const name of ofCommand)
      for (const from of await importsOf(name)) if (/^\.\.?\//.test(from)) ofCommand.add(fileOf(name, from));
    const shared = new Set(scripts.filter((name) => !ofCommand.has(name)));
    for (const name of shared)
      for (const from of await importsOf(name)) if (/^\.\.?\//.test(from)) shared.add(fileOf(name, from));
    for (const name of scripts)
      for (const from of await importsOf(name)) {
        const isOwn = /^\.\.?\//.test(from) && files.includes(fileOf(name, from));
        assert.ok(isOwn || (from.startsWith('node:') && !shared.has(name)), `${name} imports ${from}`);
      }
  });
  it('has the wasm within 81.5 kB, compressed as it is served', async () => {
    const size = brotliCompressSync(await readFile(join(folder, 'core-simd.wasm'))).length;
    assert.ok(size <= 81_500, `${size} bytes`);
  });
  it('has what trains within 177 kB, compressed as it is served', async () => {
    const size = brotliCompressSync(await readFile(join(folder, 'training-simd.wasm'))).length;
    assert.ok(size <= 177_000, `${size} bytes`);
  });
  it('has a package.json that says the same as the project, and whose exports are files', async () => {
    const [own, project] = [await json('package.json'), JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))];
    for (const key of ['name', 'version', 'license', 'type', 'engines']) assert.deepEqual(own[key], project[key], key);
    assert.ok(!('private' in own) && !('dependencies' in own) && !('scripts' in own));
    for (const name of Object.keys(project.exports)) assert.ok(name in own.exports, name);
    for (const target of Object.values(own.exports).flatMap((entry) =>
      typeof entry === 'string' ? entry : Object.values(entry),
    )) {
      assert.ok(files.includes(target.replace('./', '')), target);
    }
    for (const entry of Object.values(own.exports)) {
      if (typeof entry !== 'object') continue;
      assert.deepEqual(
        Object.keys(entry).filter((condition) => condition !== 'development'),
        ['types', 'default'],
      );
    }
  });
  it('has the schemas as the descriptions make them', async () => {
    const made = await schemas();
    assert.deepEqual(Object.keys(made), ['scene.schema.json', 'lesson.schema.json']);
    for (const [name, text] of Object.entries(made))
      assert.deepEqual(JSON.parse(await readFile(join(folder, name), 'utf8')), JSON.parse(text));
  });
  it('has exactly the published names in each room', async () => {
    const names = async (room) => Object.keys(await import(`self-attention/${room}`)).sort();
    assert.deepEqual(await names('core'), ['AttentionError', 'errorCodes', 'loadCore', 'sceneWithout']);
    const element = ['SelfAttentionElement', 'version'];
    assert.deepEqual(
      await names('inline'),
      ['AttentionError', ...element, 'errorCodes', 'loadCore', 'sceneWithout'].sort(),
    );
    assert.deepEqual(await names('define'), ['SelfAttentionElement']);
    assert.deepEqual(await names('lessons'), ['lessons']);
    assert.deepEqual(await names('training'), ['AttentionError', 'errorCodes', 'loadTraining']);
    for (const name of ['defaultScene', 'parseScene', 'encodeScene', 'decodeScene'])
      assert.ok((await names('scene')).includes(name), name);
  });
});

describe('the package in another project', () => {
  let project;
  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'consumer-'));
    await mkdir(join(project, 'node_modules'));
    await symlink(folder, join(project, 'node_modules/self-attention'), 'dir');
    await writeFile(join(project, 'package.json'), '{ "name": "consumer", "type": "module" }');
  });
  after(() => rm(project, { recursive: true, force: true }));

  it('is imported by its names, computes, and keeps its other files to itself', async () => {
    const script = `
      import { loadCore } from 'self-attention/core';
      import { lessons } from 'self-attention/lessons';
      import { defaultScene } from 'self-attention/scene';
      import { createRequire } from 'node:module';
      const core = await loadCore();
      const schema = createRequire(import.meta.url)('self-attention/scene.schema.json');
      const hidden = await Promise.all(
        ['self-attention/element', 'self-attention/core.js', 'self-attention/core-simd.wasm', 'self-attention/types/core/index.d.ts']
          .map((name) => import(name).then(() => name, ({ code }) => code)));
      console.log(JSON.stringify([
        [...core.attend(lessons['illustrated'].scene).tensor('k').data],
        core.attend(defaultScene).tokens.length,
        typeof schema, [...new Set(hidden)]]));`;
    const { stdout, stderr } = await module(script, { cwd: project });
    assert.equal(stderr, '');
    assert.deepEqual(JSON.parse(stdout), [
      [0, 1, 1, 4, 4, 0, 2, 3, 1],
      11,
      'object',
      ['ERR_PACKAGE_PATH_NOT_EXPORTED'],
    ]);
  });

  const compile = async (name, text, ...more) => {
    await writeFile(join(project, name), text);
    const strict = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--types',
      '',
    ];
    const target = ['--target', 'es2022', '--lib', 'es2022,dom', ...more];
    return node([join(root, 'node_modules/typescript/bin/tsc'), ...strict, ...target, name], { cwd: project });
  };
  const good = `
    import { type AttentionResult, AttentionError, type Core, type ErrorCode, loadCore, type Tensor, type Trace } from 'self-attention/core';
    import { lessons } from 'self-attention/lessons';
    import { defaultScene, type Scene } from 'self-attention/scene';
    import { type ImageOptions, SelfAttentionElement, version } from 'self-attention';
    import { SelfAttentionElement as Defined } from 'self-attention/define';
    import { loadCore as loadInline } from 'self-attention/inline';
    import { codeLanguages, figureOf, svgOf, tensorAs } from 'self-attention/export';
    import { type Gradient, loadTraining, type Loss, type Run, type Task } from 'self-attention/training';
    SelfAttentionElement.configure({ wasmUrl: '/core.wasm', flavour: 'simd' });
    const image: ImageOptions = { format: 'png', scale: 2 };
    const element: SelfAttentionElement = new Defined();
    element.show = 'heatmap arcs';
    element.exportImage(image).then((blob: Blob) => console.log(blob.size, version, loadInline, tensorAs));
    const core: Core = await loadCore({ flavour: 'simd', wasmUrl: new URL('https://example.org/core.wasm') });
    const scene: Scene = { version: 1, tokens: ['a'], embedding: { kind: 'given', x: [[1]] },
      parameters: { kind: 'given', wQ: [[1]], wK: [[1]], wV: [[1]] }, attention: { heads: 1, mask: { kind: 'causal' } }, mistake: null };
    const trace: Trace = core.attend(scene);
    const weights: Tensor = trace.tensor('weights', { head: 0 });
    const names: readonly string[] = trace.steps.map((step) => step.name);
    const q: Tensor = { shape: [1, 1], data: new Float32Array(1) };
    const result: AttentionResult = core.scaledDotProductAttention(q, q, q, { causal: true, keep: ['scores'], mask: { shape: [1], data: new Uint8Array(1) } });
    const scores: Float32Array | undefined = result.scores?.data;
    try { core.attend(lessons['illustrated']?.scene ?? defaultScene); } catch (error) {
      if (error instanceof AttentionError) { const code: ErrorCode = error.code; console.log(code, error.path, names, scores, weights); }
    }
    console.log(svgOf(figureOf(scene, trace, { pictures: ['heatmap'] })), codeLanguages.map(({ extension }) => extension));
    trace.dispose();
    const training = await loadTraining();
    const loss: Loss = { kind: 'output', target: [[1]] };
    const gradient: Gradient = training.gradient(scene, loss);
    const task: Task = { kind: 'copy', length: 3, vocabulary: 4 };
    const run: Run = training.train({ scene, task, optimizer: { kind: 'adamw', learningRate: 0.01 } });
    const share: number | null = run.step(3).accuracy;
    console.log(gradient.steps.map(({ inputs }) => inputs), gradient.tensor('x0').shape, share, run.scene().tokens);`;
  for (const kind of ['nodenext', 'bundler']) {
    it(`has types that a strict project compiles with (module resolution ${kind})`, async () => {
      const options =
        kind === 'nodenext' ? ['--module', 'nodenext'] : ['--module', 'esnext', '--moduleResolution', 'bundler'];
      const { code, stdout } = await compile('good.ts', good, ...options);
      assert.equal(code, 0, stdout);
    });
  }
  it('has types that find mistakes: one error a wrong line, and in no other', async () => {
    const bad = [
      "import { loadCore } from 'self-attention/core';",
      "import { defaultScene } from 'self-attention/scene';",
      'const core = await loadCore();',
      "await loadCore({ flavour: 'fast' });",
      'core.attend({ ...defaultScene, version: 2 });',
      "core.attend({ ...defaultScene, attention: { heads: '3' } });",
      'core.attend(defaultScene).tensor(5);',
      "core.attend(defaultScene).tensor('q', { haed: 1 });",
      'core.scaledDotProductAttention({ shape: [1, 1], data: [1] });',
      "const q = { shape: [1, 1], data: new Float32Array(1) }; core.scaledDotProductAttention(q, q, q, { keep: ['z'] });",
      'core.scaledDotProductAttention(q, q, q, { casual: true });',
      "import nothing from 'self-attention/nothing';",
    ];
    const { code, stdout } = await compile('bad.ts', bad.join('\n'), '--module', 'nodenext');
    assert.notEqual(code, 0);
    const lines = new Set([...stdout.matchAll(/bad\.ts[(:](\d+)/g)].map(([, line]) => Number(line)));
    assert.deepEqual(
      [...lines].sort((a, b) => a - b),
      [4, 5, 6, 7, 8, 9, 10, 11, 12],
      stdout,
    );
  });
});
