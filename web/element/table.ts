/** The table that ships, and its heads: fetched for the first scene that names it. Such a scene has a sentence. */
import { bring } from '../core/brought.ts';
import * as parts from '../core/parts.ts';

bring(parts);

export { resolveHandmade } from '../scene/handmade.ts';
export { meaning } from '../scene/meaning.ts';
