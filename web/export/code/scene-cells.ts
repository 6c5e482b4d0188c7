/** The cells of a notebook that compute a scene. */
import { latexOf } from '../../views/formula/latex.ts';
import { calledLike } from '../../views/formula/notation.ts';
import { type Cell, code, prose } from './cells.ts';
import { pythonLibraries } from './index.ts';
import type { PythonLibrary } from './languages.ts';
import { fenced, plain } from './markdown.ts';
import type { Program } from './python.ts';
import { sized } from './values.ts';

/** The notebook's own words. Programs are in English, lessons in the reader's language. */
export interface NotebookWords {
  readonly setup: string;
  readonly sizes: string;
  readonly scene: string;
  readonly steps: string;
  /** In a formula with cases. */
  readonly otherwise: string;
  readonly answer: string;
  readonly task: string;
  /** The text of a link to a page of the lesson. */
  readonly open: string;
  /** About the outputs in the file. */
  readonly stored: string;
  readonly challenges: string;
  readonly hint: string;
  /** Why a page has no code. */
  readonly withoutCode: (why: string) => string;
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
