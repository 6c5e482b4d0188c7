import type { Tensor } from '../../core/types.ts';
import { causalOffset } from '../../scene/causal-offset.ts';
import { type FullScene, withDefaults } from '../../scene/defaults.ts';
import type { Scene } from '../../scene/types.ts';
import type { TraceLike } from '../trace-like.ts';
import { about } from './about.ts';
import { alignedRows, utf8Escaped, wrapped } from './expressions.ts';
import { checkSize, givenOf, matricesOf, sized, tensorOf } from './values.ts';

/** Writes a Scene (src/attention.hpp) field by field, without the fields that have their default value. */

const strings = (words: readonly string[]): string => `{${words.map(utf8Escaped).join(', ')}}`;

/** `target = tensor({2, 3}, {…});` */
function set(target: string, tensor: Tensor): readonly string[] {
  const rows = alignedRows(tensor);
  const shape = `{${tensor.shape.join(', ')}}`;
  if (rows.length === 1) return [`${target} = tensor(${shape}, {${rows[0]}});`];
  return [`${target} = tensor(${shape}, {`, ...rows.map((row) => `    ${row},`), '});'];
}

/** `field = value;`, or nothing for null and for the default value. */
const assign = (field: string, value: string | number | boolean | null, byDefault?: string | number | boolean) =>
  value === byDefault || value === null ? [] : [`${field} = ${value};`];

function sceneLines(scene: Scene, trace: TraceLike): readonly string[] {
  const full = withDefaults(scene);
  return [
    `scene.tokens = ${strings(trace.tokens)};`,
    ...(scene.encoder === undefined ? [] : [`scene.encoder.tokens = ${strings(trace.keyTokens)};`]),
    ...embedding(scene, trace),
    ...positions(full, trace),
    ...parameters(trace),
    ...attention(full, trace),
    ...block(full),
    ...(full.layers === 1 ? [] : ['', `scene.layers = ${full.layers};`]),
    ...(full.mistake === null
      ? []
      : ['', '// A mistake made on purpose.', `scene.mistake = Mistake::${full.mistake.replaceAll('-', '_')};`]),
  ];
}

function embedding(scene: Scene, trace: TraceLike): readonly string[] {
  const { d_word = 0 } = trace.symbols;
  const given = scene.embedding;
  const kind = (name: string): string => `scene.embedding.kind = Embedding::Kind::${name};`;
  const sized = (name: string) => ['', kind(name), `scene.embedding.d_model = ${d_word};`];
  const rows = () => set('scene.embedding.rows', trace.tensor('E'));
  switch (given.kind) {
    case 'given': {
      const encoded = scene.encoder === undefined ? [] : set('scene.encoder.x', trace.tensor('x0_k'));
      const about = '// x (T, d_model): one row for each token.';
      return ['', about, kind('given'), ...set('scene.embedding.x', trace.tensor('x0')), ...encoded];
    }
    case 'oneHot':
      return sized('one_hot');
    case 'zero':
      return sized('zero');
    case 'ids':
      return ['', '// E (V, d_model): a token is the index of its row.', kind('ids'), ...rows()];
    case 'qkv':
      return [
        '',
        '// q, k and v: one row for each token, the heads side by side. Scores and weights: (H, T_q, T_k).',
        kind('qkv'),
        ...givenOf(given).flatMap(({ name, tensor }) => set(`scene.embedding.layers[0][Matrix::${name}]`, tensor)),
      ];
    default:
      return [
        '',
        '// E (V, d_model): one row for each word.',
        kind('table'),
        `scene.embedding.row_names = ${strings(trace.vocabulary)};`,
        ...rows(),
      ];
  }
}

