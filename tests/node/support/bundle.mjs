// The modules of web/ are TypeScript, which Node 20 does not read: Vite bundles those that a test imports.
import { inProject } from '../../../src/toolchain/paths.mjs';
import { load } from '../../../src/toolchain/vite.mjs';

/** Bundles a module of this project (a path from its root) and imports it. */
export const bundle = (entry) => load(entry, inProject('build/test'));
