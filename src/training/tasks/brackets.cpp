#include <array>

#include "tasks.hpp"

namespace self_attention::training {
namespace {

constexpr std::array<const char*, 8> signs{"(", ")", "[", "]", "{", "}", "<", ">"};
constexpr std::size_t kinds = signs.size() / 2;

// A prefix of a Dyck word: each token opens a bracket or closes the last open one.
void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* /*targets*/) {
  std::vector<std::uint32_t>& open = task.scratch;
  std::size_t depth = 0;
  for (std::size_t index = 0; index < task.tokens; ++index) {
    if (depth == 0 || below(random, 2) == 0) {
      open[depth] = below(random, task.options.vocabulary);
      tokens[index] = 2 * open[depth++];
    } else {
      tokens[index] = 2 * open[--depth] + 1;
    }
  }
}

void write_targets(Task& task, std::span<const std::uint32_t> tokens, std::int32_t* targets) {
  std::vector<std::uint32_t>& open = task.scratch;
  std::size_t depth = 0;
  const auto none = static_cast<std::uint32_t>(task.symbols.size() - 1);
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    const std::uint32_t token = tokens[index];
    if (token == none) continue;
    if (token % 2 == 0) {
      open[depth++] = token + 1;
    } else if (depth > 0 && open[depth - 1] == token) {
      --depth;
    } else {
      // It closes a bracket that is not open, so nothing after it is balanced.
      return;
    }
    targets[index] = static_cast<std::int32_t>(depth == 0 ? none : open[depth - 1]);
  }
}

}  // namespace

MaybeError make_brackets(Task& task) {
  if (auto wrong = check_sizes(task.options, 2, 1)) return wrong;
  if (task.options.vocabulary > kinds) {
    return error("too-large", "/task/vocabulary", "there are {} kinds of brackets; vocabulary is {}", kinds,
                 task.options.vocabulary);
  }
  task.symbols.assign(signs.begin(), signs.begin() + static_cast<std::ptrdiff_t>(2 * task.options.vocabulary));
  task.symbols.emplace_back(".");
  task.tokens = task.options.length;
  task.draw = draw;
  task.write_targets = write_targets;
  return {};
}

}  // namespace self_attention::training
