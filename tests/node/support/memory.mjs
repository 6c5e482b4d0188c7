// A separate module whose WebAssembly memory a test can read.
import { loadCore } from 'self-attention/core';

/** { core, memory }. */
export async function coreAndMemory() {
  const { loaded: core, memory } = await withMemory(loadCore);
  return { core, memory };
}

/** { loaded, memory } of a new `load` of the package. */
export async function withMemory(load) {
  const { instantiate } = WebAssembly;
  let memory;
  const find = (...places) =>
    places.flatMap((place) => Object.values(place ?? {})).find((value) => value instanceof WebAssembly.Memory);
  WebAssembly.instantiate = async (bytes, imports) => {
    const result = await instantiate.call(WebAssembly, bytes, imports);
    const instance = result.instance ?? result;
    memory = find(instance.exports, ...Object.values(imports ?? {}));
    return result;
  };
  try {
    const loaded = await load({ fresh: true });
    if (memory === undefined) throw new Error('the memory was not seen');
    return { loaded, memory };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
