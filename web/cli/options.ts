import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { ownPlayground } from '../element/own-playground.ts';
import { isPythonLibrary, type PythonLibrary } from '../export/code/languages.ts';
import { codeLanguages, tensorFormats } from '../export/index.ts';
import { figureLanguages } from '../i18n/figure.ts';

/** The help. The command's messages are in English, like the core's; pictures use the language of --lang. */
export const help = `Usage: self-attention [OPTION]... [SCENE.json | -]
       self-attention open [OPTION]... FILE

Computes a scene of the self-attention playground and writes one of its
tensors, or a picture of it, to standard output. With open, shows the attention
of your own model in the playground (self-attention open --help).

Scene (default: standard input, if something is piped in):
  SCENE.json, -         a file, or standard input
  --lesson NAME         the scene of a lesson
  --link TEXT           the scene of a link to the page or to embed.html: the
                        whole link, or the part after its #
  --sentence TEXT       replaces the scene's sentence; without a scene, uses
                        the Experiment's first scene

Content:
  --tensor NAME         a tensor of the computation (default: weights); npz and
                        safetensors take several, and without it all
  --head N              one head, counted from 0, or all (default: all heads
                        in tables, the scene's head in pictures)
  --layer N             counted from 0 (default: the last layer that has the
                        tensor in tables, all layers in npz and safetensors,
                        the scene's layer in pictures)
  --list                the names and shapes of all tensors, as text

Format:
  --format FORMAT       csv, npy, json, svg, tex or text (default: by the
                        ending of FILE; text if it has none or .txt); tex is
                        a TikZ picture, and latex a table; npz or safetensors
                        for many tensors in one file; xlsx for a spreadsheet
                        of one layer with formulas; onnx-json for q, k, v,
                        weights and results as the ONNX operator Attention
                        has them; scene for the scene itself;
                        code:numpy, code:pytorch, code:tensorflow, code:jax
                        or code:cpp for a program that computes it;
                        notebook:numpy, notebook:pytorch, notebook:tensorflow
                        or notebook:jax for Jupyter; lesson-notebook:numpy …
                        for a whole lesson
  --show NAMES          svg and tex: heatmap, arcs or tensors, in this order;
                        or card, a picture for posts; svg: or stage, an
                        animation of the token in focus
  --theme THEME         svg and tex, and colours on a terminal: light or dark
  --lang LANG           svg, tex, text and xlsx: ${figureLanguages.join(' or ')}
  --width N             svg and tex: px, 240 to 4096; text: characters, from 40
  --caption TEXT        svg and tex: replaces the sentence; empty for none
  --playground URL      svg and tex: links the picture to its scene in this
                        playground; none for no link (default: ${ownPlayground})
  -o, --output FILE     write to a file

  -h, --help            show this help
  -V, --version         show the version

Exit status: 0 for success, 1 if the scene is wrong or something cannot be
read or written, 2 if the options make no sense.

Examples:
  self-attention --lesson its-snowing
  self-attention scene.json --tensor scores --format csv > scores.csv
  self-attention scene.json --tensor 'q k v' -o qkv.safetensors
  self-attention scene.json --show 'heatmap arcs' -o picture.svg
  jq '.attention.mask = {kind: "causal"}' scene.json | self-attention --list
  self-attention open attention.safetensors
`;

const list = (names: readonly string[]): string => names.join(', ');

const MOST_NAMES = 20;
const few = (names: readonly string[]): string =>
  names.length > MOST_NAMES ? `${list(names.slice(0, MOST_NAMES))} and ${names.length - MOST_NAMES} more` : list(names);

