import type { Theme } from './themes.ts';
import type { TraceLike } from './trace-like.ts';

export interface StageSubjectOptions {
  /** From 0. Default: the scene's. */
  readonly head?: number;
  readonly theme?: Theme;
  readonly lang?: string;
  /** The trace of the scene without its mistake. With it, the mistake gets a chapter that compares the two. Default: none. */
  readonly right?: TraceLike;
}

export const stageSubjectOptionNames = [
  'head',
  'theme',
  'lang',
  'right',
] as const satisfies readonly (keyof StageSubjectOptions)[];
