// Paths of the project. All generated files go to build/, dist/, node_modules/ or the toolchain's folder.
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const inProject = (...parts) => join(project, ...parts);

/**
 * The folder of the private toolchain: $SELF_ATTENTION_TOOLCHAIN, or self-attention in the user's cache folder.
 * The XDG specification says to ignore a relative $XDG_CACHE_HOME.
 */
export function toolchainFolder(env = process.env) {
  if (env.SELF_ATTENTION_TOOLCHAIN) return resolve(env.SELF_ATTENTION_TOOLCHAIN);
  const xdg = env.XDG_CACHE_HOME;
  const cache = xdg && isAbsolute(xdg) ? xdg : join(homedir(), '.cache');
  return join(cache, 'self-attention');
}

/**
 * Deletes a folder of leftovers as far as possible. A program of a killed set-up may still be writing into it; the next call deletes
 * the rest.
 */
export async function discard(folder) {
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }).catch(() => {});
}
