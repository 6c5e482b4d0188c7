/** The values of the element's attributes. Addresses of embed.html and the Share dialog use the same ones. */

/** The parts that `show` can name, in addition to every step of the scene. */
export const partNames = [
  'sentence',
  'tokens',
  'reading',
  'heatmap',
  'arcs',
  'stage',
  'training',
  'arithmetic',
  'steps',
] as const;

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
