#!/usr/bin/env node
// Starts the system's Firefox, whose path FIREFOX is, for Playwright's channel 'moz-firefox', which drives a released Firefox
// by WebDriver BiDi. It stands between the two, for what a Firefox of Debian's does not have yet: it emulates what a page
// is shown as; names downloads, which Playwright knows by their names only; and tells of a step
// in the history that only takes a fragment away.
import { spawn } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import utils from 'playwright-core/lib/utilsBundle';

const { ws: WebSocket, wsServer: WebSocketServer } = utils;
const LISTENING = /WebDriver BiDi listening on (ws:\/\/.*)$/;
// Playwright counts its commands from 1.
const OWN_COMMANDS = 2 ** 40;

// A page that fills the screen is as large as this.
const screen = { MOZ_HEADLESS_WIDTH: '1920', MOZ_HEADLESS_HEIGHT: '1080' };
const args = [...process.argv.slice(2), '--remote-allow-system-access'];
const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', args, {
  stdio: ['ignore', 'inherit', 'pipe'],
  env: { ...process.env, ...screen },
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
  const emulation = new Emulation(command);
  const addressOf = async (context) => {
    const { result } = await command('browsingContext.getTree', { root: context, maxDepth: 0 });
    return result.contexts[0].url;
  };
  const answer = (id, message) => client.send(JSON.stringify({ ...message, id }));

  client.on('message', async (data) => {
    const { id, method, params } = JSON.parse(String(data));
    if (method === 'emulation.setMediaFeaturesOverride') {
      await emulation.override(params);
      answer(id, { type: 'success', result: {} });
    } else if (method === 'browsingContext.create') {
      const created = await command(method, params);
      await emulation.created(created.result?.context, params.userContext);
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
 * What a page is shown as: its colour scheme, as Playwright asks for it, and what it has no command for in Firefox, which a test's
 * own process sends to the socket that FIREFOX_CONTROL names: { reducedMotion, forcedColors, media, scripts, tap }. That is for the
 * page of which Playwright tells a colour scheme next. The browser's own window sets it, since WebDriver cannot: the colour scheme and
 * reduced motion for all pages at once, of which a test looks at one, because a page that is navigated loses what is set for it alone.
 */
class Emulation {
  #command;
  #window;
  #byUserContext = new Map();
  #asked = {};

  constructor(command) {
    this.#command = command;
    if (process.env.FIREFOX_CONTROL === undefined) return;
    rmSync(process.env.FIREFOX_CONTROL, { force: true });
    createServer(async (request, response) => {
      this.#asked = JSON.parse(await new Response(request).text());
      response.end();
    }).listen(process.env.FIREFOX_CONTROL);
  }

  /** What emulation.setMediaFeaturesOverride does, as far as Playwright uses it. */
  async override({ features, contexts = [], userContexts = [] }) {
    const colorScheme = features['prefers-color-scheme'] ?? 'light';
    for (const userContext of userContexts) this.#byUserContext.set(userContext, colorScheme);
    const { tap, ...asked } = this.#asked;
    if (contexts.length === 0) return;
    this.#asked = {};
    for (const context of contexts) await this.#set(context, { colorScheme, ...asked });
    if (tap) await this.#tap(contexts[0], tap);
  }

  /** A tab was made in a context, for whose tabs something was asked. */
  created(context, userContext) {
    return this.#set(context, { colorScheme: this.#byUserContext.get(userContext) ?? 'light', reducedMotion: null });
  }

  async #set(context, asked) {
    this.#window ??= this.#command('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
    const { result } = await this.#window;
    const answer = await this.#command('script.callFunction', {
      functionDeclaration: String(show),
      arguments: [context, JSON.stringify(asked)].map((value) => ({ type: 'string', value })),
      target: { context: result.contexts[0].context },
      awaitPromise: false,
    });
    if (answer.result?.type !== 'success') console.error(JSON.stringify(answer));
  }

  #tap(context, { x, y }) {
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const finger = { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions };
    return this.#command('input.performActions', { context, actions: [finger] });
  }
}

/** Runs in the browser's own window. */
/* global ChromeUtils, Services */
function show(id, asked) {
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  const context = NavigableManager.getBrowsingContextById(id);
  const { colorScheme, reducedMotion, forcedColors, media, scripts } = JSON.parse(asked);
  if (colorScheme !== undefined)
    Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', colorScheme === 'dark' ? 0 : 1);
  if (reducedMotion !== undefined)
    Services.prefs.setIntPref('ui.prefersReducedMotion', reducedMotion === 'reduce' ? 1 : 0);
  if (forcedColors !== undefined) context.forcedColorsOverride = forcedColors ?? 'none';
  if (media !== undefined) context.mediumOverride = media ?? '';
  if (scripts !== undefined) context.allowJavascript = scripts;
}
