#!/usr/bin/env node
import { run } from './run.ts';

const { stdin, stdout, stderr, env, argv } = process;
// What a stream has to say comes to whoever writes to it.
for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
process.exitCode = await run(argv.slice(2), { stdin, stdout, stderr, env });
// Input that was not read to its end would keep the process waiting for more.
stdin.destroy();
