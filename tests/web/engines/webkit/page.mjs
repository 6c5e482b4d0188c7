// A page, and a frame in it: what Playwright's Page and Frame do, as far as the tests use it.
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expectOn } from './expectations.mjs';
import { finders } from './finders.mjs';
import { injectedScript } from './injected.mjs';
import { Keyboard, Mouse, Touchscreen } from './input.mjs';
import { lacks } from './lacks.mjs';
import { FrameLocator, Locator } from './locators.mjs';
import { matchUrl, routes } from './routes.mjs';
import { packArg, packInPage, reviveInPage, unpack } from './values.mjs';
import { sleep } from './webdriver.mjs';

export const source = (script, arg) =>
  typeof script === 'function'
    ? `(${script.toString()})(${arg === undefined ? '' : `(${reviveInPage})(${packArg(arg)})`});`
    : typeof script === 'object'
      ? (script.content ?? readFileSync(script.path, 'utf8'))
      : script;

// What runs in the page around every call.
const prelude = `if (!globalThis.__wkpw) return 'absent';`;
const install = `const module = {}; ${injectedScript};
 Object.defineProperty(globalThis, '__wkpw', { enumerable: false, configurable: true, value: new (module.exports.InjectedScript())(globalThis, { isUnderTest: false, sdkLanguage: 'javascript', testIdAttributeName: 'data-testid', stableRafCount: 1, browserName: 'webkit', shouldPrependErrorPrefix: false, isUtilityWorld: false, customEngines: [] }) });`;

