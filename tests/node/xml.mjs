// A small reader of XML 1.0, as strict as a parser of the whole: what it takes, every reader of SVG takes.
import assert from 'node:assert/strict';

const reference = /&#(\d+);/g;
const legal = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** { names: of the elements, text: all that is between them }. Fails where the document is not well-formed. */
export function wellFormed(document) {
  assert.match(document, legal);
  const open = [];
  const names = new Set();
  let text = '';
  let roots = 0;
  const part = /<(\/?)([a-z]+)((?:\s+[A-Za-z:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  while (part.lastIndex < document.length) {
    const at = part.lastIndex;
    const [, closing, name, attributes = '', empty, between] =
      part.exec(document) ?? assert.fail(`no XML at ${document.slice(at, at + 80)}`);
    const said = between ?? attributes;
    assert.doesNotMatch(said.replace(reference, ''), /&/, said);
    if (between !== undefined) {
      if (open.length === 0) assert.match(between, /^\s*$/);
      text += between.replace(reference, (_, code) => String.fromCodePoint(Number(code)));
      continue;
    }
    if (closing) assert.equal(open.pop(), name);
    else {
      if (open.length === 0) roots += 1;
      const keys = [...attributes.matchAll(/([A-Za-z:-]+)=/g)].map(([, key]) => key);
      assert.equal(new Set(keys).size, keys.length, attributes);
      names.add(name);
      if (!empty) open.push(name);
    }
  }
  assert.deepEqual([open, roots], [[], 1]);
  return { names, text };
}
