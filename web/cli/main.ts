#!/usr/bin/env node
import { run } from './run.ts';

const { stdin, stdout, stderr, env, argv } = process;
// Errors of the streams are reported by `write`.
for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
const stopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
process.exitCode = await run(argv.slice(2), { stdin, stdout, stderr, env, stopped });
// Unread input would keep the process alive.
stdin.destroy();
