// The command as a process of its own, as the package has it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './child.mjs';

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
    // It may end before it has read all.
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code, stdout: Buffer.concat(parts.stdout), stderr: Buffer.concat(parts.stderr).toString() }),
    );
    if (typeof input === 'function') input(child);
    else child.stdin.end(input ?? '');
  });
}
