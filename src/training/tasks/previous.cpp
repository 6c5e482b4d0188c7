#include "tasks.hpp"

namespace self_attention::training {
namespace {

void write_targets(Task& /*task*/, std::span<const std::uint32_t> tokens, std::int32_t* targets) {
  for (std::size_t index = 1; index < tokens.size(); ++index)
    targets[index] = static_cast<std::int32_t>(tokens[index - 1]);
}

}  // namespace

MaybeError make_previous(Task& task) {
  if (auto wrong = check_sizes(task.options, 2)) return wrong;
  task.symbols = letters(task.options.vocabulary);
  task.tokens = task.options.length;
  task.draw = draw_letters;
  task.write_targets = write_targets;
  return {};
}

}  // namespace self_attention::training
