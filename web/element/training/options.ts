/** The attribute `training`: JSON, or a short text that begins with # as in a link. */

import { jsonFault } from '../../scene/json.ts';
import type { Rows } from '../../scene/types.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { optimizerKinds, parseOptions, type RunOptions, taskKinds } from '../../training/options.ts';

export interface TrainingRequest {
  readonly options: RunOptions;
  /** The run stops after these steps. */
  readonly steps: number;
}

/** A fault of the attribute. Its words are in web/i18n. */
export class TrainingFault extends Error {
  readonly code = 'attribute';
  readonly path = 'training';
  constructor(
    readonly fault: 'unread' | 'unknown' | 'twice' | 'number' | 'steps' | 'unused',
    readonly key: string,
    readonly value: string,
  ) {
    super(`training: ${fault} ${key} ${value}`);
  }
}

const MOST_STEPS = 100_000;
export const targets = ['previous', 'itself', 'first'] as const;
/** The tasks of the short form. A text needs JSON. */
const shortTasks = taskKinds.filter((kind) => kind !== 'text');
export const keys = [
  'target',
  'head',
  'layer',
  'task',
  'length',
  'vocabulary',
  'optimizer',
  'rate',
  'batch',
  'seed',
  'steps',
] as const;

/** Without the attribute, every token learns to attend to the one before it. */
export function trainingOf(text: string | null, scene: SceneResult): TrainingRequest {
  const given = text?.trim() ?? '';
  if (given.startsWith('{')) return ofJson(given);
  return ofText(given === '' ? '#target=previous' : given, scene);
}

function ofJson(text: string): TrainingRequest {
  const fault = jsonFault(text);
  if (fault?.repeatedKey !== undefined) throw new TrainingFault('twice', fault.repeatedKey.slice(0, 40), '');
  if (fault !== null) throw new TrainingFault('unread', 'JSON', text.slice(0, 40));
  const value: unknown = JSON.parse(text);
  const { steps, ...options } = { steps: 1000 as unknown, ...(value as object) };
  return { steps: stepsOf(steps), options: parseOptions(options) };
}

function stepsOf(steps: unknown): number {
  if (typeof steps === 'number' && Number.isInteger(steps) && steps >= 1 && steps <= MOST_STEPS) return steps;
  // It comes from JSON, so it can be written as JSON again. An object may have no text of its own.
  throw new TrainingFault('steps', 'steps', JSON.stringify(steps).slice(0, 40));
}

function ofText(text: string, scene: SceneResult): TrainingRequest {
  const values = new Map<string, string>();
  for (const part of text.replace(/^#/, '').split('&')) {
    const [key = '', ...rest] = part.split('=');
    const value = rest.join('=');
    if (!keys.some((known) => known === key)) throw new TrainingFault('unknown', key.slice(0, 40), keys.join(', '));
    if (values.has(key)) throw new TrainingFault('twice', key, '');
    values.set(key, value);
  }
  const number = (key: string, usual: number): number => {
    const value = values.get(key);
    if (value === undefined) return usual;
    const read = value === '' ? Number.NaN : Number(value);
    if (!Number.isFinite(read)) throw new TrainingFault('number', key, value.slice(0, 40));
    return read;
  };
  const choice = <Value extends string>(key: string, all: readonly Value[], usual: Value): Value => {
    const value = values.get(key) ?? usual;
    const found = all.find((one) => one === value);
    if (found === undefined) throw new TrainingFault('unknown', value.slice(0, 40), all.join(', '));
    return found;
  };
  const isTask = values.has('task');
  if (isTask && values.has('target')) throw new TrainingFault('twice', 'task, target', '');
  const others = isTask ? (['head', 'layer'] as const) : (['length', 'vocabulary', 'batch', 'seed'] as const);
  const unused = others.find((key) => values.has(key));
  if (unused !== undefined) throw new TrainingFault('unused', unused, isTask ? 'task' : 'target');
  const optimizer = {
    kind: choice('optimizer', optimizerKinds, isTask ? 'adamw' : 'adam'),
    learningRate: number('rate', isTask ? 0.01 : 0.05),
    ...(isTask && { clip: 1 }),
  };
  const steps = stepsOf(number('steps', isTask ? 500 : 1000));
  if (isTask) {
    const kind = choice('task', shortTasks, 'copy');
    if (kind === 'modularAddition' && values.has('length')) throw new TrainingFault('unused', 'length', `task=${kind}`);
    const sizes = {
      vocabulary: number('vocabulary', 8),
      ...(kind !== 'modularAddition' && { length: number('length', 8) }),
    };
    const drawn = { batch: number('batch', 8), seed: number('seed', 1) };
    const task = { kind, ...sizes };
    const options = parseOptions({ optimizer, ...drawn, task, unembedding: 'learned', schedule: { warmup: 20 } });
    return { options, steps };
  }
  const target = targetOf(choice('target', targets, 'previous'), scene);
  const where = { head: number('head', 0), ...(values.has('layer') && { layer: number('layer', 0) }) };
  const fixed = scene.parameter('E') === undefined ? {} : { fixed: ['E'] };
  return { options: parseOptions({ optimizer, ...fixed, loss: { kind: 'weights', target, ...where } }), steps };
}

/** A target with each row's whole weight on one key. */
function targetOf(kind: (typeof targets)[number], { tokens, keyTokens }: SceneResult): Rows {
  return tokens.map((_, query) => {
    const wanted = kind === 'first' ? 0 : kind === 'itself' ? query : Math.max(0, query - 1);
    return keyTokens.map((__, key) => (key === Math.min(wanted, keyTokens.length - 1) ? 1 : 0));
  });
}
