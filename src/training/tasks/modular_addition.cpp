#include "../../scene/checks.hpp"
#include "tasks.hpp"

namespace self_attention::training {
namespace {

void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* /*targets*/) {
  const std::size_t modulus = task.options.vocabulary;
  tokens[0] = below(random, modulus);
  tokens[1] = below(random, modulus);
  tokens[2] = static_cast<std::uint32_t>(modulus);
}

void write_targets(Task& task, std::span<const std::uint32_t> tokens, std::int32_t* targets) {
  const std::size_t modulus = task.options.vocabulary;
  for (std::size_t index = 2; index < tokens.size(); ++index) {
    const std::size_t a = tokens[index - 2], b = tokens[index - 1];
    if (tokens[index] == modulus && a < modulus && b < modulus)
      targets[index] = static_cast<std::int32_t>((a + b) % modulus);
  }
}

}  // namespace

MaybeError make_modular_addition(Task& task) {
  if (auto wrong = check_count(task.options.vocabulary, most_symbols, "vocabulary", "/task/vocabulary")) {
    return wrong;
  }
  if (task.options.vocabulary < 2) {
    return error("range", "/task/vocabulary", "vocabulary is {}; it must be at least {}", task.options.vocabulary, 2);
  }
  task.symbols = whole_numbers(0, task.options.vocabulary);
  task.symbols.emplace_back("=");
  task.tokens = 3;
  task.draw = draw;
  task.write_targets = write_targets;
  return {};
}

}  // namespace self_attention::training
