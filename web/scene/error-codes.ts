/** The published error codes and their meaning. A program may switch on them; the message is for people. */
export const errorCodes = {
  'scene-form':
    'The scene is not in the form that scene.schema.json describes: a type, a key, a name or the JSON itself.',
  'too-large': 'Something is over its limit; the message names the size and the limit.',
  empty: 'There are no tokens.',
  shape: 'The sizes of two things do not fit each other, or the rows of a matrix differ in length.',
  heads: 'The number of heads does not fit d_model, the key/value heads or the heads made by hand.',
  'missing-token': 'The table has no row for a token.',
  'unknown-table': 'There is no table, or no head made by hand, of that name.',
  'not-finite': 'A number is NaN or infinite, or does not fit float32.',
  range: 'A number is outside the range that makes sense for it.',
  'no-gradient': 'What is asked for has no derivative.',
  'unknown-tensor': 'The trace has no tensor of that name.',
  'out-of-range': 'An index is beyond the end.',
  disposed: 'The trace was disposed of.',
  link: 'A link could not be read, or a scene does not fit in one.',
  'wasm-load': 'The WebAssembly file could not be fetched or compiled.',
  unsupported: 'This browser or runtime lacks something that is needed.',
  internal: 'A bug of this project.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Whether a string from elsewhere (the C++ core) is a published code. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text);
