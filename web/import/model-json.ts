import { arraysOfValue, frameIn, isObject, isOperator, nested, parseJson, tensorIn } from './json.ts';
import { checkCells } from './matrices.ts';
import { textsOf } from './model-tokens.ts';
import { type ArrayLimits, type ArrayValues, ImportError, type RefusedArray, refuse, type TextList } from './types.ts';

type Found = ArrayValues | RefusedArray | TextList;

/**
 * Reads the JSON of somebody else's model: as `readJson`, and objects in objects, lists of tokens, and what BertViz writes:
 * `{ "attention": [{ "name": …, "attn": …, "left_text": […], "right_text": […] }] }`. A name joins the keys on the way with points. An
 * array that cannot be read is listed with its reason. Throws as `readJson` does.
 */
export function readModelJson(text: string, name: string, limits: ArrayLimits): readonly Found[] {
  const value = parseJson(text, name, limits);
  const found = isPlain(value, name, limits)
    ? [...arraysOfValue(value, name, limits), ...operatorTexts(value)]
    : arraysIn(value, limits);
  if (found.length === 0) refuse('empty', (words) => words.problems.noArray);
  checkCells(
    found.reduce((sum, one) => sum + ('numbers' in one ? one.numbers.length : 0), 0),
    limits,
  );
  return found;
}

/** The tokens that `onnxJsonOf` writes beside the layers. */
const operatorTexts = (value: unknown): readonly TextList[] =>
  isObject(value) && isOperator(value)
    ? ['tokens', 'keyTokens'].flatMap((name) => {
        const texts = textsOf(value[name]);
        return texts === null ? [] : [{ name, texts }];
      })
    : [];

/** Whether it is a list, a tensor, a scene, the operator Attention or a data frame, and no object with several of them. */
function isPlain(value: unknown, name: string, limits: ArrayLimits): boolean {
  if (!isObject(value)) return !Array.isArray(value) || !value.some(isObject);
  const isScene = value['version'] !== undefined && isObject(value['embedding']);
  return isScene || isOperator(value) || tensorIn(value, name, limits) !== null || frameIn(value, name) !== null;
}

function arraysIn(value: unknown, limits: ArrayLimits): readonly Found[] {
  const found: Found[] = [];
  const add = (entry: unknown, path: readonly string[]): void => {
    const name = path.join('.');
    const texts = textsOf(entry);
    if (texts !== null) found.push({ name, texts });
    else if (Array.isArray(entry) && entry.some(isObject))
      for (const [index, one] of entry.entries()) add(one, [...path, labelOf(one, index)]);
    // Such as a list of notes without any.
    else if (Array.isArray(entry) && entry.length === 0 && path.length > 0) return;
    else if (Array.isArray(entry)) found.push(attempt(name, () => nested(entry, name, limits)));
    else if (isObject(entry)) {
      const tensor = attempt(name, () => tensorIn(entry, name, limits));
      if (tensor !== null) found.push(tensor);
      else for (const [key, one] of Object.entries(entry)) add(one, [...path, key]);
    }
    if (found.length > limits.arrays) refuse('too-large', (words) => words.problems.manyArrays(limits.arrays));
  };
  add(value, []);
  return found;
}

/** BertViz names its views; others are counted from 0. */
function labelOf(value: unknown, index: number): string {
  const name = isObject(value) ? value['name'] : null;
  return typeof name === 'string' && name !== '' ? name : String(index);
}

function attempt<Values>(name: string, read: () => Values): Values | RefusedArray {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { name, error };
  }
}
