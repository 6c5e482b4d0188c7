// The command as a process of its own, as the package has it: one file with its first line, the core's wasm where it looks for it.
import { spawn } from 'node:child_process';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './child.mjs';

const folder = join(root, 'build/test');
export const command = join(folder, 'cli.mjs');

/** Bundles it. Its address is two folders under the root, as those of web/core are, so that it finds the core's wasm. */
export async function bundleCommand() {
  await mkdir(folder, { recursive: true });
  const own = `${command}.${process.pid}.mjs`;
  await build({
    absWorkingDir: root,
    entryPoints: ['web/cli/main.ts'],
    outfile: own,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfig: 'web/tsconfig.json',
    logLevel: 'warning',
  });
  await rename(own, command);
}

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
