/**
 * A moment is one number: 0 before the first chapter, 1 when it is complete, 2.5 halfway through the third. At a
 * whole number the picture is still and complete.
 */
export interface StagePosition {
  /** The index of the chapter. */
  readonly chapter: number;
  /** From 0 to 1. */
  readonly progress: number;
  /** Whether it is the picture before the film starts, which shows where it ends. */
  readonly isPoster?: true;
}

export function positionOf(moment: number, chapters: number): StagePosition {
  const within = Math.min(Math.max(0, moment), chapters);
  const chapter = Math.max(0, Math.ceil(within) - 1);
  return { chapter, progress: within - chapter };
}

/** The next and the previous complete picture. */
export const nextStill = (moment: number, chapters: number): number => Math.min(chapters, Math.floor(moment) + 1);
export const previousStill = (moment: number): number => Math.max(0, Math.ceil(moment) - 1);

/** The moment after playing for some seconds. `lengths` are the seconds of each chapter. */
export function played(moment: number, seconds: number, lengths: readonly number[]): number {
  let [index, left] = [moment, seconds];
  while (left > 0 && index < lengths.length) {
    const length = lengths[Math.floor(index)] ?? 1;
    const rest = (Math.floor(index) + 1 - index) * length;
    if (left < rest) return index + left / length;
    left -= rest;
    index = Math.floor(index) + 1;
  }
  return Math.min(index, lengths.length);
}

/** As links write it. A hundredth of a chapter is finer than anyone sees. */
export const rounded = (moment: number): number => Math.round(moment * 100) / 100;
