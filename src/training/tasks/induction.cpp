#include <algorithm>
#include <numeric>

#include "tasks.hpp"

namespace self_attention::training {
namespace {

// Different symbols, repeated. The period is drawn too: with a fixed period, positions alone would give the answer and
// one layer would be enough.
void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* /*targets*/) {
  std::vector<std::uint32_t>& symbols = task.scratch;
  std::iota(symbols.begin(), symbols.end(), 0U);
  const std::size_t longest = task.tokens / 2, shortest = (longest + 1) / 2;
  const std::size_t period = shortest + below(random, longest - shortest + 1);
  for (std::size_t index = 0; index < period; ++index) {
    std::swap(symbols[index], symbols[index + below(random, task.options.vocabulary - index)]);
  }
  for (std::size_t index = 0; index < task.tokens; ++index) tokens[index] = symbols[index % period];
}

void write_targets(Task& task, std::span<const std::uint32_t> tokens, std::int32_t* targets) {
  // The index after the last occurrence of each symbol; 0: none so far.
  std::vector<std::uint32_t>& after = task.scratch;
  std::fill(after.begin(), after.end(), 0U);
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    std::uint32_t& next = after[tokens[index]];
    if (next != 0) targets[index] = static_cast<std::int32_t>(tokens[next]);
    next = static_cast<std::uint32_t>(index + 1);
  }
}

}  // namespace

MaybeError make_induction(Task& task) {
  if (auto wrong = check_sizes(task.options, 4)) return wrong;
  const std::size_t length = task.options.length, longest = length / 2;
  if (task.options.vocabulary < longest) {
    return error("shape", "/task/vocabulary", "length {} repeats up to {} different symbols; vocabulary is {}", length,
                 longest, task.options.vocabulary);
  }
  task.symbols = letters(task.options.vocabulary);
  task.tokens = length;
  task.draw = draw;
  task.write_targets = write_targets;
  return {};
}

}  // namespace self_attention::training
