/** The generated modules of training. Nothing else imports them; a flavour is fetched when it is in use. */
import type { MainModule } from '../../build/wasm/core/training-simd.mjs';
import type { GeneratedModule, ModuleSource } from './module.ts';
import type { Flavour } from './types.ts';

export type {
  Loss as CoreLoss,
  MainModule as TrainingModule,
  RunOptions,
  SceneGradient,
  TrainingRun,
} from '../../build/wasm/core/training-simd.mjs';

/** What stands in for the files, where a script holds the WebAssembly. */
let instead: ModuleSource<MainModule> | null = null;

export function takeTrainingFrom(source: ModuleSource<MainModule>): void {
  instead = source;
}

export const flavours = (): readonly Flavour[] => instead?.flavours() ?? ['simd', 'relaxed-simd'];

export async function generatedModule(flavour: Flavour): Promise<GeneratedModule<MainModule>> {
  if (instead !== null) return instead.generatedModule(flavour);
  if (flavour === 'relaxed-simd') {
    const { default: create } = await import('../../build/wasm/core/training-relaxed-simd.mjs');
    return { create, wasm: new URL('../../build/wasm/core/training-relaxed-simd.wasm', import.meta.url) };
  }
  const { default: create } = await import('../../build/wasm/core/training-simd.mjs');
  return { create, wasm: new URL('../../build/wasm/core/training-simd.wasm', import.meta.url) };
}
