import { played, positionOf } from '../../stage/moment.ts';
import { makeHatch } from '../../views/grid/paint.ts';
import type { Palette } from '../../views/shared/colour.ts';
import { themeColours } from '../../views/shared/theme-colours.ts';
import type { Box, Flow, Label, Mark, StagePicture } from '../../views/stage/marks.ts';
import { curveOf, fillOpacity } from '../../views/stage/markup.ts';
import { roomOf, stagePicture } from '../../views/stage/picture.ts';
import { wrapped } from '../draw-legend.ts';
import { type Colours, colourOf, cornerOf, fillOf, hasEdge } from '../stage-marks.ts';
import { captionLines, END, payoffLines, type StageSubject } from '../stage-subject.ts';
import { themePalette } from '../themes.ts';

type Context = CanvasRenderingContext2D;

/** px */
export const FRAME = { width: 1280, height: 720 };
/** Frames a second. */
export const RATE = 30;
/** Bits a second, enough for sharp lines and digits. */
export const BITRATE = 4_000_000;
const PAD = 40;
const WIDTH = FRAME.width - 2 * PAD;
const CAPTION = { size: 25, line: 34 };
const FOOTER = { line: 21, first: 17, size: 14 };
/** Most lines of each text below the picture. Longer texts end with an ellipsis. */
const MOST_LINES = 2;

/** Duration at normal speed, including the time for which the last picture stays. Seconds */
export const lengthOf = ({ end }: StageSubject): number => end + END;

/** Throws if the browser has no canvas. */
function canvasOf(): { readonly canvas: HTMLCanvasElement; readonly context: Context } {
  const canvas = Object.assign(document.createElement('canvas'), FRAME);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('there is no canvas here');
  return { canvas, context };
}

/** A canvas of the size `FRAME`, a function that paints the stage at a time in seconds, and the total duration. */
export function stageFrames(subject: StageSubject, signal: AbortSignal) {
  signal.throwIfAborted();
  const { canvas, context } = canvasOf();
  return { canvas, paint: framePainter(context, subject), length: lengthOf(subject) };
}

function framePainter(context: Context, subject: StageSubject): (seconds: number) => void {
  const { journey, theme, starts, end } = subject;
  const [colours, palette] = [themeColours[theme], themePalette(theme)];
  const brush: Brush = { context, colours, palette, hatch: makeHatch(context, palette, 1) };
  const captions = journey.chapters.map((_, index) => captionLines(journey, index, WIDTH, CAPTION.size));
  const last = payoffLines(subject, WIDTH, CAPTION.size);
  const lengths = journey.chapters.map(({ seconds }) => seconds);
  const footer = footerOf(subject.below);
  const top = PAD + CAPTION.line * Math.max(1, ...captions.map(({ length }) => length), last?.length ?? 0);
  const bar = FRAME.height - PAD / 2 - footer.length * FOOTER.line - 16;
  const room = roomOf(WIDTH, bar - top - 24);
  return (seconds) => {
    const moment = positionOf(Math.max(1e-6, played(0, seconds, lengths)), lengths.length);
    context.globalAlpha = 1;
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, FRAME.width, FRAME.height);
    for (const [row, { title, text }] of ((seconds >= end ? last : null) ?? captions[moment.chapter] ?? []).entries()) {
      const y = PAD + CAPTION.size / 2 + row * CAPTION.line;
      const across = title === '' ? 0 : write(brush, title, PAD, y, { size: CAPTION.size, bold: true }, colours.w);
      write(brush, text, across === 0 ? PAD : PAD + across + CAPTION.size * 0.3, y, CAPTION, colours.ink);
    }
    context.save();
    context.translate(PAD, top + 12);
    paintMarks(brush, stagePicture(journey, moment, room));
    context.restore();
    context.globalAlpha = 1;
    for (const [index, start] of starts.entries()) {
      const [left, right] = [start, starts[index + 1] ?? end].map((time) => PAD + (time / end) * WIDTH) as [
        number,
        number,
      ];
      context.fillStyle = colours.line;
      context.fillRect(left, bar, right - left - 3, 4);
    }
    context.fillStyle = colours.w;
    context.fillRect(PAD, bar, Math.min(1, seconds / end) * WIDTH, 4);
    for (const [row, { text, isFirst }] of footer.entries()) {
      const y = bar + 26 + row * FOOTER.line;
      const size = isFirst ? FOOTER.first : FOOTER.size;
      write(brush, text, PAD, y, { size }, isFirst ? colours.ink : colours['ink-soft']);
    }
  };
}

