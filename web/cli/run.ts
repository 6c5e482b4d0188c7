import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import stringWidth from 'string-width';
import { loadCore } from '../core/index.ts';
import type { Step, Trace } from '../core/types.ts';
import { version } from '../core/version.ts';
import { ownPlayground } from '../element/own-playground.ts';
import { isPythonLibrary, type PythonLibrary } from '../export/code/languages.ts';
import {
  aboutTensor,
  cardOf,
  codeFor,
  codeLanguages,
  type Figure,
  figureOf,
  latexOf,
  lessonNotebookFor,
  notebookFor,
  onnxJsonOf,
  spreadsheetOf,
  stageSvgOf,
  svgOf,
  type TensorFormat,
  tensorAs,
  tensorFormats,
  tikzOf,
} from '../export/index.ts';
import { subjectOf } from '../export/models.ts';
import { sceneDocument } from '../export/snippets.ts';
import { languageOf, sourceLanguage } from '../i18n/language.ts';
import { loadText } from '../i18n/lessons/texts.ts';
import { fetchMessages } from '../i18n/messages.ts';
import { notebookWords } from '../i18n/notebook.ts';
import { isLessonId, lessonIds, loadLesson } from '../lessons/catalogue.ts';
import { defaultScene } from '../scene/defaults.ts';
import { AttentionError } from '../scene/error.ts';
import { encodeLink } from '../scene/link.ts';
import { withSentence } from '../scene/parse.ts';
import type { Scene } from '../scene/types.ts';
import { lookUpWords } from '../scene/words.ts';
import { digitsOf } from '../trace/number-format.ts';
import type { WholeResult } from '../trace/scene-result.ts';
import { described, hasHeads } from '../trace/trace-reader.ts';
import { computeResult } from '../trace/whole-result.ts';
import { archiveOf } from './archive.ts';
import {
  help,
  isBinary,
  lessonLibrary,
  type Options,
  parseOptions,
  type SceneSource,
  UsageError,
  words,
} from './options.ts';
import { type Bytes, FileError, fileProblem, nameOf, sceneFrom } from './scene-source.ts';
import { type Colours, escapeControls, padded, terminalText } from './terminal.ts';

/** The part of a process that the command uses. */
interface Io {
  readonly stdin: Bytes & { readonly isTTY?: boolean };
  readonly stdout: Out & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Out;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the user ends the command, as with Ctrl+C. */
  readonly stopped: () => Promise<void>;
}

interface Out {
  write(chunk: string | Uint8Array, done: (error?: Error | null) => void): unknown;
}

/** Runs the command with its arguments. Resolves with the exit status (0, 1 or 2, as the help says) and never rejects. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const [command, ...rest] = argv;
  const isOpen = command === 'open';
  try {
    if (isOpen) {
      const { open } = await import('./open.ts');
      await open(rest, (text) => write(io.stdout, text), io.stopped);
      return 0;
    }
    const options = parseOptions(argv);
    if (options.help) await write(io.stdout, help);
    else if (options.version) await write(io.stdout, `${version}\n`);
    else await compute(options, io);
    return 0;
  } catch (why) {
    // The reader closed the pipe, as `head` does, so a message would reach nobody.
    if (isClosed(why)) return 0;
    const usage = why instanceof UsageError;
    const known = usage || why instanceof FileError || why instanceof AttentionError;
    const message = known ? why.message : `internal: ${why instanceof Error ? why.stack : why}`;
    const lines = [
      `self-attention: ${escapeControls(message)}`,
      ...(usage ? [words.tryHelp(isOpen ? 'self-attention open' : 'self-attention')] : []),
    ];
    await write(io.stderr, `${lines.join('\n')}\n`).catch(() => undefined);
    return usage ? 2 : 1;
  }
}

async function compute(options: Options, io: Io): Promise<void> {
  const { format, output, list, sentence } = options;
  const library = lessonLibrary(format);
  if (library !== null && options.source !== null)
    return save(await lessonNotebook(library, options.source, options), output, io);
  const piped = io.stdin.isTTY || sentence !== null ? null : ({ kind: 'file', value: '-' } as const);
  const source = options.source ?? piped;
  if (source === null && sentence === null) throw new UsageError(words.noScene);
  const name = source === null ? words.sentence : nameOf(source);
  if (isBinary(format) && !list && output === null && io.stdout.isTTY) throw new UsageError(words.binary(format));
  const given = source === null ? Promise.resolve(defaultScene) : sceneFrom(source, io.stdin);
  const scene = await given
    .then((scene) => (sentence === null ? scene : lookUpWords(withSentence(scene, sentence), options.lang ?? 'en')))
    .catch((why: unknown) => {
      throw namingScene(why, name);
    });
  const core = await loadCore();
  let result: WholeResult;
  try {
    // Lazy: listing the tensors of a long scene computes nothing.
    result = computeResult(core, scene, { lazy: true });
  } catch (why) {
    throw namingScene(why, name);
  }
  let made: string | Uint8Array;
  try {
    made = list ? listOf(result.trace) : await render(options, result, io);
  } catch (why) {
    // An unknown tensor, head or layer is a usage error. Overflow is an error of the scene.
    const isUsage = why instanceof AttentionError && ['unknown-tensor', 'out-of-range', 'range'].includes(why.code);
    throw isUsage ? new UsageError(why.message) : namingScene(why, name);
  } finally {
    result.dispose();
  }
  await save(made, output, io);
}

async function save(made: string | Uint8Array, output: string | null, io: Io): Promise<void> {
  if (output === null) await write(io.stdout, made);
  else {
    await writeFile(output, made).catch((why: unknown) => {
      const folder = why instanceof Error && 'code' in why && why.code === 'ENOENT' ? dirname(output) : null;
      throw new FileError(folder === null ? fileProblem(output, why) : words.noFolder(output, folder));
    });
  }
}

/** "scene.json: /attention/heads: what is wrong" */
function namingScene(why: unknown, name: string): unknown {
  // Messages about a link already name its key.
  if (!(why instanceof AttentionError) || why.code === 'link') return why;
  const where = why.path === '' ? name : `${name}: ${why.path}`;
  // Some messages end with the path. Do not repeat it.
  const end = ` (${why.path})`;
  const what = why.message.endsWith(end) ? why.message.slice(0, -end.length) : why.message;
  return new AttentionError(why.code, `${where}: ${what}`, why.path);
}

