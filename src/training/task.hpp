// Tasks: sequences drawn from a seed, and the answers at their tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "../error.hpp"
#include "../math/random.hpp"

namespace self_attention::training {

// Limits: tokens of a sequence, different symbols, characters of a text.
inline constexpr std::size_t most_tokens = 512, most_symbols = 512, most_characters = 100'000;

// a, b and c are symbols.
struct TaskOptions {
  enum class Kind {
    copy,              // a b c > a b     says a b c from > on
    reverse,           // a b c > c b     says c b a from > on
    previous,          // a b c           says a b from b on
    induction,         // a b c a b c a   says the token after the last occurrence of this one (arXiv:2209.11895)
    sort,              // c a b > a b     says a b c from > on
    count,             // a b a           says how often the token has occurred: 1 1 2
    brackets,          // ( [ ] (         says what closes the open bracket: ) ] ) ), and . if none is open
    modular_addition,  // a b =           says a + b modulo the vocabulary (arXiv:2201.02177)
    recall,            // a 3 b 1 a       says 3, the value of a
    text,              //                 says the next character
  };
  Kind kind = Kind::copy;
  // Symbols of one sequence: before the >, pairs of recall, characters of text. Not for modular_addition.
  std::size_t length = 0;
  // Different symbols, kinds of brackets, or the modulus. Not for text: it has its own characters.
  std::size_t vocabulary = 0;
  std::string text{};  // UTF-8
};

// No target.
inline constexpr std::int32_t no_target = -1;

// A checked task.
struct Task {
  using Draw = void (*)(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets);
  using WriteTargets = void (*)(Task& task, std::span<const std::uint32_t> tokens, std::int32_t* targets);
  using Arrange = void (*)(std::uint32_t* first, std::uint32_t* last);

  TaskOptions options;
  // (V): tokens and targets are indices into it.
  std::vector<std::string> symbols;
  // T, the tokens of one sequence.
  std::size_t tokens = 0;
  // Writes the tokens of a sequence, and the targets that do not follow from them. All targets are none before.
  Draw draw = nullptr;
  // Writes the targets that follow from any tokens, drawn or typed. Leaves the others none.
  WriteTargets write_targets = nullptr;
  // Turns the question of copy, reverse and sort into the answer.
  Arrange arrange = nullptr;
  // Working memory for a sequence: max(symbols, tokens) numbers.
  std::vector<std::uint32_t> scratch;
  // The text as indices into the symbols.
  std::vector<std::uint32_t> characters;
};

// Independent draws of one seed (Pcg32).
enum Stream : std::uint64_t {
  for_unembedding = 1,
  for_example = 2,
  for_measures = 3,
  for_evaluation = 4,
  // and the number of the step
  for_steps = 5,
  // and the number of tokens, in the upper half
  for_writing = 0x8000'0000
};

// Errors: "range", "too-large", and "shape" for options that do not fit each other, with paths /task/….
MaybeError make_task(const TaskOptions& options, Task& task);

// Draws a sequence with its targets. All targets are none before.
void draw_sequence(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets);
// The answers at typed tokens.
std::vector<std::int32_t> targets_of(Task& task, std::span<const std::uint32_t> tokens);

}  // namespace self_attention::training
