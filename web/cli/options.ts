import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { ownPlayground } from '../element/own-playground.ts';
import { isPythonLibrary } from '../export/code/languages.ts';
import { codeLanguages, tensorFormats } from '../export/index.ts';
import { figureLanguages } from '../i18n/figure.ts';

/** What the command says. It speaks English, as the core's messages do; pictures speak the language of --lang. */
export const help = `Usage: self-attention [OPTION]... [SCENE.json | -]

Computes a scene of the self-attention playground and writes one of its
tensors, or a picture of it, to standard output.

Where the scene comes from (standard input where it is piped and nothing
else is said):
  SCENE.json, -         a file, or standard input
  --lesson NAME         the scene of a lesson
  --link TEXT           the scene of a link to the page or to embed.html: all
                        after its #, or all of it. What an embed shows, and
                        how, is left to the options below
  --sentence TEXT       in place of the scene's own; without a scene, of the
                        one that the page opens with

What is written:
  --tensor NAME         a tensor of the computation (default: weights)
  --head N              one head, counted from 0; all for every one
                        (default: tables have all, pictures the scene's)
  --layer N             counted from 0 (default: tables have the last that
                        has the tensor, pictures the scene's)
  --list                the names of all tensors, with their shapes, as text

How it is written:
  --format FORMAT       csv, npy, json, svg or text (default: by the ending
                        of FILE, text where it has none or .txt); scene for
                        the scene itself; a program that computes it:
                        code:numpy, code:pytorch, code:tensorflow, code:jax
                        or code:cpp; the same as a Jupyter notebook:
                        notebook:numpy and so on, but for C++
  --show NAMES          svg: heatmap, arcs or tensors, in this order; or
                        stage: an SVG that plays, of the token in focus
  --theme THEME         svg, and colours on a terminal: light or dark
  --lang LANG           svg and text: ${figureLanguages.join(' or ')}
  --width N             svg: px, 240 to 4096; text: characters, from 40
  --caption TEXT        svg: in place of the sentence; empty for none
  --playground URL      svg: leads from the picture to its scene in the
                        playground there; none for no link (default: ${ownPlayground})
  -o, --output FILE     to a file

  -h, --help            this
  -V, --version         the version

Exit status: 0 all went well; 1 the scene is wrong, or something could not
be read or written; 2 the command was not understood.

Examples:
  self-attention --lesson its-snowing
  self-attention scene.json --tensor scores --format csv > scores.csv
  self-attention scene.json --show 'heatmap arcs' -o picture.svg
  jq '.attention.mask = {kind: "causal"}' scene.json | self-attention --list
`;

const list = (names: readonly string[]): string => names.join(', ');

export const words = {
  tryHelp: "Try 'self-attention --help'.",
  manyFiles: (names: readonly string[]) => `one scene at a time; there are ${names.length}: ${list(names)}`,
  manySources: (sources: readonly string[]) => `the scene comes from one place; there are ${list(sources)}`,
  noScene: 'no scene: name a file, a --lesson, a --link or a --sentence, or pipe one in',
  unknown: (option: string, value: string, known: readonly string[]) =>
    `--${option} is '${value}'; it must be ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`,
  notWhole: (option: string, value: string, from: number) =>
    `--${option} is '${value}'; it must be a whole number from ${from}`,
  notFor: (option: string, format: string, formats: readonly string[]) =>
    `--${option} says nothing to ${format}; it goes with ${list(formats)}`,
  notForList: (option: string) => `--${option} says nothing to --list: it has every tensor, and writes no numbers`,
  unknownEnding: (file: string, formats: readonly string[]) =>
    `'${file}' has an ending that names no format: end it in one of ${list(formats)}, or say --format`,
  notAddress: (value: string) => `--playground is '${value}'; it must be an http: or https: address, or none`,
  allHeads: (format: string) => `--head all says nothing to ${format}: without --head it has all heads`,
  stageAlone: (option: string) =>
    `--show stage plays alone, in a size and with a caption of its own; leave ${option} out`,
  manyPictures: '--show and --tensor both say what to draw; give one of them',
  binary: 'npy is binary and would upset the terminal; say -o FILE, or pipe it on',
  noLesson: (name: string, known: readonly string[]) => `there is no lesson '${name}'; there are: ${list(known)}`,
  tooLong: (name: string, limit: number) => `${name} has more than ${limit} bytes, the limit of a scene`,
  notText: (name: string) => `${name} is not text in UTF-8`,
  empty: (name: string) => `${name} is empty`,
  directory: (name: string) => `${name} is a directory`,
  missing: (name: string) => `${name}: there is no such file`,
  noFolder: (name: string, folder: string) => `${name}: there is no such folder as ${folder}`,
  denied: (name: string) => `${name}: permission denied`,
  failed: (name: string, why: string) => `${name}: ${why}`,
  stdin: 'standard input',
  stdout: 'standard output',
  link: 'the link',
  sentence: '--sentence',
  listed: { layer: 'layer', name: 'name', shape: 'shape', axes: 'axes', step: 'step', parameter: 'parameter' },
};

