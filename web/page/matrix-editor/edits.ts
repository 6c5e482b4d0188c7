import type { Trace } from '../../core/types.ts';
import { importWords } from '../../i18n/import.ts';
import { type LanguageCode, sourceLanguage } from '../../i18n/language.ts';
import type { Matrix } from '../../import/index.ts';
import { AttentionError, type Embedding, type GivenMatrices, type Rows, type Scene } from '../../scene/index.ts';
import { featuresOf } from '../../trace/axis-labels.ts';
import { shortest } from '../../trace/number-format.ts';
import type { MatrixSource } from '../../trace/scene-result.ts';
import { isEditable, isLearned, type MatrixName } from './host.ts';

/**
 * The scenes that result from typing, pasting and the editor's buttons. The part of the scene that a matrix belongs
 * to becomes given numbers, as the core has them now. Everything else stays. Pure, without a DOM.
 */

/** An editable matrix: its numbers, and the scene with other numbers in it. */
export interface Target extends MatrixName {
  readonly rows: number;
  readonly columns: number;
  /** The axes of rows and columns, as in the trace. A list of numbers has one. */
  readonly axes: readonly string[];
  readonly values: Rows;
  /** Whether it holds only 0 and 1. */
  readonly mask: boolean;
  readonly put: (values: Rows) => Scene;
}

/**
 * The matrix `name` of a scene whose trace is `source`. Null if the scene does not define its numbers, or the trace
 * has no such matrix.
 */
export function targetOf(scene: Scene, source: MatrixSource, { name, layer }: MatrixName): Target | null {
  if (!isEditable(scene, name)) return null;
  if (name === 'mask' || name === 'blocked') return maskTarget(scene, source);
  const described =
    [...source.parameters, ...source.steps].find((one) => one.name === name && one.layer === layer) ??
    [...source.parameters, ...source.steps].find((one) => one.name === name);
  if (described === undefined) return null;
  const place = { name, layer: described.layer };
  const part = isLearned(name) ? parameterPart(scene, source, name, described.layer) : ownPart(scene, source, name);
  if (part === null) return null;
  // In the trace q, k and v have their heads first; in the scene the heads are side by side.
  const axes =
    described.axes.length === 3
      ? [described.axes[1] ?? '', `${described.axes[0]}·${described.axes[2]}`]
      : described.axes;
  const columns = part.values[0]?.length ?? 0;
  return { ...place, ...part, rows: part.values.length, columns, axes, mask: false };
}

interface Part {
  readonly values: Rows;
  readonly put: (values: Rows) => Scene;
}

// ---- Parameters ------------------------------------------------------------------------------------------------------

/** A scene's name for a parameter of the trace: wQ for w_q. */
const keyOf = (name: string) => name.replace(/_(.)/, (_, last: string) => last.toUpperCase()) as keyof GivenMatrices;

/** A parameter as the scene writes it. A list of numbers is one row here and a plain list there. */
const entry = (name: string, values: Rows): GivenMatrices =>
  ({ [keyOf(name)]: isList(name) ? (values[0] ?? []) : values }) as GivenMatrices;

const isList = (name: string): boolean => !/^[wu]_/.test(name);

/** The core's parameters of one layer. */
function matricesOf(source: MatrixSource, layer: number): GivenMatrices {
  const own = source.parameters.filter((parameter) => parameter.layer === layer && isLearned(parameter.name));
  return Object.assign({}, ...own.map(({ name }) => entry(name, numbersOf(source, name, layer)))) as GivenMatrices;
}

function parameterPart(scene: Scene, source: MatrixSource, name: string, layer: number): Part {
  const { parameters } = scene;
  const own =
    parameters.kind === 'given' ? parameters : parameters.kind === 'stack' ? parameters.layers[layer] : undefined;
  const given: unknown = own?.[keyOf(name)];
  const values = !Array.isArray(given) ? numbersOf(source, name, layer) : isList(name) ? [given] : (given as Rows);
  return {
    values,
    put: (next) => {
      const change = entry(name, next);
      if (parameters.kind === 'given') return { ...scene, parameters: { ...parameters, ...change } };
      const layers =
        parameters.kind === 'stack'
          ? parameters.layers
          : Array.from({ length: source.layers }, (_, index) => matricesOf(source, index));
      const changed = layers.map((matrices, index) => (index === layer ? { ...matrices, ...change } : matrices));
      const [only = change] = changed;
      return {
        ...scene,
        parameters: source.layers === 1 ? { kind: 'given', ...only } : { kind: 'stack', layers: changed },
      };
    },
  };
}

