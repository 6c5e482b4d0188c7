/** The scene as a C++ program against this project's own library: the same core, the same steps. */
import type { Trace } from '../../core/types.ts';
import type { Scene } from '../../scene/types.ts';
import { about } from './about.ts';
import { sceneLines } from './cpp-scene.ts';
import { wrapped } from './literals.ts';
import { checkSize } from './values.ts';

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
    std::fprintf(stderr, "%s: %s\\n", error->path.begin(), error->message.c_str());
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
    '#include "attention.hpp"',
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
