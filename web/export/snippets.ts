import { figureLanguages } from '../i18n/figure.ts';
import { normalScene } from '../scene/defaults.ts';
import { encodeLink } from '../scene/index.ts';
import { layerCount } from '../scene/layers.ts';
import { isLessonId } from '../scene/lesson-scenes.ts';
import { compact, sceneText } from '../scene/link.ts';
import { hasMore } from '../scene/tokenize.ts';
import type { Scene, Tokenizer } from '../scene/types.ts';
import { visibleText } from '../trace/token-text.ts';
import { checkAddress, checkChoice, checkOptions } from './arguments.ts';
import { controlNames, type ElementTheme, shownParts, themes } from './attribute-values.ts';

// The texts that authors paste into their own pages to show a scene. Pure functions.

/** The parts of a scene that an embed shows, and its look. */
export interface Shown {
  /** Parts and steps of `<self-attention>`, in order. */
  readonly show: readonly string[];
  /** Names of controls; ["all"] for all, empty for none. */
  readonly controls: readonly string[];
  readonly theme: ElementTheme;
}

export interface SnippetOptions extends Shown {
  readonly scene: Scene;
  /** The absolute address of the folder that serves the element and the page, with a trailing slash. */
  readonly base: string;
  /** The page's own address, without a fragment. Default: `base`. */
  readonly page?: string;
  /** Version of the package. */
  readonly version: string;
  /** The text of the link and the title of the frame, on one line. Default: the sentence, in English. */
  readonly title?: string;
  /** The address of the scene as a JSON file, which the element then loads. Default: the scene is in the attribute, as a link. */
  readonly file?: string;
  /** A language of i18n/language.ts, for the frame; default English. An element uses the language of its document. */
  readonly lang?: string;
}

export interface Snippets {
  /** The address of the page with the scene. */
  readonly link: string;
  /** HTML: the custom element, with the link inside as a fallback. */
  readonly element: string;
  /** HTML: an iframe. */
  readonly iframe: string;
  /** CommonMark: the element as HTML blocks around the link, which remains if the host removes HTML. */
  readonly markdown: string;
  /** JSX, with its import. */
  readonly mdx: string;
}

/**
 * All snippets. Throws what `encodeLink` throws (`link` for a scene that is too large for a link), `scene-form` for an unknown option, and
 * `range` for an address, control, theme or language that no element and no frame has.
 */
export async function snippets(options: SnippetOptions): Promise<Snippets> {
  check(options);
  return snippetsWith(await encodeLink(options.scene), options);
}

const optionNames: readonly (keyof SnippetOptions)[] = [
  ...(['scene', 'base', 'page', 'version', 'title', 'file', 'lang', 'show', 'controls', 'theme'] as const),
];

function check(options: SnippetOptions): void {
  checkOptions(options, optionNames);
  const { base, page = base, controls, theme, lang } = options;
  checkAddress('base', base, '/');
  checkAddress('page', page);
  for (const control of controls) checkChoice('controls', control, ['all', ...controlNames]);
  checkChoice('theme', theme, themes);
  if (lang !== undefined) checkChoice('lang', lang, figureLanguages);
}

/** All snippets for a scene whose link is already encoded. `text` is the link without "#". */
export function snippetsWith(text: string, options: SnippetOptions): Snippets {
  const { scene, base, page = base, version } = options;
  // Escape invisible and direction-changing characters: they would also affect the page that this is pasted into.
  const title = options.title === undefined ? titleOf(scene) : visibleText(options.title);
  const link = `${page}${text === '' ? '' : `#${text}`}`;
  const attributes = attributesOf(text, options);
  const script = element('script', { type: 'module', src: `${base}self-attention.js` }, '');
  const elementWith = (inside: string): string => element('self-attention', attributes, inside);
  return {
    link,
    element: `${script}\n${elementWith(`\n  ${element('a', { href: link }, html(title))}\n`)}\n`,
    iframe: `${element('iframe', frameOf(text, title, options), '')}\n`,
    markdown: `${script}\n\n${elementWith(`\n\n[${markdown(title)}](${destination(link)})\n\n`)}\n`,
    mdx: [
      `import 'self-attention/define';\n`,
      `{/* npm install self-attention@${version} */}\n`,
      `${element('self-attention', attributes, `\n  ${element('a', { href: link }, `{${JSON.stringify(title)}}`, jsx)}\n`, jsx)}\n`,
    ].join('\n'),
  };
}

/** For a scene that is too large for a link: the element loads it from a file next to the page. */
export function snippetsBeside(file: string, options: SnippetOptions): Pick<Snippets, 'element' | 'mdx'> {
  return snippetsWith('', { ...options, file });
}

