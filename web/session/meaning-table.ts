import { handmadePositions } from '../scene/handmade.ts';
import { meaning } from '../scene/tables.ts';

const headsOf = (placed: boolean): readonly string[] =>
  Object.entries(meaning.heads)
    .filter(([, head]) => head.layer === undefined && (head.position !== undefined) === placed)
    .map(([name]) => name);

/** The table of meanings, and the heads made by hand for it. */
export const table = {
  name: 'meaning',
  dModel: meaning.columns.length,
  /** Those that work in any scene. */
  heads: headsOf(false),
  /** Those that go by the place of a token, and the positions that they need. */
  placed: headsOf(true),
  positions: handmadePositions(meaning),
};
