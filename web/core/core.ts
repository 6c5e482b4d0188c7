import type { Scene } from '../scene/types.ts';
import { lazyOption, optionsArgument, tensorArgument } from './arguments.ts';
import { Door } from './door.ts';
import { PreparedLayer } from './layer.ts';
import type { MainModule } from './modules.ts';
import { callNumbers, keptNames } from './pack.ts';
import { Session } from './session.ts';
import { CoreTrace } from './trace.ts';
import type { AttendOptions, AttentionOptions, AttentionResult, Core, Flavour, Tensor } from './types.ts';

/** The contract around a module that has been instantiated. */
export function createCore(module: MainModule, flavour: Flavour): Core {
  // The memory of a small trace that was disposed of: the next scene is often much like the last.
  let idle: Session | undefined;
  const retire = (session: Session): void => {
    if (idle === undefined && session.bytes <= IDLE_BYTES) idle = session;
    else session.dispose();
  };
  return {
    flavour,
    maxTokens: module.maxTokens,

    attend(scene: Scene, options: AttendOptions = {}) {
      const lazy = lazyOption(options);
      const session = idle ?? new Session(module);
      idle = undefined;
      try {
        session.update(scene, lazy);
      } catch (why) {
        retire(session);
        throw why;
      }
      return new CoreTrace(session, lazy, retire);
    },

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

const IDLE_BYTES = 1 << 20;
