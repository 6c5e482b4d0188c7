/** Losses and options as the binding reads them (src/bindings/). Apart from their descriptions, whose types are published. */
import { tensor } from '../core/core-scene.ts';
import type { NamedTensor } from '../core/module.ts';
import type { CoreLoss, RunOptions as CoreRunOptions } from '../core/training-module.ts';
import type { Loss } from './loss.ts';
import type { RunOptions } from './options.ts';

interface LossCall {
  readonly loss: CoreLoss;
  readonly tensors: NamedTensor[];
}

export function coreLoss(given: Loss): LossCall {
  const weights = given.kind === 'weights' ? given : undefined;
  const entropy = given.kind === 'crossEntropy' ? given : undefined;
  return {
    loss: {
      kind: given.kind,
      head: weights?.head ?? 0,
      layer: weights?.layer,
      targets: entropy?.targets.map((column) => column ?? -1) ?? [],
    },
    tensors: [
      ...tensor('/loss/target', 'target' in given ? given.target : undefined),
      ...tensor('/loss/unembedding', entropy?.unembedding === 'tied' ? undefined : entropy?.unembedding),
    ],
  };
}

interface OptionsCall {
  readonly options: CoreRunOptions;
  readonly tensors: NamedTensor[];
}

export function coreOptions(given: RunOptions): OptionsCall {
  const { optimizer: chosen, task: asked } = given;
  const wanted = given.loss && coreLoss(given.loss);
  const adaptive = chosen.kind === 'sgd' ? undefined : chosen;
  return {
    options: {
      task: asked && {
        kind: asked.kind,
        length: 'length' in asked ? asked.length : 0,
        vocabulary: 'vocabulary' in asked ? asked.vocabulary : 0,
        text: 'text' in asked ? asked.text : '',
      },
      loss: wanted?.loss,
      optimizer: {
        kind: chosen.kind,
        learningRate: chosen.learningRate,
        momentum: chosen.kind === 'sgd' ? (chosen.momentum ?? 0) : 0,
        beta1: adaptive?.beta1 ?? 0.9,
        beta2: adaptive?.beta2 ?? 0.999,
        epsilon: adaptive?.epsilon ?? 1e-8,
        weightDecay: adaptive?.weightDecay ?? 0,
        clip: chosen.clip,
      },
      schedule: { warmup: 0, decay: 0, least: 0, ...given.schedule },
      batch: given.batch ?? 16,
      seed: given.seed ?? 1,
      tied: given.unembedding !== 'learned',
      fixed: [...(given.fixed ?? [])],
    },
    tensors: wanted?.tensors ?? [],
  };
}
