/** The generated module of training. Nothing else imports it; its WebAssembly is fetched when it is in use. */
import type { MainModule } from '../../build/wasm/core/training-simd.mjs';
import type { GeneratedModule } from './module.ts';

export type {
  Loss as CoreLoss,
  MainModule as TrainingModule,
  RunOptions,
  SceneGradient,
  TrainingRun,
} from '../../build/wasm/core/training-simd.mjs';

/** Where a script holds the WebAssembly: used in place of the files. */
let override: typeof generatedModule | null = null;

export function overrideTrainingModule(source: typeof generatedModule): void {
  override = source;
}

export async function generatedModule(): Promise<GeneratedModule<MainModule>> {
  if (override !== null) return override();
  const { default: create } = await import('../../build/wasm/core/training-simd.mjs');
  return { create, wasm: new URL('../../build/wasm/core/training-simd.wasm', import.meta.url) };
}