// ---- Embeddings, positions, given scores -----------------------------------------------------------------------------

function ownPart(scene: Scene, source: MatrixSource, name: string): Part | null {
  const { embedding, positions, attention, encoder } = scene;
  switch (name) {
    case 'x0':
      return {
        values: embedding.kind === 'given' ? embedding.x : numbersOf(source, 'x0', 0),
        put: (x) => withGiven(scene, source, x, encoder?.x),
      };
    case 'x0_k':
      return {
        values: encoder?.x ?? numbersOf(source, 'x0_k', 0),
        put: (x) => withGiven(scene, source, embedding.kind === 'given' ? embedding.x : null, x),
      };
    case 'E':
      return vocabularyPart(scene, source, embedding);
    case 'q':
    case 'k':
    case 'v': {
      const values = embedding.kind === 'qkv' ? embedding[name] : undefined;
      if (values === undefined) return null;
      return { values, put: (rows) => ({ ...scene, embedding: { ...embedding, [name]: rows } as Embedding }) };
    }
    case 'scores': {
      const { scores } = attention;
      if (scores === undefined) return null;
      return { values: scores, put: (rows) => ({ ...scene, attention: { ...attention, scores: rows } }) };
    }
    case 'P': {
      if (positions?.kind !== 'learned') return null;
      const values = numbersOf(source, 'P', 0);
      // Rows beyond this sentence stay, for a longer one.
      const beyond = positions.rows?.slice(values.length) ?? [];
      return {
        values: positions.rows?.slice(0, values.length) ?? values,
        put: (rows) => ({ ...scene, positions: { kind: 'learned', rows: [...rows, ...beyond] } }),
      };
    }
    case 'E_rel': {
      if (positions?.kind !== 'relative') return null;
      const clip = positions.clip === undefined ? {} : { clip: positions.clip };
      return {
        values: positions.rows ?? numbersOf(source, 'E_rel', 0),
        put: (rows) => ({ ...scene, positions: { kind: 'relative', ...clip, rows } }),
      };
    }
    case 'S_rel':
      if (positions?.kind !== 'given') return null;
      return { values: positions.rows, put: (rows) => ({ ...scene, positions: { kind: 'given', rows } }) };
    default:
      return null;
  }
}

/** The scene with given rows for its tokens, and the encoder's if it has one. Null keeps the core's numbers. */
function withGiven(scene: Scene, source: MatrixSource, x: Rows | null, keys: Rows | undefined): Scene {
  const rows = x ?? numbersOf(source, 'x0', 0);
  const given: Scene = { ...scene, embedding: { kind: 'given', x: rows, ...columnsOf(scene, rows) } };
  const { encoder } = scene;
  return encoder === undefined ? given : { ...given, encoder: { ...encoder, x: keys ?? numbersOf(source, 'x0_k', 0) } };
}

/** The meanings of an embedding's columns, for rows with the same columns. */
function columnsOf(scene: Scene, rows: Rows): { readonly columns?: readonly string[] } {
  const columns = featuresOf(scene);
  return columns.length > 0 && columns.length === rows[0]?.length ? { columns } : {};
}

/**
 * The rows of the vocabulary. A word has the same row at every place, so an edit makes a table of the scene's own.
 * Words typed later are not in it, and are treated as before.
 */
function vocabularyPart(scene: Scene, source: MatrixSource, embedding: Embedding): Part | null {
  if (embedding.kind === 'ids') {
    return { values: embedding.rows, put: (rows) => ({ ...scene, embedding: { kind: 'ids', rows } }) };
  }
  const { vocabulary } = source;
  if (vocabulary.includes('__proto__')) return null;
  const before = embedding.kind === 'table' ? embedding : null;
  const seed = 'seed' in embedding ? embedding.seed : undefined;
  return {
    values: numbersOf(source, 'E', 0),
    put: (rows) => ({
      ...scene,
      embedding: {
        kind: 'table',
        rows: { ...before?.rows, ...Object.fromEntries(vocabulary.map((word, index) => [word, rows[index] ?? []])) },
        ...columnsOf(scene, rows),
        missing: before === null ? 'random' : (before.missing ?? 'error'),
        ...(seed === undefined ? {} : { seed }),
      },
    }),
  };
}

