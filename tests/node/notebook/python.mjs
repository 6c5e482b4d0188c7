// Python with the wheel on its path, as it is: nothing is installed or unpacked.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildWheel } from '../../../src/toolchain/wheel.mjs';
import { root } from '../support/child.mjs';

const exec = promisify(execFile);

/** A folder that is deleted when the process ends. */
export const folder = mkdtempSync(join(tmpdir(), 'self-attention-wheel-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The path of the wheel. */
export const wheel = await buildWheel(folder);

/** Runs Python in tests/notebook/. Rejects if it fails. */
export const runPython = ({ program, env }, args) => {
  const path = [wheel, env.PYTHONPATH].filter(Boolean).join(':');
  const all = { ...process.env, ...env, PYTHONPATH: path, PYTHONUTF8: '1', PYTHONDONTWRITEBYTECODE: '1' };
  return exec(program, args, { cwd: join(root, 'tests/notebook'), env: all, maxBuffer: 2 ** 28 });
};
