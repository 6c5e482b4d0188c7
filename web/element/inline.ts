/** `self-attention/inline`: the core and the element in one module, the WebAssembly in it. Nothing is registered, nothing fetched. */
import '../core/embedded-core.ts';

export * from '../core/index.ts';
export { version } from '../core/version.ts';
export { SelfAttentionElement } from './element.ts';
