// Enough of Playwright's API over plain WebDriver for the tests to run in WebKitGTK as they are. WebDriver drives browser.py, a
// browser without anything around the page, which also tells this process what WebDriver does not: requests, the console, downloads.
// It leans on Playwright's own script in the page (injected.mjs, which refuses a version that keeps it elsewhere) and on how
// `expect` calls a locator. What it cannot do skips a test: other densities of pixels, DevTools, the network or scripts switched
// off, forced colours, paper as a medium, PDF, handles, workers.
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { lacks, onLack } from './lacks.mjs';
import { Page, source } from './page.mjs';
import { routes } from './routes.mjs';
import { call, freePort, sleep } from './webdriver.mjs';

/** Starts the browser; `lack` is called, and does not return, where a test asks for what there is no command for. */
export async function launch(lack) {
  onLack(lack);
  const port = await freePort();
  const { screen, display } = await startScreen();
  const browser = new Browser();
  const control = net.createServer((socket) => browser._control(socket)).listen(0, '127.0.0.1');
  await new Promise((done) => control.once('listening', done));
  const env = {
    ...process.env,
    DISPLAY: display,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
    CONTROL_PORT: String(control.address().port),
    GDK_BACKEND: 'x11',
    GIO_USE_VFS: 'local',
    GSETTINGS_BACKEND: 'memory',
  };
  const driver = spawn('/usr/bin/WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env,
    stdio: 'ignore',
  });
  for (let i = 0; i < 150; i++) {
    try {
      await call(port, 'GET', '/status');
      break;
    } catch {
      await sleep(100);
    }
  }
  const session = await call(port, 'POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: fileURLToPath(new URL('browser.py', import.meta.url)),
          args: ['--automation'],
        },
        unhandledPromptBehavior: 'accept',
      },
    },
  });
  Object.assign(browser, { port, s: `/session/${session.sessionId}`, driver, screen, server: control });
  await browser._raw('POST', '/timeouts', { script: 120_000, pageLoad: 60_000 });
  browser._firstHandle = await browser._raw('GET', '/window');
  process.on('exit', () => {
    driver.kill('SIGKILL');
    screen.kill();
  });
  return browser;
}

/** A screen that nobody sees, as high as the highest page whose picture is taken; it chooses a number that is free. */
async function startScreen() {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '2000x9400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3], 'data');
  return { screen, display: `:${String(number).trim()}` };
}

class Browser extends EventEmitter {
  _contexts = [];
  _ids = 0;
  _waiting = new Map();
  _queue = Promise.resolve();
  _at = '';
  _pages = [];
  version() {
    return '2.50.6';
  }
  _raw(method, path, body) {
    return call(this.port, method, this.s + path, body ?? (method === 'POST' ? {} : undefined));
  }
  _control(socket) {
    this.socket = socket;
    let rest = '';
    socket.on('data', (d) => {
      rest += d;
      const lines = rest.split('\n');
      rest = lines.pop();
      for (const line of lines) this._event(JSON.parse(line));
    });
    socket.on('error', () => {});
  }
  _do(command) {
    const id = ++this._ids;
    return new Promise((done) => {
      this._waiting.set(id, done);
      this.socket.write(`${JSON.stringify({ ...command, id })}\n`);
    });
  }
  _event(event) {
    if (event.event === 'did') {
      this._waiting.get(event.id)?.();
      return;
    }
    const page = this._pages.find((p) => p._view === event.view) ?? this._pages.at(-1);
    if (!page) return;
    if (event.event === 'uri') page._url = event.uri;
    else if (event.event === 'said') {
      const { kind, text, url } = JSON.parse(event.said);
      if (kind === 'uncaught') {
        const error = new Error(text);
        page._emit('pageerror', error);
        page._context.emit('weberror', { error: () => error, page: () => page });
      } else
        page._emit('console', {
          type: () => (kind === 'warn' ? 'warning' : kind),
          text: () => text,
          location: () => ({ url, lineNumber: 0, columnNumber: 0 }),
          args: () => [],
        });
    } else if (event.event === 'request')
      page._emit('request', {
        url: () => event.url,
        failure: () => null,
        resourceType: () => 'other',
        method: () => 'GET',
      });
    else if (event.event === 'requestfailed')
      page._emit('requestfailed', {
        url: () => event.url,
        failure: () => ({ errorText: event.why }),
        resourceType: () => 'other',
      });
    else if (event.event === 'response')
      page._emit('response', {
        url: () => event.url,
        status: () => event.status,
        ok: () => event.status < 400,
        request: () => ({ url: () => event.url }),
        headers: () => ({}),
        body: async () => Buffer.from(await (await fetch(event.url)).arrayBuffer()),
        text: async () => (await fetch(event.url)).text(),
      });
    else if (event.event === 'download') {
      page._downloads.set(event.id, event);
    } else if (event.event === 'downloaded') {
      const d = page._downloads.get(event.id);
      page._emit('download', { suggestedFilename: () => d.name, path: async () => d.path, url: () => '' });
    } else if (event.event === 'popup') this._opened(page, event.popup);
  }
  /** A page opened another: WebDriver says only which windows there are. */
  async _opened(opener, view) {
    this._views = view;
    const popup = new Page(opener._context);
    popup._view = view;
    await this._locked(async () => {
      const known = new Set([this._firstHandle, ...this._pages.map((page) => page._handle)]);
      const handles = await this._raw('GET', '/window/handles');
      popup._handle = handles.find((handle) => !known.has(handle));
    });
    opener._context._pages.push(popup);
    this._pages.push(popup);
    await popup.waitForFunction(() => location.href !== 'about:blank');
    opener._context.emit('page', popup);
    opener.emit('popup', popup);
  }
  async newContext(options = {}) {
    const context = new BrowserContext(this, options);
    this._contexts.push(context);
    return context;
  }
  async newPage(options) {
    return (await this.newContext(options)).newPage();
  }
  async startTracing() {
    lacks('tracing');
  }
  /** One command at a time, in the right window and frame. */
  _locked(task) {
    const run = this._queue.then(task, task);
    this._queue = run.catch(() => {});
    return run;
  }
  async close() {
    try {
      await Promise.race([this._raw('DELETE', ''), sleep(3000)]);
    } catch {}
    this.driver.kill('SIGKILL');
    this.screen.kill();
    this.server.close();
    this.socket?.destroy();
  }
}

