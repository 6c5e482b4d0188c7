#include <array>

#include "tasks.hpp"

namespace self_attention::training {
namespace {

constexpr std::array<const char*, 8> signs{"(", ")", "[", "]", "{", "}", "<", ">"};
constexpr std::size_t kinds = signs.size() / 2;

// A beginning of a Dyck word: a bracket opens, or the one that opened last is closed.
void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* /*targets*/) {
  std::vector<std::uint32_t>& open = task.room;
  std::size_t depth = 0;
  for (std::size_t at = 0; at < task.tokens; ++at) {
    if (depth == 0 || below(random, 2) == 0) {
      open[depth] = below(random, task.options.vocabulary);
      tokens[at] = 2 * open[depth++];
    } else {
      tokens[at] = 2 * open[--depth] + 1;
    }
  }
}

void say(Task& task, std::span<const std::uint32_t> tokens, std::int32_t* targets) {
  std::vector<std::uint32_t>& open = task.room;
  std::size_t depth = 0;
  const auto none = static_cast<std::uint32_t>(task.symbols.size() - 1);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const std::uint32_t token = tokens[at];
    if (token == none) continue;
    if (token % 2 == 0) {
      open[depth++] = token + 1;
    } else if (depth > 0 && open[depth - 1] == token) {
      --depth;
    } else {
      // What is closed was not open: nothing that follows is balanced any more.
      return;
    }
    targets[at] = static_cast<std::int32_t>(depth == 0 ? none : open[depth - 1]);
  }
}

}  // namespace

Check make_brackets(Task& task) {
  if (auto wrong = check_sizes(task.options, 2, 1)) return wrong;
  if (task.options.vocabulary > kinds) {
    return error("too-large", "/task/vocabulary", "there are {} kinds of brackets; vocabulary is {}", kinds,
                 task.options.vocabulary);
  }
  task.symbols.assign(signs.begin(), signs.begin() + static_cast<std::ptrdiff_t>(2 * task.options.vocabulary));
  task.symbols.emplace_back(".");
  task.tokens = task.options.length;
  task.draw = draw;
  task.say = say;
  return {};
}

}  // namespace self_attention::training
