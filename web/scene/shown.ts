/** What can be shown of a scene in a page, by the names that an element, a frame's address and the page's own dialog know. */

/** Each step of the scene, by its name, is a part besides. */
export const shownParts = ['sentence', 'tokens', 'reading', 'heatmap', 'arcs', 'arithmetic', 'steps'] as const;

/** In the order of `controls="all"`. */
export const shownControls = [
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
