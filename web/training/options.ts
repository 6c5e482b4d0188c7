/** The description of a run's options: its task or loss, optimizer, schedule and batch. */

import { fail, message } from '../scene/error.ts';
import { kinds, object, optional, required, type ValueOf } from '../scene/schema.ts';
import { count, integer, list, number, one, seed, text } from '../scene/values.ts';
import { loss } from './loss.ts';

/** The core's most_tokens, most_symbols (src/training/task.hpp) and max_batch (src/training/run.hpp). */
export const trainingLimits = { tokens: 512, symbols: 512, batch: 1024 } as const;

const length = required(count(trainingLimits.tokens), {
  about: 'Symbols of one sequence; pairs of recall, characters of text.',
});
const vocabulary = required(count(trainingLimits.symbols), {
  about: 'Different symbols; kinds of brackets; the modulus.',
});
const symbols = object({ length, vocabulary });

/** Above the core's own limit, whose error is better. A text beyond this would take long to check. */
const MOST_CHARACTERS = 1_000_000;

const tasks = {
  copy: symbols,
  reverse: symbols,
  previous: symbols,
  induction: symbols,
  sort: symbols,
  count: symbols,
  brackets: symbols,
  modularAddition: object({ vocabulary }),
  recall: symbols,
  text: object({ length, text: text(0, MOST_CHARACTERS) }),
};
const task = kinds(tasks);

const clip = optional(number, { about: 'The most that the gradient of all parameters together may be long.' });
const learningRate = number;
const adam = object({
  learningRate,
  beta1: optional(number, { default: 0.9 }),
  beta2: optional(number, { default: 0.999 }),
  epsilon: optional(number, { default: 1e-8 }),
  weightDecay: optional(number, { default: 0 }),
  clip,
});
const optimizers = {
  adamw: adam,
  adam,
  sgd: object({ learningRate, momentum: optional(number, { default: 0 }), clip }),
};
const optimizer = kinds(optimizers);

const schedule = object({
  warmup: optional(integer(0), { about: 'Steps from a part of the learning rate to all of it.', default: 0 }),
  decay: optional(integer(0), { about: 'Steps from there down along a cosine; 0: none.', default: 0 }),
  least: optional(number, { about: 'The share of the learning rate that is left then.', default: 0 }),
});

const options = object(
  {
    task: optional(task),
    loss: optional(loss),
    optimizer,
    schedule: optional(schedule),
    batch: optional(count(trainingLimits.batch), {
      about: 'Sequences that a step of a task learns from.',
      default: 16,
    }),
    seed: optional(seed, { about: 'Of the sequences of a task.', default: 1 }),
    unembedding: optional(one('tied', 'learned'), {
      about: 'Whether a task’s symbols are told by the rows of E, or by columns of their own.',
      default: 'tied',
    }),
    fixed: optional(list(text(1, 64), 64, message`names`), { about: 'Parameters that stay as they are, as "E".' }),
  },
  { exactlyOne: ['task', 'loss'] },
);

export type TaskKind = keyof typeof tasks;
export type OptimizerKind = keyof typeof optimizers;
/** In the order of the page's menus. */
export const taskKinds = Object.keys(tasks) as readonly TaskKind[];
export const optimizerKinds = Object.keys(optimizers) as readonly OptimizerKind[];

export type Task = ValueOf<typeof task>;
export type OptimizerOptions = ValueOf<typeof optimizer>;
export type Schedule = ValueOf<typeof schedule>;
export type RunOptions = ValueOf<typeof options>;

/**
 * Throws AttentionError: `scene-form`, `range`, `not-finite`, `shape`. The core checks shapes and meaning. An option that would have no effect
 * is refused.
 */
export function parseOptions(given: unknown): RunOptions {
  const parsed = options.parse(given, '');
  const { loss, unembedding, schedule } = parsed;
  if (loss !== undefined && unembedding !== undefined)
    fail('scene-form', '/unembedding', message`unembedding is given, but only a task has one; a loss brings its own`);
  for (const key of ['batch', 'seed'] as const) {
    if (loss !== undefined && parsed[key] !== undefined) onlyForTask(key, `/${key}`);
  }
  if (schedule?.least !== undefined && schedule.least !== 0 && !schedule.decay)
    fail('scene-form', '/schedule/least', message`least is ${schedule.least}, but nothing falls to it without decay`);
  return parsed;
}

/** Refuses an option by which sequences are drawn. A loss has only the scene's own tokens. */
export const onlyForTask = (option: string, path: string): never =>
  fail('scene-form', path, message`${option} is given, but only a task draws sequences; with a loss, leave it out`);
