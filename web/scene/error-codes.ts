/** The published error codes and their meaning. A program may switch on them; the message is for people. */
export const errorCodes = {
  'scene-form':
    'The scene does not have the form that scene.schema.json describes: a type, a key, a name or the JSON itself.',
  'too-large': 'Something exceeds its limit. The message names the size and the limit.',
  empty: 'There are no tokens.',
  shape: 'Two sizes do not match, or the rows of a matrix differ in length.',
  heads: 'The number of heads does not match d_model, the key/value heads or the handmade heads.',
  'missing-token': 'The table has no row for a token.',
  'unknown-table': 'No table or handmade head has that name.',
  'not-finite': 'A number is NaN or infinite, or does not fit float32.',
  range: 'A number is outside its range.',
  'no-gradient': 'The requested quantity has no derivative.',
  'unknown-tensor': 'The trace has no tensor with that name.',
  'out-of-range': 'An index is out of range.',
  disposed: 'The trace was disposed.',
  link: 'A link could not be read, or a scene does not fit in one.',
  'wasm-load': 'The WebAssembly file could not be loaded or compiled.',
  unsupported: 'This browser or runtime lacks a required feature.',
  internal: 'A bug of this project.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Whether a string from elsewhere (the C++ core) is a published code. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text);
