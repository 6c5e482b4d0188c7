// Where things are. Everything that is made goes to build/, dist/, node_modules/ or the toolchain's own folder.
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const inProject = (...parts) => join(project, ...parts);

/**
 * The folder of the private toolchain: $SELF_ATTENTION_TOOLCHAIN, or self-attention in the user's cache folder.
 * The XDG rules say that a relative $XDG_CACHE_HOME is to be ignored.
 */
export function toolchainFolder(env = process.env) {
  if (env.SELF_ATTENTION_TOOLCHAIN) return resolve(env.SELF_ATTENTION_TOOLCHAIN);
  const xdg = env.XDG_CACHE_HOME;
  const cache = xdg && isAbsolute(xdg) ? xdg : join(homedir(), '.cache');
  return join(cache, 'self-attention');
}

/**
 * Deletes a folder of leftovers as far as that is possible: a program that a killed set-up had started may still be writing
 * into it, and what it leaves is deleted the next time.
 */
export async function discard(folder) {
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }).catch(() => {});
}
