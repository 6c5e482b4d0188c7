/** `self-attention`: the element's class, the core and the scene. Nothing is registered; `self-attention/define` does that. */
export * from './core/index.ts';
export { version } from './core/version.ts';
export { type ImageOptions, SelfAttentionElement } from './element/element.ts';
export {
  decodeLink,
  decodeScene,
  defaultScene,
  encodeLink,
  encodeScene,
  normalScene,
  parseScene,
  parseSceneText,
} from './scene/index.ts';