export const words = {
  tryHelp: (command: string) => `Try '${command} --help'.`,
  manyFiles: (names: readonly string[]) => `give one scene, not ${names.length}: ${list(names)}`,
  manySources: (sources: readonly string[]) => `give the scene in one way, not in ${sources.length}: ${list(sources)}`,
  noScene: 'no scene: name a file, a --lesson, a --link or a --sentence, or pipe one in',
  unknown: (option: string, value: string, known: readonly string[]) =>
    `--${option} is '${value}'; it must be ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`,
  notWhole: (option: string, value: string, from: number) =>
    `--${option} is '${value}'; it must be a whole number from ${from}`,
  notFor: (option: string, format: string, formats: readonly string[]) =>
    `--${option} does not apply to ${format}, only to ${list(formats)}`,
  notForList: (option: string) => `--${option} does not apply to --list, which lists every tensor without numbers`,
  unknownEnding: (file: string, formats: readonly string[]) =>
    `the ending of '${file}' is not a format; use ${list(formats)}, or --format`,
  otherEnding: (file: string, format: string, ending: string) =>
    `--format is ${format}, but '${file}' ends like another format; name the file .${ending}`,
  headless: (names: readonly string[]) => `--head has no effect: ${list(names)} has no heads`,
  notAddress: (value: string) => `--playground is '${value}'; it must be an http: or https: address, or none`,
  allHeads: (format: string) => `--head all does not apply to ${format}, which has all heads without --head`,
  alone: (picture: string, option: string) =>
    `--show ${picture} has its own size and caption and cannot be combined with ${option}`,
  moves: '--show stage is an animation, which tex does not have; use svg',
  manyPictures: '--show and --tensor both choose what to draw; use one of them',
  binary: (format: string) => `${format} is binary; use -o FILE or a pipe instead of the terminal`,
  wholeLesson: (format: string) => `${format} writes a whole lesson; name one with --lesson, without --sentence`,
  noLesson: (name: string, known: readonly string[]) => `there is no lesson '${name}'; the lessons are ${list(known)}`,
  tooLong: (name: string, limit: number) => `${name} has more than ${limit} bytes, the limit for a scene`,
  notText: (name: string) => `${name} is not text in UTF-8`,
  empty: (name: string) => `${name} is empty`,
  directory: (name: string) => `${name} is a directory`,
  missing: (name: string) => `${name}: no such file`,
  noFolder: (name: string, folder: string) => `${name}: there is no folder ${folder}`,
  denied: (name: string) => `${name}: permission denied`,
  failed: (name: string, why: string) => `${name}: ${why}`,
  oneFile: (names: readonly string[]) =>
    names.length === 0 ? 'open needs a file' : `open takes one file, not ${names.length}: ${list(names)}`,
  /** Without the rest, in which Node explains its own rules. */
  wrongArguments: (why: unknown) => {
    const [first = ''] = String(why instanceof Error ? why.message : why).split(/\. |\n/);
    return first.charAt(0).toLowerCase() + first.slice(1);
  },
  notPort: (value: string, most: number) => `--port is '${value}'; it must be a whole number up to ${most}`,
  notUse: (value: string, roles: readonly string[]) =>
    `--use is '${value}'; it must be ROLE=NAME, and ROLE one of ${list(roles)}`,
  noTensor: (name: string, names: readonly string[]) =>
    `--use: there is no tensor '${name}'; the file has ${few(names)}`,
  unread: (name: string, why: string) => `--use: ${name} was not read. ${why}`,
  noParameters: '--parameters: no tensor is a parameter of a layer; say which are with --use, such as --use wQ=NAME',
  noLayer: (name: string, names: readonly string[]) =>
    names.length === 0
      ? `--layer is '${name}', but the file has no parameters of a layer`
      : `--layer is '${name}'; the layers with parameters are ${few(names)}`,
  noEffect: (option: string, what: string) => `--${option} does not apply to ${what}`,
  ofScene: 'a scene, which says all of this itself',
  ofParameters: 'the parameters of a layer',
  ofAttention: 'attention, only to parameters of a layer',
  withoutOrder: 'these tensors: q, k and v have no axis for heads',
  withoutBatchOrder: 'these tensors: a batch with heads side by side has three axes in each of q, k and v',
  withoutHeads: 'these tensors: no heads stand side by side in q',
  withoutViews: 'this file, which does not have several views',
  noView: (name: string, names: readonly string[]) => `--view is '${name}'; the views are ${few(names)}`,
  withoutBatch: 'these tensors, whose first axis is no batch',
  inFile: (name: string, why: string) => (why.includes(name) ? why : `${name}: ${why}`),
  noPort: (port: number, why: unknown) => {
    const code = why instanceof Error && 'code' in why ? why.code : '';
    if (code === 'EADDRINUSE') return `port ${port} is in use; choose another --port, or leave it out for a free one`;
    if (code === 'EACCES') return `port ${port} needs more rights; choose a --port from 1024`;
    return `the page cannot be served: ${String(why instanceof Error ? why.message : why)}`;
  },
  noPolicy: 'the page of this package has no security policy; install the package again',
  scene: (name: string) => `Opened ${name}, a scene.`,
  served: (url: string) => `\n  ${url}\n\nOpen this address in a browser. Ctrl+C ends it.\n`,
  stdin: 'standard input',
  stdout: 'standard output',
  link: 'the link',
  sentence: '--sentence',
  listed: { layer: 'layer', name: 'name', shape: 'shape', axes: 'axes', step: 'step', parameter: 'parameter' },
};

