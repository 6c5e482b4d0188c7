/** What the element says when something has been fetched that few elements need: controls, texts, images. */
export const elementLater = {
  head: 'Head',
  tokens: 'tokens',
  off: (step: string) => `This scene has no step ${step}.`,
  empty: 'scene is empty; give it JSON, a link’s text from its #, or an address, or take the attribute away',
  tooMany: (most: number) => `this scene has more than ${most} tokens, which is too many for a picture within a page`,
  fetch: (address: string, why: string) => `the scene at ${address} could not be had: ${why}`,
  fetchScheme: (scheme: string) => `${scheme} is no way to fetch it; http: and https: are`,
  fetchLong: (most: number) => `it is longer than ${most} characters`,
  imageGone: 'the element is in no document, so it has no picture',
  imageFormat: (format: string) => `format is ${format}; it must be svg or png`,
  imageScale: (scale: string) => `scale is ${scale}; it must be 1, 2 or 4`,
  imageNone: (shown: readonly string[]) =>
    `show has only ${shown.join(', ')}, of which there is no picture; add heatmap, arcs or a step`,
};
