import type { Tensor } from '../../core/types.ts';
import { AttentionError } from '../../scene/error.ts';
import type { Scene } from '../../scene/types.ts';
import { described } from '../../trace/trace-reader.ts';
import { checkOptions, checkSameWords } from '../arguments.ts';
import { MOST_IN_TEXT, nestedJson } from '../tensor.ts';
import type { TraceLike } from '../trace-like.ts';
import { TooLargeError } from './too-large.ts';

export interface OnnxOptions {
  /** From 0. All by default. */
  readonly layer?: number;
}

/** The version of the operator's description. */
const OPSET = 23;

/**
 * Attention as JSON in the layout of the ONNX operator Attention (onnx.ai/onnx/operators/onnx__Attention.html): B×H×T×D with B = 1.
 *
 *     { "operator": "Attention", "opset": 23, "tokens": […], "keyTokens": […], "layers": [
 *       { "attributes": { "scale": 0.5, "softcap": 0, "is_causal": 0, "q_num_heads": 2, "kv_num_heads": 2, "qk_matmul_output_mode": 3 },
 *         "differences": [],
 *         "inputs":  { "Q": { "axes": ["B","H","T_q","d_k"], "dtype": "float32", "shape": [1,2,3,4], "data": […] }, "K", "V", "attn_mask" },
 *         "outputs": { "Y", "qk_matmul_output" } } ] }
 *
 * `qk_matmul_output` has the weights. `attn_mask` is bool, true where a query sees a key. Q and K are those after RoPE. `differences` names
 * what the scene does and the operator does not; without any, the operator makes these outputs of these inputs. JSON has no −∞ and no
 * NaN, so "-inf", "inf" and "nan" are strings.
 *
 * Throws AttentionError `shape` for the trace of another scene, `out-of-range` for a layer, `scene-form` for an unknown option, and
 * `too-large` for more than 8 388 608 numbers.
 */
export function onnxJsonOf(scene: Scene, trace: TraceLike, options: OnnxOptions = {}): string {
  checkOptions(options, ['layer']);
  checkSameWords(scene, trace);
  const { layer } = options;
  if (layer !== undefined && !(Number.isInteger(layer) && layer >= 0 && layer < trace.layers)) {
    const what = `layer ${layer} is not one of the ${trace.layers} layers, counted from 0`;
    throw new AttentionError('out-of-range', what, 'layer');
  }
  const layers = layer === undefined ? Array.from({ length: trace.layers }, (_, index) => index) : [layer];
  const sources = layers.map((one) => sourcesOf(trace, one));
  const count = sources.flat().reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0);
  if (count > MOST_IN_TEXT) {
    throw new TooLargeError(tooMany, count, MOST_IN_TEXT, 'layer');
  }
  const parts = layers.map((one, index) => layerText(scene, trace, one, sources[index] ?? []));
  const head = [
    `"operator": "Attention", "opset": ${OPSET}`,
    `"tokens": ${JSON.stringify(trace.tokens)}`,
    `"keyTokens": ${JSON.stringify(trace.keyTokens)}`,
  ];
  return `{ ${head.join(',\n  ')},\n  "layers": [\n${parts.join(',\n')}\n] }\n`;
}

const tooMany = (found: number, limit: number): string =>
  `the tensors have ${found} numbers together; JSON takes at most ${limit}: take one layer, or npz`;

interface Source {
  /** The operator's name of it. */
  readonly called: string;
  readonly side: 'inputs' | 'outputs';
  readonly name: string;
  readonly axes: readonly string[];
  readonly shape: readonly number[];
}

