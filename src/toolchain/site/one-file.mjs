// self-attention.html: the page in one file, for a double click, an e-mail or a learning platform. It contains scripts, styles, the
// core, lessons and languages. It requests nothing, and its policy forbids requests.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { licences } from '../made-files.mjs';
import { inProject } from '../paths.mjs';
import { buildScript } from '../vite.mjs';

/** The text of the page. `fill` fills the places of index.html (web/page/prerender.ts), `style` is the page's style sheet. */
export async function oneFile({ fill, style, options }) {
  const [script, firstPaint, icon, licence] = await Promise.all([
    scriptOf('web/one-file.ts', options),
    scriptOf('web/page/first-paint.ts', options),
    readFile(inProject('web/page/favicon.svg'), 'utf8'),
    licences(),
  ]);
  // Nothing is escaped inside <script>. These would end it, or hide its end.
  if (/<\/script|<script|<\/style/i.test(script + firstPaint + style))
    throw new Error('a script or style would end its own element');
  const template = await readFile(inProject('web/index.html'), 'utf8');
  const html = fill(template, { firstPaint: '', schema: '', licence: '', alone: licence });
  const places = [
    ['    <script type="module" src="./main.ts"></script>\n', ''],
    ['href="./page/favicon.svg"', `href="data:image/svg+xml,${icon.trim().replace(/[#%"\n]/g, encodeURIComponent)}"`],
    ['<link rel="stylesheet" href="./page/styles.css" />', `<style>${style}</style>`],
    ['<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${policy([script, firstPaint], style)}`],
    // No scene is in it yet.
    [
      '    <script vite-ignore src=""></script>',
      `    <script type="application/json" id="scene"></script>\n    <script>${firstPaint}</script>`,
    ],
    // At the end, because it runs at once and needs the elements above.
    ['  </body>', `    <script>${script}</script>\n  </body>`],
  ];
  return places.reduce((whole, [from, to]) => {
    if (whole.split(from).length !== 2) throw new Error(`index.html has not one ${from.trim()}`);
    return whole.replace(from, () => to);
  }, html);
}

async function scriptOf(module, options) {
  const [contents] = (await buildScript('script.js', module, options, { build: { sourcemap: false } })).values();
  return contents.toString().trim();
}

const hash = (contents) => `'sha256-${createHash('sha256').update(contents).digest('base64')}'`;

// The strictest policy that works. A scene is data, so inserting one changes no hash.
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
