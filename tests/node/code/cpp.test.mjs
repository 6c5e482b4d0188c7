// The scene as a C++ program: compiled against the native library, run, and compared with the trace.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { smallScenes } from '../support/small-scenes.mjs';
import { compare } from './printed.mjs';
import { chanceScenes } from './scenes.mjs';

const exec = promisify(execFile);
const { codeFor } = await bundle('web/export/code/index.ts');
const core = await loadCore();
const native = fileURLToPath(new URL('../../../build/native', import.meta.url));
const library = join(native, 'libself_attention.a');
const reason = existsSync(library) ? false : 'the native library is not built: npm test does that';

/** The command that compiles attend.cpp, with warnings as errors. */
async function compiler() {
  const commands = JSON.parse(await readFile(join(native, 'compile_commands.json'), 'utf8'));
  const { command } = commands.find(({ file }) => file.endsWith('src/attend.cpp'));
  return command.replace(/ (-Winvalid-pch|-o) .*$/s, '');
}

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'self-attention-code-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A command that compiles programs with a precompiled header of the core. */
let command;
async function compile(...args) {
  command ??= precompiled();
  return exec('sh', ['-c', `${await command} "$@"`, 'sh', ...args]);
}

async function precompiled() {
  const name = 'self_attention/attention.hpp';
  const header = join(folder, name);
  await mkdir(join(folder, 'self_attention'));
  await writeFile(header, `#include "${join(native, 'include', name)}"\n`);
  const own = `${(await compiler()).replace(' -I', ` -I${folder} -I`)} -O0`;
  await exec('sh', ['-c', `${own} -x c++-header "$1" -o "$1.gch"`, 'sh', header]);
  return own;
}

/** The output of the program. */
async function printedBy(source) {
  const [file, program] = [join(folder, 'scene.cpp'), join(folder, 'scene')];
  await writeFile(file, source);
  await compile(file, library, '-o', program);
  return (await exec(program, { maxBuffer: 2 ** 28 })).stdout;
}

const chance = [...chanceScenes(Number(process.env.CHANCE ?? 0), 9)].map((scene, index) => [`scene ${index}`, scene]);
// One of them has each kind of embedding, position, parameter and mask.
const chosen = [
  'a table of its own',
  'wide one-hot rows',
  'ids of a table',
  'q, k and v themselves',
  'given scores',
  'an encoder of given rows',
  'an encoder, placed',
  'learned positions',
  'rotary positions',
  'relative positions, clipped',
  'additive scores',
  'sparsemax and a painted mask',
  'a window mask',
  'weighted values',
  'a whole block, norms before',
  'a stack of given matrices',
  'everything that scores go through',
  'mask-after-softmax',
];

describe('the scene as a C++ program', { skip: reason }, () => {
  const scenes = [
    ...Object.entries(lessons).map(([id, { scene }]) => [`the lesson ${id}`, scene]),
    ...chosen.map((name) => [name, smallScenes[name]]),
    [
      'tokens that C++ reads otherwise',
      {
        ...smallScenes.plain,
        tokens: ['"q"', 'back\\', 'line\nbreak', '??/', '%s', '\u202eab', 'é', '//', '*/', '\u0001' + '7'],
      },
    ],
    ...(process.env.ALL ? Object.entries(smallScenes) : []),
    ...chance,
  ];
  for (const [name, scene] of scenes) {
    it(`compiles without a warning and prints what the core computes: ${name}`, async (t) => {
      let trace;
      try {
        trace = core.attend(scene);
      } catch {
        // A random scene may be refused, and then there is no program.
        assert.ok(name.startsWith('scene '), name);
        return t.skip('the core refuses it');
      }
      compare(trace, await printedBy(codeFor('cpp', scene, trace)), (layer) => 1e-5 * 4 ** layer);
    });
  }
});
