#!/usr/bin/env node
// Starts the system's Firefox (FIREFOX is its path) for Playwright's channel 'moz-firefox', which drives a released Firefox by WebDriver
// BiDi. It sits between the two and adds what Debian's Firefox lacks: media emulation, the identifier by which Playwright knows a download,
// and an event when a step in the history only removes the fragment.
import { spawn } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import utils from 'playwright-core/lib/utilsBundle';

const { ws: WebSocket, wsServer: WebSocketServer } = utils;
const LISTENING = /WebDriver BiDi listening on (ws:\/\/.*)$/;
// Playwright counts its commands from 1.
const OWN_COMMANDS = 2 ** 40;

// The size of a page in full screen.
const screen = { MOZ_HEADLESS_WIDTH: '1920', MOZ_HEADLESS_HEIGHT: '1080' };
const args = [...process.argv.slice(2), '--remote-allow-system-access'];
const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', args, {
  stdio: ['ignore', 'inherit', 'pipe'],
  env: { ...process.env, ...screen },
});
firefox.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal));

// Playwright reads the address from the browser's output. It gets the address of this process instead.
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
  // Sends a command of this process and returns its answer.
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
 * Adds the identifier of the download to its event, which Playwright needs. All downloads of a browser go to one folder. If a name is
 * taken there, Firefox adds a number, "(1)", which is removed here.
 */
function named({ params, ...event }) {
  const unnumbered = (name) => name?.replace(/\(\d+\)(?=\.\w+$)/, '');
  const { suggestedFilename, filepath } = params;
  if (filepath && filepath !== unnumbered(filepath)) renameSync(filepath, unnumbered(filepath));
  const names = { suggestedFilename: unnumbered(suggestedFilename), filepath: unnumbered(filepath) };
  return { ...event, params: { ...params, ...names, download: params.url } };
}

/**
 * Media emulation. Playwright sends the colour scheme. The test's process sends what Playwright has no command for to the socket that
 * FIREFOX_CONTROL names: { reducedMotion, forcedColors, media, scripts, tap }. It applies to the page whose colour scheme Playwright sets
 * next. A script in the browser's window sets it, because WebDriver cannot. It sets colour scheme and reduced motion for all pages at once,
 * because a page loses its settings when it navigates.
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

  /** The part of emulation.setMediaFeaturesOverride that Playwright uses. */
  async override({ features, contexts = [], userContexts = [] }) {
    const colorScheme = features['prefers-color-scheme'] ?? 'light';
    for (const userContext of userContexts) this.#byUserContext.set(userContext, colorScheme);
    const { tap, ...asked } = this.#asked;
    if (contexts.length === 0) return;
    this.#asked = {};
    for (const context of contexts) await this.#set(context, { colorScheme, ...asked });
    if (tap) await this.#tap(contexts[0], tap);
  }

  /** Applies a context's settings to its new tab. */
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

/** Runs in the browser's window. */
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
