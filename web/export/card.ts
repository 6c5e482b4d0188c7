import { figureLanguages, figureWords } from '../i18n/figure.ts';
import { type LanguageCode, sourceLanguage } from '../i18n/language.ts';
import { fetchMessages } from '../i18n/messages.ts';
import { stageWords } from '../i18n/stage.ts';
import { AttentionError } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import { type Answer, answerOf, headlineOf } from '../stage/payoff.ts';
import { hasBadge } from '../trace/certainty.ts';
import { isolated, visibleToken } from '../trace/token-text.ts';
import type { Palette } from '../views/shared/colour.ts';
import { checkAddress, checkChoice, checkOptions } from './arguments.ts';
import { factsText, licenceText, sentenceText, unwrittenTexts } from './caption.ts';
import { wrapped } from './draw-legend.ts';
import { layOutSentence, type SentenceLayout, type SentenceRow } from './draw-sentence.ts';
import { type Figure, Sheet } from './drawing.ts';
import { type Subject, subjectOf } from './models.ts';
import { queryOf } from './reading.ts';
import { textWidth } from './text-size.ts';
import { fontsOf, type Theme, themePalette } from './themes.ts';
import type { TraceLike } from './trace-like.ts';

export interface CardOptions {
  /** From 0. Default: the scene's. */
  readonly head?: number;
  /** From 0. Default: the scene's. */
  readonly layer?: number;
  /** The index of the asking word. Default: the scene's. */
  readonly query?: number;
  readonly theme?: Theme;
  readonly lang?: string;
  /** The address of the scene in a playground. The card shows its site and, in an SVG, links to it. Default: none. */
  readonly link?: string;
}

const optionNames: readonly (keyof CardOptions)[] = ['head', 'layer', 'query', 'theme', 'lang', 'link'];

/** px. The size that sites show beside a link. */
export const CARD = { width: 1200, height: 630 };
const PAD = 60;
const INNER = CARD.width - 2 * PAD;
const HEADLINE = { size: 52, least: 34, line: 44 };
const BADGE = { size: 20, height: 38, pad: 16 };
const FOOTER = { size: 20, small: 15, line: 26 };
const MOST_NOTES = 2;

/**
 * A card for posts: what the asking word looks at, the sentence with an arc to every other word, how sure it is, and the address.
 * Throws AttentionError `out-of-range` (head, layer, query), `range` (theme, lang, link), `scene-form` (an unknown option), `shape` (the trace of another scene) and
 * `unknown-tensor` (a scene without weights).
 */
export async function cardOf(scene: Scene, trace: TraceLike, options: CardOptions = {}): Promise<Figure> {
  const { theme = 'light', lang = 'en', link } = options;
  checkOptions(options, optionNames);
  checkChoice('theme', theme, ['light', 'dark']);
  checkChoice('lang', lang, figureLanguages);
  if (link !== undefined) checkAddress('link', link);
  const language = figureLanguages.find((code) => code === lang) ?? sourceLanguage;
  const subject = subjectOf(scene, trace, options);
  const { layer } = subject;
  const head = subject.head === 'all' ? 0 : subject.head;
  const query = options.query ?? queryOf(subject);
  if (!Number.isInteger(query) || query < 0 || query >= trace.tokens.length)
    throw new AttentionError('out-of-range', `query is ${query}; there are ${trace.tokens.length} tokens`, 'query');
  await fetchMessages(language);
  const answer = answerOf({ scene, trace, layer, head, query });
  if (answer === null) throw new AttentionError('unknown-tensor', 'the scene has no weights to draw', 'weights');
  const headline = headlineOf(language, answer);
  const badge = headline === '' ? '' : badgeOf(language, scene, answer);

  const palette = themePalette(theme);
  const sheet = new Sheet();
  sheet.rect({ x: 0, y: 0, ...CARD }, palette.paper);
  sheet.rect({ x: 0, y: 0, width: CARD.width, height: 8 }, palette.roles.w);
  const top = drawHead(sheet, headline, badge, palette);
  const bottom = CARD.height - PAD / 2 - FOOTER.line;
  const notes = notesOf(subject);
  const room = bottom - (notes.length + 1.4) * FOOTER.line - top;
  const row = rowOf(trace, query, answer);
  const layout = layOutSentence(row, INNER, room);
  layout.draw(sheet, PAD, top + Math.max(0, (room - layout.height) / 2), palette);
  sheet.moveTo(PAD, 0);
  const excerpt = excerptText(lang, row, layout);
  const lines = [...(excerpt === '' ? [] : [excerpt]), ...notes];
  for (const [index, text] of lines.entries()) {
    const y = bottom - (lines.length - index) * FOOTER.line + 2;
    sheet.text(text, { x: 0, y, size: FOOTER.small, fill: palette.soft, maxWidth: INNER });
  }
  drawFooter(sheet, bottom, { lang, link }, palette);
  return {
    ...CARD,
    title: headline === '' ? sentenceText(subject) : headline,
    description: [
      sentenceText(subject),
      factsText(subject),
      ...lines,
      ...(badge === '' ? [] : [badge]),
      licenceText(lang),
    ]
      .map((text) => text.replace(/\.$/, ''))
      .join('. '),
    lang,
    fonts: fontsOf(palette),
    items: sheet.items,
  };
}

