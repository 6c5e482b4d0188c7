import type { Scene } from './types.ts';

let parser: ((value: unknown) => Scene) | null = null;

/**
 * The doors of core and element bring `parseScene`, ahead of the first scene that is not the project's own. An element that
 * shows a lesson does without it: those scenes are parsed by the tests.
 */
export function bringParser(parse: (value: unknown) => Scene): void {
  parser = parse;
}

/** The scene as it is given to the core. Throws what `parseScene` throws. */
export const parsed = (scene: Scene): Scene => parser?.(scene) ?? scene;
