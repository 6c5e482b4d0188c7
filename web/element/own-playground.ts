/** What a build that knows where its site will stand is told (src/toolchain/site/bundle.mjs). */
declare const PLAYGROUND: string | undefined;

/** The address of the playground where nobody names one: the site that this was built for, or none. */
export const ownPlayground: string = typeof PLAYGROUND === 'undefined' ? 'none' : PLAYGROUND;
