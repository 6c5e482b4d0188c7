// The tasks, one file each: the checks of its options, its symbols, and how a sequence and its answers are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../task.hpp"

namespace self_attention::training {

MaybeError make_copy(Task& task);
MaybeError make_reverse(Task& task);
MaybeError make_previous(Task& task);
MaybeError make_induction(Task& task);
MaybeError make_sort(Task& task);
MaybeError make_count(Task& task);
MaybeError make_brackets(Task& task);
MaybeError make_modular_addition(Task& task);
MaybeError make_recall(Task& task);
MaybeError make_text(Task& task);

// ---- Shared by tasks ----

// Errors: "range" or "too-large" for the length and the vocabulary.
MaybeError check_sizes(const TaskOptions& options, std::size_t least_length = 1, std::size_t least_vocabulary = 2);

// a … z, A … Z, then s52 and so on.
std::vector<std::string> letters(std::size_t count);
// `first`, first + 1, …
std::vector<std::string> whole_numbers(std::size_t first, std::size_t count);
void append(std::vector<std::string>& symbols, const std::vector<std::string>& more);

// A random number from 0 to count − 1.
inline std::uint32_t below(Pcg32& random, std::size_t count) {
  return static_cast<std::uint32_t>(random.uniform() * static_cast<double>(count));
}

// Draws independent letters.
void draw_letters(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets);
// `length` letters, >, and the answer without its last letter. The targets from > on are the answer.
MaybeError make_question(Task& task, Task::Arrange arrange);

}  // namespace self_attention::training
