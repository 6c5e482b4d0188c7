import { handmadePositions } from '../scene/handmade.ts';
import { meaning } from '../scene/tables.ts';
import type { TableInfo } from './parameter-choices.ts';

const headsOf = (placed: boolean): readonly string[] =>
  Object.entries(meaning.heads)
    .filter(([, head]) => head.layer === undefined && (head.position !== undefined) === placed)
    .map(([name]) => name);

/** The table of meanings, and the heads made by hand for it. */
export const table: TableInfo = {
  name: 'meaning',
  dModel: meaning.columns.length,
  dK: meaning.dK,
  dV: meaning.dV,
  heads: headsOf(false),
  placed: headsOf(true),
  positions: handmadePositions(meaning),
};