// ---- Mask ------------------------------------------------------------------------------------------------------------

/** The visible cells as numbers: 1 if the query sees the key. For any mask, the trace has the hidden cells. */
export function visibleOf(scene: Scene, source: MatrixSource): Rows {
  const { mask } = scene.attention;
  if (mask?.kind === 'painted') return mask.visible;
  const blocked = source.steps.find(({ name }) => name === 'blocked');
  const rows = (cell: (i: number, j: number) => number): Rows =>
    source.tokens.map((_, i) => source.keyTokens.map((_, j) => cell(i, j)));
  if (blocked === undefined) return rows(() => 1);
  const { data } = source.tensor('blocked', { layer: blocked.layer });
  return rows((i, j) => 1 - (data[i * source.keyTokens.length + j] ?? 0));
}

/** The scene with this mask. A mask that hides nothing is kept, so that painting can continue. */
export const withVisible = (scene: Scene, visible: Rows): Scene => ({
  ...scene,
  attention: { ...scene.attention, mask: { kind: 'painted', visible } },
});

function maskTarget(scene: Scene, source: MatrixSource): Target {
  const values = visibleOf(scene, source);
  return {
    name: 'mask',
    layer: 0,
    rows: values.length,
    columns: values[0]?.length ?? 0,
    axes: ['T_q', 'T_k'],
    values,
    mask: true,
    put: (visible) => withVisible(scene, visible),
  };
}

// ---- Numbers ---------------------------------------------------------------------------------------------------------

/** A tensor of the trace as rows. Each number is as short as float32 allows, and the core reads the same bits back. */
function numbersOf(source: MatrixSource, name: string, layer: number): Rows {
  const { shape, data } = source.tensor(name, { layer });
  const columns = shape.at(-1) ?? 0;
  return Array.from({ length: data.length / columns }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns), shortest),
  );
}

// ---- Changes ---------------------------------------------------------------------------------------------------------

/** "4×3". */
export const shapeOf = ({ rows, columns }: { readonly rows: number; readonly columns: number }): string =>
  `${rows}×${columns}`;

export const withCell = (values: Rows, row: number, column: number, value: number): Rows =>
  values.map((line, r) => (r === row ? line.map((old, c) => (c === column ? value : old)) : line));

export const zeros = ({ rows, columns }: Target): Rows =>
  Array.from({ length: rows }, () => new Array<number>(columns).fill(0));

/** Ones on the diagonal, for any shape. */
export const identity = ({ rows, columns }: Target): Rows =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => (row === column ? 1 : 0)));

/** Multiplies each number by `by`, as float32. Throws `not-finite` with the place of an overflow. */
export function scaled({ name, values }: Target, by: number, language = sourceLanguage): Rows {
  return values.map((line, row) =>
    line.map((value, column) => {
      const product = shortest(Math.fround(value * by));
      if (Number.isFinite(product)) return product;
      throw new AttentionError('not-finite', importWords(language).edit.grows(name, row, column, by));
    }),
  );
}

/** A pasted or imported block of numbers. */
export interface Block {
  readonly matrix: Pick<Matrix, 'rows' | 'columns' | 'data'>;
  /** For messages: the file's name, or "" if it was pasted. */
  readonly from: string;
}

/**
 * Replaces the whole matrix by the block. Throws `shape` with both shapes. Nothing is cut or filled in. A matrix of
 * one row also takes a block of one column.
 */
export function whole(target: Target, { matrix, from }: Block, source: MatrixSource, language = sourceLanguage): Rows {
  const block = upright(target, matrix);
  if (block.rows !== target.rows || block.columns !== target.columns) {
    const message = importWords(language).edit.shape(from, shapeOf(matrix), target.name, shapeOf(target));
    throw new AttentionError('shape', `${message} ${axesText(target, source, language)}`.trim());
  }
  return target.mask ? visibleIn(block.data, language) : block.data;
}

