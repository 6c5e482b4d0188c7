// Running other programs: found on PATH, with their output kept for the case that they fail.
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Stop } from './progress.mjs';

/** The full path of the program `name` on `path`, or undefined. A name with a slash is tried as it is. */
export function which(name, path = process.env.PATH ?? '') {
  const places = name.includes('/')
    ? [name]
    : path
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => join(folder, name));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return statSync(place).isFile();
    } catch {
      return false;
    }
  });
}

/** A program ended with something else than 0, or could not be started. `output` is all it printed. */
export class CommandFailed extends Stop {
  constructor(command, output, reason) {
    const lines = output.trimEnd().split('\n');
    // The cause stands first in what some programs print and last in what others do.
    const told = lines.length > 60 ? [...lines.slice(0, 25), '…', ...lines.slice(-35)] : lines;
    super(`${command}\n${reason}${output ? `:\n${told.join('\n')}` : ''}`);
    this.output = output;
  }
}

/**
 * Runs a program to its end and returns what it printed on standard output.
 * options: `env` (added to this process's own), `cwd`, `show` (true: straight to the terminal, nothing is returned), `watch`
 * (called with every piece of standard output as it comes).
 * Throws CommandFailed.
 */
export function run(program, args = [], { env = {}, cwd, show = false, watch = () => {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let both = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      out += text;
      both += text;
      watch(text);
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      both += text;
    });
    const line = [program, ...args].join(' ');
    const shown = line.length > 300 ? `${line.slice(0, 300)} …` : line;
    child.on('error', (error) => reject(new CommandFailed(shown, both, `could not be started (${error.code})`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(out);
      else reject(new CommandFailed(shown, both, signal ? `was ended by ${signal}` : `failed with exit code ${code}`));
    });
  });
}

/** Like `run`, but a failure is the answer undefined. */
export async function ask(program, args, options) {
  try {
    return await run(program, args, options);
  } catch {
    return undefined;
  }
}