/** The tensors of a layer that the operator has a name for. */
function sourcesOf(trace: TraceLike, layer: number): readonly Source[] {
  const own = (name: string) => {
    const found = described(trace, name, layer);
    return found?.layer === layer ? found : undefined;
  };
  const wanted: readonly (readonly [string, Source['side'], readonly string[]])[] = [
    ['Q', 'inputs', ['q_rotated', 'q']],
    ['K', 'inputs', ['k_rotated', 'k']],
    ['V', 'inputs', ['v']],
    ['attn_mask', 'inputs', ['blocked']],
    ['Y', 'outputs', ['z']],
    ['qk_matmul_output', 'outputs', ['weights']],
  ];
  return wanted.flatMap(([called, side, names]) => {
    const found = names.map(own).find((one) => one !== undefined);
    return found === undefined ? [] : [{ called, side, name: found.name, axes: found.axes, shape: found.shape }];
  });
}

function layerText(scene: Scene, trace: TraceLike, layer: number, sources: readonly Source[]): string {
  const attributes = attributesOf(scene, trace);
  const side = (which: Source['side']): string => {
    const tensors = sources.filter((one) => one.side === which);
    const lines = tensors.map((one) => `"${one.called}": ${tensorText(one, trace.tensor(one.name, { layer }))}`);
    return `"${which}": {\n${lines.join(',\n')} }`;
  };
  const lines = [
    `"attributes": ${JSON.stringify(attributes)}`,
    `"differences": ${JSON.stringify(differencesOf(scene))}`,
    side('inputs'),
    side('outputs'),
  ];
  return `{ ${lines.join(',\n')} }`;
}

/** The axes B×H×T×D; a mask has those of queries and keys alone. */
function tensorText({ called, axes, shape }: Source, tensor: Tensor): string {
  const isMask = called === 'attn_mask';
  const described = {
    axes: isMask ? axes : ['B', ...axes.map((axis) => (axis === 'H_kv' ? 'H' : axis))],
    dtype: isMask ? 'bool' : 'float32',
    shape: isMask ? shape : [1, ...shape],
  };
  const data = isMask ? visibleText(tensor) : nestedJson({ shape: [1, ...shape], data: tensor.data });
  return `${JSON.stringify(described).slice(0, -1)},"data":\n${data} }`;
}

function visibleText({ shape, data }: Tensor): string {
  const columns = shape.at(-1) ?? 1;
  const rows = Array.from({ length: data.length / columns }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns), (blocked) => blocked === 0),
  );
  return JSON.stringify(rows);
}

function attributesOf({ attention }: Scene, { symbols }: TraceLike) {
  const { score = 'scaledDot', scale, softcap = 0 } = attention;
  const heads = symbols['H'] ?? 1;
  return {
    // The operator's own default is that of scaledDot.
    ...(scale !== undefined ? { scale } : score === 'scaledDot' ? {} : { scale: 1 }),
    softcap,
    is_causal: 0,
    q_num_heads: heads,
    kv_num_heads: symbols['H_kv'] ?? heads,
    qk_matmul_output_mode: 3,
  };
}

/** Settings that the operator does not have. */
function differencesOf({ attention, positions, mistake }: Scene): readonly string[] {
  const { score = 'scaledDot', temperature = 1, softcap = 0, normalizer = 'softmax', roundWeights, mask } = attention;
  const kind = positions?.kind ?? 'none';
  // In this version of the operator, the cap comes after the mask.
  const isCappedBefore = softcap !== 0 && (mask?.kind ?? 'none') !== 'none';
  return [
    ...(score === 'scaledDot' || score === 'dot' ? [] : [`score: ${score}`]),
    ...(kind === 'alibi' || kind === 'relative' || kind === 'given' ? [`positions: ${kind}`] : []),
    ...(isCappedBefore ? ['softcap before mask'] : []),
    ...(temperature === 1 ? [] : [`temperature: ${temperature}`]),
    ...(normalizer === 'softmax' ? [] : [`normalizer: ${normalizer}`]),
    ...(roundWeights === undefined ? [] : [`roundWeights: ${roundWeights}`]),
    ...(mistake ? [`mistake: ${mistake}`] : []),
  ];
}
