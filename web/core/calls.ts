/** The whole contract: beside scenes, attention on tensors that stand alone, and a layer of it. */
import { optionsArgument, tensorArgument } from './arguments.ts';
import { createCore } from './core.ts';
import { type CoreModule, Door } from './door.ts';
import { PreparedLayer } from './layer.ts';
import { callNumbers, keptNames } from './pack.ts';
import type { AttentionOptions, AttentionResult, Flavour, Tensor, WholeCore } from './types.ts';

export function createWholeCore(module: CoreModule, flavour: Flavour): WholeCore {
  return {
    ...createCore(module, flavour),

    scaledDotProductAttention(q: Tensor, k: Tensor, v: Tensor, options: AttentionOptions = {}): AttentionResult {
      const call = {
        ...{ q: tensorArgument('q', q), k: tensorArgument('k', k), v: tensorArgument('v', v) },
        ...optionsArgument(options),
      };
      const given = [call.q, call.k, call.v, ...(call.mask === null ? [] : [call.mask])];
      const count = given.reduce((sum, { data }) => sum + data.length, 0);
      const door = new Door(module);
      try {
        // Before they are copied in: they alone may be too large.
        door.ask('room', [count]);
        const floats = door.floats(count);
        let next = 0;
        for (const { data } of given) {
          floats.set(data, next);
          next += data.length;
        }
        door.ask('attention', callNumbers(call));
        const shape = call.q.shape.slice(0, -1);
        const result = (place: number, width: number): Tensor => {
          return { shape: [...shape, width], data: door.view(place).slice() };
        };
        const keys = call.k.shape.at(-2) ?? 0;
        const kept = keptNames.flatMap((name, place) =>
          call.keep.includes(name) ? [[name, result(place + 2, keys)]] : [],
        );
        return { output: result(0, call.v.shape.at(-1) ?? 0), weights: result(1, keys), ...Object.fromEntries(kept) };
      } finally {
        door.close();
      }
    },

    multiHeadAttention: (matrices, options) => new PreparedLayer(module, matrices, options),
  };
}
