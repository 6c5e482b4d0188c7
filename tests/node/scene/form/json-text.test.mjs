import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chance, mutated } from '../../../fuzz/chance.mjs';
import { bundle } from '../../support/bundle.mjs';
import { thrownBy } from '../../support/refuses.mjs';
import { generator } from '../../support/scenes.mjs';
import { smallest } from './smallest.mjs';

const { limits, parseSceneText } = await bundle('web/scene/index.ts');
const { jsonFault } = await bundle('web/scene/json.ts');

describe('JSON text', () => {
  it('is read as the scene it says', () => {
    assert.deepEqual(parseSceneText(JSON.stringify(smallest, null, 2)), smallest);
  });
  const broken = [
    ['', 1, 1, /a value should be|ends where a value/],
    ['{', 1, 2, /ends where a key or } should be/],
    ['{\n  "a": 1,\n  }', 3, 3, /a key should be here/],
    ['{"a" 1}', 1, 6, /: should be here/],
    ['[1 2]', 1, 4, /, or the end should be here/],
    ['[1,]', 1, 4, /a value should be here/],
    ['{"a":1}}', 1, 8, /the end should be here/],
    ['{"a":1]', 1, 7, /, or the end should be here/],
    ['{"a":NaN}', 1, 6, /a value should be here/],
    ['{"a":01}', 1, 7, /, or the end/],
    ['{"a":+1}', 1, 6, /a value/],
    ["{'a':1}", 1, 2, /a key or }/],
    ['{"a":"\n"}', 1, 6, /a value/],
    ['{"a":"\\x"}', 1, 6, /a value/],
    ['{"a":1,"b":{"c":1,"c":2}}', 1, 19, /"c" appears twice/],
    ['{"a":1,"\\u0061":2}', 1, 8, /appears twice/],
    [`["${'a'.repeat(100_000)}`, 1, 2, /a value/],
    ['['.repeat(32), 1, 33, /ends where/],
    ['['.repeat(100_000), 1, 33, /more than 32 nested brackets/],
  ];
  for (const [text, line, column, what] of broken) {
    it(`that breaks off at line ${line}, column ${column} says so: ${text.slice(0, 30)}`, () => {
      const error = thrownBy(() => parseSceneText(text));
      assert.equal(error.code, 'scene-form');
      assert.match(error.message, new RegExp(`line ${line}, column ${column}:`));
      assert.match(error.message, what);
      assert.ok(error.message.length < 300);
    });
  }
  it('with a number like 1e999 is refused as infinite', () => {
    const text = JSON.stringify(smallest).replace('[[1,0],[0,1],[1,1]]', '[[1e999,0],[0,1],[1,1]]');
    assert.equal(thrownBy(() => parseSceneText(text)).code, 'not-finite');
  });
  it('over its limit is refused unread', () => {
    const error = thrownBy(() => parseSceneText(' '.repeat(limits.json + 1)));
    assert.equal(error.code, 'too-large');
    assert.match(error.message, /8388609.*8388608/);
  });
  it('is judged as JSON.parse judges it, whatever is changed in it', () => {
    const good = JSON.stringify({ a: [-0.5e3, 1e-9, 0, true, null, false], 'é\n"\\': [{}, [], ''], b: 'x\u2028y😀' });
    const pieces = [...'[]{},:"\\ue+-.019\n\t 😀', 'true', 'null', '\\u00e9', '\\u12g4', '\ud83d', '\u0001', '"k":'];
    let refused = 0;
    for (let seed = 0; seed < 4000; seed += 1) {
      const random = generator(seed);
      const chances = chance((limit) => Math.floor(random() * limit));
      const text = mutated(good, chances, () => chances.pick(pieces)).join('');
      let parsed = true;
      try {
        JSON.parse(text);
      } catch {
        parsed = false;
      }
      const { message } = thrownBy(() => parseSceneText(text));
      // JSON.parse accepts a duplicate key.
      if (!message.includes('second time')) assert.equal(!message.includes('not JSON'), parsed, `${text}: ${message}`);
      refused += Number(!parsed);
    }
    assert.ok(refused > 1000 && refused < 3900, `${refused} were refused`);
  });
  it('of eight million characters is judged in half a second of the processor, whatever they are', () => {
    const most = limits.json - 20;
    const long = {
      escapes: `["${'\\u0061'.repeat(most / 6)}"]`,
      'short escapes': `["${'\\n'.repeat(most / 2)}"]`,
      letters: `["${'a'.repeat(most)}"]`,
      'characters of four bytes': `["${'😀'.repeat(most / 2)}"]`,
      'a string that does not end': `["${'\\\\'.repeat(most / 2)}`,
      'a number': `[${'7'.repeat(most)}]`,
      numbers: `[${'1,'.repeat(most / 2)}1]`,
      arrays: `[${'[],'.repeat(most / 3)}[]]`,
      space: `[${' '.repeat(most)}]`,
    };
    for (const [what, text] of Object.entries(long)) {
      const before = process.cpuUsage();
      assert.equal(
        jsonFault(text)?.what ?? null,
        what.includes('not end') ? 'a value or ] should be here' : null,
        what,
      );
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 500_000, `${what}: ${(user + system) / 1000} ms`);
    }
  });
  it('is judged as JSON.parse judges it', () => {
    const good = [
      '{}',
      '[]',
      ' [ 1 , -0.5e+3 , "\\u00e9\\n" , true , null , {"a":[{}]} ] ',
      '"\u007f\u2028"',
      '0',
      'null',
    ];
    for (const text of good) assert.match(thrownBy(() => parseSceneText(text)).message, /must be|unknown key/);
  });
});
