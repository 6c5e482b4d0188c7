/** The table that ships, and its heads: fetched for the first scene that names it. */
export { resolveHandmade } from '../scene/handmade.ts';
export { meaning } from '../scene/meaning.ts';
