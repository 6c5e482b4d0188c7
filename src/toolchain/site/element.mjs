// The part of the site that other people's pages load: the element as a module with its chunks, the same as one classic script,
// and the page for a frame.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inProject } from '../paths.mjs';
import { buildForBrowsers, buildScript, hashed } from '../vite.mjs';

/** The element as a module with chunks. Authors write its name into their pages, so it has no hash. */
const elementModule = (options) =>
  buildForBrowsers({ 'self-attention': inProject('web/element/define.ts') }, options, {
    build: {
      rolldownOptions: {
        output: {
          entryFileNames: '[name].js',
          // A distant element loads the first group only. The renderer and everything that it imports is one file.
          codeSplitting: {
            groups: [
              { name: 'self-attention', tags: ['$initial'], priority: 1 },
              { name: 'renderer', test: /\/element\/renderer\.ts$/ },
            ],
          },
        },
      },
    },
  });

/** The element as one classic script: the global `SelfAttention`. */
export const classicScript = (options) =>
  buildScript('self-attention.classic.js', 'web/element/classic.ts', options, {
    build: { rolldownOptions: { output: { name: 'SelfAttention' } } },
  });

/** The files by name in dist/. `words` are the texts of embed.html, `style` and `styleText` its style sheet. */
export async function elementFiles(options, { words, style, styleText }) {
  const [element, classic, resize, embed] = await Promise.all([
    elementModule(options),
    classicScript(options),
    buildScript('embed-resize.js', 'web/element/embed/embed-resize.ts', options),
    buildScript('assets/embed-[hash].js', 'web/element/embed/embed.ts', options),
  ]);
  const files = new Map([...element, ...classic, ...resize, ...embed]);
  const script = hashed(embed, 'embed', 'js');
  // The nonce changes with the files.
  const own = [files.get(script), styleText, files.get('self-attention.classic.js')];
  const nonce = createHash('sha256').update(Buffer.concat(own)).digest('base64');
  const places = { ...words, nonce, policy: policy(nonce), script, style };
  const html = (await readFile(inProject('web/embed.html'), 'utf8')).replace(/\{\{(\w+)\}\}/g, (_, place) => {
    if (!Object.hasOwn(places, place)) throw new Error(`embed.html has a place {{${place}}} that nothing fills`);
    return places[place];
  });
  files.set('embed.html', Buffer.from(html));
  return files;
}

// The page in the frame may load the files of its own elements and nothing else. A nonce allows them: in a sandboxed frame, which
// has no origin, WebKit matches nothing with 'self', and hashes of files need CORS headers. The nonce need not be secret, since
// Trusted Types let no script write an element into the page. The core is in the script and the scene in the address, so nothing is
// fetched.
const policy = (nonce) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
