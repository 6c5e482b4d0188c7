// WebKitGTK for the smoke tests: its own driver (WebKitWebDriver) and the client selenium-webdriver. `npm test` gives it a screen with
// xvfb-run.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Builder, Key } from 'selenium-webdriver';
import { serve } from '../../../src/toolchain/serve.mjs';

const inProject = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Repeats `check` until it no longer throws. After ten seconds its last error is thrown. */
export async function eventually(check) {
  for (const end = Date.now() + 10_000; ; ) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/** Starts a browser. `env` may set its theme (GTK_THEME). Returns { driver, close }. */
export async function openBrowser(env = {}) {
  const port = await freePort();
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'inherit',
    // WebKit does not run its sandbox as root, nor in most containers.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', ...env },
  });
  const driver = await eventually(() =>
    new Builder()
      .disableEnvironmentOverrides()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({ browserName: 'MiniBrowser' })
      .build(),
  );
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });
  return {
    driver,
    async close() {
      await driver.quit();
      service.kill();
    },
  };
}

/** Serves the built site with its own policy, and another origin: a host without one, which has the package in `package/`. */
async function openServers() {
  if (!existsSync(inProject('dist/index.html'))) throw new Error('dist/index.html is missing. Run npm run build.');
  const root = await mkdtemp(join(tmpdir(), 'webkit-host-'));
  await symlink(inProject('build/package'), join(root, 'package'));
  await symlink(inProject('dist'), join(root, 'site'));
  const site = await serve({ root: inProject('dist') });
  const host = await serve({ root, headers: { 'Content-Security-Policy': undefined } });
  return {
    site: site.url,
    host: host.url,
    /** Writes a page of the host and returns its address. */
    async page(body) {
      await writeFile(join(root, 'index.html'), `<!doctype html><html lang="en"><title>Host</title><body>${body}`);
      return host.url;
    },
    async close() {
      await Promise.all([site.close(), host.close(), rm(root, { recursive: true })]);
    },
  };
}

// Runs in the page: the elements that match, in open shadow trees too, whose label or text contains `name`.
const search = (selector, name) => {
  const all = (root) =>
    [...root.querySelectorAll('*')].flatMap((item) => [item, ...(item.shadowRoot ? all(item.shadowRoot) : [])]);
  const textOf = (item) =>
    [item.getAttribute('aria-label'), ...[...(item.labels ?? [])].map((label) => label.textContent), item.textContent]
      .join(' ')
      .replace(/\s+/g, ' ');
  const isLabelled = (item) => item.hasAttribute('aria-labelledby') || textOf(item).includes(name);
  return all(document).filter((item) => item.matches(selector) && item.checkVisibility() && isLabelled(item));
};

// Runs in the page: the text that is visible, in open shadow trees too.
const visibleText = () => {
  // An element without a box of its own shows what is in it.
  const isHidden = (element) => !element.checkVisibility() && getComputedStyle(element).display !== 'contents';
  const textOf = (node) => {
    if (node instanceof Text) return node.data;
    if (node instanceof Element && (isHidden(node) || node.matches('script, style'))) return '';
    return [...(node.shadowRoot ?? node).childNodes].map(textOf).join(' ');
  };
  return textOf(document.body)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:])/g, '');
};

const ROLES = {
  alert: '[role=alert]',
  button: 'button',
  checkbox: 'input[type=checkbox]',
  combobox: 'select',
  dialog: 'dialog, [role=dialog]',
  grid: '[role=grid]',
  gridcell: '[role=gridcell]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  option: '[role=option]',
  radio: 'input[type=radio]',
  slider: 'input[type=range]',
  status: '[role=status]',
  summary: 'summary',
  textbox: 'textarea, input:not([type]), input[type=text]',
};

/** Actions on what a person sees, by role and accessible name. */
export class Screen {
  constructor(driver) {
    this.driver = driver;
  }

  /** Opens an address as a new document, and waits until `ready` finds something. */
  async open(url, ready) {
    await this.driver.get('about:blank');
    await this.driver.get(url);
    await ready?.();
  }

  /** The visible elements of a role, in the order of the document. A name that is a string must be equal. */
  async all(role, name = '') {
    const found = await this.driver.executeScript(search, ROLES[role], name instanceof RegExp ? '' : name);
    if (name === '') return found;
    const names = await Promise.all(found.map((item) => item.getAccessibleName()));
    return found.filter((_, index) => (name instanceof RegExp ? name.test(names[index]) : names[index] === name));
  }

  /** The first of them, as soon as there is one. */
  find(role, name) {
    return eventually(async () => {
      const [first] = await this.all(role, name);
      assert.ok(first, `No ${role} is called ${name ?? 'anything'}.`);
      return first;
    });
  }

  async click(role, name) {
    await (await this.find(role, name)).click();
  }

  /** Replaces the text of a box with the keyboard. */
  async fill(name, text) {
    await this.click('textbox', name);
    await this.chord(Key.CONTROL, 'a');
    await this.keys(text);
  }

  /** Types into what has the focus. */
  async keys(...keys) {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  /** Presses a key while another is held. */
  async chord(held, key) {
    await this.driver.actions().keyDown(held).sendKeys(key).keyUp(held).perform();
  }

  text() {
    return this.driver.executeScript(visibleText);
  }

  async shows(pattern) {
    await eventually(async () => assert.match(await this.text(), pattern));
  }
}

/** What the tests of a file run in: the servers, a browser, and its screen. They are closed after the last test. */
export async function start() {
  const servers = await openServers();
  after(() => servers.close());
  const browser = await openBrowser();
  after(() => browser.close());
  return { servers, browser, screen: new Screen(browser.driver) };
}
