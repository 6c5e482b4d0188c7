// What a model is trained on: sequences that are drawn from a seed, and what is to be said at their tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "../error.hpp"
#include "../math/random.hpp"

namespace self_attention::training {

// Tokens of one sequence; different symbols; characters of a text.
inline constexpr std::size_t most_tokens = 512, most_symbols = 512, most_characters = 100'000;

// a, b and c are symbols; what is to be said at a token stands below it.
struct TaskOptions {
  enum class Kind {
    copy,              // a b c > a b     says a b c from > on
    reverse,           // a b c > c b     says c b a from > on
    previous,          // a b c           says a b from b on
    induction,         // a b c a b c a   says what came after a token the last time it was there (arXiv:2209.11895)
    sort,              // c a b > a b     says a b c from > on
    count,             // a b a           says how many times the token has been there: 1 1 2
    brackets,          // ( [ ] (         says what closes the bracket that is open: ) ] ) ), and . where none is
    modular_addition,  // a b =           says a + b modulo the vocabulary (arXiv:2201.02177)
    recall,            // a 3 b 1 a       says 3, which came with a
    text,              //                 says the next character
  };
  Kind kind = Kind::copy;
  // Symbols of one sequence: before the >, pairs of recall, characters of text. Not for modular_addition.
  std::size_t length = 0;
  // Different symbols; kinds of brackets; the modulus. Not for text, which has those that are in it.
  std::size_t vocabulary = 0;
  std::string text{};  // UTF-8
};

// No target.
inline constexpr std::int32_t no_target = -1;

// A task that is possible.
struct Task {
  using Draw = void (*)(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets);
  using Say = void (*)(Task& task, std::span<const std::uint32_t> tokens, std::int32_t* targets);
  using Arrange = void (*)(std::uint32_t* first, std::uint32_t* last);

  TaskOptions options;
  // (V): tokens and targets are places in it.
  std::vector<std::string> symbols;
  // T, the tokens of one sequence.
  std::size_t tokens = 0;
  // Writes so many tokens, and targets that do not follow from them; none are there before.
  Draw draw = nullptr;
  // Writes the targets that follow from any tokens, drawn or typed; where the task does not say, none.
  Say say = nullptr;
  // Makes the answer of copy, reverse and sort out of the question.
  Arrange arrange = nullptr;
  // What a sequence is drawn in: as many numbers as there are symbols or tokens, whichever is more.
  std::vector<std::uint32_t> room;
  // The text as places in the symbols.
  std::vector<std::uint32_t> characters;
};

// Independent draws of one seed (Pcg32).
enum Stream : std::uint64_t {
  for_unembedding = 1,
  for_example = 2,
  for_measures = 3,
  for_evaluation = 4,
  for_steps = 5
};

// Errors: "range", "too-large" and, where the numbers do not fit each other, "shape"; their paths are /task/….
Check make_task(const TaskOptions& options, Task& task);

// As many tokens as the task has, with their targets, which are none before.
void draw_sequence(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets);
// What is to be said at tokens that somebody typed; the symbols are those of the task.
std::vector<std::int32_t> targets_of(Task& task, std::span<const std::uint32_t> tokens);

}  // namespace self_attention::training
