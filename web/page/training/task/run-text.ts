/** A choice as a short text for a link: the task, the seed, and every difference from the task's first choices. `choiceOf` reads it, or throws. */
import { optimizerKinds, taskKinds } from '../../../training/options.ts';
import { controlPaths, maskKinds, normKinds, positionKinds, type RunChoice, suitedTo } from './choices.ts';

/** A fault of such a text. Its words are in web/i18n. */
export class RunTextFault extends Error {
  constructor(
    readonly fault: 'noTask' | 'unknown' | 'twice' | 'value',
    readonly key: string,
    readonly value: string,
  ) {
    super(`${fault} ${key} ${value}`);
  }
}

const kinds: { readonly [Key in keyof RunChoice]?: readonly string[] } = {
  task: taskKinds,
  positions: positionKinds,
  mask: maskKinds,
  norm: normKinds,
  optimizer: optimizerKinds,
};
const keys = Object.keys(controlPaths) as (keyof RunChoice)[];
/** Characters of a wrong value that an error repeats. */
const MOST_SHOWN = 40;

/** Another release may begin with another seed, and a link shows the same run in all of them. */
const always: ReadonlySet<keyof RunChoice> = new Set(['task', 'seed']);

/** `text`: the text of a task whose choice has none. */
export function runText(choice: RunChoice, text: string): string {
  const suited = suitedTo(choice.task, text);
  const differing = keys.filter((key) => always.has(key) || choice[key] !== suited[key]);
  return differing.map((key) => `${key}:${written(choice[key])}`).join(' ');
}

function written(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? 'none' : encodeURIComponent(String(value));
}

/** Throws RunTextFault. The core checks the ranges of numbers. */
export function choiceOf(run: string, text: string): RunChoice {
  const given = new Map<string, string>();
  for (const part of run.split(' ')) {
    const [name = '', ...rest] = part.split(':');
    const value = rest.join(':');
    if (!keys.some((key) => key === name)) throw fault('unknown', name, keys.join(', '));
    if (given.has(name)) throw fault('twice', name, value);
    given.set(name, value);
  }
  const kind = given.get('task');
  if (kind === undefined) throw fault('noTask', run, taskKinds.join(', '));
  const suited = suitedTo(read('task', kind, 'copy') as RunChoice['task'], text);
  const changes = [...given].map(([key, value]) => [key, read(key, value, suited[key as keyof RunChoice])] as const);
  return { ...suited, ...Object.fromEntries(changes) };
}

function read(key: string, value: string, like: RunChoice[keyof RunChoice]): RunChoice[keyof RunChoice] {
  const known = kinds[key as keyof RunChoice];
  if (known !== undefined) return known.includes(value) ? value : refuse(key, value);
  if (typeof like === 'boolean') return value === 'yes' || (value !== 'no' && refuse(key, value));
  if (typeof like === 'string') return unescaped(key, value);
  if (key === 'clip' && value === 'none') return null;
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : refuse(key, value);
}

function unescaped(key: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return refuse(key, value);
  }
}

const fault = (kind: RunTextFault['fault'], key: string, value: string): RunTextFault =>
  new RunTextFault(kind, key.slice(0, MOST_SHOWN), value);

function refuse(key: string, value: string): never {
  throw fault('value', key, value.slice(0, MOST_SHOWN));
}