class BrowserContext extends EventEmitter {
  _apiName = 'BrowserContext';
  constructor(browser, options) {
    super();
    this._browser = browser;
    this._options = options;
    this._pages = [];
    // As Playwright does it where a test does not allow them: what the test answers in the server's place would not reach the page.
    this._scripts =
      options.serviceWorkers === 'allow'
        ? []
        : ['if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async () => {};'];
    this._closed = false;
  }
  browser() {
    return this._browser;
  }
  pages() {
    return this._pages;
  }
  async _settings() {
    const { colorScheme = 'light', reducedMotion, locale } = this._options;
    await this._browser._do({ do: 'dark', on: colorScheme === 'dark' });
    await this._browser._do({ do: 'motion', on: reducedMotion !== 'reduce' });
    await this._browser._do({ do: 'languages', list: [locale ?? 'en-US'] });
  }
  async newPage() {
    if (this._options.javaScriptEnabled === false) lacks('javaScriptEnabled: false');
    if ((this._options.deviceScaleFactor ?? 1) !== 1) lacks('deviceScaleFactor');
    const page = new Page(this);
    await this._settings();
    page._scripts = [];
    await this._browser._locked(async () => {
      if (this._browser._firstHandle) {
        page._handle = this._browser._firstHandle;
        page._view = this._browser._firstView ?? 0;
        this._browser._firstHandle = undefined;
      } else {
        const { handle } = await this._browser._raw('POST', '/window/new', { type: 'tab' });
        page._handle = handle;
        this._browser._views = (this._browser._views ?? 0) + 1;
        page._view = this._browser._views;
      }
    });
    this._pages.push(page);
    this._browser._pages.push(page);
    await page._pushScripts();
    await page.setViewportSize(this._options.viewport ?? { width: 1280, height: 720 });
    this.emit('page', page);
    return page;
  }
  async addInitScript(script, arg) {
    this._scripts.push(source(script, arg));
    for (const p of this._pages) await p._pushScripts();
  }
  async grantPermissions() {}
  async setOffline() {
    lacks('setOffline');
  }
  async route(what, handler) {
    routes.push({ what, handler, context: this });
  }
  async unroute(what) {
    for (let i = routes.length; i--; ) if (String(routes[i].what) === String(what)) routes.splice(i, 1);
  }
  async newCDPSession() {
    lacks('CDP');
  }
  async storageState() {
    const state = { cookies: [], origins: [] };
    for (const page of this._pages) {
      if (page._closed) continue;
      try {
        const { origin, cookie, localStorage, indexedDB } = await page.evaluate(async () => ({
          origin: location.origin,
          cookie: document.cookie,
          localStorage: Object.entries(localStorage).map(([name, value]) => ({ name, value })),
          indexedDB: (await globalThis.indexedDB.databases()).map(({ name }) => ({ name })),
        }));
        if (cookie !== '') state.cookies.push(cookie);
        if (localStorage.length > 0 || indexedDB.length > 0) state.origins.push({ origin, localStorage, indexedDB });
      } catch {
        // A page that may keep nothing, or has gone, has nothing to tell.
      }
    }
    return state;
  }
  async close() {
    if (this._closed) return;
    this._closed = true;
    for (const page of [...this._pages]) await page.close();
    for (let i = routes.length; i--; ) if (routes[i].context === this) routes.splice(i, 1);
    this.emit('close');
  }
}