async function render(options: Options, result: WholeResult, io: Io): Promise<string | Uint8Array> {
  const { format, head, layer, lang, theme, width, show } = options;
  const { scene, trace, withoutMistake } = result;
  const tensor = options.tensor ?? 'weights';
  const subject = {
    ...(head === null ? {} : { head }),
    ...(layer === null ? {} : { layer }),
    ...(lang === null ? {} : { lang }),
  };
  switch (format) {
    case 'svg': {
      if (show?.includes('stage') !== true) return svgOf(await pictureOf(options, result));
      const { layer: _, ...stage } = await pictureOptions(options, scene);
      const right = withoutMistake === null ? {} : { right: withoutMistake.trace };
      return stageSvgOf(scene, trace, { ...stage, ...right });
    }
    case 'tex':
      return tikzOf(await pictureOf(options, result));
    case 'text': {
      checkHead(head, [tensor], trace);
      const terminal = options.output === null && io.stdout.isTTY === true;
      return terminalText(subjectOf(scene, trace, subject), tensor, {
        width: width ?? (terminal ? (io.stdout.columns ?? 80) : null),
        colours: terminal ? terminalColours(io.env) : 'none',
        theme: theme ?? 'dark',
      });
    }
    case 'npz':
    case 'safetensors':
      return archiveOf(format, options, trace);
    case 'xlsx':
      return spreadsheetOf(scene, trace, {
        ...(typeof head === 'number' ? { head } : {}),
        ...(layer === null ? {} : { layer }),
        ...(lang === null ? {} : { lang }),
      });
    case 'latex': {
      const [name, window] = chosenOf(options);
      const about = aboutTensor(scene, trace, name, window);
      return latexOf(trace.tensor(name, window), about, { digits: digitsOf(scene) });
    }
    case 'onnx-json':
      return onnxJsonOf(scene, trace, layer === null ? {} : { layer });
    case 'scene':
      return sceneDocument(scene);
    default: {
      const language = codeLanguages.find(({ id }) => format === `code:${id}`);
      if (language !== undefined) return codeFor(language.id, scene, trace);
      const [kind, library = ''] = format.split(':');
      if (kind === 'notebook' && isPythonLibrary(library)) return notebookFor(library, scene, trace);
      return table(tensorFormats.find((one) => one === format) ?? 'json', options, scene, trace);
    }
  }
}

/** What a card, a stage and other pictures have in common. */
async function pictureOptions(options: Options, scene: Scene) {
  const { head, layer, lang, theme } = options;
  const link = await playgroundAddress(scene, options);
  return {
    ...(typeof head === 'number' ? { head } : {}),
    ...(layer === null ? {} : { layer }),
    ...(lang === null ? {} : { lang }),
    ...(theme === null ? {} : { theme }),
    ...(link === null ? {} : { link }),
  };
}

