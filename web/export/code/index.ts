import type { Scene } from '../../scene/types.ts';
import { checkChoice, checkSameWords } from '../arguments.ts';
import type { TraceLike } from '../trace-like.ts';
import { cppFor } from './cpp.ts';
import type { CodeLanguage, PythonLibrary } from './languages.ts';
import { jax, type Language, numpy, pytorch, tensorflow } from './libraries.ts';
import { oneLayer } from './one-layer.ts';
import { pythonFor } from './python.ts';
/**
 * The scene as code: a complete program with the current values, for five libraries. It computes what the core computes, step by step
 * under the same names, and prints every step.
 */

export const pythonLibraries: Readonly<Record<PythonLibrary, Language>> = { numpy, pytorch, tensorflow, jax };

/**
 * The scene as a program in a language; of somebody else's model, the layer on show. `trace` is the result of `core.attend(scene)`. Throws AttentionError `too-large` for too many
 * numbers to write out or to print, `shape` for the trace of another scene, and `range` for an unknown language.
 */
export function codeFor(language: CodeLanguage, scene: Scene, trace: TraceLike): string {
  checkChoice('language', language, [...Object.keys(pythonLibraries), 'cpp']);
  checkSameWords(scene, trace);
  const [own, traced] = oneLayer(scene, trace);
  return language === 'cpp' ? cppFor(own, traced) : pythonFor(pythonLibraries[language], own, traced);
}
