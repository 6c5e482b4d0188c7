// What search engines and other sites read: heads of pages, sitemap, robots, the web app, and the card of a link.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { socialCard } from '../../../src/toolchain/site/card.mjs';
import { addDiscovery, siteUrlOf } from '../../../src/toolchain/site/discovery.mjs';

const html = (title) =>
  Buffer.from(`<html>\n  <head>\n    <title>${title}</title>
    <meta name="description" content="Numbers &#38; words" />\n  </head>\n</html>\n`);
const pages = [
  { name: 'index.html', languages: { en: '', es: '?lang=es' } },
  { name: 'docs/index.html', languages: { en: 'docs/' } },
  { name: 'docs/fast.html', languages: { en: 'docs/fast.html', es: 'docs/fast.es.html' } },
  { name: 'docs/fast.es.html', languages: { en: 'docs/fast.html', es: 'docs/fast.es.html' } },
];
const built = (siteUrl) => {
  const files = new Map(pages.map(({ name }) => [name, html(name)]));
  addDiscovery(files, { siteUrl, pages, card: 'assets/card.png', icon: 'assets/icon.svg', colours: { paper: '#fff' } });
  return new Map([...files].map(([name, contents]) => [name, contents.toString()]));
};

describe('a site whose address is known', () => {
  const files = built('https://example.org/sa/');

  it('has the card, the canonical address and the languages in the head of each page', () => {
    const index = files.get('index.html');
    for (const line of [
      '<meta property="og:title" content="index.html" />',
      '<meta property="og:description" content="Numbers &#38; words" />',
      '<meta property="og:url" content="https://example.org/sa/" />',
      '<meta property="og:image" content="https://example.org/sa/assets/card.png" />',
      '<link rel="canonical" href="https://example.org/sa/" />',
      '<link rel="alternate" hreflang="en" href="https://example.org/sa/" />',
      '<link rel="alternate" hreflang="es" href="https://example.org/sa/?lang=es" />',
      '<link rel="alternate" hreflang="x-default" href="https://example.org/sa/" />',
      '<link rel="manifest" href="site.webmanifest" />',
    ])
      assert.ok(index.includes(`    ${line}\n`), line);
    assert.match(
      files.get('docs/fast.es.html'),
      /rel="canonical" href="https:\/\/example\.org\/sa\/docs\/fast\.es\.html"/,
    );
    assert.doesNotMatch(files.get('docs/index.html'), /hreflang|manifest/);
  });

  it('has a sitemap of every page in every language, once', () => {
    const places = [...files.get('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place);
    const paths = ['', '?lang=es', 'docs/', 'docs/fast.html', 'docs/fast.es.html'];
    assert.deepEqual(
      places,
      paths.map((path) => `https://example.org/sa/${path}`),
    );
    assert.match(files.get('robots.txt'), /^Sitemap: https:\/\/example\.org\/sa\/sitemap\.xml$/m);
  });
});

it('without the site’s address, nothing that needs it is written', () => {
  const files = built('');
  assert.doesNotMatch([...files.values()].join(''), /canonical|hreflang|og:url|og:image|Sitemap|https?:/);
  assert.match(files.get('index.html'), /og:title/);
  assert.ok(!files.has('sitemap.xml'));
});

it('the web app is called as the page is', () => {
  const app = JSON.parse(built('').get('site.webmanifest'));
  assert.equal(app.name, 'index.html');
  assert.equal(app.description, 'Numbers & words');
  assert.equal(app.start_url, './');
  assert.equal(app.icons[0].src, 'assets/icon.svg');
});

it('the site’s address is absolute, and ends in a slash', () => {
  assert.equal(siteUrlOf(), '');
  assert.equal(siteUrlOf('https://example.org/sa'), 'https://example.org/sa/');
  for (const wrong of ['example.org', '/sa/', 'ftp://example.org/', 'https://example.org/?a', 'https://example.org/#a'])
    assert.throws(() => siteUrlOf(wrong), /address of the site is to be like/);
});

it('the card is a PNG of 1200 × 630 that shows the weights', () => {
  const colours = { paper: '#ffffff', w: '#000000', q: '#0000ff', k: '#ff0000' };
  const card = socialCard({ tokens: ['a', 'b'], weights: Float32Array.of(1, 0, 0.5, 0.5), query: 0 }, colours);
  assert.equal(card.toString('latin1', 1, 4), 'PNG');
  assert.deepEqual([card.readUInt32BE(16), card.readUInt32BE(20)], [1200, 630]);
  const length = card.readUInt32BE(33);
  assert.equal(card.toString('latin1', 37, 41), 'IDAT');
  const rows = inflateSync(card.subarray(41, 41 + length));
  const shade = (x, y) => rows[y * 3601 + 1 + x * 3];
  assert.equal(shade(10, 10), 255);
  assert.equal(shade(180, 180), 0);
  assert.equal(shade(450, 180), 239);
  assert.equal(shade(180, 450), shade(450, 450));
  assert.equal(shade(180, 450), 119);
});
