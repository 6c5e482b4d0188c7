import type { Mark, StagePicture } from '../views/stage/marks.ts';

/** What one mark of a picture does while a scene plays: its numbers at some shares of the scene, straight from one to the next. */
export interface Track {
  /** As it is at the end. */
  readonly mark: Mark;
  readonly frames: readonly Frame[];
}

export interface Frame {
  /** From 0 to 1. */
  readonly at: number;
  readonly mark: Mark;
}

const kindOf = (mark: Mark): string =>
  mark.kind === 'label'
    ? `${mark.key}\n${mark.text}\n${mark.sub} ${mark.look} ${mark.role} ${mark.anchor}`
    : `${mark.key}\n${mark.kind} ${mark.role} ${mark.kind === 'box' ? mark.look : ''}`;

/** The marks of pictures that follow each other, in the order in which they lie upon each other. */
export function tracksOf(pictures: readonly StagePicture[]): readonly Track[] {
  const order: string[] = [];
  const seen = new Map<string, (Mark | undefined)[]>();
  for (const [at, { marks }] of pictures.entries()) {
    let below = -1;
    for (const mark of marks) {
      const kind = kindOf(mark);
      let marked = seen.get(kind);
      if (marked === undefined) {
        marked = [];
        seen.set(kind, marked);
        order.splice(below + 1, 0, kind);
      }
      marked[at] = mark;
      // Most follow each other as they did in the picture before.
      below = order[below + 1] === kind ? below + 1 : order.indexOf(kind);
    }
  }
  return order.flatMap((kind) => trackOf(seen.get(kind) ?? [], pictures.length) ?? []);
}

/** Null for what is never seen. Where a picture has no such mark, it is as it was, or will be, and not seen. */
function trackOf(marked: readonly (Mark | undefined)[], count: number): Track | null {
  const last = marked.findLast((mark) => mark !== undefined);
  if (last === undefined || marked.every((mark) => mark === undefined || !isSeen(mark))) return null;
  let known = marked.find((mark) => mark !== undefined) ?? last;
  const all: Mark[] = [];
  for (let at = 0; at < count; at++) {
    const mark = marked[at];
    all.push(mark ?? { ...known, opacity: 0 });
    known = mark ?? known;
  }
  const frames = thinned(all.map((mark, at) => ({ at: at / Math.max(1, count - 1), mark })));
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

/** How far each of them may be from where it should be: nobody sees it. */
const tolerance = [0.4, 0.4, 0.03, 0.4, 0.4, 0.4];
const shareTolerance = 0.03;

/** Without the frames that lie on the straight way between two others. */
function thinned(frames: readonly Frame[]): readonly Frame[] {
  const kept = new Set([0, frames.length - 1]);
  const numbers = frames.map(({ mark }) => numbersOf(mark));
  const isBox = frames[0]?.mark.kind === 'box';
  const allowed = (axis: number): number => (isBox && axis === 5 ? shareTolerance : (tolerance[axis] ?? 1));
  const part = (from: number, to: number): void => {
    let [worst, most] = [-1, 1];
    for (let at = from + 1; at < to; at++) {
      const share = (at - from) / (to - from);
      for (const [axis, value] of (numbers[at] ?? []).entries()) {
        const [start = 0, end = 0] = [numbers[from]?.[axis], numbers[to]?.[axis]];
        const off = Math.abs(value - start - (end - start) * share) / allowed(axis);
        if (off > most) [worst, most] = [at, off];
      }
    }
    if (worst < 0) return;
    kept.add(worst);
    part(from, worst);
    part(worst, to);
  };
  part(0, frames.length - 1);
  return frames.filter((_, at) => kept.has(at));
}
