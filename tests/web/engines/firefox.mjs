#!/usr/bin/env node
// Starts the system's Firefox, whose path FIREFOX is, for Playwright's channel 'moz-firefox', which drives a released Firefox
// by WebDriver BiDi. It stands between the two and answers, with nothing done, the commands that a Firefox of Debian's does
// not have yet: Playwright sends them for every context, and would give up.
import { spawn } from 'node:child_process';
import utils from 'playwright-core/lib/utilsBundle';

const { ws: WebSocket, wsServer: WebSocketServer } = utils;
const ABSENT = new Set(['emulation.setMediaFeaturesOverride']);
const LISTENING = /WebDriver BiDi listening on (ws:\/\/.*)$/;

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
  client.on('message', async (message) => {
    const { id, method } = JSON.parse(String(message));
    if (ABSENT.has(method)) {
      client.send(JSON.stringify({ type: 'success', id, result: {} }));
      return;
    }
    await opened;
    browser.send(String(message));
  });
  browser.on('message', (message) => client.send(String(message)));
  browser.on('close', () => client.close());
  client.on('close', () => browser.close());
  browser.on('error', (error) => {
    console.error(error.message);
    client.close();
  });
}
