// `self-attention open`: what it says of a file, the page that it serves, what it refuses, and how it ends.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { npy, safetensors, zip } from '../import/bytes.mjs';
import { generator } from '../support/scenes.mjs';
import { command, refuses, scratch, well } from './cli.mjs';

const core = await loadCore();
const { at, file } = scratch();
const random = generator(3);
const nested = ([size, ...others], make = () => random() * 2 - 1) =>
  Array.from({ length: size }, () => (others.length === 0 ? make() : nested(others, make)));
const json = (name, value) => file(name, JSON.stringify(value));

/** Runs the command until it has printed an address, calls `use`, and ends it as Ctrl+C does. */
async function opened(args, use) {
  const child = spawn(process.execPath, [command, 'open', ...args], { timeout: 60_000 });
  const said = { stdout: '', stderr: '' };
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
  const url = await new Promise((resolve, reject) => {
    for (const name of ['stdout', 'stderr'])
      child[name].on('data', (part) => {
        said[name] += part;
        const [address] = /http:\S+/.exec(said.stdout) ?? [];
        if (address !== undefined) resolve(address);
      });
    ended.then(() => reject(new Error(said.stderr)));
  });
  try {
    await use({ url, text: said.stdout });
  } finally {
    child.kill('SIGINT');
  }
  assert.deepEqual(await ended, { code: 0, signal: null });
  assert.equal(said.stderr, '');
}

/** The answer to one request, whose headers may be any. */
const fetched = (url, { method = 'GET', headers = {} } = {}) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });

const sceneIn = (html) => JSON.parse(/<script type="application\/json" id="scene">([^<]+)</.exec(html)[1]);
const weightsOf = (scene, layer = 0) => {
  const trace = core.attend(scene);
  const { shape, data } = trace.tensor('weights', { layer });
  const weights = { shape, data: Array.from(data) };
  trace.dispose();
  return weights;
};
/** The scene that the page has, and what the command printed. */
async function sceneOf(args) {
  let found;
  await opened(args, async ({ url, text }) => {
    found = { scene: sceneIn((await fetched(url)).body), text };
  });
  return found;
}

const qkv = Object.fromEntries(['q', 'k', 'v'].map((name) => [name, nested([2, 3, 4])]));