/** The title of a scene: its words, shortened to one line. */
export const titleOf = (scene: Scene): string => `Self-attention of “${visibleText(wordsOf(scene, 60))}”`;

/** The sentence, or the tokens, on one line; at most `most` characters of it. */
export function wordsOf({ sentence, tokens }: Scene, most: number): string {
  // A sentence may have 100 000 characters.
  const given = (sentence ?? tokens?.slice(0, most).join(' ') ?? '').slice(0, most * 8);
  const letters = Array.from(given.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim());
  return letters.length <= most
    ? letters.join('')
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** The most characters of a file name. */
const LONGEST_NAME = 39;

/** A file name of the letters and digits of the scene's words, as many whole words as fit before the ending (“-card.svg”). */
export function fileNameOf(scene: Scene, ending: string): string {
  const words = wordsOf(scene, 60)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  const parts = ['attention'];
  for (const word of words ?? []) {
    const left = LONGEST_NAME - `${parts.join('-')}-${ending}`.length;
    if (word.length > left && parts.length > 1) break;
    // A first word that is too long is cut between characters.
    const letters = Array.from(word);
    while (letters.join('').length > left) letters.pop();
    if (letters.length > 0) parts.push(letters.join(''));
  }
  return parts.join('-') + ending;
}

/** The address of embed.html with a scene; `link` is the link without "#". */
export function embedAddress(link: string, { base, lang, ...shown }: Shown & Pick<SnippetOptions, 'base' | 'lang'>) {
  const settings = [
    ['show', shown.show],
    ['controls', shown.controls],
    ['theme', shown.theme === 'auto' ? [] : [shown.theme]],
    ['lang', lang === undefined ? [] : [lang]],
  ] as const;
  const given = settings.flatMap(([key, values]) =>
    values.length === 0 ? [] : [`${key}=${values.map(encodeURIComponent).join('+')}`],
  );
  return `${base}embed.html#${[...given, ...(link === '' ? [] : [link])].join('&')}`;
}

/** The attributes of the element. An unchanged lesson is named instead of written out. */
function attributesOf(link: string, { show, controls, theme, base, page = base, file }: SnippetOptions): Attributes {
  const lesson = link.startsWith('lesson=') ? link.slice('lesson='.length) : '';
  return {
    ...(isLessonId(lesson) ? { lesson } : { scene: file ?? `#${link}` }),
    show: show.join(' '),
    ...(controls.length === 0 ? {} : { controls: controls.join(' ') }),
    ...(theme === 'auto' ? {} : { theme }),
    // A single-file page on somebody's disk (file://) is no use to other readers.
    playground: page.startsWith('http') ? page : base,
  };
}

const frameOf = (link: string, title: string, options: SnippetOptions): Attributes => ({
  src: embedAddress(link, options),
  title,
  width: '100%',
  height: String(frameHeight(options.scene, options.show, options.controls)),
  // The link below the picture opens the playground in a new window.
  sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
  loading: 'lazy',
});

/** The element of the single-file page (self-attention.html) that holds its scene. */
const sceneElement = 'type="application/json" id="scene">';

/** Puts a scene into the single-file page, which then opens with it. Throws TypeError for any other page. */
export function oneFileWith(page: string, scene: Scene): string {
  const position = page.lastIndexOf(`${sceneElement}<`);
  if (position < 0) throw new TypeError('this is not the page in one file: it has no place for a scene');
  // Without < the scene cannot end the element or start a comment.
  const json = sceneText(scene).replaceAll('<', '\\u003c');
  // The scene stands at the end, so the head is told of it (first-paint.ts): its place may be megabytes away.
  const before = page.slice(0, position).replace(/^(<!doctype html>\s*<html)(?! data-scene)/i, '$1 data-scene');
  return `${before}${sceneElement}${json}${page.slice(position + sceneElement.length)}`;
}

/** The scene as readable JSON, with one line for each row of numbers. `parseSceneText` reads it back. */
export const sceneDocument = (scene: Scene): string => `${laidOut(normalScene(scene), '')}\n`;

function laidOut(value: unknown, margin: string): string {
  const inside = `${margin}  `;
  if (Array.isArray(value)) {
    if (!value.some((item) => typeof item === 'object' && item !== null)) return `[${value.map(compact).join(', ')}]`;
    return `[\n${value.map((item) => inside + laidOut(item, inside)).join(',\n')}\n${margin}]`;
  }
  if (typeof value !== 'object' || value === null) return compact(value);
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{\n${entries.map(([key, entry]) => `${inside}${JSON.stringify(key)}: ${laidOut(entry, inside)}`).join(',\n')}\n${margin}}`;
}

type Attributes = Readonly<Record<string, string>>;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => entities[letter] ?? letter);
const quoted = (text: string): string => `"${html(text)}"`;
/** A JavaScript string in braces, because JSX interprets characters of plain attribute text. */
const jsx = (text: string): string => `{${JSON.stringify(text)}}`;

/** An element as text; `inside` is markup. Tags are built at run time, because a literal `</script>` would end an inline script. */
function element(name: string, attributes: Attributes, inside: string, value = quoted): string {
  const given = Object.entries(attributes).map(([key, text]) => ` ${key}=${value(text)}`);
  return `<${name}${given.join('')}>${inside}</${name}>`;
}

/** Escapes all ASCII punctuation, so that nothing is Markdown. */
const markdown = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');

/** A Markdown link destination: parentheses are percent-encoded, because they would end it. */
const destination = (address: string): string => address.replaceAll('(', '%28').replaceAll(')', '%29');

// Estimates the height of an embed in px, for a frame at least NARROW wide. `<self-attention>` has the same rules
// (web/element/placeholder.ts), and a test compares the two.

/** From this width on, heatmap and lines stand side by side. */
const NARROW = 576;
const EDGES = 26;
const GAP = 12;
/** Parts stop growing at this many tokens. */
const MOST_TOKENS = 16;

const CONTROL = { height: 44, width: 208, between: 24, lines: 4 } as const;
const wider: Readonly<Record<string, number>> = {
  sentence: NARROW,
  mask: 416,
  head: 496,
  temperature: 336,
  score: 256,
  mistake: 512,
};
const SENTENCE_CONTROL = 64;
const allControls = 'sentence head layer mask temperature score heads positions seed digits mistake'.split(' ');
/** More steps than the element reserves room for, because a frame cannot grow as the element does. Longer computations scroll. */
const STEPS = 13;

const isSquare = (name: string | undefined): boolean => name === 'heatmap' || name === 'lines';

/** Height of the link to the playground. */
const LINK = 34;

/** Estimated height of a frame with these parts and controls, before it reports its own. px */
function frameHeight(scene: Scene, show: readonly string[], controls: readonly string[]): number {
  const queries = lengthOf(scene, scene.tokenizer);
  const keys = scene.encoder === undefined ? queries : lengthOf(scene.encoder, scene.tokenizer);
  const rows = Math.max(queries, keys);
  const step = 240 + Math.min(rows * 26, 384);
  const fixed: Readonly<Record<string, number>> = {
    sentence: 28,
    tokens: 52,
    reading: 56,
    heatmap: Math.min(48 + queries * 88, 448) + 28,
    arcs: 100 + Math.min(rows, 16) * 16,
    lines: Math.min(28 + rows * 32, 448) + 36,
    stage: 640,
    training: 384,
    arithmetic: 176,
    steps: STEPS * (step + GAP) - GAP,
  };
  const names = shownParts(show);
  const parts: number[] = [];
  names.forEach((name, index) => {
    const height = fixed[name] ?? step;
    if (isSquare(name) && isSquare(names[index - 1])) parts.push(Math.max(height, parts.pop() ?? 0));
    else parts.push(height);
  });
  const controlNames = controls.includes('all') ? allControls : controls.filter((name) => name !== 'none');
  if (controlNames.length > 0)
    parts.unshift(controlsHeight(controlNames.filter((name) => name !== 'layer' || layerCount(scene) > 1)));
  return parts.reduce((sum, height) => sum + height, EDGES + LINK + GAP * Math.max(0, parts.length - 1));
}

function lengthOf({ tokens, sentence = '' }: Pick<Scene, 'tokens' | 'sentence'>, tokenizer: Tokenizer = {}): number {
  if (tokens !== undefined) return Math.min(tokens.length, MOST_TOKENS);
  let length = 0;
  while (length < MOST_TOKENS && hasMore(length, sentence, tokenizer)) length += 1;
  return length;
}

/** Controls wrap into lines. */
function controlsHeight(controls: readonly string[]): number {
  const lines: number[] = [];
  let left = 0;
  for (const name of controls) {
    const width = Math.min(wider[name] ?? CONTROL.width, NARROW - EDGES);
    const height = name === 'sentence' ? SENTENCE_CONTROL : CONTROL.height;
    if (lines.length === 0 || width > left) {
      lines.push(height);
      left = NARROW - EDGES;
    } else lines.push(Math.max(height, lines.pop() ?? 0));
    left -= width + CONTROL.between;
  }
  return lines.reduce((sum, height) => sum + height, CONTROL.lines * Math.max(0, lines.length - 1));
}
