// Describes the site to search engines, messengers and browsers: its pages with their languages, the preview of a link and the web
// app. `siteUrl` is '' unless the address of the site is given. Without it, everything that needs an absolute address is left out.
import { Stop } from '../command.mjs';

/** Checks the address of the site and returns it with a slash at its end, or '' if none was given. Throws Stop. */
export function siteUrlOf(text = '') {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!/^https?:$/.test(url?.protocol ?? '') || url.search !== '' || url.hash !== '')
    throw new Stop(`The address of the site is to be like https://example.org/self-attention/, not ${text}.`);
  return url.href.replace(/\/?$/, '/');
}

/**
 * Adds robots.txt, sitemap.xml and site.webmanifest to `files` (by name in dist/), and metadata to the head of every page in `pages`:
 * { name, languages: { code: address in that language, from the site's root } }.
 */
export function addDiscovery(files, { siteUrl, pages, card, icon, colours }) {
  const image = siteUrl === '' ? '' : `${siteUrl}${card}`;
  for (const { name, languages } of pages) {
    const html = files.get(name).toString();
    const lines = [...headOf(html, { siteUrl, address: addressOf(name), languages, image })];
    if (name === 'index.html') lines.push('<link rel="manifest" href="site.webmanifest" />');
    files.set(name, Buffer.from(html.replace('  </head>', `    ${lines.join('\n    ')}\n  </head>`)));
  }
  const [title, description] = titleAndDescription(files.get('index.html').toString());
  const app = {
    name: unescaped(title),
    description: unescaped(description),
    lang: 'en',
    start_url: './',
    display: 'standalone',
    background_color: colours.paper,
    theme_color: colours.paper,
    icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml' }],
  };
  files.set('site.webmanifest', Buffer.from(`${JSON.stringify(app, null, 2)}\n`));
  const sitemap = siteUrl === '' ? '' : `Sitemap: ${siteUrl}sitemap.xml\n`;
  files.set('robots.txt', Buffer.from(`User-agent: *\nAllow: /\n${sitemap}`));
  if (siteUrl !== '') files.set('sitemap.xml', Buffer.from(sitemapOf(pages, siteUrl)));
}

const addressOf = (name) => name.replace(/(^|\/)index\.html$/, '$1');

// Escaped as in the page.
function titleAndDescription(html) {
  const [, title] = /<title[^>]*>([^<]+)<\/title>/.exec(html);
  const [, description] = /<meta name="description"[^>]*content="([^"]+)"/.exec(html);
  return [title, description];
}

const unescaped = (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

function* headOf(html, { siteUrl, address, languages, image }) {
  const [title, description] = titleAndDescription(html);
  const property = (name, content) => `<meta property="${name}" content="${content}" />`;
  yield property('og:type', 'website');
  yield property('og:title', title);
  yield property('og:description', description);
  if (siteUrl === '') return;
  yield property('og:url', siteUrl + address);
  yield property('og:image', image);
  yield '<meta name="twitter:card" content="summary_large_image" />';
  yield `<link rel="canonical" href="${siteUrl}${address}" />`;
  for (const [code, href] of alternates(languages))
    yield `<link rel="alternate" hreflang="${code}" href="${siteUrl}${href}" />`;
}

// English is the default for other languages.
const alternates = (languages) => {
  const all = Object.entries(languages);
  return all.length < 2 ? [] : [...all, ['x-default', languages.en]];
};

function sitemapOf(pages, siteUrl) {
  const urls = pages.flatMap(({ name, languages }) => {
    const links = alternates(languages).map(
      ([code, href]) => `    <xhtml:link rel="alternate" hreflang="${code}" href="${siteUrl}${href}"/>\n`,
    );
    // A page with the language in its query has several addresses. Other translations are separate files.
    const own = Object.values(languages).filter((address) => address.split('?')[0] === addressOf(name));
    return own.map((address) => `  <url>\n    <loc>${siteUrl}${address}</loc>\n${links.join('')}  </url>\n`);
  });
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${urls.join('')}</urlset>\n`;
}