interface Brush {
  readonly context: Context;
  readonly colours: Colours;
  readonly palette: Palette;
  readonly hatch: CanvasPattern | null;
}

/** Writes text to the right of a point, vertically centred on it. Returns its width. */
function write(
  { context, palette }: Brush,
  text: string,
  x: number,
  y: number,
  { size, bold = false }: { readonly size: number; readonly bold?: boolean },
  fill: string,
): number {
  context.direction = 'ltr';
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.font = `${bold ? '600 ' : ''}${size}px ${palette.font}`;
  context.fillStyle = fill;
  context.fillText(text, x, y + 0.35 * size);
  return context.measureText(text).width;
}

/** Flows first, then boxes, then labels, as `marks.css` stacks them on the page. */
function paintMarks(brush: Brush, { marks }: StagePicture): void {
  for (const kind of ['flow', 'box', 'label'])
    for (const mark of marks) if (mark.kind === kind && mark.opacity > 0) paintMark(brush, mark);
}

function paintMark(brush: Brush, mark: Mark): void {
  brush.context.globalAlpha = Math.min(1, mark.opacity);
  if (mark.kind === 'flow') paintFlow(brush, mark);
  else if (mark.kind === 'box') paintBox(brush, mark);
  else paintLabel(brush, mark);
}

function paintFlow({ context, colours }: Brush, mark: Flow): void {
  if (mark.width <= 0) return;
  context.strokeStyle = colourOf(mark.role, colours);
  context.lineWidth = mark.width;
  context.stroke(new Path2D(curveOf(mark)));
}

function paintBox({ context, colours, hatch }: Brush, mark: Box): void {
  const { x, y, width, height, role, look, opacity } = mark;
  if (width <= 0 || height <= 0) return;
  const isHatched = look === 'hatched';
  context.beginPath();
  context.roundRect(x, y, width, height, cornerOf(mark));
  context.fillStyle = isHatched ? (hatch ?? colours.line) : fillOf(mark, colours);
  context.globalAlpha = Math.min(1, opacity) * fillOpacity(mark);
  context.fill();
  if (!isHatched && !hasEdge(look)) return;
  context.globalAlpha = Math.min(1, opacity);
  context.lineWidth = isHatched ? 1 : 1.5;
  context.strokeStyle = isHatched ? colours.line : colourOf(role, colours);
  context.stroke();
}

const looks: Readonly<Record<Label['look'], string>> = { plain: '', bold: '650 ', name: 'italic 600 ', word: '600 ' };

function paintLabel({ context, colours, palette }: Brush, label: Label): void {
  const { x, y, text, sub, power, size, anchor, role, look } = label;
  const font = (px: number): string => `${looks[look]}${px}px ${look === 'word' ? 'Georgia, serif' : palette.font}`;
  context.direction = 'ltr';
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = colourOf(role, colours);
  const low = 0.72 * size;
  const pieces = [
    { piece: text, px: size, down: 0 },
    { piece: sub ?? '', px: low, down: 0.3 * low },
    { piece: power ?? '', px: size, down: -0.3 * size },
  ].map(({ piece, px, down }) => {
    context.font = font(px);
    return { piece, px, down, width: context.measureText(piece).width };
  });
  const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
  let left = x - (anchor === 'start' ? 0 : width / (anchor === 'middle' ? 2 : 1));
  for (const { piece, px, down, width: own } of pieces) {
    context.font = font(px);
    context.fillText(piece, left, y + 0.35 * size + down);
    left += own;
  }
}

interface FooterLine {
  readonly text: string;
  /** Whether it belongs to the first text, the sentence. */
  readonly isFirst: boolean;
}

const footerOf = (below: readonly string[]): readonly FooterLine[] =>
  below.flatMap((text, index) => {
    const lines = wrapped(text, WIDTH * 0.98, index === 0 ? FOOTER.first : FOOTER.size);
    const last = lines.length > MOST_LINES ? `${lines[MOST_LINES - 1]} …` : lines[MOST_LINES - 1];
    const shown = last === undefined ? lines : [...lines.slice(0, MOST_LINES - 1), last];
    return shown.map((line) => ({ text: line, isFirst: index === 0 }));
  });
