// What must be there before a task can run.
import { isDebian } from './debian.mjs';
import { findEmscripten, provideEmscripten } from './emscripten.mjs';
import { providePackages } from './packages.mjs';
import { all } from './progress.mjs';
import { provideTools, requireTools } from './system.mjs';

/**
 * Everything a build needs; with `tests`, a C++ compiler for the native tests and a browser as well.
 * Returns { emscripten, cmake, make, python, compiler?, browser? }. Throws Stop or CommandFailed.
 * Steps that do not depend on each other run at the same time.
 */
export async function setup({ tests = false } = {}) {
  const assembling = !(await findEmscripten()).emcc && isDebian();
  const first = ['python', 'cmake', 'make', ...(tests ? ['compiler'] : []), ...(assembling ? ['patchelf'] : [])];
  const second = tests ? ['browser'] : [];
  // One message with one command for all of it, before anything is begun.
  await requireTools([...first, ...second]);
  const system = async () => {
    const tools = await provideTools(first);
    const [emscripten, browsers] = await all([provideEmscripten(tools), provideTools(second)]);
    return { ...tools, ...browsers, emscripten };
  };
  const [tools] = await all([system(), providePackages()]);
  return tools;
}
