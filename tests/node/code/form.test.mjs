// The form of the programs: numbers, texts, what is left out, and what is refused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { generator } from '../support/scenes.mjs';
import { given, smallScenes } from '../support/small-scenes.mjs';
import { parseAll } from './python.mjs';

const { codeFor } = await bundle('web/export/code/index.ts');
const { codeLanguages } = await bundle('web/export/code/languages.ts');
const { float32, quoted, utf8Escaped } = await bundle('web/export/code/expressions.ts');
const { add, divide, indexed, matmul, multiply, negative, power, subtract } = await bundle(
  'web/export/code/expressions.ts',
);
const core = await loadCore();
const ids = codeLanguages.map(({ id }) => id);
const code = (id, scene) => codeFor(id, scene, core.attend(scene));

describe('literals of the scene as code', () => {
  it('are the shortest decimals that are the same float32', () => {
    const random = generator(3);
    const bits = new Uint32Array(1);
    const floats = new Float32Array(bits.buffer);
    for (let count = 0; count < 20_000; count += 1) {
      bits[0] = random() * 2 ** 32;
      const [number] = floats;
      if (!Number.isFinite(number)) continue;
      const text = float32(number);
      assert.ok(Object.is(Math.fround(Number(text)), number), `${number} is written ${text}`);
      const digits = text
        .replace(/e.*/, '')
        .replace(/\D/g, '')
        .replace(/^0+|0+$/g, '').length;
      assert.ok(digits <= 1 || Math.fround(Number(number.toPrecision(digits - 1))) !== number, `${text} is too long`);
    }
  });
  it('are floating-point numbers in every language', () => {
    const texts = [0, -0, 1, -3, 0.1, 1e-7, 3.4028234663852886e38, 100, -Infinity].map((number) =>
      float32(Math.fround(number)),
    );
    assert.deepEqual(texts, ['0.0', '-0.0', '1.0', '-3.0', '0.1', '1e-7', '3.4028235e38', '100.0', '-inf']);
  });
  it('of texts stay on their line and hide nothing', () => {
    assert.equal(quoted('a"\\\n\u2028\u202e'), '"a\\"\\\\\\n\\u2028\\u202e"');
    assert.equal(quoted('a\u200bb\u200dc\u2060\u00ad\u{e0041}'), '"a\\u200bb\\u200dc\\u2060\\u00ad\\U000e0041"');
    assert.equal(utf8Escaped('a\u200bb'), '"a\\342\\200\\213b"');
    assert.equal(utf8Escaped('a"\\\n7\u202e??/é'), '"a\\"\\\\\\0127\\342\\200\\256?\\?/é"');
  });
});

describe('parentheses of the scene as code', () => {
  it('stand where they are needed, and nowhere else', () => {
    const texts = [
      [add(multiply('a', 'b'), 'c'), 'a * b + c'],
      [multiply(add('a', 'b'), 'c'), '(a + b) * c'],
      [subtract('a', subtract('b', 'c')), 'a - (b - c)'],
      [divide('a', multiply('b', 'c')), 'a / (b * c)'],
      [multiply(matmul('a', 'b'), 'c'), '(a @ b) * c'],
      [add(matmul('a', 'b'), 'c'), 'a @ b + c'],
      [matmul(matmul('a', 'b'), 'c'), '(a @ b) @ c'],
      [power(negative('a'), 2), '(-a) ** 2'],
      [indexed(add('a', 'b'), ':', 'None'), '(a + b)[:, None]'],
    ];
    for (const [{ text }, expected] of texts) assert.equal(text, expected);
  });
});

