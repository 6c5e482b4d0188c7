import { AttentionError } from '../scene/error.ts';
import { parseScene } from '../scene/parse.ts';
import type { Scene } from '../scene/types.ts';
import { attentionArguments, check, errorFrom, lazyOption } from './calls.ts';
import { coreScene, inTermsOf } from './core-scene.ts';
import type { Instances } from './instance.ts';
import { PreparedLayer } from './layer.ts';
import { CoreTrace } from './trace.ts';
import type {
  AttendOptions,
  AttentionOptions,
  AttentionResult,
  Core,
  Flavour,
  SceneDescription,
  Tensor,
} from './types.ts';

/** The contract around instances of the module. */
export function createCore(instances: Instances, flavour: Flavour): Core {
  return {
    flavour,
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
