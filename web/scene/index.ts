// The exports of `self-attention/scene`. Nothing here uses a DOM.
export {
  defaultScene,
  type FullAttention,
  type FullBlock,
  type FullPositions,
  type FullScene,
  normalScene,
  withDefaults,
} from './defaults.ts';
export { AttentionError, type Message, type MessageValue } from './error.ts';
export { type ErrorCode, errorCodes, isErrorCode } from './error-codes.ts';
export { handmadePositions, resolveHandmade } from './handmade.ts';
export { parseSceneText } from './json.ts';
export { limits } from './limits.ts';
export { decodeLink, decodeScene, encodeLink, encodeScene } from './link.ts';
export { minusInfinity, numberOrMinusInfinity, parseScene } from './parse.ts';
export {
  type HandmadeHead,
  type PositionRule,
  type ResolvedTable,
  resolveTable,
  type Table,
  type Tables,
  tables,
} from './tables.ts';
export { hasMore, keyTokens, resolveTokens, tokenize } from './tokenize.ts';
export * from './types.ts';
export type { VectorLanguage } from './vector-words.ts';
export { lookUpWords, wordVectors } from './words.ts';