export class Page extends EventEmitter {
  _apiName = 'Page';
  _downloads = new Map();
  _closed = false;
  _url = 'about:blank';
  constructor(context) {
    super();
    this.setMaxListeners(100);
    this._context = context;
    this._browser = context._browser;
    this._frame = new Frame(this, []);
    this.keyboard = new Keyboard(this);
    this.mouse = new Mouse(this);
    this.touchscreen = new Touchscreen(this);
  }
  _emit(name, value) {
    this.emit(name, value);
    this._context.emit(name, value);
  }
  request = {
    get: async (url) => {
      const r = await fetch(url);
      const b = Buffer.from(await r.arrayBuffer());
      return {
        status: () => r.status,
        ok: () => r.ok,
        headers: () => Object.fromEntries(r.headers),
        text: async () => b.toString(),
        body: async () => b,
        json: async () => JSON.parse(b.toString()),
      };
    },
  };
  context() {
    return this._context;
  }
  url() {
    return this._url;
  }
  viewportSize() {
    return this._size;
  }
  frames() {
    const n = this._frames ?? 10;
    return [this._frame, ...Array.from({ length: n }, (_, i) => new Frame(this, [`iframe >> nth=${i}`]))];
  }
  workers() {
    lacks('workers()');
  }
  async _pushScripts() {
    await this._browser._do({ do: 'scripts', sources: [...this._context._scripts, ...this._scripts] });
  }
  async addInitScript(script, arg) {
    this._scripts.push(source(script, arg));
    await this._pushScripts();
  }
  async route(what, handler) {
    routes.push({ what, handler, context: this._context });
  }
  async unroute(what) {
    await this._context.unroute(what);
  }
  async emulateMedia({ colorScheme, reducedMotion, forcedColors, media } = {}) {
    if (media) lacks(`emulateMedia media ${media}`);
    if (forcedColors && forcedColors !== 'none') lacks('forcedColors');
    if (colorScheme !== undefined) await this._browser._do({ do: 'dark', on: colorScheme === 'dark' });
    if (reducedMotion !== undefined) await this._browser._do({ do: 'motion', on: reducedMotion !== 'reduce' });
    await sleep(150);
  }
  async setViewportSize({ width, height }) {
    this._size = { width, height };
    for (let i = 0; i < 40; i++) {
      await this._browser._do({ do: 'resize', view: this._view, width, height });
      const [w, h] = await this._browser._locked(async () => {
        await this._switch([]);
        return this._browser._raw('POST', '/execute/sync', { script: 'return [innerWidth, innerHeight]', args: [] });
      });
      if (w === width && h === height) return;
      await sleep(50);
    }
    throw new Error(`the viewport does not become ${width} × ${height}`);
  }
  async _switch(path) {
    const want = `${this._handle}|${JSON.stringify(path)}`;
    if (this._browser._at === want && path.length === 0) return;
    const b = this._browser;
    if (!b._at.startsWith(`${this._handle}|`)) {
      await b._raw('POST', '/window', { handle: this._handle });
      await b._do({ do: 'focus', view: this._view });
      b._at = `${this._handle}|[]`;
    }
    if (b._at !== `${this._handle}|[]`) await b._raw('POST', '/frame', { id: null });
    b._at = `${this._handle}|[]`;
    for (const selector of path) {
      const got = await this._runRaw(
        `const found = globalThis.__wkpw.querySelectorAll(globalThis.__wkpw.parseSelector(arguments[0]), document); return found[0] ?? null;`,
        [selector],
      );
      if (!got) throw Object.assign(new Error(`no frame ${selector}`), { code: 'no such frame' });
      await b._raw('POST', '/frame', { id: got });
    }
    b._at = want;
  }
  async _runRaw(script, args = []) {
    const first = await this._browser._raw('POST', '/execute/sync', {
      script: `${prelude} return 'present';`,
      args: [],
    });
    if (first === 'absent') await this._browser._raw('POST', '/execute/sync', { script: install, args: [] });
    return this._browser._raw('POST', '/execute/sync', { script, args });
  }
  /** Runs `(injected, arg) => value`, a function's text, in the frame at `path`. */
  async _run(path, fn, arg, timeout = 60_000) {
    // What takes longer than a moment goes on in the page, and is asked after: other calls are not held up by it.
    const script = `const done = arguments[arguments.length - 1]; const pack = ${packInPage};
      const injected = globalThis.__wkpw; if (!injected) return done('absent');
      const jobs = globalThis.__wkpwJobs ?? (Object.defineProperty(globalThis, '__wkpwJobs', { value: new Map() }), globalThis.__wkpwJobs);
      ${reviveInPage};
      const id = ++injected.__count || (injected.__count = 1);
      const text = arguments[0];
      const job = new Promise((go) => setTimeout(go)).then(() => new Promise((ok, no) => setTimeout(() => { try { Promise.resolve((${fn})(injected, revive(JSON.parse(text)))).then(ok, no); } catch (e) { no(e); } }))).then((value) => ({ v: pack([value]), url: location.href })).catch((e) => ({ e: (e && e.message) || String(e), stack: e && e.stack }));
      let over = false;
      job.then((r) => { if (over) jobs.set(id, r); else { over = true; done(r); } });
      setTimeout(() => { if (!over) { over = true; done({ pending: id }); } }, 250);`;
    const first = await this._browser._locked(async () => {
      for (let tries = 0; ; tries++) {
        try {
          await this._switch(path);
          let got = await this._browser._raw('POST', '/execute/async', { script, args: [packArg(arg)] });
          if (got === 'absent') {
            await this._browser._raw('POST', '/execute/sync', { script: install, args: [] });
            got = await this._browser._raw('POST', '/execute/async', { script, args: [packArg(arg)] });
          }
          if (got === 'absent') throw new Error('the script is absent');
          return got;
        } catch (e) {
          this._browser._at = '';
          if (
            tries < 3 &&
            /no such (frame|window|element)|stale|javascript error|unknown error|the script is absent/.test(
              `${e.code} ${e.message}`,
            )
          ) {
            await sleep(100);
            continue;
          }
          throw e;
        }
      }
    });
    let got = first;
    const end = Date.now() + timeout;
    while ('pending' in got) {
      await sleep(40);
      const next = await this._browser._locked(async () => {
        await this._switch(path);
        return this._browser._raw('POST', '/execute/sync', {
          script:
            'const jobs = globalThis.__wkpwJobs; if (!jobs) return { e: "Execution context was destroyed, most likely because of a navigation" }; const r = jobs.get(arguments[0]); jobs.delete(arguments[0]); return r ?? null;',
          args: [first.pending],
        });
      });
      if (next) got = next;
      else if (Date.now() > end) throw new Error(`no answer of the page within ${timeout} ms`);
    }
    if (path.length === 0 && got.url) this._url = got.url;
    if ('e' in got) {
      const e = new Error(got.e);
      e.inPage = true;
      if (got.stack) e.pageStack = got.stack;
      throw e;
    }
    return unpack(got.v)[0];
  }
  evaluate(fn, arg) {
    return this._frame.evaluate(fn, arg);
  }
  async goto(url) {
    const base = this._context._options.baseURL;
    const full = base ? new URL(url, base).href : url;
    const answers = [];
    const listen = (r) => answers.push(r);
    this.on('response', listen);
    await this._browser._locked(async () => {
      this._browser._at = '';
      await this._switch([]);
      await this._browser._raw('POST', '/url', { url: full });
    });
    this.off('response', listen);
    this._url = full;
    const found = answers.findLast((r) => r.url().replace(/#.*/, '') === full.replace(/#.*/, ''));
    if (full.startsWith('http'))
      return {
        status: () => found?.status() ?? 200,
        url: () => full,
        headerValue: async (name) => (await fetch(full.replace(/#.*/, ''))).headers.get(name),
        headers: () => ({}),
        ok: () => true,
      };
    return null;
  }
  async reload() {
    await this._browser._locked(async () => {
      await this._switch([]);
      await this._browser._raw('POST', '/refresh');
    });
  }
  async goBack() {
    await this._browser._locked(async () => {
      await this._switch([]);
      await this._browser._raw('POST', '/back');
    });
  }
  async goForward() {
    await this._browser._locked(async () => {
      await this._switch([]);
      await this._browser._raw('POST', '/forward');
    });
  }
  title() {
    return this._frame.title();
  }
  /** Each page has a window of its own, and its keys whatever lies above it. */
  async bringToFront() {}
  async screenshot({ path, fullPage } = {}) {
    const size = this._size;
    if (fullPage) {
      const h = await this.evaluate(() => document.documentElement.scrollHeight);
      await this.setViewportSize({ width: size.width, height: Math.min(9300, h) });
      await sleep(300);
    }
    const png = Buffer.from(
      await this._browser._locked(async () => {
        await this._switch([]);
        return this._browser._raw('GET', '/screenshot');
      }),
      'base64',
    );
    if (fullPage) await this.setViewportSize(size);
    if (path) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, png);
    }
    return png;
  }
  async pdf() {
    lacks('pdf');
  }
  async close() {
    if (this._closed) return;
    this._closed = true;
    const b = this._browser;
    b._pages = b._pages.filter((p) => p !== this);
    this._context._pages = this._context._pages.filter((p) => p !== this);
    await b._locked(async () => {
      b._at = '';
      const handles = await b._raw('GET', '/window/handles').catch(() => []);
      // The session ends with its last window.
      if (handles.length <= 1) {
        const { handle } = await b._raw('POST', '/window/new', { type: 'tab' });
        b._firstHandle = handle;
        b._views = (b._views ?? 0) + 1;
        b._firstView = b._views;
      }
      try {
        await b._raw('POST', '/window', { handle: this._handle });
        const left = await b._raw('DELETE', '/window');
        if (left?.length) await b._raw('POST', '/window', { handle: left[0] });
      } catch {}
    });
    this.emit('close');
  }
  waitForTimeout(ms) {
    return sleep(ms);
  }
  async waitForFunction(fn, arg, options) {
    return this._frame.waitForFunction(fn, arg, options);
  }
  async waitForLoadState(state = 'load') {
    await this.waitForFunction(
      (s) => (s === 'domcontentloaded' ? document.readyState !== 'loading' : document.readyState === 'complete'),
      state,
    );
    if (state === 'networkidle') await sleep(700);
  }
  waitForEvent(name, options = {}) {
    const { predicate = typeof options === 'function' ? options : () => true, timeout = 15_000 } =
      typeof options === 'function' ? {} : options;
    return new Promise((ok, no) => {
      const timer = setTimeout(() => {
        this.off(name, listen);
        no(new Error(`Timeout ${timeout}ms exceeded while waiting for event "${name}"`));
      }, timeout);
      const listen = (value) => {
        if (!predicate(value)) return;
        clearTimeout(timer);
        this.off(name, listen);
        ok(value);
      };
      this.on(name, listen);
    });
  }
  waitForRequest(what, options) {
    return this.waitForEvent('request', {
      ...options,
      predicate: (r) => (typeof what === 'function' ? what(r) : matchUrl(what, r.url())),
    });
  }
}
class Frame {
  constructor(page, path) {
    this._page = page;
    this._path = path;
  }
  page() {
    return this._page;
  }
  url() {
    return this._page._url;
  }
  async evaluate(fn, arg) {
    const text =
      typeof fn === 'function'
        ? `async (injected, arg) => (${fn.toString().replace(/^(async\s+)?(?!async\b|function\b|\()([\w$]+)\s*\(/, '$1function $2(')})(arg)`
        : `async () => (${String(fn).trim().replace(/;+$/, '').startsWith('/*!') ? `await (async () => { ${fn} })()` : fn})`;
    return this._page._run(this._path, text, arg);
  }
  async waitForFunction(fn, arg, { timeout = 10_000 } = {}) {
    const end = Date.now() + timeout;
    for (;;) {
      const got = await this.evaluate(fn, arg);
      if (got) return got;
      if (Date.now() > end)
        throw new Error(`Timeout ${timeout}ms exceeded: waitForFunction ${String(fn).slice(0, 200)}`);
      await sleep(30);
    }
  }
  title() {
    return this.evaluate(() => document.title);
  }
  _expect(expression, params) {
    return expectOn(this._page, this._path, undefined, expression, params);
  }
}

Object.assign(Frame.prototype, finders, {
  locator(s, o) {
    return new Locator(this._page, this._path, s, o);
  },
  frameLocator(s) {
    return new FrameLocator(this._page, this._path, s);
  },
});
Object.assign(Page.prototype, finders, {
  locator(s, o) {
    return new Locator(this, [], s, o);
  },
  frameLocator(s) {
    return new FrameLocator(this, [], s);
  },
});
