#include "tasks.hpp"

namespace self_attention::training {

MaybeError make_copy(Task& task) {
  return make_question(task, [](std::uint32_t* /*first*/, std::uint32_t* /*last*/) {});
}

}  // namespace self_attention::training
