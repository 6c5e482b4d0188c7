/** Errors of the custom element about the files it reads and the pictures it makes. */
export const elementFiles = {
  empty: 'scene is empty; give it JSON, the text of a link after its #, or an address, or remove the attribute',
  fetch: (address: string, why: string) => `the scene at ${address} could not be loaded: ${why}`,
  fetchScheme: (scheme: string) => `${scheme} is not supported; use http: or https:`,
  fetchLong: (most: number) => `it is longer than ${most} characters`,
  imageOption: (name: string) => `there is no option ${name}; the options are format and scale`,
  imageFormat: (format: string) => `format is ${format}; it must be svg or png`,
  imageScale: (scale: string) => `scale is ${scale}; it must be 1, 2 or 4`,
  imageNone: (shown: readonly string[]) =>
    `show has only ${shown.join(', ')}, which has no picture; add heatmap, arcs or a step`,
};
