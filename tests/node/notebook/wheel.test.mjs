// The wheel: its files, its tests in Python, and scenes that Python made and the core computes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { loadCore } from 'self-attention/core';
import { buildWheel, wheelName } from '../../../src/toolchain/wheel.mjs';
import { numpyPython, pythonWith } from '../code/python.mjs';
import { node, root } from '../support/child.mjs';
import { folder, runPython as run, wheel } from './python.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = unzipSync(readFileSync(wheel));
const textOf = (name) => strFromU8(files[name]);
const info = `self_attention-${version}.dist-info`;

describe('the wheel', () => {
  it('has what installers read, with a hash of every file', () => {
    assert.ok(wheel.endsWith(wheelName(version)));
    assert.match(textOf(`${info}/WHEEL`), /^Root-Is-Purelib: true\nTag: py3-none-any$/m);
    const metadata = textOf(`${info}/METADATA`);
    for (const line of [
      'Metadata-Version: 2.1',
      'Name: self-attention',
      `Version: ${version}`,
      'Requires-Python: >=3.8',
    ])
      assert.ok(metadata.split('\n').includes(line), line);
    // Nothing has to be installed beside it.
    assert.doesNotMatch(metadata, /^Requires-Dist: [^;]*$/m);
    const record = new Map(
      textOf(`${info}/RECORD`)
        .trimEnd()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(',')), line.slice(line.indexOf(',') + 1)]),
    );
    assert.deepEqual([...record.keys()].sort(), Object.keys(files).sort());
    for (const [name, contents] of Object.entries(files)) {
      const hash = createHash('sha256').update(contents).digest('base64url');
      assert.equal(record.get(name), name.endsWith('/RECORD') ? ',' : `sha256=${hash},${contents.length}`, name);
    }
    assert.ok(`self_attention/py.typed` in files);
    assert.equal(textOf(`${info}/LICENSE`), readFileSync(join(root, 'build/package/LICENSE'), 'utf8'));
  });

  it('has the library once, and is as small as that', () => {
    // The scripts beside it import nothing of the element.
    for (const name of ['frame', 'widget']) assert.ok(files[`self_attention/${name}.js`].length < 4096, name);
    const { length } = readFileSync(wheel);
    assert.ok(length < 378_000, `${length} bytes`);
  });

  it('has the same bytes when it is built again', async () => {
    const again = await buildWheel(join(folder, 'again'));
    assert.ok(readFileSync(again).equals(readFileSync(wheel)));
  });

  it('names every lesson that the element has', async () => {
    const { lessons } = await import('self-attention/lessons');
    const [, list] = /^LESSONS = \(([\s\S]*?)\n\)/m.exec(textOf('self_attention/_figure.py'));
    assert.deepEqual([...list.matchAll(/"([\w-]+)"/g)].map(([, id]) => id).sort(), Object.keys(lessons).sort());
  });
});

const python = await pythonWith('zlib');
const reason = python ? false : 'there is no python3';

describe('the wheel in Python', { skip: reason }, () => {
  it('is read by Python 3.8', async () => {
    const sources = Object.keys(files).filter((name) => name.endsWith('.py'));
    assert.ok(sources.length > 5);
    const code = `import ast, pkgutil, sys, zipfile
for name in sys.argv[2:]: ast.parse(zipfile.ZipFile(sys.argv[1]).read(name), name, feature_version=(3, 8))`;
    await run(python, ['-c', code, wheel, ...sources]);
  });

  // Each without what the next one needs.
  for (const name of ['arrays', 'scenes', 'figures', 'widget']) {
    it(`passes its tests: ${name}`, async () => {
      const { stderr } = await run(python, ['-m', 'unittest', `test_${name}`]);
      assert.match(stderr, /^OK$/m);
    });
  }

  it('passes its tests with NumPy', async (t) => {
    const { python: numpy, reason: missing } = await numpyPython();
    if (numpy === undefined) return t.skip(missing);
    assert.match((await run(numpy, ['-m', 'unittest', 'test_numpy'])).stderr, /^OK$/m);
  });

  it('passes its tests with PyTorch', async (t) => {
    const torch = await pythonWith('torch');
    if (torch === undefined) return t.skip('torch is not here: apt-get install python3-torch');
    assert.match((await run(torch, ['-m', 'unittest', 'test_torch'])).stderr, /^OK$/m);
  });
});

const core = await loadCore();
const made = python && JSON.parse((await run(python, ['print_scenes.py'])).stdout);

describe('a scene that Python made', { skip: reason }, () => {
  const shapeOf = (nested) => (Array.isArray(nested) ? [nested.length, ...shapeOf(nested[0])] : []);
  const tensor = (nested) => ({ shape: shapeOf(nested), data: Float32Array.from(nested.flat(Infinity)) });

  it('of weights has these weights', () => {
    const { scene, weights } = made.weights;
    assert.deepEqual(core.attend(scene).tensor('weights'), tensor(weights));
  });

  it('is drawn by the command that the error of to_svg() names', async () => {
    const code = `import self_attention as sa
figure = sa.show(q=[[1]], k=[[1]], v=[[1]])
figure.save(${JSON.stringify(join(folder, 'scene.json'))})
try: figure.to_svg()
except sa.SceneError as error: print(error)`;
    const [, args] = /npx self-attention (.*)$/m.exec((await run(python, ['-c', code])).stdout) ?? [];
    const cli = join(root, 'build/package/cli.js');
    const { code: exit, stdout, stderr } = await node([cli, ...args.split(' ')], { cwd: folder });
    assert.equal(exit, 0, stderr);
    assert.match(stdout, /^<svg/);
  });

  it('of several layers has all of them', () => {
    assert.equal(core.attend(made.layers.scene).layers, made.layers.count);
  });

  it('of q, k and v has the numbers of attention on them', () => {
    const { scene, of, options } = made.vectors;
    const expected = core.scaledDotProductAttention(tensor(of.q), tensor(of.k), tensor(of.v), options);
    const trace = core.attend(scene);
    assert.deepEqual(trace.tensor('weights'), expected.weights);
    assert.deepEqual(trace.tensor('z'), expected.output);
  });

  it('with a painted mask hides what the mask hides', () => {
    const { shape, data } = core.attend(made.painted.scene).tensor('weights');
    assert.deepEqual(shape, [2, 3, 3]);
    const zeros = [...data.entries()].filter(([, weight]) => weight === 0).map(([index]) => index);
    const hidden = made.painted.hidden.map(([query, key]) => 3 * query + key);
    assert.deepEqual(zeros, [...hidden, ...hidden.map((index) => 9 + index)]);
  });

  it('of x and parameters is the scene with these numbers', () => {
    const { scene, x, w_q: wQ, w_k: wK, w_v: wV } = made.parameters;
    const expected = core.attend({
      version: 1,
      tokens: scene.tokens,
      embedding: { kind: 'given', x },
      parameters: { kind: 'given', wQ, wK, wV },
      attention: { heads: 2, temperature: 2 },
    });
    assert.deepEqual(core.attend(scene).tensor('output'), expected.tensor('output'));
  });
});