/** The formats of a tensor, which are also file name endings. */
const drawnFormats = [...tensorFormats, 'svg', 'tex', 'text'] as const;
/** Those of several tensors. */
export const archiveFormats = ['npz', 'safetensors'] as const;
const endings = [...drawnFormats, ...archiveFormats, 'xlsx'] as const;
const tensorEndings = [...drawnFormats, ...archiveFormats] as const;
/** Formats whose files end like those of another. */
const otherEndings: Readonly<Partial<Record<Format, string>>> = { latex: 'tex', 'onnx-json': 'json' };
const binaryFormats: readonly string[] = ['npy', 'xlsx', ...archiveFormats];
export const isBinary = (format: Format): boolean => binaryFormats.includes(format);
const codeFormats = codeLanguages.map(({ id }) => `code:${id}` as const);
const notebookFormats = codeLanguages.flatMap(({ id }) => (isPythonLibrary(id) ? [`notebook:${id}` as const] : []));
const lessonFormats = codeLanguages.flatMap(({ id }) =>
  isPythonLibrary(id) ? [`lesson-notebook:${id}` as const] : [],
);
const formats = [
  ...endings,
  'latex',
  'onnx-json',
  'scene',
  ...codeFormats,
  ...notebookFormats,
  ...lessonFormats,
] as const;
export type Format = (typeof formats)[number];

/** The library of a format that writes a whole lesson. Null for any other format. */
export function lessonLibrary(format: Format): PythonLibrary | null {
  const [kind, library = ''] = format.split(':');
  return kind === 'lesson-notebook' && isPythonLibrary(library) ? library : null;
}

/** The source of the scene; `-` is standard input. */
export type SceneSource = { readonly kind: 'file' | 'lesson' | 'link'; readonly value: string };

export interface Options {
  readonly help: boolean;
  readonly version: boolean;
  readonly list: boolean;
  readonly source: SceneSource | null;
  readonly sentence: string | null;
  /** Several for an archive, as they were typed. */
  readonly tensor: string | null;
  readonly head: number | 'all' | null;
  readonly layer: number | null;
  readonly format: Format;
  readonly show: readonly string[] | null;
  readonly theme: 'light' | 'dark' | null;
  readonly lang: string | null;
  readonly width: number | null;
  readonly caption: string | null;
  readonly playground: string | null;
  /** Null for standard output. */
  readonly output: string | null;
}

/** The options make no sense. */
export class UsageError extends Error {}

const string = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const declared = {
  help: { ...flag, short: 'h' },
  version: { ...flag, short: 'V' },
  list: flag,
  lesson: string,
  link: string,
  sentence: string,
  tensor: string,
  head: string,
  layer: string,
  format: string,
  show: string,
  theme: string,
  lang: string,
  width: string,
  caption: string,
  playground: string,
  output: { ...string, short: 'o' },
} as const;

/** Throws UsageError. */
export function parseOptions(argv: readonly string[]): Options {
  const { values, positionals } = parseArguments(argv);
  const { help = false, version = false, list = false, caption = null, sentence = null, playground = null } = values;
  const { show, output, tensor = null } = values;
  const format = formatOf(values.format, output);
  const options: Options = {
    help,
    version,
    list,
    source: help || version ? null : sourceOf(positionals, values),
    sentence,
    tensor,
    head: values.head === 'all' ? 'all' : wholeNumber('head', values.head, 0),
    layer: wholeNumber('layer', values.layer, 0),
    format,
    show: show?.split(/[\s,]+/).filter((name) => name !== '') ?? null,
    theme: oneOf('theme', values.theme, ['light', 'dark']),
    lang: oneOf('lang', values.lang, figureLanguages),
    width: wholeNumber('width', values.width, format === 'text' ? 40 : 240),
    caption,
    playground: playgroundOf(playground),
    output: output === undefined || output === '-' ? null : output,
  };
  if (!help && !version) (list ? checkList : checkTogether)(options);
  return options;
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: declared, allowPositionals: true, strict: true });
  } catch (why) {
    throw new UsageError(words.wrongArguments(why));
  }
}

type SourceOptions = { readonly lesson?: string | undefined; readonly link?: string | undefined };