/** Writes the block with its first cell at (row, column). Throws `shape` if it extends past the matrix. */
export function placed(
  target: Target,
  { matrix }: Block,
  row: number,
  column: number,
  language = sourceLanguage,
): Rows {
  const block = upright(target, matrix);
  if (row + block.rows > target.rows || column + block.columns > target.columns) {
    const left = shapeOf({ rows: target.rows - row, columns: target.columns - column });
    const message = importWords(language).edit.beyond(shapeOf(matrix), target.name, shapeOf(target), row, column, left);
    throw new AttentionError('shape', message);
  }
  const { data } = block;
  const sound = target.mask ? visibleIn(data, language) : data;
  return target.values.map((line, r) => line.map((old, c) => sound[r - row]?.[c - column] ?? old));
}

const upright = (target: Target, matrix: Block['matrix']): Block['matrix'] =>
  target.rows === 1 && target.columns > 1 && matrix.columns === 1 && matrix.rows > 1
    ? { rows: 1, columns: matrix.rows, data: [matrix.data.flat()] }
    : matrix;

/** "(T is 4, d_model is 3)": the sizes that a matrix of another shape would need to change. */
function axesText({ axes, rows, columns }: Target, { tokens }: MatrixSource, language: LanguageCode): string {
  const sizes = axes.length === 1 ? [columns] : [rows, columns];
  return importWords(language).edit.axes(
    axes.map((axis, index) => ({ axis, size: sizes[index] ?? 0 })),
    tokens.length,
  );
}

/**
 * An imported mask with 1 for visible cells. It is written that way, or as numbers added to the scores, 0 and −∞.
 * Throws `range` with the place of any other number.
 */
function visibleIn(data: Rows, language: LanguageCode): Rows {
  const added = data.some((line) => line.includes(-Infinity));
  return data.map((line, row) =>
    line.map((value, column) => {
      if (added && (value === 0 || value === -Infinity)) return value === 0 ? 1 : 0;
      if (!added && (value === 0 || value === 1)) return value;
      throw new AttentionError('range', importWords(language).edit.notMask(row, column, String(value), added));
    }),
  );
}

/**
 * Whether an imported mask is all ones and zeros. In some documents 1 means visible (PyTorch's boolean masks), in
 * others hidden (`np.triu(…, k=1)`). The numbers do not say which.
 */
export const isOfOnes = (data: Rows): boolean =>
  data.every((line) => line.every((value) => value === 0 || value === 1));

/** Swaps ones and zeros. */
export const inverted = (data: Rows): Rows => data.map((line) => line.map((value) => 1 - value));

/** `np.array([[1, 2], [3, 4]])`, one row on each line. */
export function numpyText({ values, axes }: Target): string {
  const lines = values.map((line) => `[${line.join(', ')}]`);
  return axes.length === 1 ? `np.array(${lines[0]})` : `np.array([${lines.join(',\n          ')}])`;
}

export const csvText = ({ values }: Target): string => values.map((line) => line.join(',')).join('\n');

// ---- New numbers -----------------------------------------------------------------------------------------------------

/**
 * The core draws random numbers: a small scene has the new matrix as its tensor, with the initialisers of the
 * page's own choices. Projections use Xavier, positions the core's width, everything else a standard normal.
 */
export function drawing(target: Target, seed: number): { readonly scene: Scene; readonly tensor: string } {
  const { name, layer, rows, columns } = target;
  const base = { version: 1, attention: { heads: 1 } } as const;
  // Matrices of the same seed must differ.
  const index = ['w_q', 'w_k', 'w_v', 'w_o', 'w_a', 'u_a', 'w_1', 'w_2'].indexOf(name) + 1 + 32 * layer;
  if (/^[wu]_/.test(name)) {
    return {
      tensor: 'w_q',
      scene: {
        ...base,
        tokens: ['a'],
        embedding: { kind: 'oneHot', dModel: rows },
        parameters: { kind: 'random', init: 'xavier', seed: (seed + 65537 * index) % 2 ** 32, dK: columns, dV: 1 },
      },
    };
  }
  return {
    tensor: 'x0',
    scene: {
      ...base,
      tokens: Array.from({ length: rows }, (_, row) => `${name} ${layer} ${row}`),
      embedding: {
        kind: 'random',
        distribution: 'normal',
        seed,
        dModel: columns,
        std: name === 'P' || name === 'E_rel' ? 0.5 : 1,
      },
      parameters: { kind: 'identity', dK: 1, dV: 1 },
    },
  };
}

/** The core's random numbers. */
export const drawn = (source: Pick<Trace, 'tensor'>, tensor: string): Rows =>
  numbersOf(source as MatrixSource, tensor, 0);
