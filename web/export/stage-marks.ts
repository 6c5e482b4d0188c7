import type { themeColours } from '../views/shared/theme-colours.ts';
import type { Box, Flow, Label, Mark, StagePicture } from '../views/stage/marks.ts';
import { curveOf, fillOpacity, fine } from '../views/stage/markup.ts';
import { escaped } from './image.ts';
import type { Keyframe, Track } from './tracks.ts';

/**
 * A document in which a mark that stands in several pictures is written once. Each mark has a line of its own. Those that move are left as they
 * are. The definitions take the place of `<defs/>`.
 */
export function sharedMarks(document: string): string {
  const lines = document.split('\n');
  const counts = new Map<string, number>();
  for (const line of lines) if (MARK.test(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
  const names = new Map([...counts].filter(([, count]) => count > 1).map(([line], index) => [line, `m${index}`]));
  const defined = [...names].map(([line, name]) => line.replace(' ', ` id="${name}" `));
  return lines
    .map((line) => (names.has(line) ? `<use href="#${names.get(line)}"/>` : line))
    .join('\n')
    .replace('<defs/>', () => `<defs>\n${defined.join('\n')}\n</defs>`);
}

const MARK = /^<(rect|text|path) (?!.*<animate).*<\/\1>$/;

export type Colours = (typeof themeColours)['light' | 'dark'];

/** When a chapter plays. */
export interface Time {
  /** A SMIL begin value. */
  readonly begin: string;
  readonly seconds: number;
}

/** A picture of the stage as SVG elements without a style sheet. They look as `marks.css` styles them on the page. */
export const still = ({ marks }: StagePicture, colours: Colours): string =>
  marks
    .filter(({ opacity }) => opacity > 0)
    .map((mark) => element(mark, colours, ''))
    .join('\n');

/** The animated elements of a chapter. */
export const moving = (tracks: readonly Track[], colours: Colours, time: Time): string =>
  tracks.map(({ mark, frames }) => element(mark, colours, animations(frames, time))).join('\n');

type Attributes = Readonly<Record<string, string | number>>;

/** The attributes that change while a chapter plays. */
function attributesOf(mark: Mark): Attributes {
  const opacity = fine(mark.opacity);
  switch (mark.kind) {
    case 'box': {
      const { x, y, width, height } = mark;
      return {
        ...{ x: fine(x), y: fine(y), width: fine(Math.max(0, width)), height: fine(Math.max(0, height)) },
        ...{ 'fill-opacity': fillOpacity(mark), opacity },
      };
    }
    case 'label':
      return { x: fine(mark.x), y: fine(mark.y), 'font-size': fine(mark.size), opacity };
    case 'flow':
      return { d: curveOf(mark), 'stroke-width': fine(mark.width), opacity };
  }
}

const written = (numbers: Attributes): string =>
  Object.entries(numbers)
    .filter(([name, value]) => name !== 'opacity' || value !== 1)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

function element(mark: Mark, colours: Colours, inside: string): string {
  const numbers = written(attributesOf(mark));
  switch (mark.kind) {
    case 'box':
      return `<rect${numbers} rx="${cornerOf(mark)}"${paintOf(mark, colours)}>${inside}</rect>`;
    case 'label':
      return `<text${numbers} dy="0.35em" text-anchor="${mark.anchor}" fill="${colourOf(mark.role, colours)}"${lookOf(mark)}>${labelText(mark)}${inside}</text>`;
    case 'flow':
      return `<path${numbers} fill="none" stroke="${colourOf(mark.role, colours)}">${inside}</path>`;
  }
}

const labelText = ({ text, sub, power }: Label): string =>
  escaped(text) +
  (sub === undefined ? '' : `<tspan dy="0.3em">${escaped(sub)}</tspan>`) +
  (power === undefined ? '' : `<tspan dy="-0.3em">${escaped(power)}</tspan>`);

export function colourOf(role: (Box | Label | Flow)['role'], colours: Colours): string {
  if (role === 'x') return colours.ink;
  return role === 'soft' ? colours['ink-soft'] : colours[role];
}

export const cornerOf = ({ look }: Pick<Box, 'look'>): number => (look === 'bar' ? 1.5 : 3);

function paintOf({ role, look }: Box, colours: Colours): string {
  if (look === 'hatched') return ` fill="url(#sa-hatch)" stroke="${colours.line}"`;
  const edge = hasEdge(look) ? ` stroke="${colourOf(role, colours)}" stroke-width="1.5"` : '';
  return ` fill="${fillOf({ role, look }, colours)}"${edge}`;
}

/** Whether the box has an outline in its full colour. */
export const hasEdge = (look: Box['look']): boolean => look === 'lit' || look === 'frame';

/** Fill of a box that is not hatched. */
export const fillOf = ({ role, look }: Pick<Box, 'role' | 'look'>, colours: Colours): string =>
  role === 'x' && (look === 'cell' || look === 'bar') ? colours['ink-soft'] : colourOf(role, colours);

const looks = {
  plain: '',
  bold: ' font-weight="650"',
  name: ' font-style="italic" font-weight="600"',
  word: ' font-family="Georgia, serif" font-weight="600"',
};
const lookOf = ({ look }: Label): string => looks[look];

/** An animation for each attribute that changes. Its last value stays until the chapter plays again. */
function animations(frames: readonly Keyframe[], { begin, seconds }: Time): string {
  const all = frames.map(({ mark }) => attributesOf(mark));
  const [first = {}] = all;
  const times = frames.map(({ time }) => Math.round(time * 1000) / 1000);
  return Object.keys(first)
    .filter((name) => all.some((numbers) => numbers[name] !== first[name]))
    .map((name) => {
      const own = all.map((numbers) => numbers[name]);
      // Between two that are the same, nothing moves.
      const kept = own.flatMap((value, index) => (value === own[index - 1] && value === own[index + 1] ? [] : [index]));
      const [keyTimes, values] = [times, own].map((list) => kept.map((index) => list[index]).join(';'));
      return `<animate attributeName="${name}" begin="${begin}" dur="${seconds}s" fill="freeze" keyTimes="${keyTimes}" values="${values}"/>`;
    })
    .join('');
}
