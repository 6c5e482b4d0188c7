import type { themeColours } from '../views/shared/theme-colours.ts';
import type { Box, Flow, Label, Mark, StagePicture } from '../views/stage/marks.ts';
import { curveOf, fillOpacity, fine } from '../views/stage/markup.ts';
import { escaped } from './image.ts';
import type { Frame, Track } from './tracks.ts';

export type Colours = (typeof themeColours)['light' | 'dark'];

/** When a scene plays. */
export interface Time {
  /** As SMIL says it. */
  readonly begin: string;
  readonly seconds: number;
}

/** A picture of the stage as elements of an SVG that need no style sheet: as `marks.css` has them on the page. */
export const still = ({ marks }: StagePicture, colours: Colours): string =>
  marks
    .filter(({ opacity }) => opacity > 0)
    .map((mark) => element(mark, colours, ''))
    .join('');

/** What goes on in a scene. */
export const moving = (tracks: readonly Track[], colours: Colours, time: Time): string =>
  tracks.map(({ mark, frames }) => element(mark, colours, animations(frames, time))).join('');

type Numbers = Readonly<Record<string, string | number>>;

/** The attributes that change while a scene plays. */
function numbersOf(mark: Mark): Numbers {
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

const written = (numbers: Numbers): string =>
  Object.entries(numbers)
    .filter(([name, value]) => name !== 'opacity' || value !== 1)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

function element(mark: Mark, colours: Colours, inside: string): string {
  const numbers = written(numbersOf(mark));
  switch (mark.kind) {
    case 'box':
      return `<rect${numbers} rx="${cornerOf(mark)}"${paintOf(mark, colours)}>${inside}</rect>`;
    case 'label':
      return `<text${numbers} dy="0.35em" text-anchor="${mark.anchor}" fill="${colourOf(mark.role, colours)}"${lookOf(mark)}>${textOf(mark)}${inside}</text>`;
    case 'flow':
      return `<path${numbers} fill="none" stroke="${colourOf(mark.role, colours)}">${inside}</path>`;
  }
}

const textOf = ({ text, sub }: Label): string =>
  escaped(text) + (sub === undefined ? '' : `<tspan dy="0.3em" font-size="72%">${escaped(sub)}</tspan>`);

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

/** Its outline is as strong as its colour can be. */
export const hasEdge = (look: Box['look']): boolean => look === 'lit' || look === 'frame';

/** Of a box that is not hatched. */
export const fillOf = ({ role, look }: Pick<Box, 'role' | 'look'>, colours: Colours): string =>
  role === 'x' && (look === 'cell' || look === 'bar') ? colours['ink-soft'] : colourOf(role, colours);

const looks = {
  plain: '',
  bold: ' font-weight="650"',
  name: ' font-style="italic" font-weight="600"',
  word: ' font-family="Georgia, serif" font-weight="600"',
};
const lookOf = ({ look }: Label): string => looks[look];

/** One for each attribute that changes; it stays as it was left until the scene begins anew. */
function animations(frames: readonly Frame[], { begin, seconds }: Time): string {
  const all = frames.map(({ mark }) => numbersOf(mark));
  const [first = {}] = all;
  const times = frames.map(({ at }) => Math.round(at * 1000) / 1000).join(';');
  return Object.keys(first)
    .filter((name) => all.some((numbers) => numbers[name] !== first[name]))
    .map((name) => {
      const values = all.map((numbers) => numbers[name]).join(';');
      return `<animate attributeName="${name}" begin="${begin}" dur="${seconds}s" fill="freeze" keyTimes="${times}" values="${values}"/>`;
    })
    .join('');
}
