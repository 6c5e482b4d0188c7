import { AttentionError } from '../scene/error.ts';
import { parseScene } from '../scene/parse.ts';
import type { Scene } from '../scene/types.ts';
import { errorFrom, lazyOption } from './calls.ts';
import { coreScene, inTermsOf } from './core-scene.ts';
import type { Instances } from './instance.ts';
import { CoreTrace } from './trace.ts';
import type { AttendOptions, SceneCore, SceneDescription } from './types.ts';

/** The contract around instances of the module, as far as it is about scenes. */
export function createSceneCore(instances: Instances): SceneCore {
  return {
    flavour: 'simd',
    maxTokens: instances.call(({ module }) => module.maxTokens),

    attend(scene: Scene, options: AttendOptions = {}) {
      const trace = new CoreTrace(instances, lazyOption(options));
      try {
        trace.update(scene);
      } catch (why) {
        trace.dispose();
        throw why;
      }
      return trace;
    },

    describe(given: Scene): SceneDescription {
      try {
        const scene = parseScene(given);
        const call = coreScene(scene);
        const { error, ...described } = instances.call(({ module }) => module.describe(call.scene, call.tensors));
        const problem = errorFrom(error);
        return { ...described, problem: problem && inTermsOf(scene, problem) };
      } catch (why) {
        if (why instanceof AttentionError)
          return { dModel: 0, dK: 0, dV: 0, operations: 0, impossibleMistakes: {}, problem: why };
        throw why;
      }
    },
  };
}
