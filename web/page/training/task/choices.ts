/** The reader's choices for a run (the task, the model and its training), and the core's arguments for them. */
import type { RunArguments } from '../../../training/index.ts';
import type { OptimizerKind, TaskKind } from '../../../training/options.ts';
import type { RunPlan } from '../run-control.ts';

export const positionKinds = ['learned', 'sinusoidal', 'rope', 'alibi', 'relative', 'none'] as const;
export const maskKinds = ['causal', 'none'] as const;
export const normKinds = ['none', 'layer', 'rms'] as const;

export interface RunChoice {
  readonly task: TaskKind;
  /** In the task's own unit: letters, pairs, characters. */
  readonly length: number;
  readonly vocabulary: number;
  /** Only for the task "text". */
  readonly text: string;
  readonly layers: number;
  readonly heads: number;
  readonly dModel: number;
  /** The width of the feed-forward network; 0: none. */
  readonly feedForward: number;
  readonly norm: (typeof normKinds)[number];
  readonly positions: (typeof positionKinds)[number];
  readonly mask: (typeof maskKinds)[number];
  readonly optimizer: OptimizerKind;
  readonly learningRate: number;
  /** Only for gradient descent. */
  readonly momentum: number;
  /** Only for AdamW. */
  readonly weightDecay: number;
  readonly batch: number;
  readonly seed: number;
  /** The run stops after these steps. */
  readonly steps: number;
  readonly warmup: number;
  /** The learning rate decays along a cosine to 0 at the last step. */
  readonly cosine: boolean;
  /** The largest norm of the gradient; null: no limit. */
  readonly clip: number | null;
}

const usual = {
  text: '',
  layers: 1,
  heads: 2,
  dModel: 32,
  feedForward: 0,
  norm: 'none',
  positions: 'learned',
  mask: 'causal',
  optimizer: 'adamw',
  learningRate: 0.01,
  momentum: 0.9,
  weightDecay: 0,
  batch: 16,
  seed: 3,
  steps: 500,
  warmup: 20,
  cosine: false,
  clip: 1,
} as const;

/** With these choices a small model learns each task in seconds. */
const suited: Readonly<Record<TaskKind, Partial<RunChoice> & Pick<RunChoice, 'length' | 'vocabulary'>>> = {
  copy: { length: 6, vocabulary: 8 },
  reverse: { length: 6, vocabulary: 8 },
  previous: { length: 8, vocabulary: 8 },
  induction: { length: 24, vocabulary: 16, layers: 2, learningRate: 0.005 },
  sort: { length: 6, vocabulary: 8, feedForward: 64 },
  count: { length: 8, vocabulary: 3, feedForward: 64 },
  brackets: { length: 10, vocabulary: 2, layers: 2, feedForward: 64 },
  modularAddition: { length: 3, vocabulary: 7, feedForward: 64 },
  recall: { length: 4, vocabulary: 6, layers: 2 },
  text: { length: 24, vocabulary: 2 },
};

/** The first choices for a task. `text`: the text until the reader pastes another. */
export const suitedTo = (task: TaskKind, text: string): RunChoice => ({ ...usual, task, ...suited[task], text });

/** Whether the task has a length, or a number of symbols. */
export const hasLength = (task: TaskKind): boolean => task !== 'modularAddition';
export const hasVocabulary = (task: TaskKind): boolean => task !== 'text';

/** The tokens of one sequence. */
export function tokensOf({ task, length }: Pick<RunChoice, 'task' | 'length'>): number {
  if (task === 'copy' || task === 'reverse' || task === 'sort') return 2 * length;
  if (task === 'recall') return 2 * length + 1;
  return task === 'modularAddition' ? 3 : length;
}

/** The page's own limit: the core has none. */
export const MOST_STEPS = 1_000_000;
/** Cosine decay needs steps after the warm-up. */
export const hasRoomToDecay = ({ cosine, warmup, steps }: Pick<RunChoice, 'cosine' | 'warmup' | 'steps'>): boolean =>
  !(cosine && warmup >= steps);
export const isStepCount = (steps: number): boolean => Number.isInteger(steps) && steps >= 1 && steps <= MOST_STEPS;

/** Another seed made from this one. A value that is not a seed stays as it is, and the core refuses it. */
const another = (seed: number, by: number): number => (Number.isInteger(seed) && seed >= 0 ? (seed + by) >>> 0 : seed);

export function argumentsOf(choice: RunChoice): RunArguments {
  const { task: kind, length, vocabulary, text, seed } = choice;
  const { optimizer, learningRate, clip, warmup, cosine, steps } = choice;
  const clipped = clip === null ? {} : { clip };
  return {
    scene: {
      version: 1,
      tokens: ['a'],
      embedding: { kind: 'random', distribution: 'normal', seed, dModel: choice.dModel, std: 0.3 },
      positions: positionsOf(choice),
      parameters: { kind: 'random', init: 'xavier', seed: another(seed, 2), output: true },
      attention: { heads: choice.heads, mask: { kind: choice.mask } },
      block: {
        residual: true,
        ...(choice.norm !== 'none' && { norm: choice.norm, place: 'pre' }),
        ...(choice.feedForward !== 0 && { feedForward: { width: choice.feedForward, activation: 'relu' } }),
      },
      layers: choice.layers,
    },
    task:
      kind === 'text'
        ? { kind, length, text }
        : kind === 'modularAddition'
          ? { kind, vocabulary }
          : { kind, length, vocabulary },
    optimizer:
      optimizer === 'sgd'
        ? { kind: optimizer, learningRate, momentum: choice.momentum, ...clipped }
        : {
            kind: optimizer,
            learningRate,
            ...(optimizer === 'adamw' && { weightDecay: choice.weightDecay }),
            ...clipped,
          },
    schedule: { warmup, ...(cosine && { decay: steps - warmup }) },
    batch: choice.batch,
    seed,
    unembedding: 'learned',
  };
}

function positionsOf({ positions: kind, seed }: RunChoice): NonNullable<RunArguments['scene']['positions']> {
  if (kind === 'learned' || kind === 'relative') return { kind, seed: another(seed, 1), std: 0.3 };
  return { kind };
}

/** The path of each control's value in the arguments, dotted. A problem with that path is shown at the control. */
export const controlPaths = {
  task: 'task.kind',
  length: 'task.length',
  vocabulary: 'task.vocabulary',
  text: 'task.text',
  layers: 'layers',
  heads: 'attention.heads',
  dModel: 'embedding.dModel',
  feedForward: 'block.feedForward',
  norm: 'block.norm',
  positions: 'positions',
  mask: 'attention.mask',
  optimizer: 'optimizer.kind',
  learningRate: 'optimizer.learningRate',
  momentum: 'optimizer.momentum',
  weightDecay: 'optimizer.weightDecay',
  clip: 'optimizer.clip',
  warmup: 'schedule.warmup',
  cosine: 'schedule.decay',
  batch: 'batch',
  seed: 'seed',
  steps: 'steps',
} as const satisfies Record<keyof RunChoice, string>;

/** The seeds of a model's parts all come from one control. */
export const placeOf = (path: string): string => (path.endsWith('/seed') ? '/seed' : path);

/** A run with these choices. */
export interface TaskPlan extends RunPlan {
  readonly choice: RunChoice;
}

export const planOf = (choice: RunChoice): TaskPlan => ({
  choice,
  run: argumentsOf(choice),
  steps: choice.steps,
  // After cosine decay the learning rate is 0.
  canExtend: !choice.cosine,
  canBegin: isStepCount(choice.steps) && hasRoomToDecay(choice),
});
