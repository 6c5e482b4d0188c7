/** The tensors of a file as the dialog and the command list them, and what is typed about them. */

import { type ModelTensor, refuse } from '../types.ts';
import { layerIn } from './names.ts';
import { leastHeads } from './parameters.ts';
import { areCells, type Guess, guess, guesses, isGivenByVectors, type TensorRole } from './roles.ts';

export interface Row {
  readonly tensor: ModelTensor;
  /** As the file has it, where that has an axis of 1 more. */
  readonly shapeInFile?: readonly number[] | undefined;
  readonly role: TensorRole | null;
  /** From 1, as it is typed; empty for a tensor of all layers, or of the only one. */
  readonly layer: string;
  /** What the model calls the layer. */
  readonly layerName?: string | undefined;
}

/** The heads of most models have so many numbers. */
const USUAL_WIDTH = 64;
/** Letters of a layer's name in a scene. */
const NAME = 64;

/** Projections give (1, T, H·d), a batch of one: without its axis, heads stand side by side. */
const withoutOne = (tensor: ModelTensor): ModelTensor =>
  tensor.shape.length === 3 && tensor.shape[0] === 1 ? { ...tensor, shape: tensor.shape.slice(1) } : tensor;

type ChangeGuesses = (guessed: readonly Guess[], tensors: readonly ModelTensor[]) => readonly Guess[];

/**
 * The first layer in the names, 0 in most, is 1 here. The number of a file with one tensor is no layer. `change` replaces guesses
 * before the layers are counted.
 */
export function rowsOf(given: readonly ModelTensor[], change: ChangeGuesses = (guessed) => guessed): readonly Row[] {
  const tensors = given.map(withoutOne);
  const guessed = change(guesses(tensors), tensors);
  const rows = tensors.map((tensor, index) => ({
    tensor,
    ...(given[index] === tensor ? {} : { shapeInFile: given[index]?.shape }),
    ...(guessed[index] ?? { role: null, layer: null }),
  }));
  if (rows.length === 1) return rows.map((row) => ({ ...row, layer: '' }));
  const layers = rows.flatMap(({ role, layer }) => (role === null || layer === null ? [] : [layer]));
  const least = Math.min(...layers);
  const names = rows.map(({ layer, tensor }) => (layer === null ? undefined : nameOfLayer(tensor.name)));
  const beginning = commonBeginning(rows.flatMap(({ role }, index) => (role === null ? [] : (names[index] ?? []))));
  return rows.map(({ role, layer, ...row }, index) => ({
    ...{ ...row, role },
    layer: layer === null || role === null ? '' : String(layer - least + 1),
    layerName: role === null ? undefined : names[index]?.slice(beginning.length),
  }));
}

/** "model." of "model.layers.0" and "model.layers.1": what tells no layer from another, but for the last word. */
function commonBeginning(names: readonly string[]): string {
  const [first = [], ...others] = [...new Set(names)].map((name) => name.split('.'));
  if (others.length === 0) return '';
  const differs = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  const common = first.slice(0, Math.max(0, differs - 1));
  return common.map((part) => `${part}.`).join('');
}

/** "layers.5" of "layers.5.self_attn.q". Longer names than a scene may have are left out. */
function nameOfLayer(name: string): string | undefined {
  const found = name.slice(0, layerIn(name)?.end ?? 0);
  return found === '' || found.length > NAME ? undefined : found;
}

/** The file's scores, weights and masks that are not shown, because q, k and v give them again. */
export function givenAgain(rows: readonly Row[]): readonly string[] {
  const has = (wanted: TensorRole): boolean => rows.some(({ role }) => role === wanted);
  if (!has('q') || !has('k') || !has('v')) return [];
  return rows.flatMap(({ role, tensor }) => (role === null && isGivenByVectors(tensor) ? [tensor.name] : []));
}

/** The file's tensors without a role that nothing else is said about. */
export function withoutRole(rows: readonly Row[]): readonly string[] {
  const again = givenAgain(rows);
  return rows.flatMap(({ role, tensor }) => (role === null && !again.includes(tensor.name) ? [tensor.name] : []));
}

/** The shapes of the file's weights and scores, also of those that are not shown. Those that somebody chose come first. */
export function cellShapes(rows: readonly Row[]): readonly (readonly number[])[] {
  const chosen = rows.filter(({ role }) => areCells(role));
  const others = rows.filter(({ role, tensor }) => !areCells(role) && areCells(guess(tensor).role));
  return [...chosen, ...others].map(({ tensor }) => tensor.shape);
}

/** The roles whose widths say how many heads of q share one of k. */
const sharing: Partial<Record<TensorRole, TensorRole>> = { q: 'k', wQ: 'wK' };

/** The least number of heads. The matrices read the same numbers, so that their sizes are to each other as q is to k. */
function leastHeadsIn(rows: readonly Row[], { role, tensor }: Row): number {
  const key = role === null ? undefined : rows.find((row) => row.role === sharing[role])?.tensor;
  if (key === undefined || key.shape.length !== tensor.shape.length) return 1;
  const [own = 1, shared = 1] =
    role === 'q' ? [tensor.shape.at(-1), key.shape.at(-1)] : [tensor.data.length, key.data.length];
  return leastHeads(own, shared);
}

/** A guess for q whose heads stand side by side, also behind a batch, or for the matrix that makes it. */
export function headsOf(rows: readonly Row[], isBatch = false): string {
  const known = rows.find(({ role, tensor }) => role === 'wQ' && tensor.shape.length === 3)?.tensor.shape[0];
  if (known !== undefined) return String(known);
  const [cells] = cellShapes(rows);
  if (cells !== undefined) return String(cells.at(-3) ?? 1);
  const [query] = rows.flatMap((row) => {
    const {
      role,
      tensor: { shape },
    } = row;
    const [first = 1, last = 1] = shape;
    if (isBatch && role === 'q') return [{ row, width: shape.at(-1) ?? 1 }];
    if (shape.length !== 2) return [];
    // Of q, k and v in one, the shorter side is as wide as q in most models.
    if (role === 'wQKV') return [{ row, width: Math.min(first, last) }];
    return role === 'q' ? [{ row, width: last }] : role === 'wQ' ? [{ row, width: Math.max(first, last) }] : [];
  });
  if (query === undefined) return '1';
  const usual = query.width % USUAL_WIDTH > 0 ? 1 : query.width / USUAL_WIDTH;
  const least = leastHeadsIn(rows, query.row);
  return String(usual % least === 0 ? usual : least);
}

/** Tokens as the field has them: with spaces between, or as JSON if one has a space or looks like JSON. */
export function typedTokens(tokens: readonly string[]): string {
  const text = tokens.join(' ');
  return tokens.every((token) => /^\S+$/u.test(token)) && jsonOf(text) === undefined ? text : JSON.stringify(tokens);
}

/** Undefined for text that is not JSON: a token may begin with a bracket. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Throws ImportError. */
export function countOf(typed: string, most: number): number {
  const count = Number(typed);
  if (typed.trim() === '' || !Number.isInteger(count) || count < 1 || count > most)
    refuse('range', (words) => words.model.noCount(typed, most));
  return count;
}

/** Words, or a JSON list of strings. Throws ImportError for JSON that is anything else. */
export function tokensOf(text: string): readonly string[] {
  const typed = text.trim();
  if (typed === '') return [];
  const list = typed.startsWith('[') ? jsonOf(typed) : undefined;
  if (list === undefined) return typed.split(/\s+/u);
  if (Array.isArray(list) && list.every((token) => typeof token === 'string')) return list;
  return refuse('scene-form', (words) => words.model.notTokens);
}