function sourceOf(files: readonly string[], { lesson, link }: SourceOptions): SceneSource | null {
  if (files.length > 1) throw new UsageError(words.manyFiles(files));
  const all: SceneSource[] = [
    ...files.map((value) => ({ kind: 'file', value }) as const),
    ...(lesson === undefined ? [] : [{ kind: 'lesson', value: lesson } as const]),
    ...(link === undefined ? [] : [{ kind: 'link', value: link } as const]),
  ];
  if (all.length > 1) {
    throw new UsageError(words.manySources(all.map(({ kind, value }) => (kind === 'file' ? value : `--${kind}`))));
  }
  return all[0] ?? null;
}

function formatOf(given: string | undefined, output: string | undefined): Format {
  const ending = extname(output ?? '')
    .slice(1)
    .toLowerCase();
  const named = ending === 'txt' ? 'text' : endings.find((one) => one === ending);
  if (given !== undefined) {
    const format = oneOf('format', given, formats) ?? 'text';
    // A .txt holds any text, and a .json also a scene.
    const isOther = named !== undefined && named !== 'text' && named !== format;
    const own = otherEndings[format] ?? (endings.some((one) => one === format) ? format : undefined);
    if (isOther && own !== undefined && own !== named)
      throw new UsageError(words.otherEnding(output ?? '', format, own === 'text' ? 'txt' : own));
    return format;
  }
  if (ending === '') return 'text';
  if (named === undefined) throw new UsageError(words.unknownEnding(output ?? '', endings));
  return named;
}

function oneOf<Known extends string>(option: string, value: string | undefined, known: readonly Known[]): Known | null {
  if (value === undefined) return null;
  const found = known.find((one) => one === value);
  if (found === undefined) throw new UsageError(words.unknown(option, value, known));
  return found;
}

function wholeNumber(option: string, value: string | undefined, from: number): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= from) return number;
  throw new UsageError(words.notWhole(option, value, from));
}

function playgroundOf(given: string | null): string | null {
  if (given === null || given === 'none' || /^https?:\/\//.test(given)) return given;
  throw new UsageError(words.notAddress(given));
}

/** A list has no options. */
function checkList({ format, tensor, head, layer, show, theme, lang, width, caption, playground }: Options): void {
  if (format !== 'text') throw new UsageError(words.notFor('list', format, ['text']));
  const given = Object.entries({ tensor, head, layer, show, theme, lang, width, caption, playground });
  const [option] = given.find(([, value]) => value !== null) ?? [];
  if (option !== undefined) throw new UsageError(words.notForList(option));
}

/** Refuses options that would have no effect. */
function checkTogether({ format, source, sentence, head, layer, show, theme, lang, ...others }: Options): void {
  const { width, caption, playground, tensor } = others;
  const only = (option: string, given: unknown, ...those: Format[]): void => {
    if (given !== null && !those.includes(format)) throw new UsageError(words.notFor(option, format, those));
  };
  for (const [option, given] of Object.entries({ tensor, head }))
    only(option, given, ...(option === 'tensor' ? tensorEndings : endings), 'latex');
  only('layer', layer, ...endings, 'latex', 'onnx-json');
  only('show', show, 'svg', 'tex');
  only('caption', caption, 'svg', 'tex');
  only('playground', playground, 'svg', 'tex', ...lessonFormats);
  only('theme', theme, 'svg', 'tex', 'text');
  only('lang', lang, 'svg', 'tex', 'text', 'xlsx', ...lessonFormats);
  only('width', width, 'svg', 'tex', 'text');
  if (lessonLibrary(format) !== null && (source?.kind !== 'lesson' || sentence !== null))
    throw new UsageError(words.wholeLesson(format));
  if (head === 'all' && !['svg', 'tex', 'text'].includes(format)) throw new UsageError(words.allHeads(format));
  if (show !== null && tensor !== null) throw new UsageError(words.manyPictures);
  if (show?.includes('stage') && format === 'tex') throw new UsageError(words.moves);
  // The stage shows one head through all layers, a card one head of a layer. Both have a fixed size.
  if (show?.includes('stage')) checkAlone('stage', { show, head, layer, width, caption });
  if (show?.includes('card')) checkAlone('card', { show, head, width, caption });
}

type Beside = Pick<Options, 'show' | 'head' | 'width' | 'caption'> & Partial<Pick<Options, 'layer'>>;

function checkAlone(picture: string, { show, head, ...others }: Beside): void {
  const beside = show?.find((name) => name !== picture);
  if (beside !== undefined) throw new UsageError(words.alone(picture, beside));
  if (head === 'all') throw new UsageError(words.alone(picture, '--head all'));
  const [option] = Object.entries(others).find(([, value]) => value !== null) ?? [];
  if (option !== undefined) throw new UsageError(words.alone(picture, `--${option}`));
}
