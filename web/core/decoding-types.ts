/** Decoding token after token, with a cache of keys and values. */

/** The step that adds a trace's last token. Bytes and operations are those of all layers. */
export interface Decoding {
  /** The keys that the last token sees, its own among them: as many rows of k and of v are in the cache of each layer. */
  readonly keys: number;
  /** The bytes of these rows as float32. A layer keeps 4 · keys · H_kv · (d_k + d_v), without the heads of queries. */
  readonly bytes: number;
  /**
   * Multiplications, each with its addition, of the matrix products: projections, scores, values, w_o and the feed-forward network. Hidden
   * keys do not count. `operations` are those of the last row alone …
   */
  readonly operations: number;
  /** … and `recomputed` those of every row, as without a cache. */
  readonly recomputed: number;
}

export interface AppendOptions {
  /** The most keys that the cache may hold. By default there is no limit but that of tokens. */
  readonly mostKeys?: number;
}
