/** Jupyter notebooks of lessons: the text of each page, its question with the answer, its program, and the code of its scenes. */
import type { Trace } from '../../core/types.ts';
import { ownPlayground } from '../../element/own-playground.ts';
import { notebook as english } from '../../i18n/en/notebook.ts';
import { predictedNumber } from '../../lessons/condition.ts';
import type { Course, LessonPage, LessonText, PageText, Prediction } from '../../lessons/types.ts';
import { AttentionError } from '../../scene/error.ts';
import type { Scene, View } from '../../scene/types.ts';
import { formatNumber } from '../../trace/number-format.ts';
import { checkChoice, checkOptions } from '../arguments.ts';
import { type Cell, code, notebook, prose } from './cells.ts';
import { pythonLibraries } from './index.ts';
import type { PythonLibrary } from './languages.ts';
import type { Language } from './libraries.ts';
import { fenced, folded, marked, paragraphs, plain } from './markdown.ts';
import { PackedNumbers } from './packed.ts';
import { programOf } from './python.ts';
import { installation, type NotebookWords, sceneCells } from './scene-cells.ts';
import { storedOutput } from './stored-output.ts';
import { typedNumbers } from './typed-numbers.ts';

export interface LessonNotebookOptions {
  /** In the language of the text. Default: English. */
  readonly words?: NotebookWords;
  /** How steps are named, as in a scene's view. */
  readonly names?: View['names'];
  /** The address of the playground that the pages link to. Empty for no links. */
  readonly playground?: string;
}

/**
 * A whole lesson as the text of an .ipynb file. `attend` is `core.attend`; its traces are disposed. The stored outputs have the core's
 * numbers. Throws AttentionError `range` for an unknown library and `scene-form` for an unknown option.
 */
export function lessonNotebookFor(
  library: PythonLibrary,
  lesson: Course,
  text: LessonText,
  attend: (scene: Scene) => Trace,
  options: LessonNotebookOptions = {},
): string {
  checkChoice('library', library, Object.keys(pythonLibraries));
  checkOptions(options, ['words', 'names', 'playground']);
  return new LessonNotebook(library, lesson, text, attend, options).write();
}

class LessonNotebook {
  private readonly words: NotebookWords;
  private readonly packed = new PackedNumbers();
  private readonly cells: Cell[] = [];
  /** The helper functions as they were defined last. */
  private definitions = '';

  constructor(
    private readonly library: PythonLibrary,
    private readonly lesson: Course,
    private readonly text: LessonText,
    private readonly attend: (scene: Scene) => Trace,
    private readonly options: LessonNotebookOptions,
  ) {
    this.words = options.words ?? english;
  }

  write(): string {
    const { cells, words, lesson, text } = this;
    cells.push(
      prose(`# ${marked(text.title)}`, ...paragraphs(text.summary), ...paragraphs(text.credit), words.stored),
      ...installation(this.library, words),
    );
    let scene = lesson.scene;
    for (const [index, page] of lesson.pages.entries()) {
      const opened = index === 0 ? lesson.scene : page.scene;
      scene = opened ?? scene;
      const own = text.pages[page.id];
      if (own !== undefined) cells.push(this.page(index, page, own, scene));
      if (page.program !== undefined) cells.push(this.program(page.program));
      if (opened !== undefined) this.addScene(opened);
    }
    this.addChallenges();
    return notebook(cells);
  }

  private page(index: number, { id, predict }: LessonPage, own: PageText, scene: Scene): Cell {
    const { words } = this;
    const link = this.linkTo(index === 0 ? undefined : id);
    return prose(
      `## ${index + 1}. ${marked(own.title)}`,
      ...paragraphs(own.body),
      ...(predict === undefined || own.predict === undefined ? [] : this.question(predict, own.predict, scene)),
      // What there is to do, and what to look at, is on the page.
      ...(own.do === undefined || link === null ? [] : [`**${words.task}**: ${marked(own.do)}`]),
      ...(link === null ? [] : [`[${words.open}](${link})`]),
    );
  }

  private question(
    { choices = [], digits, ...asked }: Prediction,
    { ask, reveal }: NonNullable<PageText['predict']>,
    scene: Scene,
  ): readonly string[] {
    const answer = this.traced(scene, (trace) => predictedNumber({ ...asked, digits }, trace));
    return [
      `> ${marked(ask)}`,
      ...(choices.length === 0 ? [] : [choices.map((choice) => `- ${minus(String(choice))}`).join('\n')]),
      folded(
        this.words.answer,
        ...(typeof answer === 'number' ? [`**${formatNumber(answer, digits)}**`] : []),
        ...paragraphs(reveal),
      ),
    ];
  }

  /** A program in Python is a cell. It may need a library that the notebook does not. */
  private program({ file, code: source }: NonNullable<LessonPage['program']>): Cell {
    if (!file.endsWith('.py')) return prose(fenced(source.trim()));
    // It may have variables with the names of the helper functions.
    this.definitions = '';
    return code(source.split('\n'), { mayFail: true });
  }

  private addScene(given: Scene): void {
    const { names } = this.options;
    const scene = names === undefined ? given : { ...given, view: { ...given.view, names } };
    const { cells, words, library } = this;
    const written = this.traced(scene, (trace) => {
      const program = programOf(this.language(scene), scene, trace);
      const packed = this.packed.take();
      const own = code(program.definitions);
      // Other scenes may need other helper functions.
      const isNew = own.source !== this.definitions;
      this.definitions = own.source;
      return [
        ...(isNew ? [own] : []),
        code(packed, { isFolded: true }),
        ...sceneCells(program, words, 3, (block) => storedOutput(library, block, trace)),
      ];
    });
    cells.push(
      ...(written instanceof AttentionError ? [prose(`*${plain(words.withoutCode(written.message))}*`)] : written),
    );
  }

  /** The library as its documents use it: with its own print settings, and the numbers of the scene as they were typed. */
  private language(scene: Scene): Language {
    const typed = typedNumbers(scene);
    return {
      ...pythonLibraries[this.library],
      printing: null,
      packed: (tensor) => this.packed.nameOf(tensor),
      typed,
    };
  }

  /** What is read of a scene's trace, or why there is none. */
  private traced<Value>(scene: Scene, read: (trace: Trace) => Value): Value | AttentionError {
    let trace: Trace | null = null;
    try {
      trace = this.attend(scene);
      return read(trace);
    } catch (thrown) {
      if (thrown instanceof AttentionError) return thrown;
      throw thrown;
    } finally {
      trace?.dispose();
    }
  }

  private addChallenges(): void {
    const { cells, words, lesson, text } = this;
    if (lesson.challenges.length > 0) cells.push(prose(`## ${words.challenges}`));
    for (const { id } of lesson.challenges) {
      const own = text.challenges[id];
      if (own === undefined) continue;
      const link = this.linkTo(id);
      cells.push(
        prose(
          `### ${marked(own.title)}`,
          ...paragraphs(own.ask),
          folded(words.hint, ...paragraphs(own.hint)),
          ...(link === null ? [] : [`[${words.open}](${link})`]),
        ),
      );
    }
  }

  /** Null without a playground, and for a lesson from a file, which a link cannot open. */
  private linkTo(page: string | undefined): string | null {
    const { playground = ownPlayground } = this.options;
    if (!/^https?:\/\/[^\s()<>]+$/.test(playground) || !/^[a-z0-9-]+$/.test(this.lesson.id)) return null;
    return `${playground.replace(/#.*/s, '')}#lesson=${this.lesson.id}${page === undefined ? '' : `&page=${page}`}`;
  }
}

const minus = (text: string): string => text.replace('-', '−');
