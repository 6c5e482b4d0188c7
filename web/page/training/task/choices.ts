/** What a reader chooses of a run: the task, the model, and how it is trained; and what the core is asked for with it. */
import type { RunArguments } from '../../../training/index.ts';
import type { OptimizerKind, TaskKind } from '../../../training/options.ts';

export const positionKinds = ['learned', 'sinusoidal', 'rope', 'alibi', 'relative', 'none'] as const;
export const maskKinds = ['causal', 'none'] as const;
export const normKinds = ['none', 'layer', 'rms'] as const;

export interface RunChoice {
  readonly task: TaskKind;
  /** Of the task, in its own words: letters, pairs, characters. */
  readonly length: number;
  readonly vocabulary: number;
  /** Only the task "text" reads it. */
  readonly text: string;
  readonly layers: number;
  readonly heads: number;
  readonly dModel: number;
  /** The width of the feed-forward; 0: there is none. */
  readonly feedForward: number;
  readonly norm: (typeof normKinds)[number];
  readonly positions: (typeof positionKinds)[number];
  readonly mask: (typeof maskKinds)[number];
  readonly optimizer: OptimizerKind;
  readonly learningRate: number;
  /** Only gradient descent reads it. */
  readonly momentum: number;
  /** Only AdamW reads it. */
  readonly weightDecay: number;
  readonly batch: number;
  readonly seed: number;
  /** After so many it stops. */
  readonly steps: number;
  readonly warmup: number;
  /** Down along a cosine to nothing at the last step. */
  readonly cosine: boolean;
  /** The most that the gradient may be long; null: as long as it is. */
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

/** With these each task is learned: in seconds, with a model as small as that. */
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

/** What a task begins with; `text` is what is there before a reader pastes another. */
export const suitedTo = (task: TaskKind, text: string): RunChoice => ({ ...usual, task, ...suited[task], text });

/** Whether the task is told a length, or a number of different symbols. */
export const hasLength = (task: TaskKind): boolean => task !== 'modularAddition';
export const hasVocabulary = (task: TaskKind): boolean => task !== 'text';

/** Tokens of one sequence. */
export function tokensOf({ task, length }: Pick<RunChoice, 'task' | 'length'>): number {
  if (task === 'copy' || task === 'reverse' || task === 'sort') return 2 * length;
  if (task === 'recall') return 2 * length + 1;
  return task === 'modularAddition' ? 3 : length;
}

/** The core is told of no end: this is the page's own limit. */
export const MOST_STEPS = 1_000_000;
/** Whether there are steps left to decay in after the warm-up, where that is wanted. */
export const hasRoomToDecay = ({ cosine, warmup, steps }: Pick<RunChoice, 'cosine' | 'warmup' | 'steps'>): boolean =>
  !(cosine && warmup >= steps);
export const isStepCount = (steps: number): boolean => Number.isInteger(steps) && steps >= 1 && steps <= MOST_STEPS;

/** Different draws of one seed; a seed that is none goes through as it is, to be refused. */
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

/** Which control shows what is wrong with a run: the place of its value among the arguments, dotted. */
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

/** Seeds of the parts of a model are all made of one. */
export const placeOf = (path: string): string => (path.endsWith('/seed') ? '/seed' : path);