function positions({ positions: given }: FullScene, trace: TraceLike): readonly string[] {
  if (given.kind === 'none') return [];
  const { kind, base, clip, join, pairs, slopes } = given;
  const { d_p = 0 } = trace.symbols;
  const rows = { learned: 'P', relative: 'E_rel', given: 'S_rel', sinusoidal: null, rope: null, alibi: null }[kind];
  return [
    '',
    `scene.positions.kind = Positions::Kind::${kind};`,
    ...(kind === 'sinusoidal' || kind === 'rope' ? assign('scene.positions.base', base) : []),
    ...(kind === 'rope' && pairs === 'halves' ? ['scene.positions.pairs = Positions::Pairs::halves;'] : []),
    ...(kind === 'alibi' && slopes === 'reference' ? ['scene.positions.slopes = Positions::Slopes::reference;'] : []),
    ...(kind === 'sinusoidal' && join === 'concat'
      ? [...assign('scene.positions.concat', true), ...assign('scene.positions.width', d_p)]
      : []),
    ...(kind === 'relative' ? assign('scene.positions.clip', clip) : []),
    ...(rows === null ? [] : set('scene.positions.rows', trace.tensor(rows))),
  ];
}

function parameters(trace: TraceLike): readonly string[] {
  const layers = Array.from({ length: trace.layers }, (_, layer) =>
    matricesOf(trace, layer).map((matrix) => ({
      name: matrix.name,
      about: sized(matrix),
      tensor: trace.tensor(matrix.name, { layer }),
    })),
  );
  const kind = ['', '// The learned matrices.', 'scene.parameters.kind = Parameters::Kind::given;'];
  if (trace.layers === 1) {
    const own = (layers[0] ?? []).flatMap(({ name, about, tensor }) => [
      `// ${name} ${about}`,
      ...set(`scene.parameters.matrices[Matrix::${name}]`, tensor),
    ]);
    return [...kind, ...own];
  }
  const sets = layers.flatMap((layer, index) => [
    '',
    `Matrices& of_layer_${index + 1} = scene.parameters.stack[${index}];`,
    ...layer.flatMap(({ name, tensor }) => set(`of_layer_${index + 1}[Matrix::${name}]`, tensor)),
  ]);
  return [...kind, `scene.parameters.stack.resize(${trace.layers});`, ...sets];
}

function attention({ attention: given }: FullScene, { tokens, keyTokens }: TraceLike): readonly string[] {
  const { mask, scores } = given;
  const score = given.score.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [
    '',
    ...assign('scene.attention.heads', given.heads),
    ...assign('scene.attention.kv_heads', given.kvHeads, given.heads),
    ...assign('scene.attention.score', `Attention::Score::${score}`, 'Attention::Score::scaled_dot'),
    ...(scores === null ? [] : set('scene.attention.scores', tensorOf(scores))),
    ...assign('scene.attention.scale', given.scale),
    ...assign('scene.attention.mask.kind', `Mask::Kind::${mask.kind}`, 'Mask::Kind::none'),
    ...Object.entries(mask).flatMap(([name, value]) => {
      if (Array.isArray(value)) return set(`scene.attention.mask.${name}`, tensorOf(value));
      return typeof value === 'number' ? assign(`scene.attention.mask.${name}`, value) : [];
    }),
    ...assign('scene.attention.mask.causal_offset', causalOffset(mask, tokens.length, keyTokens.length), 0),
    ...assign('scene.attention.temperature', given.temperature, 1),
    ...assign('scene.attention.softcap', given.softcap, 0),
    ...(given.normalizer === 'sparsemax'
      ? assign('scene.attention.normalizer', 'Attention::Normalizer::sparsemax')
      : []),
    ...assign('scene.attention.round', given.roundWeights),
    ...assign('scene.attention.weighted', given.weightedValues, false),
  ];
}

