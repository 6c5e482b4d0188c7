import { figureWords } from '../i18n/figure.ts';
import { stageWords } from '../i18n/stage.ts';
import type { Scene } from '../scene/types.ts';
import { isFolded } from '../stage/folded.ts';
import type { Journey } from '../stage/journey.ts';
import { themeColours } from '../views/shared/theme-colours.ts';
import { posterText } from '../views/stage/captions.ts';
import type { Room } from '../views/stage/marks.ts';
import { fine } from '../views/stage/markup.ts';
import { posterOf, stagePicture } from '../views/stage/picture.ts';
import { checkOptions } from './arguments.ts';
import { wrapped } from './draw-legend.ts';
import { escaped } from './image.ts';
import { type Colours, moving, sharedMarks, still } from './stage-marks.ts';
import { type StageSubjectOptions, stageSubjectOptionNames } from './stage-options.ts';
import {
  type CaptionLine,
  captionLines,
  END,
  payoffLines,
  type StageSubject,
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
const WIDTH = 1120;
const PAD = 20;
const ROOM: Room = { width: WIDTH - 2 * PAD, height: 340, text: 13 };
const CAPTION = { size: 15, line: 21 };
const FOOTER = 18;
/** Frames sampled a second. Everything moves linearly between them. */
const RATE = 6;

/**
 * The stage of the token in focus as an animated SVG that loops. It has no script, so it plays wherever a browser shows a picture. Readers
 * who prefer reduced motion see a series of stills, and programs that cannot animate show the still of the result. Throws AttentionError
 * `out-of-range` (head), `range` (an option), `scene-form` (an unknown option) and `shape` (the trace of another scene).
 */
export async function stageSvgOf(scene: Scene, trace: TraceLike, options: StageOptions = {}): Promise<string> {
  checkOptions(options, ['link', ...stageSubjectOptionNames]);
  const { link, ...subjectOptions } = options;
  const subject = await stageSubjectOf(scene, trace, subjectOptions);
  const layout = layoutOf(subject);
  const played: string[] = [];
  for (const index of seenIn(subject.journey)) {
    played.push(playedScene(layout, index));
    // Let the page respond between chapters.
    await new Promise((done) => setTimeout(done));
  }
  return documentOf(layout, [...played, playedEnding(layout)], link);
}

/** The chapters that take time. */
const seenIn = ({ chapters }: Journey): readonly number[] =>
  chapters.flatMap((chapter, index) => (isFolded(chapter) ? [] : [index]));

/** What all chapters share. */
interface StageLayout extends StageSubject {
  readonly colours: Colours;
  readonly captions: readonly (readonly CaptionLine[])[];
  /** What the film comes to. Null if that is not known. */
  readonly ending: readonly CaptionLine[] | null;
  /** Below the longest caption, so that the picture does not move between chapters. px */
  readonly top: number;
}

function layoutOf(subject: StageSubject): StageLayout {
  const { journey, theme } = subject;
  const captions = journey.chapters.map((_, index) => captionLines(journey, index, ROOM.width, CAPTION.size));
  const ending = payoffLines(subject, ROOM.width, CAPTION.size);
  const top = PAD + CAPTION.line * Math.max(1, ...captions.map(({ length }) => length), ending?.length ?? 0) + 14;
  return { ...subject, colours: themeColours[theme], captions, ending, top };
}

/** A scene while it plays; outside of its time it is not seen. */
function playedScene(layout: StageLayout, index: number): string {
  const { journey, colours, starts, captions, ending } = layout;
  const { seconds = 0 } = journey.chapters[index] ?? {};
  const count = Math.max(2, Math.ceil(seconds * RATE));
  const pictures = Array.from({ length: count + 1 }, (_, step) =>
    stagePicture(journey, { chapter: index, progress: step / count }, ROOM),
  );
  const begin = `sa-time.begin+${fine(starts[index] ?? 0)}s`;
  const stays = seconds + (ending === null && index === seenIn(journey).at(-1) ? END : 0);
  const marks = moving(tracksOf(pictures), colours, { begin, seconds: fine(seconds) });
  return during(begin, stays, withCaption(layout, captions[index] ?? [], marks));
}

/** The last picture, with what the film comes to. Empty where that is not known. */
function playedEnding(layout: StageLayout): string {
  if (layout.ending === null) return '';
  return during(`sa-time.begin+${fine(layout.end)}s`, END, endingOf(layout, layout.ending));
}

const endingOf = (layout: StageLayout, caption: readonly CaptionLine[]): string => {
  const { journey, colours } = layout;
  const chapter = seenIn(journey).at(-1) ?? 0;
  return withCaption(layout, caption, still(stagePicture(journey, { chapter, progress: 1 }, ROOM), colours));
};

/** What is seen from a time on, for some seconds. */
const during = (begin: string, seconds: number, inside: string): string =>
  `<g visibility="hidden"><set attributeName="visibility" to="visible" begin="${begin}" dur="${fine(seconds)}s"/>${inside}</g>`;

/** The stills of readers who prefer no motion: all that each chapter has to say, and the ending. */
function stillsOf(layout: StageLayout): readonly string[] {
  const { journey, colours, captions, ending } = layout;
  const seen = seenIn(journey);
  const poster = seen.findLast((index) => index <= posterOf(journey).chapter);
  const chapters = seen.map((index) => {
    const picture = stagePicture(journey, { chapter: index, progress: 1 }, ROOM);
    const inside = withCaption(layout, captions[index] ?? [], still(picture, colours));
    return `<g class="still s${index}"${index === poster ? '' : ' visibility="hidden"'}>${inside}</g>`;
  });
  if (ending === null) return chapters;
  return [
    ...chapters,
    `<g class="still s${journey.chapters.length}" visibility="hidden">${endingOf(layout, ending)}</g>`,
  ];
}

const withCaption = ({ colours, top }: StageLayout, caption: readonly CaptionLine[], marks: string): string =>
  `${captionOf(caption, colours)}<g transform="translate(${PAD} ${top})">\n${marks}\n</g>`;

function documentOf(layout: StageLayout, scenes: readonly string[], link: string | undefined): string {
  const { journey, theme, below, colours, top, starts, end } = layout;
  const { language } = journey;
  const bar = top + ROOM.height + 20;
  const footer = below.flatMap((text, index) =>
    wrapped(text, ROOM.width, footerSize(index)).map((line) => ({ line, index })),
  );
  const height = bar + 14 + (footer.length + (link === undefined ? 0 : 1)) * FOOTER + PAD;
  const lineAt = (row: number): string => `x="${PAD}" y="${bar + 28 + row * FOOTER}"`;
  const texts = footer.map(({ line, index }, row) => {
    const fill = index === 0 ? colours.ink : colours['ink-soft'];
    return `<text ${lineAt(row)} font-size="${footerSize(index)}" fill="${fill}">${escaped(line)}</text>`;
  });
  const seen = seenIn(journey);
  const parts = seen.map((index) => {
    const { seconds = 0 } = journey.chapters[index] ?? {};
    const left = PAD + ((starts[index] ?? 0) / end) * ROOM.width;
    const width = Math.max(1, (seconds / end) * ROOM.width - 2);
    return `<rect x="${fine(left)}" y="${bar + 4}" width="${fine(width)}" height="2"/>`;
  });
  return sharedMarks(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" xml:lang="${language}" direction="ltr" font-family="${escaped(themePalette(theme).font)}" style="font-variant-numeric: tabular-nums">
${element('title', escaped(stageWords(language).label(journey.tokens[journey.query] ?? '')))}
${element('desc', escaped([posterText(journey), ...below].join(' ')))}
${element('style', `@media (prefers-reduced-motion:no-preference){.stills{display:none}}@media (prefers-reduced-motion:reduce){.plays{display:none}${stepped(layout.ending === null ? seen : [...seen, starts.length], [...starts, end], end + END)}}`)}
<defs><pattern id="sa-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" stroke="${colours['ink-soft']}" stroke-opacity="0.55"/></pattern></defs>
<defs/>
<rect width="${WIDTH}" height="${height}" fill="${colours.paper}"/>
<g class="plays">
${scenes.join('\n')}
<rect x="${PAD}" y="${bar}" width="0" height="3" fill="${colours.w}"><animate id="sa-time" attributeName="width" begin="0s;sa-time.end" dur="${fine(end + END)}s" values="0;${ROOM.width};${ROOM.width}" keyTimes="0;${(end / (end + END)).toFixed(4)};1"/></rect>
</g>
<g class="stills">
${stillsOf(layout).join('\n')}
</g>
<g fill="${colours.line}">${parts.join('')}</g>
${texts.join('\n')}
${link === undefined ? '' : `<a href="${escaped(link)}" target="_blank"><text ${lineAt(footer.length)} font-size="12" fill="${colours.q}">${escaped(figureWords(language).open)}</text></a>\n`}</svg>
`);
}

/** Builds closing tags at run time: a literal `</style>` would end the inline script that contains this code. */
const element = (name: string, inside: string): string => `<${name}>${inside}</${name}>`;

/** The first line, the sentence, is larger than the others. */
const footerSize = (index: number): number => (index === 0 ? 14 : 12);

/** CSS that shows one still after the other, without motion. */
function stepped(seen: readonly number[], starts: readonly number[], whole: number): string {
  const share = (seconds: number | undefined): string => `${(((seconds ?? whole) / whole) * 100).toFixed(2)}%`;
  const rules = seen.map((index, place) => {
    const start = starts[index] ?? 0;
    const next = starts[seen[place + 1] ?? -1];
    const before = start === 0 ? '' : '0%{visibility:hidden}';
    return `.s${index}{animation-name:s${index}}@keyframes s${index}{${before}${share(start)}{visibility:visible}${share(next)}{visibility:hidden}}`;
  });
  return `.still{animation:${whole}s step-end infinite;visibility:hidden}${rules.join('')}`;
}

const captionOf = (lines: readonly CaptionLine[], { ink, w }: Colours): string =>
  lines
    .map(({ title, text }, index) => {
      const bold = title === '' ? '' : `<tspan font-weight="600" fill="${w}">${escaped(title)}</tspan> `;
      return `<text x="${PAD}" y="${PAD + 12 + index * CAPTION.line}" font-size="${CAPTION.size}" fill="${ink}">${bold}${escaped(text)}</text>`;
    })
    .join('');