describe('the page that it serves', () => {
  it('has the scene, a strict policy, and no other address', async () => {
    const tokens = ['The', '</script>', 'sat'];
    await opened([json('qkv.json', { ...qkv, tokens })], async ({ url, text }) => {
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
      assert.match(text, /q +2×3×4 +queries q\n/);
      const { status, headers, body } = await fetched(`${url}?lang=es`);
      assert.equal(status, 200);
      assert.match(headers['content-type'], /^text\/html/);
      const policy = headers['content-security-policy'];
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
        assert.ok(policy.includes(rule), policy);
      assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
      assert.equal(headers['access-control-allow-origin'], undefined);
      const scene = sceneIn(body);
      assert.deepEqual(scene.tokens, tokens);
      assert.deepEqual(weightsOf(scene).shape, [2, 3, 3]);
      for (const path of ['index.html', 'playground.html', '../package.json', 'qkv.json', '%2e%2e/cli.js'])
        assert.equal((await fetched(url + path)).status, 404, path);
      for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
        const refused = await fetched(url, { method });
        assert.deepEqual([refused.status, refused.headers.allow], [405, 'GET'], method);
      }
      const { port } = new URL(url);
      for (const host of ['example.org', `example.org:${port}`, '127.0.0.1', `127.0.0.1:${port}.example.org`]) {
        const answer = await fetched(url, { headers: { Host: host } });
        assert.ok([400, 421].includes(answer.status), `${host}: ${answer.status}`);
        assert.ok(!answer.body.includes('id="scene"'), host);
      }
      assert.equal((await fetched(url, { headers: { Host: `localhost:${port}` } })).status, 200);
    });
  });

  it('is at the port that is asked for, and a port in use is refused', async () => {
    const blocker = createServer();
    await new Promise((ready) => blocker.listen(0, '127.0.0.1', ready));
    const { port } = blocker.address();
    const { code, stderr } = await new Promise((resolve) => {
      const child = spawn(process.execPath, [command, 'open', json('port.json', qkv), '--port', String(port)]);
      let stderr = '';
      child.stderr.on('data', (part) => {
        stderr += part;
      });
      child.on('close', (code) => resolve({ code, stderr }));
    });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`port ${port} is in use`));
    await new Promise((closed) => blocker.close(closed));
    await opened([at('port.json'), '--port', String(port)], async ({ url }) =>
      assert.equal(url, `http://127.0.0.1:${port}/`),
    );
  });

  it('shows every kind of file: .npz, .safetensors, .npy, .csv, JSON of BertViz, a scene', async () => {
    const flat = (value) => value.flat(Infinity);
    const third = nested([2, 3, 3], () => 1 / 3);
    const npz = zip(
      Object.fromEntries(Object.entries(qkv).map(([name, all]) => [`${name}.npy`, npy('<f4', [2, 3, 4], flat(all))])),
    );
    const tensors = Object.entries(qkv).map(([name, all]) => [name, 'F32', [2, 3, 4], flat(all)]);
    const bertviz = {
      attention: [{ name: 'encoder', attn: [third], left_text: ['a', 'b', 'c'], right_text: ['a', 'b', 'c'] }],
    };
    const scene = {
      version: 1,
      tokens: ['a', 'b'],
      embedding: { kind: 'oneHot' },
      parameters: { kind: 'identity' },
      attention: { heads: 1 },
    };
    for (const [path, shape] of [
      [file('one.npz', npz), [2, 3, 3]],
      [file('one.safetensors', safetensors(tensors)), [2, 3, 3]],
      [file('one.npy', npy('<f4', [2, 3, 3], flat(third))), [2, 3, 3]],
      [file('one.csv', '1,0\n0.25,0.75\n'), [1, 2, 2]],
      [json('bertviz.json', bertviz), [2, 3, 3]],
      [json('scene.json', scene), [1, 2, 2]],
    ]) {
      const found = await sceneOf([path]);
      assert.deepEqual(weightsOf(found.scene).shape, shape, path);
      assert.equal(found.scene.tokens.length, shape[1], path);
    }
  });
});

