/** The core as the page and its worker need it: for scenes only, with the tables that ship. */
import { resolveHandmade } from '../scene/handmade.ts';
import { meaning } from '../scene/meaning.ts';
import { bringTable } from '../scene/tables.ts';

bringTable(meaning, resolveHandmade);

export { loadCore } from './load.ts';
