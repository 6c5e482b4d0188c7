// self-attention.html: the page in one file, for a double click, an e-mail, a learning platform. Scripts, styles, the core,
// lessons and languages are in it; it asks nobody for anything, and its own policy forbids it to.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as esbuild from 'esbuild';
import { licences } from '../made-files.mjs';
import { inProject } from '../paths.mjs';
import { common, FIRST_PAINT, inlined, oneScript } from './bundle.mjs';
import { shortTemplates } from './templates.mjs';

/** The text of the page. `page` makes index.html of its template and the names of files (prerender.ts). */
export async function oneFile({ page, version, plugins }) {
  const [script, firstPaint, style, icon, licence] = await Promise.all([
    text({ ...oneScript, entryPoints: ['web/one-file.ts'], plugins: [...plugins, inlined, shortTemplates] }),
    text({ ...oneScript, entryPoints: [FIRST_PAINT] }),
    text({ ...common, minify: true, entryPoints: ['web/page/styles.css'], plugins }),
    readFile(inProject('web/page/favicon.svg'), 'utf8'),
    licences(),
  ]);
  // Inside <script> nothing is escaped: these would end it, or keep its end from being seen.
  if (/<\/script|<script|<\/style/i.test(script + firstPaint + style))
    throw new Error('a script or style would end its own element');
  const html = page(await readFile(inProject('web/index.html'), 'utf8'), {
    ...{ icon: 'ICON', style: 'STYLE', script: 'SCRIPT', firstPaint: 'FIRST_PAINT', chunks: [] },
    ...{ schema: '', licence: '', version, alone: licence },
  });
  const places = [
    ['    <link rel="modulepreload" href="SCRIPT" />\n', ''],
    ['    <script type="module" src="SCRIPT"></script>\n', ''],
    ['href="ICON"', `href="data:image/svg+xml,${icon.trim().replace(/[#%"\n]/g, encodeURIComponent)}"`],
    ['<link rel="stylesheet" href="STYLE" />', `<style>${style}</style>`],
    ['<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${policy([script, firstPaint], style)}`],
    // An empty scene says nothing.
    [
      '    <script src="FIRST_PAINT"></script>',
      `    <script type="application/json" id="scene"></script>\n    <script>${firstPaint}</script>`,
    ],
    // At the end: it runs when it is read, and needs what stands above.
    ['  </body>', `    <script>${script}</script>\n  </body>`],
  ];
  return places.reduce((whole, [from, to]) => {
    if (whole.split(from).length !== 2) throw new Error(`index.html has not one ${from.trim()}`);
    return whole.replace(from, () => to);
  }, html);
}

async function text(options) {
  const { outputFiles } = await esbuild.build(options);
  return outputFiles[0].text.trim();
}

const hash = (contents) => `'sha256-${createHash('sha256').update(contents).digest('base64')}'`;

// The strictest that it works under. A scene is data, no script: putting one in changes no hash.
const policy = (scripts, style) => {
  const rules = [
    "default-src 'none'",
    `script-src ${scripts.map(hash).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    'img-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html self-attention-worker',
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}" />`;
};
