/** The generated module of training. Nothing else imports it; its WebAssembly is fetched when it is in use. */
import type { MainModule } from '../../build/wasm/core/training-simd.mjs';
import type { GeneratedModule, ModuleSource } from './module.ts';

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

export async function generatedModule(): Promise<GeneratedModule<MainModule>> {
  if (instead !== null) return instead.generatedModule();
  const { default: create } = await import('../../build/wasm/core/training-simd.mjs');
  return { create, wasm: new URL('../../build/wasm/core/training-simd.wasm', import.meta.url) };
}
