#include <algorithm>

#include "tasks.hpp"

namespace self_attention::training {
namespace {

void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets) {
  draw_question(task, random, tokens);
  std::sort(task.room.begin(), task.room.begin() + static_cast<std::ptrdiff_t>(task.options.length));
  write_answer(task, tokens, targets);
}

}  // namespace

Check make_sort(Task& task) {
  return make_question(task, draw);
}

}  // namespace self_attention::training
