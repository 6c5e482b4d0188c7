import type * as parts from './parts.ts';

let there: typeof parts | null = null;

/**
 * The doors of the core bring all their parts at once. An element that draws the weights of a lesson begins without: that
 * scene is the project's own (the tests parse it) and has its tokens; nothing is typed, no formula shown. It brings them
 * ahead of any other scene.
 */
export function bring(all: typeof parts): void {
  there = all;
}

export const brought = (): typeof parts | null => there;
