/**
 * What is bounded before the core is reached. The numeric limits of the computation are the core's (src/limits.hpp); here
 * is what would cost memory or time, or lose its meaning, on the way there.
 */
export const limits = {
  /** Code points of a sentence: room for the most tokens, at eleven letters each. */
  sentence: 100_000,
  /** Code points of one given token, or of one word of a scene's own table. */
  token: 256,
  /** Tokens of a sentence or of `tokens`; the same as the core's max_tokens. */
  tokens: 8192,
  /** Rows, and columns, of a mask painted by hand: nobody paints more, and each is a number of the scene. */
  painted: 512,
  /** Rows, and columns, of a matrix written into a scene; words of its own table; numbers in one row. */
  matrix: 4096,
  /** Heads, and heads made by hand that a scene can name; the same as the core's max_heads. */
  heads: 64,
  /** The newest version of the tables that ship. */
  tableVersion: 2,
  /** Layers, one upon the other. */
  layers: 6,
  /** Digits after the point that can be shown: as many as NumPy prints, and as tell float32 numbers below 1 apart. */
  digits: 8,
  /** UTF-16 units of a scene's JSON text. */
  json: 8 * 1024 * 1024,
  /** Brackets in brackets of JSON text: no scene has half as many. */
  depth: 32,
  /** Characters of a link. A sentence of 20 000 characters fits, whatever its script; a longer one in Latin letters. */
  link: 200_000,
  /** Bytes of the JSON that is packed in a link; unpacking stops there. */
  unpacked: 8 * 1024 * 1024,
  /** Largest size of a number: the largest finite float32. */
  number: 3.4028234663852886e38,
  /** Largest seed, and largest whole number that crosses to the core: 2³²−1. */
  integer: 0xffff_ffff,
} as const;

/** The core's (src/limits.hpp): its max_d_model, max_head_width and max_d_ff. */
export const maxWidths = { dModel: 1024, head: 1024, feedForward: 4096 } as const;
