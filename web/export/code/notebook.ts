/**
 * Jupyter notebooks of scenes and lessons: text, formulas and the code of `codeFor`, cell by cell
 * (https://nbformat.readthedocs.io/en/latest/format_description.html, nbformat 4.5).
 */
import type { Trace } from '../../core/types.ts';
import { notebook as english } from '../../i18n/en/notebook.ts';
import type { Course, LessonText, PageText } from '../../lessons/types.ts';
import { AttentionError } from '../../scene/error.ts';
import type { Scene, View } from '../../scene/types.ts';
import { latexOf } from '../../views/formula/latex.ts';
import { calledLike } from '../../views/formula/notation.ts';
import { pythonLibraries } from './index.ts';
import type { PythonLibrary } from './languages.ts';
import { fenced, folded, marked, paragraphs, plain } from './markdown.ts';
import { type Program, programOf } from './python.ts';
import { sized } from './values.ts';

/** The notebook's own words. Programs are in English, lessons in the reader's language. */
export interface NotebookWords
  extends Readonly<
    Record<'setup' | 'sizes' | 'scene' | 'steps' | 'otherwise' | 'answer' | 'task' | 'challenges' | 'hint', string>
  > {
  /** Says why the scene of a page has no code. */
  readonly withoutCode: (why: string) => string;
}

interface Cell {
  readonly cell_type: 'markdown' | 'code';
  readonly source: string;
}

const prose = (...paragraphs: readonly string[]): Cell => ({ cell_type: 'markdown', source: paragraphs.join('\n\n') });
const code = (lines: readonly string[]): Cell => ({ cell_type: 'code', source: lines.join('\n').trim() });

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

/**
 * A whole lesson. `words` are in the language of `text`. `attend` is `core.attend`; its traces are disposed. `names` says how steps are
 * named, as in a scene's view.
 */
export function lessonNotebookFor(
  library: PythonLibrary,
  lesson: Course,
  text: LessonText,
  attend: (scene: Scene) => Trace,
  words: NotebookWords = english,
  names?: View['names'],
): string {
  const cells: Cell[] = [
    prose(`# ${marked(text.title)}`, marked(text.summary), marked(text.credit)),
    ...installation(library, words),
  ];
  let definitions = '';
  const add = (given: Scene): void => {
    const scene = names === undefined ? given : { ...given, view: { ...given.view, names } };
    let trace: Trace | null = null;
    try {
      trace = attend(scene);
      const program = programOf(pythonLibraries[library], scene, trace);
      const own = code(program.definitions);
      // Define helper functions again if this scene needs other ones.
      if (own.source !== definitions) cells.push(own);
      definitions = own.source;
      cells.push(...sceneCells(program, words, 3));
    } catch (thrown) {
      if (!(thrown instanceof AttentionError)) throw thrown;
      cells.push(prose(`*${plain(words.withoutCode(thrown.message))}*`));
    } finally {
      trace?.dispose();
    }
  };
  for (const [index, page] of lesson.pages.entries()) {
    const own = text.pages[page.id];
    if (own !== undefined) cells.push(pageCell(index, own, words));
    // Shown as text, because it may be for another library than the notebook's.
    if (page.program !== undefined) cells.push(prose(fenced(page.program.code.trim(), 'python')));
    const scene = index === 0 ? lesson.scene : page.scene;
    if (scene !== undefined) add(scene);
  }
  if (lesson.challenges.length > 0) cells.push(prose(`## ${words.challenges}`));
  for (const { id } of lesson.challenges) {
    const own = text.challenges[id];
    if (own === undefined) continue;
    cells.push(prose(`### ${marked(own.title)}`, ...paragraphs(own.ask), folded(words.hint, ...paragraphs(own.hint))));
  }
  return notebook(cells);
}

function pageCell(index: number, { title, body, predict, do: task }: PageText, words: NotebookWords): Cell {
  return prose(
    `## ${index + 1}. ${marked(title)}`,
    ...paragraphs(body),
    ...(predict === undefined ? [] : [`> ${marked(predict.ask)}`, folded(words.answer, ...paragraphs(predict.reveal))]),
    ...(task === undefined ? [] : [`**${words.task}**: ${marked(task)}`]),
  );
}

function installation(library: PythonLibrary, words: NotebookWords): readonly Cell[] {
  return [prose(`## ${words.setup}`, fenced(`pip install ${pythonLibraries[library].install}`))];
}

/** The numbers and steps of a scene, under headings of the given level. */
function sceneCells({ sizes, values, blocks, names }: Program, words: NotebookWords, level: 2 | 3): readonly Cell[] {
  const heading = (title: string): Cell => prose(`${'#'.repeat(level)} ${title}`);
  return [
    heading(words.sizes),
    code(sizes),
    heading(words.scene),
    code(values),
    heading(words.steps),
    ...blocks.flatMap(({ steps, lines }) => [
      ...(steps.length === 0
        ? []
        : [
            prose(
              ...steps.map(
                (step) =>
                  `\`${names[step.name] ?? step.name}\` ${plain(sized(step))}\n\n$$${latexOf(
                    calledLike(step.formula, (name) => names[name]),
                    words.otherwise,
                  )}$$`,
              ),
            ),
          ]),
      code(lines),
    ]),
  ];
}

function notebook(cells: readonly Cell[]): string {
  const written = cells
    .filter(({ source }) => source !== '')
    .map(({ cell_type, source }, index) => ({
      cell_type,
      id: `cell-${index + 1}`,
      metadata: {},
      ...(cell_type === 'code' ? { execution_count: null, outputs: [] } : {}),
      // A list of lines, as Jupyter writes it, so that version diffs work by line.
      source: source.split(/(?<=\n)/),
    }));
  const metadata = {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  };
  return `${JSON.stringify({ cells: written, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
