// The one file leaves out of templates what only readers of the source need, and nothing else.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as esbuild from 'esbuild';
import { withShortTemplates } from '../../../src/toolchain/site/templates.mjs';
import { root } from '../support/child.mjs';

const minified = (source) =>
  esbuild.transformSync(source, {
    loader: 'ts',
    minifyWhitespace: true,
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  }).code;

describe('short templates', () => {
  it('are those of markup and styles, in others too; what is code keeps its lines', () => {
    const source = `const a = html\`<p>
    \${rows.map((row) => {
      return css\`b
  {c}\`;
    })}
  </p>\`;
const b = \`x
  y\`;`;
    const short = `const a = html\`<p>
\${rows.map((row) => {
      return css\`b
{c}\`;
    })}
</p>\`;
const b = \`x
  y\`;`;
    assert.equal(withShortTemplates(source), short);
  });

  it('strings, comments and escapes are no templates', () => {
    const source = `const a = 'html\`'; // it's html\`\n  /* \` */ const b = html\`\\\`\n  \`;\n  c();`;
    assert.equal(withShortTemplates(source), source.replace('`\n  `', '`\n`'));
  });

  it('of styles have no comments, and no lines but where they part words', () => {
    assert.equal(
      withShortTemplates('css`\n  /* Why. */\n  :host(:hover) a,\n  b {\n    color: red;\n    --x: a:  b;\n  }\n`'),
      'css`\n\n:host(:hover) a,\nb {color:red;--x:a:  b;}`',
    );
  });

  it('of the page itself are shorter by white space and comments alone', () => {
    const files = readdirSync(join(root, 'web'), { recursive: true }).filter((name) => /(?<!\.d)\.ts$/.test(name));
    let saved = 0;
    for (const name of files) {
      const source = readFileSync(join(root, 'web', name), 'utf8');
      const short = withShortTemplates(source);
      if (short === source) continue;
      saved += source.length - short.length;
      assert.match(source, /\b(?:html|svg|css)`/, name);
      const bare = (text) => minified(text).replace(/\/\*[\s\S]*?\*\/|\s+/g, '');
      assert.equal(bare(short), bare(source), name);
    }
    assert.ok(saved > 10_000, `${saved} spaces`);
  });
});
