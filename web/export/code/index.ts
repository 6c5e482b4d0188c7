import type { Trace } from '../../core/types.ts';
import type { Scene } from '../../scene/types.ts';
import { cppFor } from './cpp.ts';
import type { CodeLanguage, PythonLibrary } from './languages.ts';
import { jax, type Language, numpy, pytorch, tensorflow } from './libraries.ts';
import { pythonFor } from './python.ts';
/**
 * The scene as code: a whole program with the current values, for five libraries. It computes what the core computes, step
 * by step under the steps' own names, and prints every one of them.
 */

export const pythonLibraries: Readonly<Record<PythonLibrary, Language>> = { numpy, pytorch, tensorflow, jax };

/**
 * The scene as a program in that language; `trace` is what `core.attend(scene)` gave. Throws AttentionError: `too-large`
 * where there are more numbers to write out, or to print, than a program is good for.
 */
export const codeFor = (language: CodeLanguage, scene: Scene, trace: Trace): string =>
  language === 'cpp' ? cppFor(scene, trace) : pythonFor(pythonLibraries[language], scene, trace);
