import { Instance, Instances } from './instance.ts';
import { loaderOf } from './load-module.ts';
import { flavours, generatedModule, type MainModule } from './module.ts';
import { createSceneCore } from './scene-core.ts';
import type { LoadOptions, SceneCore } from './types.ts';

export interface Loaded {
  readonly scenes: SceneCore;
  readonly instances: Instances;
}

/** As `loadCore`, whose functions on tensors are made of the instances. */
export const load = loaderOf<MainModule, Loaded>({
  flavours,
  generatedModule,
  async open(instantiate, flavour) {
    const instance = async () => new Instance(await instantiate());
    const instances = new Instances(await instance(), instance, 'loadCore()');
    return { scenes: createSceneCore(instances, flavour), instances };
  },
  fuses: ({ scenes }) => fuses(scenes),
});

/** What the page and its elements need of `loadCore`. Throws as it does. */
export const loadSceneCore = async (options?: LoadOptions): Promise<SceneCore> => (await load(options)).scenes;

/** (1 + 2⁻¹²)² − (1 + 2⁻¹¹) is 2⁻²⁴, and 0 when the square is rounded first. */
function fuses(core: SceneCore): boolean {
  const row = (a: number, b: number) => [[a, b]];
  const k = row(1, 1 + 2 ** -12);
  const trace = core.attend({
    version: 1,
    tokens: ['1'],
    embedding: { kind: 'qkv', q: row(-(1 + 2 ** -11), 1 + 2 ** -12), k, v: k },
    parameters: { kind: 'identity' },
    attention: { heads: 1 },
  });
  const [score] = trace.tensor('scores').data;
  trace.dispose();
  return score === 2 ** -24;
}
