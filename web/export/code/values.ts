import type { Parameter, Tensor } from '../../core/types.ts';
import { withDefaults } from '../../scene/defaults.ts';
import { AttentionError } from '../../scene/error.ts';
import { tensorValues } from '../../scene/given-tensors.ts';
import { givenLayers } from '../../scene/layers.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import type { TraceLike } from '../trace-like.ts';
import { alignedRows, float64, quoted } from './expressions.ts';
import type { Language } from './libraries.ts';

/** The literals at the start of a script: words, embeddings, positions and parameters. */

/** About 2 MB of text. */
const mostWritten = 200_000;
const mostPrinted = 2_000_000;

/** Throws `too-large` if the file would be too large to open, or the program would print for minutes. */
export function checkSize(scene: Scene, trace: TraceLike): void {
  const { steps } = trace;
  const rows = scene.embedding.kind === 'given' ? steps.filter(isGiven) : [];
  const written = countOf([...trace.parameters, ...rows, ...givenOf(scene.embedding).map(({ tensor }) => tensor)]);
  const refuse = (count: number, what: string, limit: number): never => {
    throw new AttentionError('too-large', `as code this scene has ${count} numbers to ${what}; the limit is ${limit}`);
  };
  if (written > mostWritten) refuse(written, 'write out', mostWritten);
  const printed = countOf(steps);
  if (printed > mostPrinted) refuse(printed, 'print', mostPrinted);
}

const countOf = (tensors: readonly Pick<Parameter, 'shape'>[]): number =>
  tensors.reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0);

const isGiven = ({ name }: { readonly name: string }): boolean => name === 'x0' || name === 'x0_k';

/** A tensor as an expression, line by line. Identity, zeros and ones are written as one call. */
export function literal(language: Language, tensor: Tensor, labels: readonly string[] = []): readonly string[] {
  const { shape, data } = tensor;
  const packed = language.packed?.(tensor);
  if (packed !== undefined) return [`${language.array[0]}${packed}${language.array[1]}`];
  const short = shorthand(language, tensor);
  if (short !== undefined && data.length > 4) return [short];
  const typed = language.typed?.(tensor);
  const lines = typed === undefined ? alignedRows(tensor) : alignedRows({ shape, data: typed }, float64);
  if (shape.length === 1) return [`${language.array[0]}[${lines.join('')}]${language.array[1]}`];
  const rows = lines.map((row, index) => {
    const label = labels[index];
    return `    [${row}],${label === undefined ? '' : `  # ${quoted(label)}`}`;
  });
  return [`${language.array[0]}[`, ...rows, `]${language.array[1]}`];
}

function shorthand(language: Language, { shape, data }: Tensor): string | undefined {
  for (const [kind, number] of [
    ['zeros', 0],
    ['ones', 1],
  ] as const) {
    if (data.every((cell) => Object.is(cell, number))) return language.filled(kind, ...shape).text;
  }
  const [rows = 0, columns = 0] = shape;
  const diagonal = (cell: number, place: number): boolean =>
    Object.is(cell, Math.floor(place / columns) === place % columns ? 1 : 0);
  return shape.length === 2 && data.every(diagonal) ? language.eye(rows, columns).text : undefined;
}

export const tensorOf = (rows: Rows): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: Float32Array.from(rows.flat()),
});

/** `name = literal`, with a comment above it. */
export function assigned(
  language: Language,
  name: string,
  tensor: Tensor,
  about: string,
  labels?: readonly string[],
): readonly string[] {
  const [first = '', ...more] = literal(language, tensor, labels);
  return ['', `# ${name} ${about}`, `${name} = ${first}`, ...more];
}

/** `(T_q, d_k) = (3, 4)` */
export const sized = ({ axes, shape }: Pick<Parameter, 'axes' | 'shape'>): string =>
  `(${axes.join(', ')}) = (${shape.join(', ')})`;

/** All literals except the matrices of the layers. */
export function inputs(language: Language, scene: Scene, trace: TraceLike): readonly string[] {
  const { embedding } = scene;
  const { attention } = withDefaults(scene);
  const lines: string[] = [];
  const put = (name: string, tensor: Tensor, about: string, labels?: readonly string[]): void => {
    lines.push(...assigned(language, name, tensor, about, labels));
  };
  for (const parameter of trace.parameters) {
    const { name } = parameter;
    const why = shared[name];
    if (why === undefined) continue;
    const labels = name === 'E' ? trace.vocabulary : undefined;
    put(name, trace.tensor(name), `${sized(parameter)}: ${why}`, labels);
  }
  for (const { name, about, tensor } of givenOf(embedding)) put(`${name}_given`, withoutHeads(tensor), about);
  if (attention.scores !== null) put('scores_given', tensorOf(attention.scores), '(T_q, T_k)');
  if (attention.mask.kind === 'painted')
    put('visible', tensorOf(attention.mask.visible), '(T_q, T_k): 1 where the query sees the key');
  return lines;
}