describe('what it says of a file', () => {
  it('names tensors, roles, tokens and what was guessed, on one line each', async () => {
    const wide = Object.fromEntries(['q', 'k', 'v'].map((name) => [`layers.4.${name}`, nested([3, 128])]));
    const hostile = { 'bad\n\u001b[2Jname': [1, 2], words: ['[CLS]', 'a', '[SEP]'] };
    const { text, scene } = await sceneOf([json('wide.json', { ...wide, ...hostile })]);
    assert.match(text, /layers\.4\.q +3×128 +queries q, layer 1/);
    assert.match(text, /bad\\n\\u\{1b\}\[2Jname +2 +not used/);
    assert.ok(!text.includes('\u001b'));
    assert.match(text, /Heads: 2 \(guessed\).*--heads/);
    assert.match(text, /Tokens: 3 from “words”/);
    assert.match(text, /\[CLS\] \[SEP\].*--without-special/);
    assert.equal(scene.attention.heads, 2);
  });

  it('lists the tensors even where something is missing, and says what', async () => {
    const { code, stdout, stderr } = await new Promise((resolve) => {
      const child = spawn(process.execPath, [command, 'open', json('only-k.json', { k: qkv.k, v: qkv.v })]);
      const said = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'])
        child[name].on('data', (part) => {
          said[name] += part;
        });
      child.on('close', (code) => resolve({ code, ...said }));
    });
    assert.equal(code, 1);
    assert.match(stdout, /k +2×3×4 +keys k/);
    assert.match(stderr, /^self-attention: only-k\.json: q is missing/);
  });
});

describe('options in place of a guess', () => {
  it('roles by name or by a pattern, with layers', async () => {
    const odd = Object.fromEntries(
      [1, 2].flatMap((layer) => ['a', 'b', 'c'].map((name) => [`block${layer}.${name}`, nested([2, 3, 4])])),
    );
    const path = json('odd.json', odd);
    const uses = (...pairs) => pairs.flatMap((pair) => ['--use', pair]);
    const { scene } = await sceneOf([path, ...uses('q=*.a', 'k=*.b', 'v=*.c')]);
    assert.equal(scene.embedding.layers.length, 2);
    const one = await sceneOf([path, ...uses('q@1=block2.a', 'k@1=block2.b', 'v@1=block2.c')]);
    assert.deepEqual(weightsOf(one.scene), weightsOf(scene, 1));
    await refusesFile(/no tensor 'block3\.a'.*block1\.a/, [path, ...uses('q=block3.a')]);
  });

  it('weights beside q, k and v, the order of axes, a batch, tokens, special tokens, heads', async () => {
    const all = { ...qkv, attn: nested([2, 3, 3], () => 1 / 3) };
    const given = await sceneOf([json('all.json', all), '--use', 'weights=attn']);
    assert.equal(given.scene.attention.score, 'weights');
    const order = await sceneOf([json('order.json', qkv), '--order', 'tokens']);
    assert.deepEqual([order.scene.attention.heads, order.scene.tokens.length], [3, 2]);
    const sequences = json(
      'batch.json',
      nested([2, 2, 3, 3], () => 1 / 3),
    );
    assert.equal((await sceneOf([sequences])).scene.embedding.layers.length, 2);
    assert.equal((await sceneOf([sequences, '--sequence', '2'])).scene.embedding.layers.length, 1);
    const short = await sceneOf([at('order.json'), '--tokens', '[CLS] a b', '--without-special']);
    assert.deepEqual(short.scene.tokens, ['a', 'b']);
    const side = json('side.json', Object.fromEntries(['q', 'k', 'v'].map((name) => [name, nested([3, 8])])));
    assert.equal((await sceneOf([side, '--heads', '4'])).scene.attention.heads, 4);
    const projected = json(
      'projected.json',
      Object.fromEntries(['q', 'k', 'v'].map((name) => [name, nested([2, 3, 8])])),
    );
    const two = await sceneOf([projected, '--order', 'batch', '--sequence', '2', '--heads', '4']);
    assert.deepEqual([two.scene.attention.heads, two.scene.tokens.length], [4, 3]);
    const wide = json('wide.json', Object.fromEntries(['q', 'k', 'v'].map((name) => [name, nested([2, 3, 128])])));
    assert.equal((await sceneOf([wide, '--order', 'batch'])).scene.attention.heads, 2);
    const four = json('four.json', Object.fromEntries(['q', 'k', 'v'].map((name) => [name, nested([2, 3, 2, 4])])));
    await refusesFile(/--order does not apply.*three axes/, [four, '--order', 'batch']);
    const unread = zip({
      'q.npy': npy('<f4', [2, 2], [1, 2, 3, Number.NaN]),
      ...Object.fromEntries(['k.npy', 'v.npy'].map((name) => [name, npy('<f4', [2, 2], [1, 2, 3, 4])])),
    });
    const cut = file('cut.npz', unread);
    await refusesFile(/q was not read, so q is missing in the layer of k\. q: row 2, column 2/, [cut], 1);
    await refusesFile(/--use: q was not read\. q: row 2, column 2/, [cut, '--use', 'q=q']);
    // Dividing rows by what is left of them would make weights of any numbers.
    const numbers = json('numbers.json', {
      numbers: [
        [3, 5],
        [1, 1],
      ],
      tokens: ['[CLS]', 'a'],
    });
    await refusesFile(
      /numbers cannot be weights: .*row 1 adds up to 8/,
      [numbers, '--use', 'weights=numbers', '--without-special'],
      1,
    );
    await refusesFile(/3 heads/, [side, '--heads', '3'], 1);
    await refusesFile(/must be a whole number/, [side, '--heads', 'two'], 1);
    await refusesFile(/There are 2 tokens for 3/, [side, '--tokens', 'a b'], 1);
  });

  it('the axes of TransformerLens beside its pattern, whichever of them is used', async () => {
    const hook = (name, value) => [`blocks.0.attn.hook_${name}`, value];
    const path = json(
      'hooks.json',
      Object.fromEntries([
        ...['q', 'k', 'v'].map((name) => hook(name, nested([1, 6, 4, 8]))),
        hook(
          'pattern',
          nested([1, 4, 6, 6], () => 1 / 6),
        ),
      ]),
    );
    for (const options of [[], ['--use', 'weights=*pattern']]) {
      const { scene, text } = await sceneOf([path, ...options]);
      assert.deepEqual(weightsOf(scene).shape, [4, 6, 6], text);
      assert.equal(scene.tokens.length, 6);
    }
  });

  it('scores with a mask added, and q and k without v, and says so', async () => {
    const masked = file('masked.json', '{"scores": [[1, -Infinity], [2, 3]]}');
    const causal = await sceneOf([masked]);
    assert.deepEqual(causal.scene.attention.mask, { kind: 'causal' });
    assert.match(causal.text, /−∞/);
    const { v: _, ...queries } = qkv;
    const bare = await sceneOf([json('bare.json', queries)]);
    assert.equal(bare.scene.attention.score, 'given');
    assert.match(bare.text, /v is missing/);
  });

  it('one of several views of BertViz, with its tokens', async () => {
    const view = (name, left, right) => ({
      ...{ name, attn: nested([2, 2, left.length, right.length], () => 1 / right.length) },
      ...{ left_text: left, right_text: right },
    });
    const [source, target] = [
      ['a', 'b', 'c'],
      ['x', 'y'],
    ];
    const path = json('views.json', {
      attention: [view('Encoder', source, source), view('Decoder', target, target), view('Cross', target, source)],
    });
    const first = await sceneOf([path]);
    assert.deepEqual([first.scene.tokens, first.scene.encoder], [source, undefined]);
    assert.match(first.text, /View: Encoder\. The file has Encoder, Decoder, Cross/);
    const cross = await sceneOf([path, '--view', 'Cross']);
    assert.deepEqual([cross.scene.tokens, cross.scene.encoder.tokens], [target, source]);
    assert.equal(cross.scene.embedding.layers.length, 2);
    await refusesFile(/--view is 'Both'; .*Encoder/, [path, '--view', 'Both']);
  });

  it('parameters of one layer, on the first scene', async () => {
    const matrix = () => nested([4, 4]);
    const layer = (index) =>
      ['query', 'key', 'value'].map((name) => [`layer.${index}.attention.self.${name}.weight`, matrix()]);
    const path = json('parameters.json', Object.fromEntries([...layer(5), ...layer(6)]));
    const { scene, text } = await sceneOf([path, '--layer', '6', '--heads', '2', '--tokens', 'a b c']);
    assert.deepEqual([scene.parameters.kind, scene.attention.heads, scene.tokens], ['given', 2, ['a', 'b', 'c']]);
    assert.match(text, /layer\.5, layer\.6/);
    const transposed = await sceneOf([path, '--layer', '6', '--matrices', 'in']);
    const { wQ } = scene.parameters;
    assert.deepEqual(
      transposed.scene.parameters.wQ,
      wQ[0].map((_, column) => wQ.map((row) => row[column])),
    );
    await refusesFile(/layer\.5, layer\.6/, [path, '--layer', '7']);
    await refusesFile(/--order does not apply/, [path, '--order', 'tokens']);
    const rows = nested([3, 4]);
    const named = Object.fromEntries(['w_q', 'w_k', 'w_v'].map((name) => [name, matrix()]));
    const read = await sceneOf([json('rows.json', { ...named, x: rows, tokens: ['a', 'b', 'c'] })]);
    assert.deepEqual(read.scene.embedding, { kind: 'given', x: rows.map((row) => row.map(Math.fround)) });
    assert.deepEqual(read.scene.tokens, ['a', 'b', 'c']);
    assert.match(read.text, /x +3×4 +x/);
    const other = json('other.json', { ...named, x: rows, hidden: nested([2, 4]) });
    assert.equal((await sceneOf([other, '--use', 'x=hidden'])).scene.embedding.x.length, 2);
  });
});

/** It ended with that status and message. The tensors may be listed before. */
async function refusesFile(message, args, status = 2) {
  const { code, stderr } = await new Promise((resolve) => {
    const child = spawn(process.execPath, [command, 'open', ...args], { timeout: 60_000 });
    let stderr = '';
    child.stderr.on('data', (part) => {
      stderr += part;
    });
    child.on('close', (code) => resolve({ code, stderr }));
  });
  assert.equal(code, status, stderr);
  assert.match(stderr, message);
  assert.doesNotMatch(stderr, /\n {4}at |internal/);
}

describe('what it refuses', () => {
  it('files that are not there, not supported, damaged or without attention', async () => {
    await refuses(1, /none\.npz: no such file/, ['open', at('none.npz')]);
    await refuses(1, /is a directory/, ['open', at('')]);
    await refuses(1, /model\.pt.*\.safetensors/, ['open', file('model.pt', 'x')]);
    await refuses(1, /empty\.npz/, ['open', file('empty.npz', '')]);
    await refuses(1, /not a zip/, ['open', file('text.npz', 'text')]);
    await refuses(1, /wrong\.json: .*line 1, column 4/, ['open', file('wrong.json', '[1,')]);
    await refuses(1, /safetensors file ends in its header/, ['open', file('cut.safetensors', 'abcd')]);
    await refusesFile(/No tensor is selected/, [json('none.json', { a: [[1, 2]] })], 1);
    const wide = {
      version: 1,
      tokens: ['a'],
      embedding: { kind: 'oneHot' },
      parameters: { kind: 'identity' },
      attention: { heads: 7 },
    };
    await refuses(1, /wide\.json: .*7/, ['open', json('wide.json', wide)]);
    await refuses(1, /^self-attention: bad-scene\.json: parameters is missing/, [
      'open',
      json('bad-scene.json', { version: 1, tokens: ['a'], embedding: { kind: 'oneHot' } }),
    ]);
  });

  it('options that make no sense, or would change nothing', async () => {
    const path = json('plain.json', qkv);
    await refuses(2, /needs a file/, ['open']);
    await refuses(2, /one file, not 2/, ['open', path, path]);
    await refuses(2, /--port is '70000'/, ['open', path, '--port', '70000']);
    await refuses(2, /--order is 'rows'/, ['open', path, '--order', 'rows']);
    await refuses(2, /ROLE=NAME/, ['open', path, '--use', 'q']);
    await refuses(2, /ROLE=NAME/, ['open', path, '--use', 'query=q']);
    await refuses(2, /unknown option/i, ['open', path, '--colour']);
    await refuses(2, /--layer does not apply/, ['open', path, '--layer', '1']);
    await refuses(2, /--sequence does not apply/, ['open', path, '--sequence', '1']);
    await refuses(2, /--parameters/, ['open', path, '--parameters']);
    await refuses(2, /--heads does not apply/, ['open', path, '--heads', '2']);
    await refuses(2, /--view does not apply/, ['open', path, '--view', 'Encoder']);
    const flat = json('flat.json', { weights: nested([2, 3, 3], () => 1 / 3) });
    await refuses(2, /--order does not apply/, ['open', flat, '--order', 'tokens']);
    await refuses(2, /--heads does not apply/, ['open', flat, '--heads', '2']);
    const scene = {
      version: 1,
      tokens: ['a'],
      embedding: { kind: 'oneHot' },
      parameters: { kind: 'identity' },
      attention: { heads: 1 },
    };
    await refuses(2, /--heads does not apply to a scene/, ['open', json('own.json', scene), '--heads', '1']);
  });

  it('and explains itself', async () => {
    const help = String(await well(['open', '--help']));
    for (const option of ['--port', '--use', '--heads', '--sequence', '--without-special'])
      assert.ok(help.includes(option), option);
    assert.match(String(await well(['--help'])), /self-attention open/);
  });
});
