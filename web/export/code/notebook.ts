/** Jupyter notebooks of scenes: text, formulas and the code of `codeFor`, cell by cell. */

import { notebook as english } from '../../i18n/en/notebook.ts';
import type { Scene } from '../../scene/types.ts';
import { checkChoice, checkSameWords } from '../arguments.ts';
import type { TraceLike } from '../trace-like.ts';
import { code, notebook, prose } from './cells.ts';
import { pythonLibraries } from './index.ts';
import type { PythonLibrary } from './languages.ts';
import { plain } from './markdown.ts';
import { oneLayer } from './one-layer.ts';
import { programOf } from './python.ts';
import { installation, sceneCells } from './scene-cells.ts';

/**
 * The scene as the text of an .ipynb file. `trace` is the result of `core.attend(scene)`. Throws what `codeFor` throws.
 */
export function notebookFor(library: PythonLibrary, scene: Scene, trace: TraceLike): string {
  checkChoice('library', library, Object.keys(pythonLibraries));
  checkSameWords(scene, trace);
  const program = programOf(pythonLibraries[library], ...oneLayer(scene, trace));
  const [title = '', ...paragraphs] = program.about;
  return notebook([
    prose(`# ${plain(title)}`, ...paragraphs.map(plain), plain(program.origin)),
    ...installation(library, english),
    code(program.definitions),
    ...sceneCells(program, english, 2),
  ]);
}
