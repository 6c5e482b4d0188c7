#include "tasks.hpp"

namespace self_attention::training {
namespace {

void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets) {
  draw_question(task, random, tokens);
  write_answer(task, tokens, targets);
}

}  // namespace

Check make_copy(Task& task) {
  return make_question(task, draw);
}

}  // namespace self_attention::training
