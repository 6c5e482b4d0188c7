#include <numeric>

#include "tasks.hpp"

namespace self_attention::training {
namespace {

// Different symbols again and again. After how many they begin anew is drawn too: where that were always the same, the
// place alone would say what to look at, and one layer would do.
void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets) {
  std::vector<std::uint32_t>& symbols = task.room;
  std::iota(symbols.begin(), symbols.end(), 0U);
  const std::size_t longest = task.tokens / 2, shortest = (longest + 1) / 2;
  const std::size_t period = shortest + below(random, longest - shortest + 1);
  for (std::size_t at = 0; at < period; ++at) {
    std::swap(symbols[at], symbols[at + below(random, task.options.vocabulary - at)]);
  }
  for (std::size_t at = 0; at < task.tokens; ++at) {
    tokens[at] = symbols[at % period];
    if (at >= period) targets[at] = static_cast<std::int32_t>(symbols[(at + 1) % period]);
  }
}

}  // namespace

Check make_induction(Task& task) {
  if (auto wrong = check_sizes(task.options, 4)) return wrong;
  const std::size_t length = task.options.length, longest = length / 2;
  if (task.options.vocabulary < longest) {
    return error("shape", "/task/vocabulary", "length {} repeats up to {} different symbols; vocabulary is {}", length,
                 longest, task.options.vocabulary);
  }
  task.symbols = letters(task.options.vocabulary);
  task.tokens = length;
  task.draw = draw;
  return {};
}

}  // namespace self_attention::training
