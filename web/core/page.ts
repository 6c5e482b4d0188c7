/** The core as the page and its worker need it: for scenes only, of any kind, with the tables that ship. */
import { resolveHandmade } from '../scene/handmade.ts';
import { meaning } from '../scene/meaning.ts';
import { bringTable } from '../scene/tables.ts';
import { bring } from './brought.ts';
import * as parts from './parts.ts';

bringTable(meaning, resolveHandmade);
bring(parts);

export { loadCore } from './load.ts';
