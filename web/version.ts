/** The release, as package.json has it. */
export { version } from '../package.json';
