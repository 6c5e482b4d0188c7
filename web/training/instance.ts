import type { SceneGradient, TrainingModule, TrainingRun } from '../core/training-module.ts';

/** The objects of one instance of the module. They are freed with the instance. */
export class TrainingInstance {
  readonly gradients = new WeakMap<object, SceneGradient>();
  readonly runs = new WeakMap<object, TrainingRun>();

  constructor(readonly module: TrainingModule) {}
}
