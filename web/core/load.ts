import { Instance, Instances } from './instance.ts';
import { loaderOf } from './load-module.ts';
import { generatedModule, type MainModule } from './module.ts';
import { createSceneCore } from './scene-core.ts';
import type { LoadOptions, SceneCore } from './types.ts';

export interface Loaded {
  readonly scenes: SceneCore;
  readonly instances: Instances;
}

/** As `loadCore`, whose functions on tensors are made of the instances. */
export const load = loaderOf<MainModule, Loaded>({
  generatedModule,
  async open(instantiate) {
    const instance = async () => new Instance(await instantiate());
    const instances = new Instances(await instance(), instance, 'loadCore()');
    return { scenes: createSceneCore(instances), instances };
  },
});

/** What the page and its elements need of `loadCore`. Throws as it does. */
export const loadSceneCore = async (options?: LoadOptions): Promise<SceneCore> => (await load(options)).scenes;
