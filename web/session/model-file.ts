import type { Scene } from '../scene/types.ts';

/** The names of the files that a model was opened from, by what the file gave. They are lost when the page is reloaded. */
const names = new WeakMap<object, string>();

/** `part`: the embedding or the parameters of a scene, whichever the file gave. Edits of other parts keep it. */
export function nameFile(part: Scene['embedding'] | Scene['parameters'], file: string): void {
  names.set(part, file);
}

/** The file that the scene's model was opened from. Null for any other scene. */
export const fileOf = ({ embedding, parameters }: Scene): string | null =>
  names.get(embedding) ?? names.get(parameters) ?? null;
