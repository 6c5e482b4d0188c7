// loadCore: which instance, from which address, and the error without one.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { module } from '../support/child.mjs';
import { tensor } from '../support/oracle.mjs';
import { rejects } from '../support/refuses.mjs';
import { serve } from '../support/server.mjs';

const wasmUrl = new URL('../../../build/package/core-simd.wasm', import.meta.url);
const wasm = await readFile(wasmUrl);
const scene = lessons.illustrated.scene;
const weightsOf = (core) => core.attend(scene).tensor('weights').data;
const expected = weightsOf(await loadCore());
const works = (core) => assert.deepEqual(weightsOf(core), expected);

describe('loadCore: the instance', () => {
  it('is the same for the same options', async () => {
    const core = await loadCore();
    assert.equal(await loadCore(), core);
    assert.equal(await loadCore({}), core);
    assert.equal(await loadCore({ fresh: false }), core);
    assert.equal(await loadCore({ flavour: 'simd' }), core);
  });
  it('is the same when asked for twice before it is there', async () => {
    const options = { wasmUrl: `${wasmUrl}#at-once` };
    const [one, other] = await Promise.all([loadCore(options), loadCore(options)]);
    assert.equal(one, other);
  });
  it('is a new one each time with fresh: true, and leaves the shared one as it was', async () => {
    const core = await loadCore();
    const fresh = await Promise.all([loadCore({ fresh: true }), loadCore({ fresh: true })]);
    assert.equal(new Set([core, ...fresh]).size, 3);
    for (const instance of fresh) works(instance);
    assert.equal(await loadCore(), core);
  });
  it('has its own memory: two fresh ones at once do not affect each other', async () => {
    const [a, b] = await Promise.all([loadCore({ fresh: true }), loadCore({ fresh: true })]);
    const traces = [a.attend(scene), b.attend(lessons['its-snowing'].scene), a.attend(lessons['its-snowing'].scene)];
    const weights = traces.map((trace) => trace.tensor('weights').data);
    const large = tensor([900, 4], new Array(3600).fill(0.5));
    a.scaledDotProductAttention(large, large, large);
    traces[0].dispose();
    assert.deepEqual(traces[1].tensor('weights').data, weights[1]);
    assert.deepEqual(traces[2].tensor('weights').data, weights[1]);
    traces[2].dispose();
    assert.deepEqual(traces[1].tensor('weights').data, weights[1]);
    assert.deepEqual(b.attend(scene).tensor('weights').data, weights[0]);
  });
  it('says its flavour and the most tokens of a scene', async () => {
    const core = await loadCore({ flavour: 'simd' });
    assert.deepEqual([core.flavour, core.maxTokens], ['simd', 8192]);
  });
});

