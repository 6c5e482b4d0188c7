import { attentionArguments, check } from './calls.ts';
import { PreparedLayer } from './layer.ts';
import { type Loaded, load } from './load.ts';
import type { AttentionOptions, AttentionResult, Core, LoadOptions, Tensor } from './types.ts';

const cores = new WeakMap<Loaded, Core>();

/**
 * Loads the core once: the same options give the same core, and `fresh: true` a new one. It works in browsers,
 * workers and Node. If a core ran out of memory, it waits for the replacement. Throws AttentionError `unsupported`
 * (no WebAssembly SIMD), `wasm-load` (with the address, status and type of the response) or `scene-form` (an option
 * of the wrong type).
 */
export async function loadCore(options: LoadOptions = {}): Promise<Core> {
  const loaded = await load(options);
  const core = cores.get(loaded) ?? createCore(loaded);
  cores.set(loaded, core);
  return core;
}

function createCore({ instances, scenes }: Loaded): Core {
  return {
    ...scenes,

    scaledDotProductAttention(q: Tensor, k: Tensor, v: Tensor, given: AttentionOptions = {}): AttentionResult {
      const { tensors, options } = attentionArguments(q, k, v, given);
      const { error, ...answer } = instances.call(({ module }) => module.attention(tensors, options));
      check(error);
      const shape = tensors[0]?.shape.slice(0, -1) ?? [];
      const [keys, values] = [tensors[1]?.shape.at(-2) ?? 0, tensors[2]?.shape.at(-1) ?? 0];
      const result = (data: Float32Array | undefined, width: number): Tensor => ({
        shape: [...shape, width],
        data: data ?? new Float32Array(),
      });
      const { output, weights, ...kept } = answer;
      return {
        output: result(output, values),
        weights: result(weights, keys),
        ...Object.fromEntries(
          Object.entries(kept).flatMap(([name, data]) => (data === undefined ? [] : [[name, result(data, keys)]])),
        ),
      };
    },

    multiHeadAttention: (matrices, options) => new PreparedLayer(instances, matrices, options),
  };
}
