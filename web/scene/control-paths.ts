/** Which places of a scene have a control, as description.ts says it. */
import { scene as description } from './description.ts';
import { holds, places } from './schema.ts';
import type { Scene } from './types.ts';

/** The places of a scene that have a control now; a problem elsewhere is shown under the sentence. */
export const controlPaths = (scene: Scene): readonly string[] =>
  [...places(description, scene)].flatMap(({ path, field: { control } }) =>
    control === true || (control !== undefined && holds(control, scene)) ? [path.join('.')] : [],
  );

/** The places that each control of an element changes. */
export const elementControlPaths: Readonly<Record<string, readonly string[]>> = controlsOfElement();

function controlsOfElement(): Record<string, readonly string[]> {
  const found: Record<string, readonly string[]> = {};
  for (const { path, field } of places(description)) {
    if (field.element === undefined) continue;
    found[field.element] = [...new Set([...(found[field.element] ?? []), path.join('.')])];
  }
  return found;
}
