/** What is said where there are too many tokens to draw them all, in two parts of the page's words. It comes with it. */
export const scale = {
  scale: {
    overview: (weights: string, queries: string, keys: string) =>
      `overview of the ${weights}: ${queries} queries × ${keys} keys`,
    lens: 'Under the lens',
    under: (weights: string) => `${weights} under the lens`,
    numbers: 'Numbers',
    computing: 'Computing …',
    noWorker: 'what computes long sentences could not be loaded; it is tried again with the next change',
    where: 'Queries {firstQuery}–{lastQuery} of {queries}, keys {firstKey}–{lastKey} of {keys}.',
    excerpt: (where: string) =>
      `There are too many tokens to draw them all. Each step shows what is under the lens: ${where}`,
    mistake: (name: string) => `With a mistake, on purpose: ${name}. With fewer tokens it stands beside the right way.`,
    computed: 'The last change computed {keys} of {total} rows of k and v, and {queries} of z.',
    cached:
      'The last change computed {keys} of {total} rows of k and v, and {queries} of z; the other keys and values are the cache.',
    kept: 'The last change computed {keys} of {total} rows of k.',
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
      pixel: 'queries {queries}, keys {keys}:',
      numbers: 'mean {mean}, maximum {max}',
      partly: '{percent} masked',
    },
  },
};
