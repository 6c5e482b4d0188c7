/** What the custom element says of what it reads, and of the pictures that it is asked for. */
export const elementFiles = {
  empty: 'scene is empty; give it JSON, a link’s text from its #, or an address, or take the attribute away',
  fetch: (address: string, why: string) => `the scene at ${address} could not be had: ${why}`,
  fetchScheme: (scheme: string) => `${scheme} is no way to fetch it; http: and https: are`,
  fetchLong: (most: number) => `it is longer than ${most} characters`,
  imageFormat: (format: string) => `format is ${format}; it must be svg or png`,
  imageScale: (scale: string) => `scale is ${scale}; it must be 1, 2 or 4`,
  imageNone: (shown: readonly string[]) =>
    `show has only ${shown.join(', ')}, of which there is no picture; add heatmap, arcs or a step`,
};
