/**
 * One classic script for hosts where modules fail: the global `SelfAttention`, the core in the script, `<self-attention>`
 * registered.
 */
import '../core/embedded-core.ts';
import './define.ts';

export { loadCore } from '../core/index.ts';
export { version } from '../core/version.ts';
export { AttentionError } from '../scene/error.ts';
export { errorCodes } from '../scene/error-codes.ts';
export { encodeLink } from '../scene/link.ts';
export { SelfAttentionElement } from './element.ts';
