/** Losses and options in the form of the bindings (src/bindings/). Their descriptions are separate, since those types are published. */
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
  const { optimizer: chosen, task } = given;
  const loss = given.loss && coreLoss(given.loss);
  const adaptive = chosen.kind === 'sgd' ? undefined : chosen;
  return {
    options: {
      task: task && {
        kind: task.kind,
        length: 'length' in task ? task.length : 0,
        vocabulary: 'vocabulary' in task ? task.vocabulary : 0,
        text: 'text' in task ? task.text : '',
      },
      loss: loss?.loss,
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
    tensors: loss?.tensors ?? [],
  };
}
