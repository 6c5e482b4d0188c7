import type { Tensor, Trace } from '../../core/types.ts';
import { type FullScene, withDefaults } from '../../scene/defaults.ts';
import type { Scene, Score } from '../../scene/types.ts';
import { about } from './about.ts';
import { alignedRows, utf8Escaped, wrapped } from './expressions.ts';
import { checkSize, matricesOf, tensorOf } from './values.ts';

/** The parts of a Scene (src/attention.hpp), field by field; what is at its default is not written. */

const scores: Readonly<Record<Score, string>> = {
  scaledDot: 'scaled_dot',
  dot: 'dot',
  additive: 'additive',
  general: 'general',
  cosine: 'cosine',
  given: 'given',
};

const strings = (words: readonly string[]): string => `{${words.map(utf8Escaped).join(', ')}}`;

/** `target = tensor({2, 3}, {…});` */
function set(target: string, tensor: Tensor): readonly string[] {
  const rows = alignedRows(tensor);
  const shape = `{${tensor.shape.join(', ')}}`;
  if (rows.length === 1) return [`${target} = tensor(${shape}, {${rows[0]}});`];
  return [`${target} = tensor(${shape}, {`, ...rows.map((row) => `    ${row},`), '});'];
}

function sceneLines(scene: Scene, trace: Trace): readonly string[] {
  const full = withDefaults(scene);
  return [
    `scene.tokens = ${strings(trace.tokens)};`,
    ...(scene.encoder === undefined ? [] : [`scene.encoder.tokens = ${strings(trace.keyTokens)};`]),
    ...embedding(scene, trace),
    ...positions(full, trace),
    ...parameters(trace),
    ...attention(full),
    ...block(full),
    ...(full.layers === 1 ? [] : ['', `scene.layers = ${full.layers};`]),
    ...(full.mistake === null
      ? []
      : ['', '// Made on purpose.', `scene.mistake = Mistake::${full.mistake.replaceAll('-', '_')};`]),
  ];
}

function embedding(scene: Scene, trace: Trace): readonly string[] {
  const { d_word = 0 } = trace.symbols;
  const given = scene.embedding;
  const kind = (name: string): string => `scene.embedding.kind = Embedding::Kind::${name};`;
  const width = `scene.embedding.d_model = ${d_word};`;
  switch (given.kind) {
    case 'given': {
      const encoded = scene.encoder === undefined ? [] : set('scene.encoder.x', trace.tensor('x0_k'));
      const about = '// x (T, d_model): a row a token.';
      return ['', about, kind('given'), ...set('scene.embedding.x', trace.tensor('x0')), ...encoded];
    }
    case 'oneHot':
      return ['', kind('one_hot'), width];
    case 'zero':
      return ['', kind('zero'), width];
    case 'ids':
      return [
        '',
        '// E (V, d_model): a token is the number of its row.',
        kind('ids'),
        ...set('scene.embedding.rows', trace.tensor('E')),
      ];
    case 'qkv':
      return [
        '',
        '// q, k and v themselves: a row a token, the heads side by side.',
        kind('qkv'),
        ...(['q', 'k', 'v'] as const).flatMap((name) => {
          const rows = given[name];
          return rows === undefined ? [] : set(`scene.embedding.${name}`, tensorOf(rows));
        }),
      ];
    default:
      return [
        '',
        '// E (V, d_model): the row of every word.',
        kind('table'),
        `scene.embedding.row_names = ${strings(trace.vocabulary)};`,
        ...set('scene.embedding.rows', trace.tensor('E')),
      ];
  }
}

function positions({ positions: place }: FullScene, trace: Trace): readonly string[] {
  const { d_p = 0 } = trace.symbols;
  const field = (name: string, value: string | number): string => `scene.positions.${name} = ${value};`;
  const kind = field('kind', `Positions::Kind::${place.kind}`);
  switch (place.kind) {
    case 'none':
      return [];
    case 'sinusoidal':
      return [
        '',
        kind,
        field('base', place.base),
        ...(place.join === 'concat' ? [field('concat', 'true'), field('width', d_p)] : []),
      ];
    case 'rope':
      return ['', kind, field('base', place.base)];
    case 'alibi':
      return ['', kind];
    case 'learned':
      return ['', kind, ...set('scene.positions.rows', trace.tensor('P'))];
    case 'relative':
      return [
        '',
        kind,
        ...(place.clip === null ? [] : [field('clip', place.clip)]),
        ...set('scene.positions.rows', trace.tensor('E_rel')),
      ];
  }
}

