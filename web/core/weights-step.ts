import type { Step } from './types.ts';

/** The step of a layer whose weights multiply the values: `rounded` where the scene rounds them. */
export const weightsStepOf = (steps: readonly Pick<Step, 'name' | 'layer'>[], layer: number): 'weights' | 'rounded' =>
  steps.some((step) => step.name === 'rounded' && step.layer === layer) ? 'rounded' : 'weights';