/** What a tensor is written as. An ending of a file names one of these. */
const drawnFormats = [...tensorFormats, 'svg', 'text'] as const;
const codeFormats = codeLanguages.map(({ id }) => `code:${id}` as const);
const notebookFormats = codeLanguages.flatMap(({ id }) => (isPythonLibrary(id) ? [`notebook:${id}` as const] : []));
const formats = [...drawnFormats, 'scene', ...codeFormats, ...notebookFormats] as const;
export type Format = (typeof formats)[number];

/** Where the scene comes from; `-` is standard input. */
export type Source = { readonly kind: 'file' | 'lesson' | 'link'; readonly value: string };

export interface Options {
  readonly help: boolean;
  readonly version: boolean;
  readonly list: boolean;
  readonly source: Source | null;
  readonly sentence: string | null;
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
  /** Null: standard output. */
  readonly output: string | null;
}

/** The command was not understood. */
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
    // Node goes on to explain its own rules.
    const [first = ''] = String(why instanceof Error ? why.message : why).split(/\. |\n/);
    throw new UsageError(first.charAt(0).toLowerCase() + first.slice(1));
  }
}

type Sources = { readonly lesson?: string | undefined; readonly link?: string | undefined };

function sourceOf(files: readonly string[], { lesson, link }: Sources): Source | null {
  if (files.length > 1) throw new UsageError(words.manyFiles(files));
  const all: Source[] = [
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
  if (given !== undefined) return oneOf('format', given, formats) ?? 'text';
  const ending = extname(output ?? '').slice(1);
  if (ending === '') return 'text';
  const known = ending.toLowerCase() === 'txt' ? 'text' : ending.toLowerCase();
  const format = drawnFormats.find((one) => one === known);
  if (format === undefined) throw new UsageError(words.unknownEnding(output ?? '', drawnFormats));
  return format;
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

/** A list is text of all tensors, and nothing else can be said of it. */
function checkList({ format, tensor, head, layer, show, theme, lang, width, caption, playground }: Options): void {
  if (format !== 'text') throw new UsageError(words.notFor('list', format, ['text']));
  const given = Object.entries({ tensor, head, layer, show, theme, lang, width, caption, playground });
  const [option] = given.find(([, value]) => value !== null) ?? [];
  if (option !== undefined) throw new UsageError(words.notForList(option));
}

/** What an option would change must be there: nothing that was asked for is left out in silence. */
function checkTogether({ format, head, layer, show, theme, lang, width, caption, playground, tensor }: Options): void {
  const only = (option: string, given: unknown, ...those: Format[]): void => {
    if (given !== null && !those.includes(format)) throw new UsageError(words.notFor(option, format, those));
  };
  for (const [option, given] of Object.entries({ tensor, head, layer })) only(option, given, ...drawnFormats);
  only('show', show, 'svg');
  only('caption', caption, 'svg');
  only('playground', playground, 'svg');
  only('theme', theme, 'svg', 'text');
  only('lang', lang, 'svg', 'text');
  only('width', width, 'svg', 'text');
  if (head === 'all' && format !== 'svg' && format !== 'text') throw new UsageError(words.allHeads(format));
  if (show !== null && tensor !== null) throw new UsageError(words.manyPictures);
  if (show?.includes('stage')) checkStage({ show, head, layer, width, caption });
}

/** The stage is one picture, of one head through all layers. */
function checkStage({ show, head, ...others }: Pick<Options, 'show' | 'head' | 'layer' | 'width' | 'caption'>): void {
  const beside = show?.find((name) => name !== 'stage');
  if (beside !== undefined) throw new UsageError(words.stageAlone(beside));
  if (head === 'all') throw new UsageError(words.stageAlone('--head all'));
  const [option] = Object.entries(others).find(([, value]) => value !== null) ?? [];
  if (option !== undefined) throw new UsageError(words.stageAlone(`--${option}`));
}
