#!/usr/bin/env node
// Starts the system's Firefox, whose path FIREFOX is, for Playwright's channel 'moz-firefox', which drives a released Firefox
// by WebDriver BiDi. It stands between the two, for what a Firefox of Debian's does not have yet: it emulates a colour scheme,
// which Playwright asks for in every context; names downloads, which Playwright knows by their names only; and tells of a step
// in the history that only takes a fragment away.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import utils from 'playwright-core/lib/utilsBundle';

const { ws: WebSocket, wsServer: WebSocketServer } = utils;
const LISTENING = /WebDriver BiDi listening on (ws:\/\/.*)$/;
// Playwright counts its commands from 1.
const OWN_COMMANDS = 2 ** 40;

const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal));

// Playwright reads the address from what the browser prints: it is given this process's own.
let rest = '';
firefox.stderr.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const address = LISTENING.exec(line)?.[1];
    if (address === undefined) console.error(line);
    else listen(address);
  }
});

function listen(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('listening', () => console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`));
  server.on('connection', (client, { url }) => connect(client, address + url));
}

function connect(client, address) {
  const browser = new WebSocket(address, { maxPayload: 256 * 1024 * 1024, perMessageDeflate: false });
  const opened = new Promise((done) => browser.on('open', done));
  const answers = new Map();
  let last = OWN_COMMANDS;
  // Sends a command of this process's own, and gives its answer.
  const command = async (method, params) => {
    await opened;
    last += 1;
    const answer = new Promise((done) => answers.set(last, done));
    browser.send(JSON.stringify({ id: last, method, params }));
    return answer;
  };
  const scheme = new ColorScheme(command);
  const addressOf = async (context) => {
    const { result } = await command('browsingContext.getTree', { root: context, maxDepth: 0 });
    return result.contexts[0].url;
  };
  const answer = (id, message) => client.send(JSON.stringify({ ...message, id }));

  client.on('message', async (data) => {
    const { id, method, params } = JSON.parse(String(data));
    if (method === 'emulation.setMediaFeaturesOverride') {
      await scheme.override(params);
      answer(id, { type: 'success', result: {} });
    } else if (method === 'browsingContext.create') {
      const created = await command(method, params);
      await scheme.created(params.userContext);
      answer(id, created);
    } else if (method === 'browsingContext.traverseHistory') {
      const before = await addressOf(params.context);
      const traversed = await command(method, params);
      const url = await addressOf(params.context);
      if (url !== before && withoutFragment(url) === withoutFragment(before)) {
        const event = { context: params.context, navigation: null, timestamp: Date.now(), url };
        client.send(JSON.stringify({ type: 'event', method: 'browsingContext.fragmentNavigated', params: event }));
      }
      answer(id, traversed);
    } else {
      await opened;
      browser.send(String(data));
    }
  });
  browser.on('message', (data) => {
    const message = JSON.parse(String(data));
    const settle = answers.get(message.id);
    answers.delete(message.id);
    if (settle !== undefined) settle(message);
    else if (/^browsingContext\.download/.test(message.method)) client.send(JSON.stringify(named(message)));
    else client.send(String(data));
  });
  browser.on('close', () => client.close());
  client.on('close', () => browser.close());
  browser.on('error', (error) => {
    console.error(error.message);
    client.close();
  });
}

const withoutFragment = (url) => url.replace(/#.*/s, '');

/**
 * An event of a download, which Playwright hears of where the event names the download. All downloads of a browser go to one folder:
 * where a name was taken there before, Firefox adds a number, "(1)", that the page has not given it.
 */
function named({ params, ...event }) {
  const unnumbered = (name) => name?.replace(/\(\d+\)(?=\.\w+$)/, '');
  const { suggestedFilename, filepath } = params;
  if (filepath && filepath !== unnumbered(filepath)) renameSync(filepath, unnumbered(filepath));
  const names = { suggestedFilename: unnumbered(suggestedFilename), filepath: unnumbered(filepath) };
  return { ...event, params: { ...params, ...names, download: params.url } };
}

/**
 * Light or dark, as Playwright asks for it: for all pages of this browser at once, of which a test looks at one. An extension of the
 * browser sets it, since WebDriver cannot. It is installed when something dark is asked for first.
 */
class ColorScheme {
  #command;
  #byUserContext = new Map();
  #now = 'light';
  #extension;

  constructor(command) {
    this.#command = command;
  }

  /** What emulation.setMediaFeaturesOverride does, as far as Playwright uses it. */
  async override({ features, contexts = [], userContexts = [] }) {
    const scheme = features['prefers-color-scheme'] ?? 'light';
    for (const userContext of userContexts) this.#byUserContext.set(userContext, scheme);
    if (contexts.length > 0) await this.#set(scheme);
  }

  /** A tab was made in a context, for whose tabs something was asked. */
  created(userContext) {
    return this.#set(this.#byUserContext.get(userContext) ?? 'light');
  }

  async #set(scheme) {
    if (scheme === this.#now) return;
    this.#now = scheme;
    this.#extension ??= this.#install();
    const extension = await this.#extension;
    extension.send(scheme);
    await once(extension, 'message');
  }

  async #install() {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const folder = mkdtempSync(join(tmpdir(), 'color-scheme-'));
    const manifest = {
      manifest_version: 2,
      name: 'color scheme',
      version: '1',
      permissions: ['browserSettings'],
      background: { scripts: ['background.js'] },
    };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(
      join(folder, 'background.js'),
      `const socket = new WebSocket('ws://127.0.0.1:${server.address().port}');
       socket.onmessage = async ({ data }) => {
         await browser.browserSettings.overrideContentColorScheme.set({ value: data });
         socket.send('done');
       };`,
    );
    const [[extension]] = await Promise.all([
      once(server, 'connection'),
      this.#command('webExtension.install', { extensionData: { type: 'path', path: folder } }),
    ]);
    rmSync(folder, { recursive: true });
    return extension;
  }
}
