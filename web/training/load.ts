import { Instances } from '../core/instance.ts';
import { loaderOf } from '../core/load-module.ts';
import { generatedModule, type TrainingModule } from '../core/training-module.ts';
import type { LoadOptions } from '../core/types.ts';
import { OwnedGradient } from './gradient.ts';
import { TrainingInstance } from './instance.ts';
import { SceneRun } from './run.ts';
import type { Training } from './types.ts';

interface Loaded {
  readonly instances: Instances<TrainingInstance>;
  readonly training: Training;
}

const load = loaderOf<TrainingModule, Loaded>({
  generatedModule,
  async open(instantiate) {
    const instance = async () => new TrainingInstance(await instantiate());
    const instances = new Instances(await instance(), instance, 'loadTraining()');
    return { instances, training: createTraining(instances) };
  },
});

/**
 * Loads the training module, which is separate from the core. It is fetched on this call, once for the same options, in browsers, workers and
 * Node. Throws as `loadCore` does.
 */
export const loadTraining = async (options: LoadOptions = {}): Promise<Training> => (await load(options)).training;

const createTraining = (instances: Instances<TrainingInstance>): Training => ({
  flavour: 'simd',
  gradient: (scene, loss) => new OwnedGradient(instances, scene, loss),
  train: (options) => new SceneRun(instances, options),
});
