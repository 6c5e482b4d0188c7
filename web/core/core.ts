import type { Scene } from '../scene/types.ts';
import { lazyOption } from './arguments.ts';
import type { CoreModule } from './door.ts';
import { Session } from './session.ts';
import { CoreTrace } from './trace.ts';
import type { AttendOptions, Core, Flavour } from './types.ts';

/** The contract around a module that has been instantiated, as far as scenes go. */
export function createCore(module: CoreModule, flavour: Flavour): Core {
  // The memory of a small trace that was disposed of: the next scene is often much like the last.
  let idle: Session | undefined;
  const retire = (session: Session): void => {
    if (idle === undefined && session.bytes <= IDLE_BYTES) idle = session;
    else session.dispose();
  };
  return {
    flavour,
    maxTokens: module.calls.maxTokens,

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
  };
}

const IDLE_BYTES = 1 << 20;