const given = {
  q: { axes: 2, about: '(T_q, H·d_k): one row for each token, the heads side by side' },
  k: { axes: 2, about: '(T_k, H_kv·d_k)' },
  v: { axes: 2, about: '(T_k, H_kv·d_v)' },
  scores: { axes: 3, about: '(H·T_q, T_k): one row for each query, head after head' },
  weights: { axes: 3, about: '(H·T_q, T_k): one row for each query, head after head' },
} as const;

const withoutHeads = ({ shape, data }: Tensor): Tensor => ({
  shape: [shape.slice(0, -1).reduce((product, size) => product * size, 1), shape.at(-1) ?? 1],
  data,
});

/** The given tensors of the only layer of a scene. */
export function givenOf(embedding: Scene['embedding']) {
  const [layer] = givenLayers(embedding);
  return Object.entries(given).flatMap(([name, { axes, about }]) => {
    const own = layer?.[name as keyof typeof given];
    return own === undefined ? [] : [{ name, about, tensor: tensorValues(own, axes) }];
  });
}

const shared: Readonly<Record<string, string>> = {
  E: 'the embedding of every word',
  P: 'a learned row for every position',
  E_rel: 'a learned row for every distance, the heads side by side',
  S_rel: 'a number for every query and key',
};

/** Whether all layers read it. */
export const isShared = ({ name }: Parameter): boolean => Object.hasOwn(shared, name);

/** The matrices of one layer, in the core's order. */
export const matricesOf = (trace: TraceLike, layer: number): readonly Parameter[] =>
  trace.parameters.filter((parameter) => parameter.layer === layer && !isShared(parameter));

interface Matrix {
  readonly parameter: Parameter;
  readonly tensor: Tensor;
}

/**
 * The matrices of every layer, with the same names in all of them. A layer that lacks a matrix gets one without effect: zeros for a bias,
 * the identity for w_o.
 */
function layersOf(trace: TraceLike): readonly (readonly Matrix[])[] {
  const all = new Map(trace.parameters.filter((one) => !isShared(one)).map((one) => [one.name, one]));
  const own = Array.from(
    { length: trace.layers },
    (_, layer) => new Set(matricesOf(trace, layer).map(({ name }) => name)),
  );
  return own.map((names, layer) =>
    [...all.values()].map((parameter) => ({
      parameter,
      tensor: names.has(parameter.name) ? trace.tensor(parameter.name, { layer }) : withoutEffect(parameter),
    })),
  );
}

function withoutEffect({ name, shape }: Parameter): Tensor {
  const data = new Float32Array(shape.reduce((product, size) => product * size, 1));
  const columns = shape.at(-1) ?? 1;
  if (name === 'w_o') for (let place = 0; place < data.length; place += columns + 1) data[place] = 1;
  return { shape, data };
}

/**
 * The matrices of the layers. If all layers share them, each is a variable; otherwise they are a list with one set for each layer.
 * `apart` forces a list for more than one layer.
 */
export function parameters(
  language: Language,
  trace: TraceLike,
  apart = false,
): { lines: readonly string[]; listed: readonly string[] } {
  const layers = layersOf(trace);
  const [first = []] = layers;
  const mayShare = !(apart && layers.length > 1);
  if (mayShare && layers.every((layer) => layer.every(({ tensor }, index) => same(tensor, first[index]?.tensor)))) {
    const lines = first.flatMap(({ parameter, tensor }) =>
      assigned(language, parameter.name, tensor, sized(parameter)),
    );
    return { lines, listed: [] };
  }
  const about = first.flatMap(({ parameter }) => [`#   ${parameter.name} ${sized(parameter)}`]);
  const sets = layers.map((layer) => [
    '    {',
    ...layer.flatMap(({ parameter, tensor }) => {
      const [line = '', ...more] = literal(language, tensor);
      const all = [`"${parameter.name}": ${line}`, ...more].map((text) => `        ${text}`);
      return [...all.slice(0, -1), `${all.at(-1)},`];
    }),
    '    },',
  ]);
  const lines = ['', '# One set of matrices for each layer:', ...about, 'layers = [', ...sets.flat(), ']'];
  return { lines, listed: first.map(({ parameter }) => parameter.name) };
}

const same = (one: Tensor, other: Tensor | undefined): boolean =>
  one.data.length === other?.data.length && one.data.every((number, index) => Object.is(number, other.data[index]));

/** Whether some query sees no key at all. */
export function hidesRows(trace: TraceLike): boolean {
  if (!trace.steps.some(({ name }) => name === 'blocked')) return false;
  return someRow(trace, 'blocked', 0, 1);
}

/** Whether some row of a tensor is all zeros, in any layer. */
export const zeroRows = (trace: TraceLike, name: string): boolean =>
  trace.steps.some((step) => step.name === name && someRow(trace, name, step.layer, 0));

function someRow(trace: TraceLike, name: string, layer: number, number: number): boolean {
  const { shape, data } = trace.tensor(name, { layer });
  const width = shape.at(-1) ?? 1;
  for (let from = 0; from < data.length; from += width) {
    if (data.subarray(from, from + width).every((cell) => cell === number)) return true;
  }
  return false;
}
