#include <algorithm>
#include <numeric>

#include "tasks.hpp"

namespace self_attention::training {
namespace {

// Different keys with a value each, then one of the keys.
void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* /*targets*/) {
  const std::size_t pairs = task.options.length, count = task.options.vocabulary;
  std::vector<std::uint32_t>& keys = task.scratch;
  std::iota(keys.begin(), keys.end(), 0U);
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    std::swap(keys[pair], keys[pair + below(random, count - pair)]);
    tokens[2 * pair] = keys[pair];
    tokens[2 * pair + 1] = static_cast<std::uint32_t>(count) + below(random, count);
  }
  tokens[2 * pairs] = keys[below(random, pairs)];
}

void write_targets(Task& task, std::span<const std::uint32_t> tokens, std::int32_t* targets) {
  const std::size_t count = task.options.vocabulary;
  // The last value of each key; 0, which is a key: none so far.
  std::vector<std::uint32_t>& values = task.scratch;
  std::fill(values.begin(), values.end(), 0U);
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    if (tokens[index] >= count) continue;
    std::uint32_t& value = values[tokens[index]];
    const bool is_pair = index + 1 < tokens.size() && tokens[index + 1] >= count;
    if (is_pair) {
      value = tokens[index + 1];
    } else if (value != 0) {
      targets[index] = static_cast<std::int32_t>(value);
    }
  }
}

}  // namespace

MaybeError make_recall(Task& task) {
  if (auto wrong = check_sizes(task.options)) return wrong;
  const std::size_t pairs = task.options.length, count = task.options.vocabulary;
  if (count < pairs) {
    return error("shape", "/task/vocabulary", "{} pairs need as many different keys; vocabulary is {}", pairs, count);
  }
  task.symbols = letters(count);
  append(task.symbols, whole_numbers(0, count));
  task.tokens = 2 * pairs + 1;
  task.draw = draw;
  task.write_targets = write_targets;
  return {};
}

}  // namespace self_attention::training
