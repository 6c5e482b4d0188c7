// The command of the package in a separate process, and its sources in this one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { root } from '../support/child.mjs';

const { run } = await bundle('web/cli/run.ts');

export const command = join(root, 'build/package/cli.js');

/**
 * { code, stdout (Buffer), stderr } of the command. `input`: text, bytes, or a function that writes to the process itself;
 * without it, nothing is piped in. A process that hangs is ended after 20 s, with code null.
 */
export function self(args, { input, env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      timeout: 20_000,
    });
    const parts = { stdout: [], stderr: [] };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (part) => parts[name].push(part));
    // The process may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code, stdout: Buffer.concat(parts.stdout), stderr: Buffer.concat(parts.stderr).toString() }),
    );
    if (typeof input === 'function') input(child);
    else child.stdin.end(input ?? '');
  });
}

/** { folder, at, file } of a folder that is deleted after the tests. `at` names a file in it, `file` writes one. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'self-attention-'));
  after(() => rmSync(folder, { recursive: true }));
  const at = (name) => join(folder, name);
  const file = (name, contents) => {
    writeFileSync(at(name), contents);
    return at(name);
  };
  return { folder, at, file };
}

/** The command succeeded and printed only its answer. */
export async function well(args, options) {
  const { code, stdout, stderr } = await self(args, options);
  assert.deepEqual([code, stderr], [0, ''], args.join(' '));
  return stdout;
}

/** It ended with that status and one message, and wrote nothing. */
export async function refuses(status, message, args, options) {
  const { code, stdout, stderr } = await self(args, options);
  assert.equal(code, status, stderr);
  assert.equal(stdout.length, 0, 'nothing is written where something is wrong');
  assert.match(stderr, message);
  assert.ok(stderr.startsWith('self-attention: ') && stderr.endsWith('\n'), stderr);
  const helped = args[0] === 'open' ? 'self-attention open' : 'self-attention';
  assert.equal(stderr.includes(`Try '${helped} --help'.`), status === 2, stderr);
  assert.doesNotMatch(stderr, /\n {4}at |internal/);
}

/** Runs it in this process, with a terminal of this many columns. Null is a pipe. */
export async function here(args, { columns = null, env = {}, stdin = [] } = {}) {
  const text = { stdout: '', stderr: '' };
  const out = (name) => ({
    ...(columns === null ? {} : { isTTY: true, columns }),
    write(chunk, done) {
      text[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
      done();
    },
  });
  const source = Object.assign(
    (async function* () {
      yield* stdin;
    })(),
    columns === null ? {} : { isTTY: stdin.length === 0 },
  );
  const code = await run(args, { stdin: source, stdout: out('stdout'), stderr: out('stderr'), env });
  return { code, ...text };
}
