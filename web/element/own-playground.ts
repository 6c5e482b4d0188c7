/** The address of the playground where nobody names one: the site that this was built for, or none. */
export const ownPlayground: string = PLAYGROUND;
