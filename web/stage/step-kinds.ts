import type { Step } from '../core/types.ts';
import { sides } from '../trace/formula-value.ts';
import { isWeights } from '../trace/trace-reader.ts';

/**
 * Classifies a step by its axes, its formula and its neighbours, so a new step needs no entry here. Only
 * `isWeights` goes by name, since no formula says that a row adds up to 1.
 */

const isTokenAxis = (axis: string): boolean => axis === 'T' || axis === 'T_q' || axis === 'T_k';

/** One number for each key, in a row for each query. */
export const isRow = ({ axes }: Step): boolean => axes.at(-1) === 'T_k' && axes.at(-2) === 'T_q';

/** One vector for each token. */
export const isVector = ({ axes }: Step): boolean =>
  axes.filter(isTokenAxis).length === 1 && !isTokenAxis(axes.at(-1) ?? '');

export const isHeads = ({ axes }: Step): boolean => axes[0] === 'H' || axes[0] === 'H_kv';

/** The steps that a step reads, in the order of its formula. */
export function stepsRead({ inputs, layer, formula }: Step, steps: readonly Step[]): readonly Step[] {
  const own = sides(formula)?.right;
  const latest = own?.op === 'tensor' && own.previous === true ? layer - 1 : layer;
  return inputs.flatMap((name) => steps.findLast((step) => step.name === name && step.layer <= latest) ?? []);
}

/** The weights and values that a step mixes. Null if it mixes nothing. */
export function mixed(
  step: Step,
  steps: readonly Step[],
): { readonly weights: Step; readonly values: Step | undefined } | null {
  if (isWeights(step.name) || isOfPairs(step)) return null;
  const read = stepsRead(step, steps).flatMap((one) => (isOfPairs(one) ? stepsRead(one, steps) : [one]));
  const weights = read.find(({ name }) => isWeights(name));
  return weights === undefined ? null : { weights, values: read.find(isVector) };
}

/** One vector for each query and key: the weighted values before they are added up. */
const isOfPairs = ({ axes }: Step): boolean => axes.filter(isTokenAxis).length === 2 && !isTokenAxis(axes.at(-1) ?? '');

/** Whether a step is another one times a constant, as scaled scores are. */
export function isMultipleOf(step: Step | undefined, { name }: Step): boolean {
  const right = step && sides(step.formula)?.right;
  return (
    right !== undefined &&
    step?.inputs.join() === name &&
    (right.op === 'multiply' || right.op === 'divide') &&
    right.args.some((part) => part.op === 'tensor')
  );
}

/** Whether a step only renames an earlier one: a layer's input, or the result of a single head. */
export function isCopy(step: Step, steps: readonly Step[]): boolean {
  const right = sides(step.formula)?.right;
  const source = stepsRead(step, steps).find(({ name }) => right?.op === 'tensor' && right.name === name);
  return source !== undefined && source.shape.at(-1) === step.shape.at(-1);
}

/** Whether a row continues another and is itself continued, as a mask or a bias between scores and weights. */
export const goesOn = (step: Step, from: string, steps: readonly Step[]): boolean =>
  step.inputs.includes(from) && readersOf(step, steps).some(isRow);

/** Whether another step's picture shows this step. */
export function isPart(step: Step, steps: readonly Step[]): boolean {
  if (!isVector(step) && !isRow(step)) return true;
  return !neededOf(steps).has(step) || isBeside(step, steps);
}

const readersOf = ({ name, layer }: Step, steps: readonly Step[]): readonly Step[] =>
  steps.filter((other) => other.layer >= layer && other.inputs.includes(name));

const needed = new WeakMap<readonly Step[], ReadonlySet<Step>>();

/** The steps that the last one depends on. */
function neededOf(steps: readonly Step[]): ReadonlySet<Step> {
  const known = needed.get(steps);
  if (known !== undefined) return known;
  const found = new Set(steps.slice(-1));
  for (const step of found) for (const read of stepsRead(step, steps)) found.add(read);
  needed.set(steps, found);
  return found;
}

/** A vector that reads nothing and is added to another one of the token, as a position is. */
function isBeside(step: Step, steps: readonly Step[]): boolean {
  const [reader] = readersOf(step, steps);
  if (reader === undefined || stepsRead(step, steps).length > 0) return false;
  const read = stepsRead(reader, steps);
  const tokens = ({ axes }: Step): string => axes.slice(0, -1).join();
  return read.slice(0, read.indexOf(step)).some((other) => tokens(other) === tokens(step));
}