/** Empty without a badge. */
const badgeOf = (language: LanguageCode, scene: Scene, { certainty }: Answer): string =>
  hasBadge(certainty, scene) ? stageWords(language).certainty[certainty].badge : '';

/** Headline and badge. Returns where the sentence may begin. */
function drawHead(sheet: Sheet, headline: string, badge: string, palette: Palette): number {
  const badgeWidth = badge === '' ? 0 : textWidth(badge, { size: BADGE.size }) + 2 * BADGE.pad;
  const room = INNER - (badgeWidth === 0 ? 0 : badgeWidth + 24);
  const lines = headlineLines(headline, room);
  const { size } = lines;
  sheet.moveTo(PAD, PAD);
  const y = 8 + HEADLINE.size * 0.72;
  for (const [index, text] of lines.texts.entries()) {
    const place = { x: 0, y: y + index * HEADLINE.line, maxWidth: room };
    sheet.text(text, { ...place, size, bold: true, fill: palette.roles.w });
  }
  if (badge !== '') {
    const [left, middle] = [INNER - badgeWidth, y - HEADLINE.size * 0.35];
    sheet.path(pill(left, middle - BADGE.height / 2, badgeWidth, BADGE.height), { stroke: palette.soft, width: 1.5 });
    const text = { size: BADGE.size, fill: palette.ink, anchor: 'middle' as const };
    sheet.text(badge, { ...text, x: left + badgeWidth / 2, y: middle + BADGE.size * 0.36 });
  }
  return PAD + y + 16 + HEADLINE.line * Math.max(0, lines.texts.length - 1);
}

/** The headline in one line, or if it is long, in two smaller ones. */
function headlineLines(headline: string, room: number): { readonly texts: readonly string[]; readonly size: number } {
  if (headline === '') return { texts: [], size: HEADLINE.size };
  const size = [HEADLINE.size, 46, 40].find((one) => textWidth(headline, { size: one, bold: true }) <= room);
  if (size !== undefined) return { texts: [headline], size };
  // Bold letters are wider.
  return { texts: wrapped(headline, room * 0.88, HEADLINE.least).slice(0, 2), size: HEADLINE.least };
}

function pill(x: number, y: number, width: number, height: number) {
  const [right, bottom, radius] = [x + width, y + height, height / 2];
  // A cubic curve is closest to a half circle with handles this long.
  const handle = radius * 1.33;
  return [
    ['M', x + radius, y],
    ['L', right - radius, y],
    ['C', right - radius + handle, y, right - radius + handle, bottom, right - radius, bottom],
    ['L', x + radius, bottom],
    ['C', x + radius - handle, bottom, x + radius - handle, y, x + radius, y],
  ] as const;
}

/** Where the keys are another sentence's, the asking word stands before them. */
function rowOf({ tokens, keyTokens }: TraceLike, query: number, { weights, strongest }: Answer): SentenceRow {
  const isCrossed = keyTokens.length !== tokens.length || keyTokens.some((token, index) => token !== tokens[index]);
  const row = Array.from(weights);
  if (!isCrossed) return { words: tokens, query, weights: row, strongest };
  return {
    words: [tokens[query] ?? '', ...keyTokens],
    query: 0,
    weights: [undefined, ...row],
    strongest: strongest < 0 ? -1 : strongest + 1,
  };
}

/** Words with random or learned vectors, in few lines. */
const notesOf = (subject: Subject): readonly string[] =>
  unwrittenTexts(subject)
    .flatMap((text) => wrapped(text, INNER, FOOTER.small))
    .slice(0, MOST_NOTES);

/** Says which words are shown of a sentence that is too long for a card. */
function excerptText(lang: string, { words, query }: SentenceRow, { from, to }: SentenceLayout): string {
  if (from === 0 && to === words.length) return '';
  return figureWords(lang).excerpt(isolated(visibleToken(words[query] ?? '')), from + 1, to, words.length);
}

function drawFooter(
  sheet: Sheet,
  y: number,
  { lang, link }: { readonly lang: string; readonly link: string | undefined },
  { soft, line, roles }: Palette,
): void {
  sheet.rect({ x: 0, y, width: INNER, height: 1 }, line);
  const baseline = y + FOOTER.line;
  const licence = licenceText(lang);
  const small = { size: FOOTER.small, fill: soft };
  const width = textWidth(licence, small);
  sheet.text(licence, { ...small, x: INNER, y: baseline, anchor: 'end' });
  if (link === undefined) return;
  const { host, pathname } = new URL(link);
  const address = `${host}${pathname.replace(/\/$/, '')}`;
  const room = INNER - width - 24;
  sheet.text(address, { x: 0, y: baseline, size: FOOTER.size, fill: roles.q, href: link, maxWidth: room });
}
