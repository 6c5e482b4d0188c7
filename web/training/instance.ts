import type { SceneGradient, TrainingModule, TrainingRun } from '../core/training-module.ts';

/** What one instance of the module holds: unreachable, and so free, once the instance is given up. */
export class TrainingInstance {
  readonly gradients = new WeakMap<object, SceneGradient>();
  readonly runs = new WeakMap<object, TrainingRun>();

  constructor(readonly module: TrainingModule) {}
}