async function pictureOf(options: Options, { scene, trace }: WholeResult): Promise<Figure> {
  const { head, width, caption } = options;
  const tensor = options.tensor ?? 'weights';
  const pictures = options.show ?? [tensor === 'weights' ? 'heatmap' : tensor];
  const common = await pictureOptions(options, scene);
  if (pictures.includes('card')) return cardOf(scene, trace, common);
  checkHead(head, pictures, trace);
  return figureOf(scene, trace, {
    ...common,
    pictures,
    ...(head === 'all' ? { head } : {}),
    ...(width === null ? {} : { width }),
    ...(caption === null ? {} : { caption: caption === '' ? null : caption }),
  });
}

/** Throws UsageError for a head of pictures that have none. */
function checkHead(head: Options['head'], pictures: readonly string[], trace: Trace): void {
  const isOfHeads = (name: string): boolean => {
    const found = described(trace, name === 'heatmap' || name === 'arcs' ? 'weights' : name);
    // An unknown name is an error of its own.
    return found === undefined || hasHeads(found.axes);
  };
  if (head !== null && !pictures.some(isOfHeads)) throw new UsageError(words.headless(pictures));
}

/** A whole lesson. */
async function lessonNotebook(library: PythonLibrary, { value: id }: SceneSource, options: Options): Promise<string> {
  if (!isLessonId(id)) throw new UsageError(words.noLesson(id, lessonIds));
  const { playground } = options;
  const lang = languageOf(options.lang ?? '')?.code ?? sourceLanguage;
  const [lesson, text, core] = await Promise.all([loadLesson(id), loadText(id, lang), loadCore(), fetchMessages(lang)]);
  return lessonNotebookFor(library, lesson, text, (scene) => core.attend(scene), {
    words: notebookWords(lang),
    ...(playground === null ? {} : { playground: playground === 'none' ? '' : playground }),
  });
}

/** The address of the scene in the playground. Null without a playground, and if only the default one is set and the scene does not fit into a link. */
async function playgroundAddress(scene: Scene, { playground, head, layer }: Options): Promise<string | null> {
  const page = playground ?? ownPlayground;
  if (page === 'none') return null;
  const view = { ...scene.view, ...(typeof head === 'number' ? { head } : {}), ...(layer === null ? {} : { layer }) };
  try {
    return `${page.replace(/#.*/s, '')}#${await encodeLink({ ...scene, view })}`;
  } catch (why) {
    if (playground === null && why instanceof AttentionError) return null;
    throw why;
  }
}

/** The tensor of a table, and its layer and head. */
const chosenOf = ({ head, layer, tensor }: Options) =>
  [
    tensor ?? 'weights',
    { ...(typeof head === 'number' ? { head } : {}), ...(layer === null ? {} : { layer }) },
  ] as const;

function table(format: TensorFormat, options: Options, scene: Scene, trace: Trace): Uint8Array {
  const [name, window] = chosenOf(options);
  return tensorAs(format, trace.tensor(name, window), aboutTensor(scene, trace, name, window));
}

/** One line for each tensor: the steps in order, then the parameters. */
function listOf({ steps, parameters, layers }: Trace): string {
  const { layer, name, shape, axes, step, parameter } = words.listed;
  const line = (
    kind: string,
    { name: own, layer, shape: sizes, axes: letters }: Pick<Step, 'name' | 'layer' | 'shape' | 'axes'>,
  ) => [...(layers > 1 ? [String(layer)] : []), own, sizes.join(' × '), letters.join(' × '), kind];
  const lines = [
    [...(layers > 1 ? [layer] : []), name, shape, axes, ''],
    ...steps.map((one) => line(step, one)),
    ...parameters.map((one) => line(parameter, one)),
  ];
  const widths = (lines[0] ?? []).map((_, index) => Math.max(...lines.map((cells) => stringWidth(cells[index] ?? ''))));
  return lines
    .map(
      (cells) =>
        `${cells
          .map((cell, index) => padded(cell, widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** The colours that the terminal supports, by its environment variables and https://no-color.org. */
function terminalColours(env: Io['env']): Colours {
  if (env['NO_COLOR'] || env['TERM'] === 'dumb') return 'none';
  return /^(?:truecolor|24bit)$/i.test(env['COLORTERM'] ?? '') ? 'all' : '256';
}

const write = (out: Out, chunk: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    out.write(chunk, (why) =>
      why ? reject(isClosed(why) ? why : new FileError(fileProblem(words.stdout, why))) : resolve(),
    );
  });

const isClosed = (why: unknown): boolean => why instanceof Error && 'code' in why && why.code === 'EPIPE';
