/**
 * A moment of a journey is one number: at 0 nothing has happened yet, at 1 the first chapter is complete, at 2.5 the third is half
 * way. A whole number is a still picture: all that its chapter has to say.
 */
export interface StagePosition {
  /** The chapter on show, from 0. */
  readonly chapter: number;
  /** How much of it has happened, from 0 to 1. */
  readonly progress: number;
}

export function positionOf(moment: number, chapters: number): StagePosition {
  const within = Math.min(Math.max(0, moment), chapters);
  const chapter = Math.max(0, Math.ceil(within) - 1);
  return { chapter, progress: within - chapter };
}

/** The still picture after a moment, or before it. */
export const nextStill = (moment: number, chapters: number): number => Math.min(chapters, Math.floor(moment) + 1);
export const previousStill = (moment: number): number => Math.max(0, Math.ceil(moment) - 1);

/** Where playing leads from a moment within some seconds, through chapters that take so many seconds each. */
export function played(moment: number, seconds: number, lengths: readonly number[]): number {
  let [at, left] = [moment, seconds];
  while (left > 0 && at < lengths.length) {
    const length = lengths[Math.floor(at)] ?? 1;
    const rest = (Math.floor(at) + 1 - at) * length;
    if (left < rest) return at + left / length;
    left -= rest;
    at = Math.floor(at) + 1;
  }
  return Math.min(at, lengths.length);
}

/** For a link: finer than hundredths of a chapter is not seen. */
export const rounded = (moment: number): number => Math.round(moment * 100) / 100;
