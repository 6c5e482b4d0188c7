/** What is said where there are too many tokens to draw them all, in two parts of the page's words. It comes with it. */
export const scale = {
  scale: {
    overview: (weights: string, queries: number, keys: number) =>
      `overview of the ${weights}: ${grouped(queries)} queries × ${grouped(keys)} keys`,
    lens: 'Under the lens',
    under: (weights: string) => `${weights} under the lens`,
    numbers: 'Numbers',
    computing: 'Computing …',
    where: (at: {
      readonly queries: readonly [number, number];
      readonly keys: readonly [number, number];
      readonly ofQueries: number;
      readonly ofKeys: number;
    }) =>
      `Queries ${grouped(at.queries[0])}–${grouped(at.queries[1])} of ${grouped(at.ofQueries)}, keys ${grouped(at.keys[0])}–${grouped(at.keys[1])} of ${grouped(at.ofKeys)}.`,
    excerpt: (where: string) =>
      `There are too many tokens to draw them all. Each step shows what is under the lens: ${where}`,
    computed: (rows: {
      readonly keys: number;
      readonly queries: number;
      readonly total: number;
      readonly causal: boolean;
    }) => {
      const done = `The last change computed ${grouped(rows.keys)} of ${grouped(rows.total)} rows of k and v, and ${grouped(rows.queries)} of z`;
      if (rows.keys >= rows.total) return `${done}.`;
      return rows.causal ? `${done}; the other keys and values are the cache.` : `${done}; the others were kept.`;
    },
  },
  pictures: {
    tokens: {
      earlier: '← {count} earlier',
      later: '{count} later →',
    },
    overview: {
      measure: 'A pixel is the',
      mean: 'mean',
      max: 'maximum',
      nearer: 'Nearer',
      farther: 'Farther',
      whole: 'All of it',
      logarithmic: 'logarithmic',
      help: 'Press to put the lens there. Arrows move it; + − 0, Ctrl with the wheel and two fingers zoom.',
      keys: 'Arrow keys move the lens, with Shift by one token; Home, End and the Page keys lead farther; plus, minus and 0 zoom.',
      lens: 'lens on queries {firstQuery} ({from}) to {lastQuery} and keys {firstKey} ({to}) to {lastKey}; at its middle:',
      pixel: 'queries {firstQuery}–{lastQuery}, keys {firstKey}–{lastKey}:',
      numbers: 'mean {mean}, maximum {max}',
      partly: '{percent} masked',
    },
  },
};

/** Thousands apart by a narrow space, which is read the same everywhere. */
function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}