describe('loadCore: where the module comes from', () => {
  let server;
  before(async () => {
    server = await serve({
      '/core.wasm': [200, 'application/wasm', wasm],
      '/octets': [200, 'application/octet-stream', wasm],
      '/index.html': [200, 'text/html; charset=utf-8', '<!doctype html><title>Home</title>'],
      '/empty.wasm': [200, 'application/wasm', ''],
      '/other.wasm': [200, 'application/wasm', Buffer.from([0, 97, 115, 109, 1, 0, 0, 0])],
      '/damaged.wasm': [200, 'application/wasm', wasm.subarray(0, 1000)],
      '/broken': [500, 'application/json', '{}'],
    });
  });
  after(() => server.close());

  it('is an ArrayBuffer, the same instance for the same buffer', async () => {
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
    const core = await loadCore({ wasmBinary });
    works(core);
    assert.equal(await loadCore({ wasmBinary }), core);
    assert.notEqual(await loadCore({ wasmBinary: wasmBinary.slice(0) }), core);
  });
  it('is a Uint8Array, also one that is a window of a larger buffer', async () => {
    const wasmBinary = new Uint8Array(wasm);
    works(await loadCore({ wasmBinary }));
    assert.equal(await loadCore({ wasmBinary }), await loadCore({ wasmBinary }));
    const large = new Uint8Array(wasm.length + 20);
    large.set(wasm, 7);
    works(await loadCore({ wasmBinary: large.subarray(7, 7 + wasm.length) }));
  });
  it('is fetched from nowhere when it was given', async () => {
    const { fetch } = globalThis;
    globalThis.fetch = () => assert.fail('something was fetched');
    try {
      works(await loadCore({ wasmBinary: new Uint8Array(wasm), wasmUrl: `${server.url}/core.wasm`, fresh: true }));
    } finally {
      globalThis.fetch = fetch;
    }
    assert.equal(server.asked('/core.wasm'), 0);
  });
  it('is an address as a string or a URL, fetched once for both', async () => {
    const url = new URL('/core.wasm', server.url);
    const core = await loadCore({ wasmUrl: url });
    works(core);
    assert.equal(await loadCore({ wasmUrl: url.href }), core);
    assert.equal(server.asked('/core.wasm'), 1);
  });
  it('is a file: address as a string or a URL', async () => {
    works(await loadCore({ wasmUrl }));
    works(await loadCore({ wasmUrl: wasmUrl.href, fresh: true }));
  });
  it('is the path of a file, as Node has it', async () => {
    const path = fileURLToPath(wasmUrl);
    works(await loadCore({ wasmUrl: path, fresh: true }));
    works(await loadCore({ wasmUrl: relative('', path), fresh: true }));
    await rejects(loadCore({ wasmUrl: 'nowhere.wasm' }), 'wasm-load', 'wasmUrl', 'nowhere.wasm', 'ENOENT');
  });
  it('may be served with another type, as long as it is WebAssembly', async () => {
    works(await loadCore({ wasmUrl: `${server.url}/octets` }));
  });

  it('missing on the server: the address, the status and the type are said', async () => {
    const url = `${server.url}/nowhere.wasm`;
    await rejects(loadCore({ wasmUrl: url }), 'wasm-load', 'wasmUrl', url, 404, 'text/plain');
  });
  it('a server that fails: the error has the address, the status and the type', async () => {
    const url = `${server.url}/broken`;
    await rejects(loadCore({ wasmUrl: url }), 'wasm-load', 'wasmUrl', url, 500, 'application/json');
  });
  it('HTML in its place: the error has the address, the status and the type', async () => {
    const url = `${server.url}/index.html`;
    const line = "optimizeDeps: { exclude: ['self-attention'] }";
    await rejects(loadCore({ wasmUrl: url }), 'wasm-load', 'wasmUrl', url, 200, 'text/html', line);
  });
  it('an empty, a damaged and another WebAssembly file: the error has the address', async () => {
    for (const name of ['empty', 'damaged', 'other']) {
      const url = `${server.url}/${name}.wasm`;
      await rejects(loadCore({ wasmUrl: url }), 'wasm-load', 'wasmUrl', url);
    }
  });
  it('no server at all: the address is said', async () => {
    const gone = await serve({});
    await gone.close();
    await rejects(loadCore({ wasmUrl: `${gone.url}/core.wasm` }), 'wasm-load', 'wasmUrl', `${gone.url}/core.wasm`);
  });
  it('a missing file: its address is said', async () => {
    const missing = new URL('nowhere.wasm', wasmUrl);
    await rejects(loadCore({ wasmUrl: missing }), 'wasm-load', 'wasmUrl', missing.href);
  });
  it('a file that is not WebAssembly: the error has its address', async () => {
    await rejects(loadCore({ wasmUrl: import.meta.url }), 'wasm-load', 'wasmUrl', import.meta.url);
  });
  it('a text that is no address: it is said', async () => {
    await rejects(loadCore({ wasmUrl: 'http://[' }), 'wasm-load', 'wasmUrl', 'http://[');
  });
  it('bytes that are not WebAssembly, or another module, are refused', async () => {
    for (const wasmBinary of [new Uint8Array(9), new ArrayBuffer(0), Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)]) {
      await rejects(loadCore({ wasmBinary }), 'wasm-load', 'wasmUrl', 'wasmBinary');
    }
  });
  it('a load that failed can be tried again', async () => {
    const answers = {};
    const late = await serve(answers);
    try {
      const options = { wasmUrl: `${late.url}/late.wasm` };
      await rejects(loadCore(options), 'wasm-load', 'wasmUrl', 404);
      answers['/late.wasm'] = [200, 'text/html', '<p>Soon.</p>'];
      await rejects(loadCore(options), 'wasm-load', 'wasmUrl', 'text/html');
      answers['/late.wasm'] = [200, 'application/wasm', wasm];
      const core = await loadCore(options);
      works(core);
      assert.equal(await loadCore(options), core);
      assert.equal(late.asked('/late.wasm'), 3);
    } finally {
      await late.close();
    }
  });
});

