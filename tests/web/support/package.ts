import type { Core, LoadOptions, Trace } from '../../../web/core/types.ts';
import type { Figure } from '../../../web/export/drawing.ts';
import type { FigureOptions } from '../../../web/export/figure.ts';
import type { WholeLesson } from '../../../web/export/lessons.ts';
import type { Scene } from '../../../web/scene/types.ts';
import type { RunArguments, Training } from '../../../web/training/types.ts';
import type { Numbers } from './page.ts';

// These are not literals, because the types come from the sources: the package is not built yet when types are checked.
const names = {
  core: 'self-attention/core',
  scene: 'self-attention/scene',
  lessons: 'self-attention/lessons',
  export: 'self-attention/export',
  training: 'self-attention/training',
};

interface SceneModule {
  readonly defaultScene: Scene;
  readonly encodeScene: (scene: Scene) => string;
  readonly normalScene: (scene: Scene) => Scene;
  readonly encodeLink: (scene: Scene) => Promise<string>;
  readonly decodeLink: (link: string) => Promise<Scene>;
}
interface TrainingModule {
  readonly loadTraining: (options?: LoadOptions) => Promise<Training>;
}
interface CoreModule {
  readonly loadCore: (options?: LoadOptions) => Promise<Core>;
}

interface LessonsModule {
  readonly lessons: Readonly<Record<string, WholeLesson>>;
}

interface ExportModule {
  readonly figureOf: (scene: Scene, trace: Trace, options: FigureOptions) => Figure;
  readonly svgOf: (figure: Figure) => string;
}

export async function exportModule(): Promise<ExportModule> {
  const module: ExportModule = await import(names.export);
  return module;
}

export async function lessonsModule(): Promise<LessonsModule> {
  const module: LessonsModule = await import(names.lessons);
  return module;
}

export async function sceneModule(): Promise<SceneModule> {
  const module: SceneModule = await import(names.scene);
  return module;
}

/** The result of this many training steps in Node, and the bits of the run's whole state. */
export async function trainedInNode(options: RunArguments, steps: number): Promise<TrainedNumbers> {
  const { loadTraining }: TrainingModule = await import(names.training);
  const run = (await loadTraining()).train(options);
  const { loss, accuracy } = run.step(steps);
  const bits = Array.from(new Uint32Array(run.snapshot().data.slice().buffer));
  run.dispose();
  return { loss, accuracy, bits };
}

interface TrainedNumbers {
  readonly loss: number;
  readonly accuracy: number | null;
  readonly bits: readonly number[];
}

/** A scene's lazy trace in Node. */
export async function traceInNode(scene: Scene): Promise<Trace> {
  const { loadCore }: CoreModule = await import(names.core);
  return (await loadCore()).attend(scene, { lazy: true });
}

/** The numbers that the package computes for a scene in Node. */
export async function numbersInNode(scene: Scene): Promise<Numbers> {
  const trace = await traceInNode(scene);
  const shown = scene.view?.layer ?? trace.layers - 1;
  const steps = trace.steps.filter(({ layer }) => layer === shown);
  const tensors = steps.map(({ name, layer }) => {
    const { shape, data } = trace.tensor(name, { layer });
    return [name, { shape: [...shape], bits: Array.from(new Uint32Array(data.slice().buffer)) }] as const;
  });
  const numbers = { tokens: [...trace.tokens], tensors: Object.fromEntries(tensors) };
  trace.dispose();
  return numbers;
}
