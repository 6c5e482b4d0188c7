// The npm packages, as package-lock.json names them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { inProject } from './paths.mjs';
import { step } from './progress.mjs';

/**
 * True when the node_modules of `folder` holds what the lock file there says. npm writes node_modules/.package-lock.json last, when an installation
 * is complete, so an interrupted one is recognised; whoever installed it, it need not be done again.
 */
export function packagesPresent(folder = inProject()) {
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const present = packagesIn(join(folder, 'node_modules/.package-lock.json'));
  if (!wanted || !present) return false;
  const same = ([path, entry]) =>
    present[path]?.version === entry.version && present[path]?.integrity === entry.integrity;
  // Optional packages are the ones for other platforms; npm leaves them out.
  return (
    Object.entries(wanted).every((item) => item[0] === '' || (item[1].optional && !present[item[0]]) || same(item)) &&
    Object.keys(present).every((path) => path in wanted)
  );
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Installs the npm packages when they are not there. Throws CommandFailed. */
export async function providePackages() {
  if (packagesPresent()) return;
  await step('installing the npm packages', () => npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']));
}

/** Runs npm: the one that started this process, where it was npm. */
export function npm(args, options = { cwd: inProject() }) {
  const self = process.env.npm_execpath;
  return self?.endsWith('.js') ? run(process.execPath, [self, ...args], options) : run('npm', args, options);
}
