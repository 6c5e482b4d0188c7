import { figureWords } from '../i18n/figure.ts';
import { speaking } from '../i18n/messages.ts';
import { stageWords } from '../i18n/stage.ts';
import type { Scene } from '../scene/types.ts';
import { themeColours } from '../views/shared/theme-colours.ts';
import { posterCaption } from '../views/stage/captions.ts';
import type { Room } from '../views/stage/marks.ts';
import { fine } from '../views/stage/markup.ts';
import { posterOf, stagePicture } from '../views/stage/picture.ts';
import { wrapped } from './draw-legend.ts';
import { escaped } from './image.ts';
import { type Colours, moving, still } from './stage-marks.ts';
import {
  type CaptionLine,
  captionLines,
  END,
  type StageSubject,
  type StageSubjectOptions,
  stageSubjectOf,
} from './stage-subject.ts';
import { themePalette } from './themes.ts';
import type { TraceLike } from './trace-like.ts';
import { tracksOf } from './tracks.ts';

export interface StageOptions extends StageSubjectOptions {
  /** The address of the scene in a playground. Default: none. */
  readonly link?: string;
}

/** px */
const WIDTH = 840;
const PAD = 20;
const ROOM: Room = { width: WIDTH - 2 * PAD, height: 400, text: 14 };
const CAPTION = { size: 15, line: 21 };
const FOOTER = 18;
/** Pictures a second that are looked at; between them everything goes straight. */
const RATE = 6;

/**
 * The way of the token in focus through attention, as the stage plays it, again and again: an SVG without a script that plays wherever a
 * browser shows a picture. Where the reader wants no motion, the scenes follow each other as stills; where nothing plays, the shares that
 * it comes to stand. Throws AttentionError `out-of-range` (head) and `range` (an option).
 */
export async function stageSvgOf(scene: Scene, trace: TraceLike, options: StageOptions = {}): Promise<string> {
  const { link, ...subjectOptions } = options;
  const subject = await stageSubjectOf(scene, trace, subjectOptions);
  const { journey, lang } = subject;
  const sheet = speaking(lang, () => sheetOf(subject));
  const played: string[] = [];
  for (const [at] of journey.chapters.entries()) {
    played.push(speaking(lang, () => playedScene(sheet, at)));
    // A page that asks for it goes on meanwhile.
    await new Promise((done) => setTimeout(done));
  }
  return speaking(lang, () => documentOf(sheet, played, link));
}

/** What every scene is drawn on. */
interface Sheet extends StageSubject {
  readonly colours: Colours;
  readonly captions: readonly (readonly CaptionLine[])[];
  /** Under the caption that takes the most lines: nothing moves when a scene comes. px */
  readonly top: number;
}

function sheetOf(subject: StageSubject): Sheet {
  const { journey, theme } = subject;
  const captions = journey.chapters.map((_, at) => captionLines(journey, at, ROOM.width, CAPTION.size));
  const top = PAD + CAPTION.line * Math.max(1, ...captions.map(({ length }) => length)) + 14;
  return { ...subject, colours: themeColours[theme], captions, top };
}

/** A scene while it plays; outside of its time it is not seen. */
function playedScene(sheet: Sheet, at: number): string {
  const { journey, colours, starts } = sheet;
  const { seconds = 0 } = journey.chapters[at] ?? {};
  const count = Math.max(2, Math.ceil(seconds * RATE));
  const pictures = Array.from({ length: count + 1 }, (_, step) =>
    stagePicture(journey, { chapter: at, progress: step / count }, ROOM),
  );
  const begin = `sa-time.begin+${fine(starts[at] ?? 0)}s`;
  const stays = fine(seconds + (at === journey.chapters.length - 1 ? END : 0));
  return `<g visibility="hidden"><set attributeName="visibility" to="visible" begin="${begin}" dur="${stays}s"/>
${withCaption(sheet, at, moving(tracksOf(pictures), colours, { begin, seconds: fine(seconds) }))}</g>`;
}

/** All that it has to say. */
function stillScene(sheet: Sheet, at: number): string {
  const { journey, colours } = sheet;
  const picture = stagePicture(journey, { chapter: at, progress: 1 }, ROOM);
  const hidden = at === posterOf(journey).chapter ? '' : ' visibility="hidden"';
  return `<g class="still s${at}"${hidden}>${withCaption(sheet, at, still(picture, colours))}</g>`;
}

