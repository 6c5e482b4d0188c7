import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { tensorFormats } from '../export/index.ts';
import { words } from './words.ts';

export const formats = [...tensorFormats, 'svg', 'text'] as const;
export type Format = (typeof formats)[number];

/** Where the scene comes from; `-` is standard input. */
export type Source = { readonly kind: 'file' | 'lesson' | 'link'; readonly value: string };

export interface Options {
  readonly help: boolean;
  readonly version: boolean;
  readonly list: boolean;
  readonly source: Source | null;
  readonly tensor: string | null;
  readonly head: number | 'all' | null;
  readonly layer: number | null;
  readonly format: Format;
  readonly show: readonly string[] | null;
  readonly theme: 'light' | 'dark' | null;
  readonly lang: 'en' | 'es' | null;
  readonly width: number | null;
  readonly caption: string | null;
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
  tensor: string,
  head: string,
  layer: string,
  format: string,
  show: string,
  theme: string,
  lang: string,
  width: string,
  caption: string,
  output: { ...string, short: 'o' },
} as const;

/** Throws UsageError. */
export function optionsOf(argv: readonly string[]): Options {
  const { values, positionals } = parsed(argv);
  const { help = false, version = false, list = false, caption = null, show, output, tensor = null } = values;
  const format = formatOf(values.format, output);
  const options: Options = {
    help,
    version,
    list,
    source: help || version ? null : sourceOf(positionals, values),
    tensor,
    head: values.head === 'all' ? 'all' : whole('head', values.head, 0),
    layer: whole('layer', values.layer, 0),
    format,
    show: show?.split(/[\s,]+/).filter((name) => name !== '') ?? null,
    theme: oneOf('theme', values.theme, ['light', 'dark']),
    lang: oneOf('lang', values.lang, ['en', 'es']),
    width: whole('width', values.width, format === 'text' ? 40 : 240),
    caption,
    output: output === undefined || output === '-' ? null : output,
  };
  if (!help && !version) (list ? checkList : checkTogether)(options);
  return options;
}

function parsed(argv: readonly string[]) {
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
  const format = formats.find((one) => one === known);
  if (format === undefined) throw new UsageError(words.unknownEnding(output ?? '', formats));
  return format;
}

function oneOf<Known extends string>(option: string, value: string | undefined, known: readonly Known[]): Known | null {
  if (value === undefined) return null;
  const found = known.find((one) => one === value);
  if (found === undefined) throw new UsageError(words.unknown(option, value, known));
  return found;
}

function whole(option: string, value: string | undefined, from: number): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= from) return number;
  throw new UsageError(words.notWhole(option, value, from));
}

/** A list is text of all tensors, and nothing else can be said of it. */
function checkList({ format, tensor, head, layer, show, theme, lang, width, caption }: Options): void {
  if (format !== 'text') throw new UsageError(words.notFor('list', format, ['text']));
  const said = Object.entries({ tensor, head, layer, show, theme, lang, width, caption });
  const [option] = said.find(([, given]) => given !== null) ?? [];
  if (option !== undefined) throw new UsageError(words.notForList(option));
}

/** What an option would change must be there: nothing that was asked for is left out in silence. */
function checkTogether({ format, head, show, theme, lang, width, caption, tensor }: Options): void {
  const only = (option: string, given: unknown, ...those: Format[]): void => {
    if (given !== null && !those.includes(format)) throw new UsageError(words.notFor(option, format, those));
  };
  only('show', show, 'svg');
  only('caption', caption, 'svg');
  only('theme', theme, 'svg', 'text');
  only('lang', lang, 'svg', 'text');
  only('width', width, 'svg', 'text');
  if (head === 'all' && format !== 'svg' && format !== 'text') throw new UsageError(words.allHeads(format));
  if (show !== null && tensor !== null) throw new UsageError(words.manyPictures);
}
