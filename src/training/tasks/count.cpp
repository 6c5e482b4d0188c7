#include <algorithm>

#include "tasks.hpp"

namespace self_attention::training {
namespace {

void write_targets(Task& task, std::span<const std::uint32_t> tokens, std::int32_t* targets) {
  std::vector<std::uint32_t>& seen = task.scratch;
  std::fill(seen.begin(), seen.end(), 0U);
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    const std::size_t letters = task.options.vocabulary, number = letters + seen[tokens[index]]++;
    // The symbol of the number n is n − 1 places after the letters. No number is larger than the length.
    if (tokens[index] < letters && number < task.symbols.size()) targets[index] = static_cast<std::int32_t>(number);
  }
}

}  // namespace

MaybeError make_count(Task& task) {
  if (auto wrong = check_sizes(task.options, 2, 1)) return wrong;
  task.symbols = letters(task.options.vocabulary);
  append(task.symbols, whole_numbers(1, task.options.length));
  task.tokens = task.options.length;
  task.draw = draw_letters;
  task.write_targets = write_targets;
  return {};
}

}  // namespace self_attention::training
