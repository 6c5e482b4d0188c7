// Runs other programs and prints progress. It prints whole lines and never moves the cursor, because steps run in parallel and a
// continuous-integration log keeps every character.
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** An error whose message says what is wrong and what to do. It is printed without a stack. */
export class Stop extends Error {}

/** A program failed or could not be started. `output` is everything that it printed. */
export class CommandFailed extends Stop {
  constructor(command, output, reason) {
    const lines = output.trimEnd().split('\n');
    // Some programs print the cause first, others last.
    const excerpt = lines.length > 60 ? [...lines.slice(0, 25), '…', ...lines.slice(-35)] : lines;
    super(`${command}\n${reason}${output ? `:\n${excerpt.join('\n')}` : ''}`);
    this.output = output;
  }
}

/** The full path of the program `name` on `path`, or undefined. A name with a slash is used as a path. */
export function which(name, path = process.env.PATH ?? '') {
  const folders = path.split(delimiter).filter(Boolean);
  const places = name.includes('/') ? [name] : folders.map((folder) => join(folder, name));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return statSync(place).isFile();
    } catch {
      return false;
    }
  });
}

/**
 * Runs a program to its end and returns what it printed on standard output.
 * Options: `env` (added to this process's environment), `cwd`, `show` (print to the terminal and return nothing), `watch` (called
 * with each piece of standard output).
 * Throws CommandFailed.
 */
export function run(program, args = [], { env = {}, cwd, show, watch } = {}) {
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
      watch?.(text);
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      both += text;
    });
    const line = [program, ...args].join(' ');
    const command = line.length > 300 ? `${line.slice(0, 300)} …` : line;
    child.on('error', (error) => reject(new CommandFailed(command, both, `could not be started (${error.code})`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(out);
      else
        reject(new CommandFailed(command, both, signal ? `was ended by ${signal}` : `failed with exit code ${code}`));
    });
  });
}

/** Like `run`, but returns undefined if the program fails. */
export const ask = (program, args, options) => run(program, args, options).catch(() => undefined);

export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** The time since `start` (a `performance.now()`) as text: "0.4 s", "1 min 12 s". */
export function since(start) {
  const seconds = (performance.now() - start) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * Runs one long step and prints its start, its progress and its duration.
 * `work` receives a function that reports progress as a short text. It is printed when it changes, at most every two seconds, and
 * repeated after fifteen seconds of silence.
 * Returns the result of `work`. If `work` throws, prints a line that names the step and throws the same error.
 */
export async function step(title, work) {
  const start = performance.now();
  let last = start;
  let [progress, printed] = [];
  const timer = setInterval(() => {
    if (progress === undefined || performance.now() - last < (progress === printed ? 15_000 : 2_000)) return;
    [last, printed] = [performance.now(), progress];
    say(`    ${title}: ${progress}`);
  }, 500);
  say(`  > ${title}`);
  try {
    const result = await work((text) => {
      progress = text;
    });
    say(`  + ${title}: ${since(start)}`);
    return result;
  } catch (error) {
    say(`  ! ${title}: failed after ${since(start)}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Waits for all, even if one fails, so that nothing is printed after the final message. */
export async function all(promises) {
  const results = await Promise.allSettled(promises);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.map((result) => result.value);
}

/** The value of `--name value` or `--name=value` in `args`, or undefined. Throws Stop if the option has no value. */
export function optionOf(args, name) {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const value = args[at].includes('=') ? args[at].slice(name.length + 3) : args[at + 1];
  if (value === undefined || value === '') throw new Stop(`--${name} wants a value.`);
  return value;
}
