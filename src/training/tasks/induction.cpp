#include <algorithm>
#include <numeric>

#include "tasks.hpp"

namespace self_attention::training {
namespace {

// Different symbols again and again. After how many they begin anew is drawn too: where that were always the same, the
// place alone would say what to look at, and one layer would do.
void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* /*targets*/) {
  std::vector<std::uint32_t>& symbols = task.room;
  std::iota(symbols.begin(), symbols.end(), 0U);
  const std::size_t longest = task.tokens / 2, shortest = (longest + 1) / 2;
  const std::size_t period = shortest + below(random, longest - shortest + 1);
  for (std::size_t at = 0; at < period; ++at) {
    std::swap(symbols[at], symbols[at + below(random, task.options.vocabulary - at)]);
  }
  for (std::size_t at = 0; at < task.tokens; ++at) tokens[at] = symbols[at % period];
}

void say(Task& task, std::span<const std::uint32_t> tokens, std::int32_t* targets) {
  // The place after the last of each symbol; 0: there has been none.
  std::vector<std::uint32_t>& after = task.room;
  std::fill(after.begin(), after.end(), 0U);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    std::uint32_t& next = after[tokens[at]];
    if (next != 0) targets[at] = static_cast<std::int32_t>(tokens[next]);
    next = static_cast<std::uint32_t>(at + 1);
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
  task.say = say;
  return {};
}

}  // namespace self_attention::training
