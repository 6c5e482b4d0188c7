/** What the attributes of an element may name; an address of embed.html and the page's dialog to share know the same. */

/** What can be shown of a scene. Each step of the scene, by its name, is a part besides. */
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