function parameters(trace: Trace): readonly string[] {
  const layers = Array.from({ length: trace.layers }, (_, layer) =>
    matricesOf(trace, layer).map(({ name, axes, shape }) => ({
      name,
      about: `(${axes.join(', ')}) = (${shape.join(', ')})`,
      tensor: trace.tensor(name, { layer }),
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

function attention({ attention: given }: FullScene): readonly string[] {
  const { mask } = given;
  const field = (name: string, value: string | number): string => `scene.attention.${name} = ${value};`;
  const lines: string[] = ['', field('heads', given.heads)];
  const put = (wanted: boolean, ...more: readonly string[]): void => {
    if (wanted) lines.push(...more);
  };
  put(given.kvHeads !== given.heads, field('kv_heads', given.kvHeads));
  put(given.score !== 'scaledDot', field('score', `Attention::Score::${scores[given.score]}`));
  put(given.scores !== null, ...(given.scores === null ? [] : set('scene.attention.scores', tensorOf(given.scores))));
  put(given.scale !== null, field('scale', given.scale ?? 0));
  put(mask.kind !== 'none', field('mask.kind', `Mask::Kind::${mask.kind}`));
  for (const [name, value] of Object.entries(mask)) {
    if (typeof value === 'number') lines.push(field(`mask.${name}`, value));
    else if (Array.isArray(value)) lines.push(...set(`scene.attention.mask.${name}`, tensorOf(value)));
  }
  put(given.temperature !== 1, field('temperature', given.temperature));
  put(given.softcap !== 0, field('softcap', given.softcap));
  put(given.normalizer === 'sparsemax', field('normalizer', 'Attention::Normalizer::sparsemax'));
  put(given.roundWeights !== null, field('round', given.roundWeights ?? 0));
  put(given.weightedValues, field('weighted', 'true'));
  return lines;
}

function block({ block: given }: FullScene): readonly string[] {
  const lines: string[] = [];
  if (given.residual) lines.push('scene.block.residual = true;');
  if (given.norm !== 'none') lines.push(`scene.block.norm = Block::Norm::${given.norm};`);
  if (given.place === 'pre') lines.push('scene.block.pre = true;');
  if (given.feedForward !== null) {
    lines.push(
      `scene.block.d_ff = ${given.feedForward.width};`,
      `scene.block.activation = Block::Activation::${given.feedForward.activation};`,
    );
  }
  return lines.length === 0 ? [] : ['', ...lines];
}

/** The scene as a C++ program against this project's own library: the same core, the same steps. */

const use = [
  'To run it, with a C++20 compiler and CMake, beside a copy of the project:',
  '',
  '  cmake_minimum_required(VERSION 3.25)',
  '  project(scene LANGUAGES CXX)',
  '  add_subdirectory(self-attention)',
  '  add_executable(scene attention.cpp)',
  '  target_link_libraries(scene PRIVATE self_attention::core)',
];

const tensor = `// A tensor from its numbers, row by row. They are the shortest decimals of float32 numbers: nothing is lost.
Tensor tensor(std::initializer_list<std::size_t> shape, std::initializer_list<double> numbers) {
  Tensor made = Tensor::of_shape(shape);
  std::transform(numbers.begin(), numbers.end(), made.data(), [](double number) { return static_cast<float>(number); });
  return made;
}`;

const show = `// The step's name, its shape, and its numbers, a row a line.
void show(const TraceTensor& step) {
  std::printf("%s (", step.name.begin());
  const char* comma = "";
  for (const std::size_t extent : step.shape) {
    std::printf("%s%zu", comma, extent);
    comma = ", ";
  }
  std::printf(")\\n");
  const std::size_t width = step.shape[step.shape.size() - 1];
  for (std::size_t place = 0; place < step.tensor.size(); ++place) {
    std::printf(" %10.6f", static_cast<double>(step.tensor.data()[place]));
    if ((place + 1) % width == 0) std::printf("\\n");
  }
  std::printf("\\n");
}`;

const main = `int main() {
  // attend() computes every step: x0 q k v scores … output, one tensor each; an error is a value, too.
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

/** The program of a scene; `trace` is what the core made of it. Throws AttentionError `too-large`. */
export function cppFor(scene: Scene, trace: Trace): string {
  checkSize(scene, trace);
  const lines = sceneLines(scene, trace);
  return [
    ...about(scene, trace).flatMap((paragraph) => wrapped(paragraph, '// ')),
    '//',
    ...wrapped(
      'Made by the self-attention playground. The numbers are the scene’s own, float32 in their shortest decimals, and the library is the one that the playground runs as WebAssembly.',
      '// ',
    ),
    '//',
    ...use.map((line) => (line === '' ? '//' : `// ${line}`)),
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
