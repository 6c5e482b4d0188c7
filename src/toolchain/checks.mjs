// Formatting and static checks: `lint` reports, `format` repairs.
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { run, say, since, which } from './command.mjs';
import { inProject } from './paths.mjs';

const CPP = new Set(['.cpp', '.hpp', '.h']);
const TYPESCRIPT = ['web/tsconfig.json', 'web/offline/tsconfig.json', 'tests/web/tsconfig.json'];

/** Checks C++ formatting, TypeScript formatting and lint, and types. Runs every check, then returns whether all passed. */
export async function lint() {
  const sources = await cppSources();
  return report([
    ['C++ formatting', clangFormat(['--dry-run', '-Werror', ...sources])],
    ['Biome', bin('biome', ['ci', '--colors=off', '--error-on-warnings'])],
    ...TYPESCRIPT.map((file) => [`types in ${file}`, bin('tsc', ['--noEmit', '-p', file])]),
  ]);
}

/** Formats C++ and TypeScript in place, and applies the linter's safe repairs. */
export async function format() {
  const sources = await cppSources();
  return report([
    ['C++ formatting', clangFormat(['-i', ...sources])],
    ['Biome', bin('biome', ['check', '--write', '--colors=off'])],
  ]);
}

const bin = (name, args) => [inProject('node_modules/.bin', name), args];

function clangFormat(args) {
  const program = which('clang-format');
  return program && [program, args];
}

async function report(checks) {
  let passed = true;
  for (const [name, command] of checks) {
    if (!command) {
      say(
        `  - ${name}: not checked, there is no clang-format (apt-get install clang-format, brew install clang-format)`,
      );
      continue;
    }
    const start = performance.now();
    try {
      await run(...command, { cwd: inProject() });
      say(`  + ${name}: ${since(start)}`);
    } catch (error) {
      say(`  ! ${name}:\n${error.output || error.message}`);
      passed = false;
    }
  }
  return passed;
}

async function cppSources() {
  const found = [];
  for (const top of ['src', 'tests']) {
    for (const entry of await readdir(inProject(top), { recursive: true })) {
      if (CPP.has(extname(entry)) && !entry.includes('node_modules')) found.push(join(top, entry));
    }
  }
  return found.sort();
}
