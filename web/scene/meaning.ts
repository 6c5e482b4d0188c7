import table from '../../src/data/meaning.json' with { type: 'json' };
import type { Table } from './tables.ts';

/** The table of meanings (src/data/meaning.json), which pages as well as scenes know by its name. */
export const meaning: Table = table;
