/** Attention on given q, k, v. */
import { type AttentionCall, attentionArguments, placeArgument } from './attention-arguments.ts';
import { check, checkRoom, objectArgument } from './calls.ts';
import type { Instances } from './instance.ts';
import type { NamedTensor } from './module.ts';
import type {
  AttentionOptions,
  AttentionResult,
  ScaledDotProductAttention,
  StreamedAttentionOptions,
  StreamedAttentionResult,
  Tensor,
  WeightsRow,
} from './types.ts';

/** Core.scaledDotProductAttention. */
export function attentionOf(instances: Instances): ScaledDotProductAttention {
  const attend = (
    q: Tensor,
    k: Tensor,
    v: Tensor,
    given: AttentionOptions | StreamedAttentionOptions = {},
  ): AttentionResult | StreamedAttentionResult => {
    const call = attentionArguments(q, k, v, given);
    const { tensors, options, rows } = call;
    const { error, largestKey, ...answer } = instances.call(({ module }) => module.attention(tensors, options));
    check(error);
    const shape = tensors[0]?.shape.slice(0, -1) ?? [];
    const [keys, values] = [tensors[1]?.shape.at(-2) ?? 0, tensors[2]?.shape.at(-1) ?? 0];
    const result = (data: Float32Array | undefined, width: number): Tensor => ({
      shape: [...shape, width],
      data: data ?? new Float32Array(),
    });
    const { output, logSumExp, largest, entropy, ...matrices } = answer;
    const statistics =
      logSumExp && largest && entropy
        ? {
            logSumExp: { shape: [...shape], data: logSumExp },
            largest: { shape: [...shape], data: largest },
            largestKey: { shape: [...shape], data: largestKey },
            entropy: { shape: [...shape], data: entropy },
          }
        : {};
    if (rows === null) {
      const { weights, ...kept } = matrices;
      return {
        output: result(output, values),
        weights: result(weights, keys),
        ...Object.fromEntries(
          Object.entries(kept).flatMap(([name, data]) => (data === undefined ? [] : [[name, result(data, keys)]])),
        ),
        ...statistics,
      };
    }
    const onDemand = new RowsOnDemand(instances, call);
    return {
      output: result(output, values),
      ...(rows.length === 0 ? {} : { weights: onDemand.rows(rows) }),
      ...statistics,
      weightsOf: (row) => onDemand.row(row),
    };
  };
  // TypeScript cannot see that the options decide which of the results it is.
  return attend as ScaledDotProductAttention;
}

type Axes = readonly [number, number, number, number];
const axesOf = ({ shape }: NamedTensor): Axes => {
  const [b = 1, h = 1, t = 1, d = 1] = [...[1, 1, 1, 1].slice(shape.length), ...shape];
  return [b, h, t, d];
};

/** Computes any row of weights of a call, as attention of one query of one head. */
class RowsOnDemand {
  readonly #instances: Instances;
  readonly #options: AttentionCall['options'];
  /** By name. The caller may change the arrays after the call. */
  readonly #tensors: ReadonlyMap<string, NamedTensor>;
  readonly #q: NamedTensor;
  readonly #k: NamedTensor;

  constructor(instances: Instances, { tensors, options }: AttentionCall) {
    this.#instances = instances;
    this.#options = { ...options, keepWeights: true, statistics: false };
    const owned = tensors
      .filter(({ name }) => name !== 'v')
      .map((tensor) => ({ ...tensor, data: new Float32Array(tensor.data) }));
    this.#tensors = new Map(owned.map((tensor) => [String(tensor.name), tensor]));
    [this.#q, this.#k] = owned as [NamedTensor, NamedTensor];
  }

  row(given: WeightsRow): Tensor {
    const { batch, head, query } = objectArgument('row', given, ['batch', 'head', 'query']);
    const [B, H, queries] = axesOf(this.#q);
    const data = this.#weights(
      placeArgument('batch', 'batch', batch ?? 0, B),
      placeArgument('head', 'head', head ?? 0, H),
      placeArgument('query', 'query', query, queries),
    );
    return { shape: [data.length], data };
  }

  /** Of every batch and head: […, rows, T_k]. */
  rows(queries: readonly number[]): Tensor {
    const [B, H] = axesOf(this.#q);
    const keys = axesOf(this.#k)[2];
    checkRoom('weights', B * H * queries.length * keys);
    const data = new Float32Array(B * H * queries.length * keys);
    for (let head = 0; head < B * H; head += 1) {
      for (const [at, query] of queries.entries()) {
        data.set(this.#weights(Math.floor(head / H), head % H, query), (head * queries.length + at) * keys);
      }
    }
    return { shape: [...this.#q.shape.slice(0, -2), queries.length, keys], data };
  }

  #weights(batch: number, head: number, query: number): Float32Array {
    const [, H, queries, width] = axesOf(this.#q);
    const [, kvHeads, keys] = axesOf(this.#k);
    const part = (name: string, shape: number[], from: number): NamedTensor[] => {
      const tensor = this.#tensors.get(name);
      const count = shape.reduce((product, size) => product * size, 1);
      return tensor === undefined ? [] : [{ name, shape, data: tensor.data.subarray(from, from + count) }];
    };
    const keyHead = batch * kvHeads + Math.floor(head / (H / kvHeads));
    const tensors = [
      ...part('q', [1, width], ((batch * H + head) * queries + query) * width),
      ...part('k', [keys, width], keyHead * keys * width),
      { name: 'v', shape: [keys, 1], data: new Float32Array(keys) },
      ...this.#maskRow(part, batch, head, query),
      ...part('alibi', [1], head),
    ];
    const options = { ...this.#options, causalOffset: this.#options.causalOffset + query };
    const { error, weights } = this.#instances.call(({ module }) => module.attention(tensors, options));
    check(error);
    return weights ?? new Float32Array();
  }

  /** An axis of 1 is the same for all. */
  #maskRow(
    part: (name: string, shape: number[], from: number) => NamedTensor[],
    batch: number,
    head: number,
    query: number,
  ): NamedTensor[] {
    const mask = this.#tensors.get('mask');
    if (mask === undefined) return [];
    const [batches, heads, queries, keys] = axesOf(mask);
    return part('mask', [1, keys], (((batch % batches) * heads + (head % heads)) * queries + (query % queries)) * keys);
  }
}
