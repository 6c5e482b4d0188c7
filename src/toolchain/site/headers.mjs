// The HTTP headers of the site, for the project's server and for hosts that read a file `_headers`.

/** The policy of the page: only its own files, no code from strings, no markup except through Lit. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "object-src 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html self-attention-worker',
].join('; ');

/** For every file. */
export const COMMON_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

// Other people's pages load the element from here.
const SHARED = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/**
 * The text of `_headers` for Netlify and Cloudflare Pages, for a site at the path `root` of its host. self-attention.html and
 * embed.html have their own policy.
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
