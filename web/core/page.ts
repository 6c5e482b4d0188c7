/** The core as the page and its worker need it: for scenes only, of any kind, with the tables that ship. */
import { resolveHandmade } from '../scene/handmade.ts';
import { meaning } from '../scene/meaning.ts';
import { bringParser } from '../scene/parser.ts';
import { bringTable } from '../scene/tables.ts';
import { parseScene } from '../scene/validate.ts';
import * as forms from './form.ts';
import { bringForms } from './form-brought.ts';

bringTable(meaning, resolveHandmade);
bringParser(parseScene);
bringForms(forms);

export { loadCore } from './load.ts';
