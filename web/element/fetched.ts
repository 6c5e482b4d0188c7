/** What only some elements draw with: fetched for the first of them, and there for all others then. */
import { withMessages } from '../i18n/messages.ts';

interface Modules {
  parts?: typeof import('./more-parts.ts');
  controls?: typeof import('./controls.ts');
  stage?: typeof import('./stage-part.ts');
  training?: typeof import('./training-part.ts');
}

export const fetched: Readonly<Modules> = {};

/** Every element comes with the first two. */
const pictures = ['heatmap', 'arcs', 'stage', 'training'];

/** Fetches what parts and controls of such names are drawn with; null where all of it is there. */
export function fetchFor(parts: readonly string[], controls: readonly string[]): Promise<unknown> | null {
  const found: Modules = fetched;
  const coming: Promise<unknown>[] = [];
  if (!found.parts && parts.some((name) => !pictures.includes(name)))
    coming.push(
      withMessages(import('./more-parts.ts')).then((module) => {
        found.parts = module;
      }),
    );
  if (!found.controls && controls.length > 0)
    coming.push(
      withMessages(import('./controls.ts')).then((module) => {
        found.controls = module;
      }),
    );
  if (!found.stage && parts.includes('stage'))
    coming.push(
      withMessages(import('./stage-part.ts')).then((module) => {
        found.stage = module;
      }),
    );
  if (!IS_ONE_SCRIPT && !found.training && parts.includes('training'))
    coming.push(
      withMessages(import('./training-part.ts')).then((module) => {
        found.training = module;
      }),
    );
  return coming.length === 0 ? null : Promise.all(coming);
}

export const fetchedSheets = (): readonly CSSStyleSheet[] =>
  [fetched.parts?.morePartsSheet(), fetched.controls?.controlsSheet(), fetched.stage?.stageSheet()].flatMap(
    (sheet) => sheet ?? [],
  );
