#include <algorithm>

#include "tasks.hpp"

namespace self_attention::training {
namespace {

void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets) {
  std::vector<std::uint32_t>& seen = task.room;
  std::fill(seen.begin(), seen.end(), 0U);
  for (std::size_t at = 0; at < task.tokens; ++at) {
    tokens[at] = below(random, task.options.vocabulary);
    // The number n stands n − 1 places after the letters.
    targets[at] = static_cast<std::int32_t>(task.options.vocabulary + seen[tokens[at]]++);
  }
}

}  // namespace

Check make_count(Task& task) {
  if (auto wrong = check_sizes(task.options, 2, 1)) return wrong;
  task.symbols = letters(task.options.vocabulary);
  append(task.symbols, whole_numbers(1, task.options.length));
  task.tokens = task.options.length;
  task.draw = draw;
  return {};
}

}  // namespace self_attention::training