function block({ block: { residual, norm, place, feedForward } }: FullScene): readonly string[] {
  const lines = [
    ...assign('scene.block.residual', residual, false),
    ...assign('scene.block.norm', `Block::Norm::${norm}`, 'Block::Norm::none'),
    ...assign('scene.block.pre', place === 'pre', false),
    ...(feedForward === null
      ? []
      : [
          ...assign('scene.block.d_ff', feedForward.width),
          ...assign('scene.block.activation', `Block::Activation::${feedForward.activation}`),
        ]),
  ];
  return lines.length === 0 ? [] : ['', ...lines];
}

/** The scene as a C++ program that uses this project's library: the same core, the same steps. */

const usage = [
  'To run it, you need a C++20 compiler, CMake, and a copy of the project next to this file:',
  '',
  '  cmake_minimum_required(VERSION 3.25)',
  '  project(scene LANGUAGES CXX)',
  '  add_subdirectory(self-attention)',
  '  add_executable(scene attention.cpp)',
  '  target_link_libraries(scene PRIVATE self_attention::core)',
];

const tensor = `// Makes a tensor from its numbers, row by row. Shortest decimals read back to the same float32.
Tensor tensor(std::initializer_list<std::size_t> shape, std::initializer_list<double> numbers) {
  Tensor made = Tensor::from_shape(Tensor::shape_type(shape));
  std::transform(numbers.begin(), numbers.end(), made.data(), [](double number) { return static_cast<float>(number); });
  return made;
}`;

const show = `// Prints the name of a step, its shape, and its numbers, one line for each row.
void show(const TraceTensor& step) {
  std::printf("%s (", step.name.begin());
  const char* comma = "";
  for (const std::size_t extent : step.shape) {
    std::printf("%s%zu", comma, extent);
    comma = ", ";
  }
  std::printf(")\\n");
  const std::size_t width = step.shape[step.shape.size() - 1];
  for (std::size_t index = 0; index < step.tensor.size(); ++index) {
    std::printf(" %10.6f", static_cast<double>(step.tensor.data()[index]));
    if ((index + 1) % width == 0) std::printf("\\n");
  }
  std::printf("\\n");
}`;

const main = `int main() {
  // attend() computes every step (x0 q k v scores … output) or returns an error.
  const Result<Trace> result = attend(scene());
  if (const Error* error = std::get_if<Error>(&result)) {
    std::fprintf(stderr, "%s: %s\\n", error->path.c_str(), error->message().c_str());
    return 1;
  }
`;

const flat = `  for (const TraceTensor& step : std::get<Trace>(result).steps) show(step);
}`;

const layered = (layers: number): string => `  std::size_t layer = 0;
  for (const TraceTensor& step : std::get<Trace>(result).steps) {
    if (step.layer + 1 > layer) std::printf("==== layer %zu of ${layers} ====\\n\\n", ++layer);
    show(step);
  }
}`;

/** The program of a scene and its trace. Throws AttentionError `too-large`. */
export function cppFor(scene: Scene, trace: TraceLike): string {
  checkSize(scene, trace);
  const lines = sceneLines(scene, trace);
  return [
    ...about(scene, trace).flatMap((paragraph) => wrapped(paragraph, '// ')),
    '//',
    ...wrapped(
      'Made by the self-attention playground. The numbers are those of the scene: float32, as the shortest decimals. The library is the one that the playground runs as WebAssembly.',
      '// ',
    ),
    '//',
    ...usage.map((line) => (line === '' ? '//' : `// ${line}`)),
    '',
    '#include <self_attention/attention.hpp>',
    '',
    '#include <algorithm>',
    '#include <cstdio>',
    '#include <initializer_list>',
    '#include <variant>',
    '',
    'using namespace self_attention;',
    '',
    'namespace {',
    '',
    ...(lines.some((line) => line.includes('tensor(')) ? [tensor, ''] : []),
    'Scene scene() {',
    '  Scene scene;',
    ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
    '  return scene;',
    '}',
    '',
    show,
    '',
    '}  // namespace',
    '',
    `${main}${trace.layers === 1 ? flat : layered(trace.layers)}`,
    '',
  ].join('\n');
}
