/**
 * Limits that are checked before the core is called. Limits of the computation are the core's (src/limits.hpp).
 * These protect memory, time and meaning on the way there.
 */
export const limits = {
  /** Code points of a sentence: enough for the most tokens at eleven letters each. */
  sentence: 100_000,
  /** Code points of one given token, or of one word of a scene's own table. */
  token: 256,
  /** Tokens of a sentence or of `tokens`; the same as the core's max_tokens. */
  tokens: 8192,
  /** Rows and columns of a painted mask. Nobody paints more, and each cell is a number of the scene. */
  painted: 512,
  /** Rows and columns of a matrix in a scene, words of its own table, and numbers in one row. */
  matrix: 4096,
  /** Heads, and handmade heads that a scene can name; the same as the core's max_heads. */
  heads: 64,
  /** The newest version of the tables that ship. */
  tableVersion: 4,
  /** The newest version of the word vectors. */
  vectorsVersion: 1,
  /** The newest version of the tokenizer. */
  tokenizerVersion: 3,
  /** Layers that read each other. */
  layers: 6,
  /** Decimals on show: as many as NumPy prints, and enough to tell float32 numbers below 1 apart. */
  digits: 8,
  /** UTF-16 units of a scene's JSON text. */
  json: 8 * 1024 * 1024,
  /** Nested brackets of JSON text: twice as many as any scene has. */
  depth: 32,
  /** Characters of a link. A sentence of 20,000 characters fits in any script, a longer one in Latin letters. */
  link: 200_000,
  /** Bytes of the JSON in a packed link. Unpacking stops there. */
  unpacked: 8 * 1024 * 1024,
  /** The largest magnitude of a number: the largest finite float32. */
  number: 3.4028234663852886e38,
  /** The largest seed, and the largest whole number passed to the core: 2³²−1. */
  integer: 0xffff_ffff,
} as const;

/** From the core (src/limits.hpp): max_d_model, max_head_width and max_d_ff. */
export const maxWidths = { dModel: 1024, head: 1024, feedForward: 4096 } as const;
