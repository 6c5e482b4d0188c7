/** The link from an element to its scene in the playground. */
export const playground = {
  open: 'Open in the playground',
  notAddress: (address: string) => `playground is ${address}; it must be an http: or https: address, or none.`,
};
