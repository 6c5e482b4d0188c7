/** The values of the element's attributes. Addresses of embed.html and the Share dialog use the same ones. */

/** The parts that `show` can name, in addition to every step of the scene. */
export const partNames = [
  'sentence',
  'tokens',
  'reading',
  'heatmap',
  'arcs',
  'lines',
  'stage',
  'training',
  'arithmetic',
  'steps',
] as const;

/** The parts as they are drawn, each once. Arcs after a heatmap are lines: what earlier releases called arcs there. */
export const shownParts = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].map((name, index, all) => (name === 'arcs' && all[index - 1] === 'heatmap' ? 'lines' : name));

/** In the order of `controls="all"`. */
export const controlNames = [
  'sentence',
  'head',
  'layer',
  'mask',
  'temperature',
  'score',
  'heads',
  'positions',
  'seed',
  'digits',
  'mistake',
] as const;

export const themes = ['auto', 'light', 'dark'] as const;
export type ElementTheme = (typeof themes)[number];
