/** Jupyter notebooks of scenes: text, formulas and the code of `codeFor`, cell by cell. */
import type { Trace } from '../../core/types.ts';
import { notebook as english } from '../../i18n/en/notebook.ts';
import type { Scene } from '../../scene/types.ts';
import { latexOf } from '../../views/formula/latex.ts';
import { calledLike } from '../../views/formula/notation.ts';
import { type Cell, code, notebook, prose } from './cells.ts';
import { pythonLibraries } from './index.ts';
import type { PythonLibrary } from './languages.ts';
import { fenced, plain } from './markdown.ts';
import { type Program, programOf } from './python.ts';
import { sized } from './values.ts';

/** The notebook's own words. Programs are in English, lessons in the reader's language. */
export type NotebookWords = typeof english;

/**
 * The scene as the text of an .ipynb file. `trace` is the result of `core.attend(scene)`. Throws AttentionError `too-large`, as `codeFor` does.
 */
export function notebookFor(library: PythonLibrary, scene: Scene, trace: Trace): string {
  const program = programOf(pythonLibraries[library], scene, trace);
  const [title = '', ...paragraphs] = program.about;
  return notebook([
    prose(`# ${plain(title)}`, ...paragraphs.map(plain), plain(program.origin)),
    ...installation(library, english),
    code(program.definitions),
    ...sceneCells(program, english, 2),
  ]);
}

export function installation(library: PythonLibrary, words: NotebookWords): readonly Cell[] {
  return [prose(`## ${words.setup}`, fenced(`pip install ${pythonLibraries[library].install}`))];
}

type Block = Program['blocks'][number];

/** The numbers and steps of a scene, under headings of the given level. `outputOf` is what the code of a block prints. */
export function sceneCells(
  { sizes, values, blocks, names }: Program,
  words: NotebookWords,
  level: 2 | 3,
  outputOf: (block: Block) => string = () => '',
): readonly Cell[] {
  const heading = (title: string): Cell => prose(`${'#'.repeat(level)} ${title}`);
  return [
    heading(words.sizes),
    code(sizes),
    heading(words.scene),
    code(values),
    heading(words.steps),
    ...blocks.flatMap((block) => [
      ...(block.steps.length === 0
        ? []
        : [
            prose(
              ...block.steps.map(
                (step) =>
                  `\`${names[step.name] ?? step.name}\` ${plain(sized(step))}\n\n$$${latexOf(
                    calledLike(step.formula, (name) => names[name]),
                    words.otherwise,
                  )}$$`,
              ),
            ),
          ]),
      code(block.lines, { output: outputOf(block) }),
    ]),
  ];
}
