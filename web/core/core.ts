import { attentionOf } from './attention.ts';
import { PreparedLayer } from './layer.ts';
import { type Loaded, load } from './load.ts';
import type { Core, LoadOptions } from './types.ts';

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

    scaledDotProductAttention: attentionOf(instances),

    multiHeadAttention: (matrices, options) => new PreparedLayer(instances, matrices, options),
  };
}
