// The tasks, one file each: what there must be for one, its symbols, how a sequence is drawn and what is said of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../task.hpp"

namespace self_attention::training {

Check make_copy(Task& task);
Check make_reverse(Task& task);
Check make_previous(Task& task);
Check make_induction(Task& task);
Check make_sort(Task& task);
Check make_count(Task& task);
Check make_brackets(Task& task);
Check make_modular_addition(Task& task);
Check make_recall(Task& task);
Check make_text(Task& task);

// ---- What they share ----

// "range" or "too-large" of the length, and of the vocabulary.
Check check_sizes(const TaskOptions& options, std::size_t least_length = 1, std::size_t least_vocabulary = 2);

// a … z, A … Z, then s52 and so on.
std::vector<std::string> letters(std::size_t count);
// From `first` on.
std::vector<std::string> whole_numbers(std::size_t first, std::size_t count);
void append(std::vector<std::string>& symbols, const std::vector<std::string>& more);

// 0 … count − 1.
inline std::uint32_t below(Pcg32& random, std::size_t count) {
  return static_cast<std::uint32_t>(random.uniform() * static_cast<double>(count));
}

// Any letters, one after the other.
void draw_letters(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets);
// A question of `length` letters, >, and the answer but for its last; from > on the answer is to be said.
Check make_question(Task& task, Task::Arrange arrange);

}  // namespace self_attention::training
