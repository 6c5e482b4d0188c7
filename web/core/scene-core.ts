import { AttentionError } from '../scene/error.ts';
import { parseScene } from '../scene/parse.ts';
import type { Scene } from '../scene/types.ts';
import { errorFrom, lazyOption } from './calls.ts';
import { type CoreArguments, coreScene, withScenePath } from './core-scene.ts';
import type { Instances } from './instance.ts';
import { CoreTrace } from './trace.ts';
import type { AttendOptions, PreparedScene, SceneCore, SceneDescription } from './types.ts';

/** What the core does with scenes, around instances of the module. */
export function createSceneCore(instances: Instances): SceneCore {
  /** A trace that `compute` computes. What it throws leaves no trace behind. */
  const attended = (options: AttendOptions, compute: (trace: CoreTrace) => void): CoreTrace => {
    const trace = new CoreTrace(instances, lazyOption(options));
    try {
      compute(trace);
    } catch (why) {
      trace.dispose();
      throw why;
    }
    return trace;
  };

  const described = (scene: Scene, call: CoreArguments): SceneDescription => {
    const { error, ...description } = instances.call(({ module }) => module.describe(call.scene, call.tensors));
    const problem = errorFrom(error);
    return { ...description, problem: problem && withScenePath(scene, problem) };
  };

  const prepare = (given: Scene): PreparedScene => {
    try {
      const scene = parseScene(given);
      const call = coreScene(scene);
      return {
        description: described(scene, call),
        attend: (options = {}) => attended(options, (trace) => trace.compute(scene, call)),
      };
    } catch (why) {
      if (!(why instanceof AttentionError)) throw why;
      const attend = (): never => {
        throw why;
      };
      return { description: { ...nothing, problem: why }, attend };
    }
  };

  return {
    flavour: 'simd',
    maxTokens: instances.call(({ module }) => module.maxTokens),
    attend: (scene, options = {}) => attended(options, (trace) => trace.update(scene)),
    describe: (scene) => prepare(scene).description,
    prepare,
  };
}

const nothing = { dModel: 0, dK: 0, dV: 0, operations: 0, impossibleMistakes: {} };
