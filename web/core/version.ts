import { version as released } from '../../package.json';

/** The release. */
export const version: string = released;
