#include "tasks.hpp"

namespace self_attention::training {
namespace {

void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets) {
  for (std::size_t at = 0; at < task.tokens; ++at) {
    tokens[at] = below(random, task.options.vocabulary);
    if (at > 0) targets[at] = static_cast<std::int32_t>(tokens[at - 1]);
  }
}

}  // namespace

Check make_previous(Task& task) {
  if (auto wrong = check_sizes(task.options, 2)) return wrong;
  task.symbols = letters(task.options.vocabulary);
  task.tokens = task.options.length;
  task.draw = draw;
  return {};
}

}  // namespace self_attention::training
