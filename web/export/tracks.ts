import type { Mark, StagePicture } from '../views/stage/marks.ts';

/** How one mark of a picture moves while a chapter plays: keyframes with linear motion between them. */
export interface Track {
  /** The mark at the end. */
  readonly mark: Mark;
  readonly frames: readonly Keyframe[];
}

export interface Keyframe {
  /** From 0 to 1 of the chapter. */
  readonly time: number;
  readonly mark: Mark;
}

const kindOf = (mark: Mark): string =>
  mark.kind === 'label'
    ? `${mark.key}\n${mark.text}\n${mark.sub} ${mark.power} ${mark.look} ${mark.role} ${mark.anchor}`
    : `${mark.key}\n${mark.kind} ${mark.role} ${mark.kind === 'box' ? mark.look : ''}`;

/** The tracks of consecutive pictures, from the bottom mark to the top one. */
export function tracksOf(pictures: readonly StagePicture[]): readonly Track[] {
  const order: string[] = [];
  const seen = new Map<string, (Mark | undefined)[]>();
  for (const [index, { marks }] of pictures.entries()) {
    let below = -1;
    for (const mark of marks) {
      const kind = kindOf(mark);
      let marked = seen.get(kind);
      if (marked === undefined) {
        marked = [];
        seen.set(kind, marked);
        order.splice(below + 1, 0, kind);
      }
      marked[index] = mark;
      // Most marks are in the same order as in the previous picture.
      below = order[below + 1] === kind ? below + 1 : order.indexOf(kind);
    }
  }
  return order.flatMap((kind) => trackOf(seen.get(kind) ?? [], pictures.length) ?? []);
}

/** Null for a mark that is never visible. In pictures without the mark it keeps its numbers with opacity 0. */
function trackOf(marked: readonly (Mark | undefined)[], count: number): Track | null {
  const last = marked.findLast((mark) => mark !== undefined);
  if (last === undefined || marked.every((mark) => mark === undefined || !isSeen(mark))) return null;
  let known = marked.find((mark) => mark !== undefined) ?? last;
  const all: Mark[] = [];
  for (let index = 0; index < count; index++) {
    const mark = marked[index];
    all.push(mark ?? { ...known, opacity: 0 });
    known = mark ?? known;
  }
  const frames = thinned(all.map((mark, index) => ({ time: index / Math.max(1, count - 1), mark })));
  return { mark: all.at(-1) ?? last, frames };
}

const isSeen = (mark: Mark): boolean => mark.opacity > 0 && (mark.kind !== 'box' || mark.width > 0);

/** The numbers of a mark that change. */
export function numbersOf(mark: Mark): readonly number[] {
  const { x, y, opacity } = mark;
  switch (mark.kind) {
    case 'box':
      return [x, y, opacity, mark.width, mark.height, mark.strength];
    case 'label':
      return [x, y, opacity, mark.size];
    case 'flow':
      return [x, y, opacity, mark.toX, mark.toY, mark.width];
  }
}

/** The largest invisible error of each number of `numbersOf`. */
const tolerance = [0.4, 0.4, 0.03, 0.4, 0.4, 0.4];
const shareTolerance = 0.03;

/** Removes the frames that linear interpolation between the others reproduces (Ramer–Douglas–Peucker). */
function thinned(frames: readonly Keyframe[]): readonly Keyframe[] {
  const kept = new Set([0, frames.length - 1]);
  const numbers = frames.map(({ mark }) => numbersOf(mark));
  const isBox = frames[0]?.mark.kind === 'box';
  const allowed = (axis: number): number => (isBox && axis === 5 ? shareTolerance : (tolerance[axis] ?? 1));
  const part = (from: number, to: number): void => {
    let [worst, most] = [-1, 1];
    for (let index = from + 1; index < to; index++) {
      const share = (index - from) / (to - from);
      for (const [axis, value] of (numbers[index] ?? []).entries()) {
        const [start = 0, end = 0] = [numbers[from]?.[axis], numbers[to]?.[axis]];
        const off = Math.abs(value - start - (end - start) * share) / allowed(axis);
        if (off > most) [worst, most] = [index, off];
      }
    }
    if (worst < 0) return;
    kept.add(worst);
    part(from, worst);
    part(worst, to);
  };
  part(0, frames.length - 1);
  return frames.filter((_, index) => kept.has(index));
}
