/**
 * The scene as code: a whole program with the current values, for five libraries. It computes what the core computes, step
 * by step under the steps' own names, and prints every one of them.
 */
import type { Trace } from '../../core/types.ts';
import type { Scene } from '../../scene/types.ts';
import type { Language } from './language.ts';
import { numpy } from './languages/numpy.ts';
import { pythonFor } from './python.ts';

export type CodeLanguage = 'numpy';

/** `name` is what people read. */
export const codeLanguages: readonly {
  readonly id: CodeLanguage;
  readonly name: string;
  readonly extension: string;
}[] = [{ id: 'numpy', name: 'NumPy', extension: 'py' }];

const languages: Readonly<Record<CodeLanguage, Language>> = { numpy };

/**
 * The scene as a program in that language; `trace` is what `core.attend(scene)` gave. Throws AttentionError: `too-large`
 * where there are too many numbers to write out.
 */
export const codeFor = (language: CodeLanguage, scene: Scene, trace: Trace): string =>
  pythonFor(languages[language], scene, trace);
