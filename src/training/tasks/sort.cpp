#include <algorithm>

#include "tasks.hpp"

namespace self_attention::training {

MaybeError make_sort(Task& task) {
  return make_question(task, [](std::uint32_t* first, std::uint32_t* last) { std::sort(first, last); });
}

}  // namespace self_attention::training
