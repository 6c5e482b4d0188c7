// The headers that the site is meant to be served with: by the project's own server, and by hosts that read a file `_headers`.

/** The policy the page keeps: own files only, no code from strings, and no markup except through Lit. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "object-src 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html self-attention-worker',
].join('; ');

/** Of every file. */
export const COMMON_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

// Other people's pages load the element from here.
const SHARED = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/**
 * The text of `_headers`, as Netlify and Cloudflare Pages read it, of a site at the path `root` of its host. The policy stands at
 * the pages that keep it and at no others: self-attention.html and embed.html bring their own.
 */
export function headersFile(root) {
  const policy = { 'Content-Security-Policy': CONTENT_SECURITY_POLICY };
  const rules = {
    '*': { ...COMMON_HEADERS, ...SHARED },
    'assets/*': { 'Cache-Control': 'public, max-age=31536000, immutable' },
    ...Object.fromEntries(['', 'index.html', '404.html', 'docs/*'].map((path) => [path, policy])),
  };
  const lines = (headers) => Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return Object.entries(rules)
    .map(([path, headers]) => `${root}${path}\n${lines(headers).join('')}`)
    .join('');
}
