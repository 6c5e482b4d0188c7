import { normalScene } from '../scene/defaults.ts';
import { encodeLink } from '../scene/index.ts';
import { isLessonId } from '../scene/lesson-scenes.ts';
import { compact, sceneText } from '../scene/link.ts';
import { hasMore } from '../scene/tokenize.ts';
import type { Scene, Tokenizer } from '../scene/types.ts';
import { visibleText } from '../trace/token-text.ts';
import type { ElementTheme } from './attribute-values.ts';

// What an author puts into a page of theirs to show a scene there. Pure: texts from texts.

/** What is shown of a scene, and how. */
export interface Shown {
  /** Parts and steps of `<self-attention>`, in order. */
  readonly show: readonly string[];
  /** Names of controls; ["all"] for all of them, none for none. */
  readonly controls: readonly string[];
  readonly theme: ElementTheme;
}

export interface SnippetOptions extends Shown {
  readonly scene: Scene;
  /** The folder of the site that serves the element and the page, as an absolute address with a slash at its end. */
  readonly base: string;
  /** The page's own address, without a fragment. Default: `base`. */
  readonly page?: string;
  /** Of the package. */
  readonly version: string;
  /** What the link says and the frame is called, on one line. Default: the sentence, in English. */
  readonly title?: string;
  /** The address of the scene's document, for an element that reads it there. Default: the link is in its attribute. */
  readonly file?: string;
  /** A code of the languages of i18n/language.ts. An element takes its document's language; a frame needs it. Default: English there. */
  readonly lang?: string;
}

export interface Snippets {
  /** The page with the scene, as an address. */
  readonly link: string;
  /** HTML: the custom element, with the link for where it does not run. */
  readonly element: string;
  /** HTML. */
  readonly iframe: string;
  /** CommonMark: the element as HTML blocks around the link, which is left where a host takes HTML out. */
  readonly markdown: string;
  /** JSX with the import that it needs. */
  readonly mdx: string;
}

/** All of them. Throws what `encodeLink` throws: `link` for a scene that is too large for a link. */
export async function snippets(options: SnippetOptions): Promise<Snippets> {
  return snippetsWith(await encodeLink(options.scene), options);
}

/** The same for a scene whose link has been made: `text`, without "#". */
export function snippetsWith(text: string, options: SnippetOptions): Snippets {
  const { scene, base, page = base, version } = options;
  // What turns text around, or hides in it, would do so in the page of whoever pastes this.
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

/** For a scene that is too large for a link: the element reads it from a file beside the page that it is in. */
export function snippetsBeside(file: string, options: SnippetOptions): Pick<Snippets, 'element' | 'mdx'> {
  return snippetsWith('', { ...options, file });
}

/** The words of a scene on one line, as a title has room for. */
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

/** A name for a file, without its ending: letters and digits of the scene's words. */
export function fileNameOf(scene: Scene): string {
  const given = wordsOf(scene, 48);
  // Half a word at the end says less than none.
  const words = (given.endsWith('…') && given.includes(' ') ? given.slice(0, given.lastIndexOf(' ')) : given)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return words === '' ? 'self-attention' : `self-attention-${words}`;
}

/** Of embed.html with a scene, given as a link's text. */
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

/** The attributes of the element. A lesson that was not changed has a name. */
function attributesOf(link: string, { show, controls, theme, base, page = base, file }: SnippetOptions): Attributes {
  const lesson = link.startsWith('lesson=') ? link.slice('lesson='.length) : '';
  return {
    ...(isLessonId(lesson) ? { lesson } : { scene: file ?? `#${link}` }),
    show: show.join(' '),
    ...(controls.length === 0 ? {} : { controls: controls.join(' ') }),
    ...(theme === 'auto' ? {} : { theme }),
    // A page in one file on somebody's disk is nobody else's playground.
    playground: page.startsWith('http') ? page : base,
  };
}

const frameOf = (link: string, title: string, options: SnippetOptions): Attributes => ({
  src: embedAddress(link, options),
  title,
  width: '100%',
  height: String(frameHeight(options.scene, options.show, options.controls)),
  // The link below the picture opens the playground in a page of its own.
  sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
  loading: 'lazy',
});

/** Where the one-file page (self-attention.html) takes a scene from. */
const place = 'type="application/json" id="scene">';

/** That page with a scene in it, which it then opens with. Throws TypeError for what is not that page. */
export function oneFileWith(page: string, scene: Scene): string {
  const at = page.lastIndexOf(`${place}<`);
  if (at < 0) throw new TypeError('this is not the page in one file: it has no place for a scene');
  // Nothing in it can end the element or begin a comment.
  const json = sceneText(scene).replaceAll('<', '\\u003c');
  return `${page.slice(0, at)}${place}${json}${page.slice(at + place.length)}`;
}

/** The scene as a JSON document for people: a line a row of numbers. `parseSceneText` gives its normal form back. */
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
/** A string of JavaScript: JSX leaves nothing in it alone otherwise. */
const jsx = (text: string): string => `{${JSON.stringify(text)}}`;

/** The text of an element; what is inside is markup. No name of an element stands here as such: scripts that hold this are in HTML. */
function element(name: string, attributes: Attributes, inside: string, value = quoted): string {
  const given = Object.entries(attributes).map(([key, text]) => ` ${key}=${value(text)}`);
  return `<${name}${given.join('')}>${inside}</${name}>`;
}

/** ASCII punctuation can be escaped, and means nothing then. */
const markdown = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');

/** Without what would end it; parentheses have codes of their own. */
const destination = (address: string): string => address.replaceAll('(', '%28').replaceAll(')', '%29');

// The rules by which `<self-attention>` estimates its height before it is drawn (web/element/placeholder.ts), in px of a frame of NARROW and more; a test holds
// the numbers to those rules.

/** From here on a heatmap and arcs stand side by side; controls take the most lines. */
const NARROW = 576;
const EDGES = 26;
const GAP = 12;
/** No part grows with more tokens than this. */
const MOST = 16;

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
/** More than the element reserves: a frame that is too low cuts, where the element grows. Longer computations scroll. */
const STEPS = 13;

const isSquare = (name: string | undefined): boolean => name === 'heatmap' || name === 'arcs';

/** Of the link to the playground. */
const LINK = 34;

/** px that a frame with these parts and controls takes, before it has said its own height; right from a width of 576 px on. */
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
    arcs: Math.min(28 + rows * 32, 448) + 36,
    stage: 640,
    training: 384,
    arithmetic: 176,
    steps: STEPS * (step + GAP) - GAP,
  };
  const names = [...new Set(show)];
  const parts: number[] = [];
  names.forEach((name, at) => {
    const height = fixed[name] ?? step;
    if (isSquare(name) && isSquare(names[at - 1])) parts.push(Math.max(height, parts.pop() ?? 0));
    else parts.push(height);
  });
  const controlNames = controls.includes('all') ? allControls : controls.filter((name) => name !== 'none');
  if (controlNames.length > 0)
    parts.unshift(controlsHeight(controlNames.filter((name) => name !== 'layer' || (scene.layers ?? 1) > 1)));
  return parts.reduce((sum, height) => sum + height, EDGES + LINK + GAP * Math.max(0, parts.length - 1));
}

function lengthOf({ tokens, sentence = '' }: Pick<Scene, 'tokens' | 'sentence'>, tokenizer: Tokenizer = {}): number {
  if (tokens !== undefined) return Math.min(tokens.length, MOST);
  let length = 0;
  while (length < MOST && hasMore(length, sentence, tokenizer)) length += 1;
  return length;
}

/** They stand in lines, as many in each as fit. */
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
