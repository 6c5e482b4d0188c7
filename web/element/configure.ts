import type { LoadOptions } from '../core/types.ts';

/** What all elements of a page have in common, until the first of them fetches the core. */
export const settings: { core: LoadOptions; taken: boolean } = { core: {}, taken: false };
