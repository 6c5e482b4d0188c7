/** In the worker: gradients of the weights' loss, and one step against them. */
import type { SceneCore, Trace } from '../../core/types.ts';
import type { Scene } from '../../scene/types.ts';
import type { Gradient, Run, Training } from '../../training/index.ts';
import type { TargetArguments, TensorGradient, TrainingRequest, TrainingResponse, WeightsLoss } from './protocol.ts';

/** Up to so many numbers the gradients are sent with all their heads, for the arithmetic. */
const MOST_NUMBERS = 2_000_000;

type Request = Extract<TrainingRequest, { kind: 'gradient' }>;

export function gradientResponse(core: SceneCore, training: Training, request: Request): TrainingResponse {
  const { requestId, row } = request;
  const { scene, loss } = request.run;
  const trace = core.attend(scene);
  const gradient = training.gradient(scene, loss);
  try {
    return {
      kind: 'gradient',
      requestId,
      loss: gradient.loss,
      tensors: tensorGradients(trace, gradient, loss),
      symbols: gradient.symbols,
      jacobian: gradient.jacobian({ row, head: loss.head, layer: loss.layer }),
    };
  } finally {
    trace.dispose();
    gradient.dispose();
  }
}

export function stepResponse(
  core: SceneCore,
  training: Training,
  { requestId, run: given }: Request,
): TrainingResponse {
  const run = training.train(given);
  try {
    run.step(1);
    const scene = trainedScene(given, run);
    const gradient = training.gradient(scene, given.loss);
    gradient.dispose();
    return { kind: 'step', requestId, scene, weights: weightsOf(core, scene, given.loss), loss: gradient.loss };
  } finally {
    run.dispose();
  }
}

/** The scene with the trained parameters. The embedding is not trained, so it stays as the scene writes it, for other words too. */
export const trainedScene = ({ scene: { embedding } }: TargetArguments, run: Run): Scene => ({
  ...run.scene(),
  embedding,
});

export function weightsOf(core: SceneCore, scene: Scene, { layer, head }: WeightsLoss): Float32Array {
  const trace = core.attend(scene);
  const { data } = trace.tensor('weights', { layer, head });
  trace.dispose();
  return data;
}

/** Backwards from the loss through its layer, parameters last. Tensors that do not change the loss are left out. */
function tensorGradients(trace: Trace, gradient: Gradient, { layer, head }: WeightsLoss): readonly TensorGradient[] {
  const { H = 1, H_kv = H } = trace.symbols;
  const parameters = new Set(trace.parameters.map(({ name }) => name));
  const steps = gradient.steps.filter(({ name, layer: own }) => own === layer && name !== 'E');
  const size = steps.reduce((sum, { shape }) => sum + shape.reduce((product, extent) => product * extent, 1), 0);
  return steps.flatMap(({ name, axes, formula }) => {
    const own = axes[0] === 'H' ? head : axes[0] === 'H_kv' ? Math.floor(head / (H / H_kv)) : null;
    const { shape, data } = gradient.tensor(name, { layer, ...(own !== null && { head: own }) });
    if (data.every((number) => number === 0)) return [];
    const all = size <= MOST_NUMBERS ? { axes, ...gradient.tensor(name, { layer }) } : null;
    const isParameter = parameters.has(name);
    return [
      { name, layer, isParameter, head: own, axes: own === null ? axes : axes.slice(1), shape, data, formula, all },
    ];
  });
}