describe('the programs of the scene as code', () => {
  it('are there for every language, with a name and an extension', () => {
    assert.deepEqual(ids, ['numpy', 'pytorch', 'tensorflow', 'jax', 'cpp']);
    for (const { name, extension } of codeLanguages) assert.match(`${name}.${extension}`, /^\w[\w+ ]+\.(py|cpp)$/);
  });
  it('begin with the sentence, what is computed, and how they are run', () => {
    const scene = { ...smallScenes.plain, tokens: ['the', 'cat'], attention: { heads: 2, mask: { kind: 'causal' } } };
    for (const id of ids) {
      const [head] = code(id, scene).split(/\n(?:import|#include)/);
      assert.match(head, /"the cat"/);
      assert.match(head, /2 tokens, 2 heads.*a causal mask/s);
      assert.match(head, id === 'cpp' ? /target_link_libraries/ : /pip install \w+/);
      assert.ok(head.split('\n').every((line) => line === '' || /^(#|\/\/)/.test(line)));
    }
  });
  it('say that a mistake is one', () => {
    for (const id of ids)
      assert.match(code(id, smallScenes['no-transpose']), /WITH A MISTAKE, made on purpose \(no-transpose\)/);
    assert.match(code('numpy', smallScenes['no-transpose']), /THE MISTAKE: k is not transposed/);
  });
  it('have only what the scene uses', () => {
    for (const id of ids) {
      const plain = code(id, lessons.illustrated.scene);
      for (const word of ['softcap', 'mask', 'temperature', 'sinusoids', 'w_o', 'b_q', 'scaled']) {
        const body = plain.slice(plain.search(/\n(import|#include)/));
        assert.doesNotMatch(body, new RegExp(`\\b${word}\\b`), `${id} speaks of ${word}`);
      }
    }
  });
  it('hold every parameter to the last bit', () => {
    const scene = given({ biases: true, output: true });
    const trace = core.attend(scene);
    for (const id of ids) {
      const text = codeFor(id, scene, trace);
      for (const { name } of trace.parameters) {
        for (const number of trace.tensor(name).data)
          assert.ok(text.includes(float32(number)), `${id}: ${name} ${number}`);
      }
    }
  });
  it('take any words: none ends a comment or a string, none is code', async (t) => {
    const tokens = [
      '"""',
      "'''",
      '#',
      'a\nimport os',
      '\r',
      '\u2028x',
      '\\',
      '\\"',
      '{x}',
      '*/',
      '// \\',
      '\u202e',
      '猫',
      '👩‍👩‍👧',
      '%s',
      '\u0000',
    ];
    const scene = { ...smallScenes.plain, tokens, encoder: { tokens: [...tokens].reverse() } };
    const trace = core.attend(scene);
    for (const id of ids) {
      const text = codeFor(id, scene, trace);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/);
      assert.ok(text.split('\n').every((line) => !/^\s*import os/.test(line)));
      assert.ok(text.split('\n').every((line) => !line.endsWith('\\')));
    }
    const problems = await parseAll(ids.filter((id) => id !== 'cpp').map((id) => codeFor(id, scene, trace)));
    // Only if this file runs alone. `npm test` installs Python first.
    if (problems === undefined) return t.skip('there is no python3');
    assert.deepEqual(problems, []);
  });
  it('are those of lists if the numbers of a model are packed, also in a copy that nobody has read', () => {
    const scene = smallScenes['layers of q, k and v'];
    const pack = (lists) => {
      const numbers = Float32Array.from(lists.flat());
      const float32 = btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));
      return { shape: [lists.length, lists[0].length], float32 };
    };
    const layers = scene.embedding.layers.map(({ q, k, v }) => ({ q: pack(q), k: pack(k), v: pack(v) }));
    const packed = { ...scene, embedding: { kind: 'qkv', layers } };
    const trace = core.attend(packed);
    for (const id of ids) assert.equal(codeFor(id, structuredClone(packed), trace), code(id, scene));
  });
  it('are the same every time', () => {
    for (const id of ids) assert.equal(code(id, smallScenes['a whole block']), code(id, smallScenes['a whole block']));
  });
  it('are refused if they would be too long, with the length and the limit', () => {
    const wide = { kind: 'random', distribution: 'uniform', seed: 1, dModel: 512 };
    const scene = { ...smallScenes.plain, embedding: wide, attention: { heads: 1 } };
    const long = { ...smallScenes.plain, tokens: Array.from({ length: 800 }, (_, at) => `t${at % 7}`) };
    for (const id of ids) {
      assert.throws(() => code(id, scene), {
        name: 'AttentionError',
        code: 'too-large',
        message: /787968 numbers to write out; the limit is 200000/,
      });
      assert.throws(() => code(id, long), {
        name: 'AttentionError',
        code: 'too-large',
        message: /numbers to print; the limit is 2000000/,
      });
    }
  });
});
