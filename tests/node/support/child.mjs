// Runs JavaScript in a separate process, from the root of the project.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** { code, stdout, stderr } of `node …args`. A process that hangs is killed after 20 s, with code null. */
export function node(args, { cwd = root, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, timeout: 20_000, stdio: ['ignore', 'pipe', 'pipe'] });
    const text = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (part) => {
        text[name] += part;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...text }));
  });
}

/** The same for the source of a module. */
export const module = (source, { flags = [], ...options } = {}) =>
  node([...flags, '--input-type=module', '--eval', source], options);
