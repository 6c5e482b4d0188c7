import type { SceneGradient, TrainingModule } from '../core/training-module.ts';

/** What one instance of the module holds: unreachable, and so free, once the instance is given up. */
export class TrainingInstance {
  readonly gradients = new WeakMap<object, SceneGradient>();

  constructor(readonly module: TrainingModule) {}
}