describe('loadCore refuses', () => {
  it('a flavour there is none of', async () => {
    for (const flavour of ['fast', '', null, 1, 'SIMD', 'constructor']) {
      await rejects(loadCore({ flavour }), 'scene-form', 'flavour', String(flavour), '"simd"');
    }
  });
  it('relaxed SIMD, which was removed', async () => {
    await rejects(loadCore({ flavour: 'relaxed-simd' }), 'unsupported', 'flavour', 'removed', '"simd"');
  });
  it('options that are no object', async () => {
    for (const options of [null, 5, 'simd', true]) await rejects(loadCore(options), 'scene-form', 'options');
  });
  it('an option it does not know, and names it', async () => {
    for (const name of ['wasmURL', 'flavor', 'Fresh'])
      await rejects(loadCore({ [name]: 'x' }), 'scene-form', name, name);
  });
  it('a wasmBinary that is no bytes', async () => {
    for (const wasmBinary of ['AGFzbQ==', 5, null, [0, 97, 115, 109], {}]) {
      await rejects(loadCore({ wasmBinary }), 'scene-form', 'wasmBinary', 'wasmBinary');
    }
  });
  it('a wasmUrl that is neither a string nor a URL', async () => {
    for (const value of [5, null, true, {}, ['core.wasm']]) {
      await rejects(loadCore({ wasmUrl: value }), 'scene-form', 'wasmUrl', 'wasmUrl');
    }
  });
  it('fresh that is not true or false', async () => {
    for (const fresh of ['no', 0, null]) await rejects(loadCore({ fresh }), 'scene-form', 'fresh', 'fresh');
  });
});

describe('importing self-attention/core', () => {
  it('has no side effects: nothing is fetched, compiled, kept open or put on globalThis', async () => {
    const script = `
      const touched = [];
      globalThis.fetch = () => { touched.push('fetch'); return Promise.reject(new Error('no')); };
      for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming', 'Memory', 'Module']) {
        WebAssembly[name] = new Proxy(WebAssembly[name] ?? class {}, {
          apply() { touched.push(name); }, construct() { touched.push(name); return {}; },
        });
      }
      const before = Reflect.ownKeys(globalThis);
      for (const room of ['core', 'scene', 'lessons']) await import('self-attention/' + room);
      touched.push(...Reflect.ownKeys(globalThis).filter((key) => !before.includes(key)));
      touched.push(...process.getActiveResourcesInfo().filter((name) => /Timeout|TCP|Worker/.test(name)));
      console.log(JSON.stringify(touched.map(String)));`;
    const { stdout, stderr, code } = await module(script);
    assert.deepEqual({ stdout, stderr, code }, { stdout: '[]\n', stderr: '', code: 0 });
  });
  it('lets the process end by itself after computing', async () => {
    const script = `
      import { loadCore } from 'self-attention/core';
      import { lessons } from 'self-attention/lessons';
      const trace = (await loadCore()).attend(lessons.illustrated.scene);
      console.log(trace.tensor('k').data.join(' '));`;
    const { stdout, stderr, code } = await module(script);
    assert.deepEqual({ stdout, stderr, code }, { stdout: '0 1 1 4 4 0 2 3 1\n', stderr: '', code: 0 });
  });
  it('works in a worker thread, to the same bits', async () => {
    const worker = new Worker(new URL('./worker.mjs', import.meta.url));
    const weights = await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    assert.deepEqual(weights, expected);
  });
});
