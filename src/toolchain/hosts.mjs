// What other people's sites are made with, for the tests that build them: tests/hosts/package.json, installed into a folder of
// its own, and in it the package itself, packed and unpacked as npm would do it for anyone.
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command.mjs';
import { npm, packagesPresent } from './packages.mjs';
import { inProject } from './paths.mjs';
import { step } from './progress.mjs';

export const HOSTS = inProject('tests/hosts');
const PACKED = inProject('build/hosts');

/** Installs the hosts' packages when they are not there, without the scripts that packages may bring. Throws CommandFailed. */
export async function provideHosts() {
  if (packagesPresent(HOSTS)) return;
  await step('installing what the hosts are built with', () =>
    npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: HOSTS }),
  );
}

/**
 * Packs build/package/ and puts what is in the tarball where the hosts import `self-attention` from. Returns what npm says of it:
 * { filename, size, unpackedSize, files: [{ path, size }] }. Throws CommandFailed.
 */
export async function providePackage() {
  await mkdir(PACKED, { recursive: true });
  const args = ['pack', inProject('build/package'), '--json', '--ignore-scripts', '--pack-destination', PACKED];
  const [packed] = JSON.parse(await npm([...args, '--loglevel=error'], { cwd: PACKED }));
  // Beside its place first: no import finds half of it.
  const stage = join(HOSTS, 'node_modules/.self-attention');
  const place = join(HOSTS, 'node_modules/self-attention');
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  await run('tar', ['-xzf', join(PACKED, packed.filename), '-C', stage, '--strip-components=1']);
  await rm(place, { recursive: true, force: true });
  await rename(stage, place);
  return packed;
}
