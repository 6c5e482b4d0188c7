/** A run as files: its parameters, its loss as a program, and its first steps as a program. Loaded on request. */
import { loadSceneCore } from '../../core/load.ts';
import type { SceneCore } from '../../core/types.ts';
import { loadTraining, type Run, type RunArguments, type Snapshot } from '../../training/index.ts';
import { npzOf } from './npz.ts';
import { type TrainingLibrary, type TrainingSource, trainingCodeFor } from './program.ts';
import { STEPS } from './steps.ts';
import { batchesOf, evaluatedOf, taskSceneOf } from './task.ts';

/** "loss" is the program of the learned state; "steps" is that of the first steps from the initial state. */
export type TrainedFile = 'npz' | `${'loss' | 'steps'}-${TrainingLibrary}`;

/** The loss of a run, or the batches of its next steps. */
function learnsOf(run: Run, { loss }: RunArguments, steps: number): TrainingSource['learns'] {
  if (loss !== undefined) return loss;
  const unembedding = run.tensors().find(({ name }) => name === 'unembedding');
  return {
    kind: 'task',
    batches: batchesOf(run, run.steps, steps),
    evaluated: evaluatedOf(run),
    unembedding: unembedding === undefined ? 'tied' : { shape: [...unembedding.shape], data: unembedding.data },
  };
}

function programOf(core: SceneCore, run: Run, given: RunArguments, library: TrainingLibrary, steps: number): string {
  const scene = given.task === undefined ? run.scene() : taskSceneOf(run);
  const trace = core.attend(scene);
  try {
    return trainingCodeFor(library, {
      ...{ scene, trace, learns: learnsOf(run, given, Math.max(1, steps)), steps: Math.max(1, steps) },
      optimizer: steps === 0 ? null : given.optimizer,
      ...(given.schedule && { schedule: given.schedule }),
      ...(given.fixed && { fixed: given.fixed }),
    });
  } finally {
    trace.dispose();
  }
}

/** `learned` is the state of a run with these arguments, or null at its start. Throws AttentionError. */
export async function trainedFile(
  kind: TrainedFile,
  given: RunArguments,
  learned: Snapshot | null,
): Promise<{ readonly blob: Blob; readonly name: string }> {
  const [core, training] = await Promise.all([loadSceneCore(), loadTraining()]);
  const run = training.train(given);
  try {
    const library: TrainingLibrary = kind.endsWith('pytorch') ? 'pytorch' : 'numpy';
    const isOfSteps = kind.startsWith('steps');
    if (learned !== null && !isOfSteps) run.restore(learned);
    if (kind === 'npz')
      return { blob: new Blob([npzOf(run.tensors()).slice()], { type: 'application/zip' }), name: 'trained.npz' };
    const text = programOf(core, run, given, library, isOfSteps ? STEPS : 0);
    return {
      blob: new Blob([text], { type: 'text/x-python' }),
      name: `${isOfSteps ? 'training' : 'trained'}-${library}.py`,
    };
  } finally {
    run.dispose();
  }
}
