import { Instances } from '../core/instance.ts';
import { loaderOf } from '../core/load-module.ts';
import { generatedModule, type TrainingModule } from '../core/training-module.ts';
import type { LoadOptions } from '../core/types.ts';
import { SceneGradients } from './gradient.ts';
import { TrainingInstance } from './instance.ts';
import { TrainingRuns } from './run.ts';
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
 * Loads the module that gradients and training are computed with, which is not the core's: it is fetched when this is called, once
 * for the same options. In browsers, workers and Node. Throws as `loadCore` does.
 */
export const loadTraining = async (options: LoadOptions = {}): Promise<Training> => (await load(options)).training;

const createTraining = (instances: Instances<TrainingInstance>): Training => ({
  flavour: 'simd',
  gradient: (scene, loss) => new SceneGradients(instances, scene, loss),
  train: (options) => new TrainingRuns(instances, options),
});
