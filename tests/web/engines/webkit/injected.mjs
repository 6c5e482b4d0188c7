// Playwright's own script for the page, which finds elements by its selectors, says in what state they are, and checks what is
// expected of them. Playwright keeps it as a text inside its bundle; it is taken from there, so that a selector means the same
// in each engine.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

function readInjectedScript() {
  const bundle = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8');
  const [, name] = /\$\{(\w+)\}\s+return new \(module\.exports\.InjectedScript\(\)\)/.exec(bundle) ?? [];
  const text = name && new RegExp(`\\n\\s*${name} = ('.*');\\n`).exec(bundle)?.[1];
  if (!text) throw new Error('This version of playwright-core keeps its script for the page elsewhere.');
  return runInNewContext(text);
}

/** The text of a CommonJS module whose `exports.InjectedScript` gives the class. */
export const injectedScript = readInjectedScript();
