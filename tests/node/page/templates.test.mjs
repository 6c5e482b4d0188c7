// The one file leaves the indentation of templates out, and nothing else.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as esbuild from 'esbuild';
import { withoutIndentation } from '../../../src/toolchain/site/templates.mjs';
import { root } from '../support/child.mjs';

const minified = (source) =>
  esbuild.transformSync(source, {
    loader: 'ts',
    minify: true,
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  }).code;

describe('templates without their indentation', () => {
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
    assert.equal(withoutIndentation(source), short);
  });

  it('strings, comments and escapes are no templates', () => {
    const source = `const a = 'html\`'; // it's html\`\n  /* \` */ const b = html\`\\\`\n  \`;\n  c();`;
    assert.equal(withoutIndentation(source), source.replace('`\n  `', '`\n`'));
  });

  it('of the page itself are shorter by their indentation alone', () => {
    const files = readdirSync(join(root, 'web'), { recursive: true }).filter((name) => /(?<!\.d)\.ts$/.test(name));
    let saved = 0;
    for (const name of files) {
      const source = readFileSync(join(root, 'web', name), 'utf8');
      const short = withoutIndentation(source);
      if (short === source) continue;
      saved += source.length - short.length;
      assert.match(source, /\b(?:html|svg|css)`/, name);
      const indents = /\n +/g;
      assert.equal(minified(short).replace(indents, '\n'), minified(source).replace(indents, '\n'), name);
    }
    assert.ok(saved > 10_000, `${saved} spaces`);
  });
});