const withCaption = ({ captions, colours, top }: Sheet, at: number, marks: string): string =>
  `${captionOf(captions[at] ?? [], colours)}<g transform="translate(${PAD} ${top})">${marks}</g>`;

function documentOf(sheet: Sheet, scenes: readonly string[], link: string | undefined): string {
  const { journey, theme, lang, below, colours, top, starts, end } = sheet;
  const bar = top + ROOM.height + 20;
  const footer = below.flatMap((text, at) => wrapped(text, ROOM.width, footerSize(at)).map((line) => ({ line, at })));
  const height = bar + 14 + (footer.length + (link === undefined ? 0 : 1)) * FOOTER + PAD;
  const lineAt = (row: number): string => `x="${PAD}" y="${bar + 28 + row * FOOTER}"`;
  const texts = footer.map(({ line, at }, row) => {
    const fill = at === 0 ? colours.ink : colours['ink-soft'];
    return `<text ${lineAt(row)} font-size="${footerSize(at)}" fill="${fill}">${escaped(line)}</text>`;
  });
  const parts = journey.chapters.map(({ seconds }, at) => {
    const left = PAD + ((starts[at] ?? 0) / end) * ROOM.width;
    const width = Math.max(1, (seconds / end) * ROOM.width - 2);
    return `<rect x="${fine(left)}" y="${bar + 4}" width="${fine(width)}" height="2"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" xml:lang="${lang}" direction="ltr" font-family="${escaped(themePalette(theme).font)}" style="font-variant-numeric: tabular-nums">
${element('title', escaped(stageWords.label(journey.tokens[journey.query] ?? '')))}
${element('desc', escaped([posterCaption(journey), ...below].join(' ')))}
${element('style', `@media (prefers-reduced-motion:no-preference){.stills{display:none}}@media (prefers-reduced-motion:reduce){.plays{display:none}${stepped(starts, end + END)}}`)}
<defs><pattern id="sa-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" stroke="${colours['ink-soft']}" stroke-opacity="0.55"/></pattern></defs>
<rect width="${WIDTH}" height="${height}" fill="${colours.paper}"/>
<g class="plays">
${scenes.join('\n')}
<rect x="${PAD}" y="${bar}" width="0" height="3" fill="${colours.w}"><animate id="sa-time" attributeName="width" begin="0s;sa-time.end" dur="${fine(end + END)}s" values="0;${ROOM.width};${ROOM.width}" keyTimes="0;${(end / (end + END)).toFixed(4)};1"/></rect>
</g>
<g class="stills">
${journey.chapters.map((_, at) => stillScene(sheet, at)).join('\n')}
</g>
<g fill="${colours.line}">${parts.join('')}</g>
${texts.join('\n')}
${link === undefined ? '' : `<a href="${escaped(link)}" target="_blank"><text ${lineAt(footer.length)} font-size="12" fill="${colours.q}">${escaped(figureWords(lang).open)}</text></a>\n`}</svg>
`;
}

/** No name stands at the end of an element as such: scripts that hold this are in HTML. */
const element = (name: string, inside: string): string => `<${name}>${inside}</${name}>`;

/** Of its first line, the sentence, and of the others. */
const footerSize = (at: number): number => (at === 0 ? 14 : 12);

/** Without motion one still gives way to the next. */
function stepped(starts: readonly number[], whole: number): string {
  const share = (seconds: number | undefined): string => `${(((seconds ?? whole) / whole) * 100).toFixed(2)}%`;
  const rules = starts.map((start, at) => {
    const before = start === 0 ? '' : '0%{visibility:hidden}';
    return `.s${at}{animation-name:s${at}}@keyframes s${at}{${before}${share(start)}{visibility:visible}${share(starts[at + 1])}{visibility:hidden}}`;
  });
  return `.still{animation:${whole}s step-end infinite;visibility:hidden}${rules.join('')}`;
}

const captionOf = (lines: readonly CaptionLine[], { ink, w }: Colours): string =>
  lines
    .map(({ title, text }, at) => {
      const bold = title === '' ? '' : `<tspan font-weight="600" fill="${w}">${escaped(title)}</tspan> `;
      return `<text x="${PAD}" y="${PAD + 12 + at * CAPTION.line}" font-size="${CAPTION.size}" fill="${ink}">${bold}${escaped(text)}</text>`;
    })
    .join('');
