import { AttentionError } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import { lazyOption, optionsArgument, tensorArgument } from './arguments.ts';
import { guarded, thrown } from './failure.ts';
import { PreparedLayer } from './layer.ts';
import type { MainModule } from './modules.ts';
import { packAttention } from './pack.ts';
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
      const inputs = packAttention(call);
      const { error, output, weights, ...kept } = guarded(() => module.scaledDotProductAttention(...inputs));
      if (error !== undefined) throw thrown(error);
      if (output === undefined || weights === undefined)
        throw new AttentionError('internal', 'the core gave no output');
      return { output, weights, ...kept };
    },

    multiHeadAttention: (matrices, options) => new PreparedLayer(module, matrices, options),
  };
}

const IDLE_BYTES = 1 << 20;
