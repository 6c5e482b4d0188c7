#include "task.hpp"

#include <algorithm>

#include "../scene/checks.hpp"
#include "tasks/tasks.hpp"

namespace self_attention::training {
namespace {

MaybeError make(Task& task) {
  using Kind = TaskOptions::Kind;
  switch (task.options.kind) {
    case Kind::copy:
      return make_copy(task);
    case Kind::reverse:
      return make_reverse(task);
    case Kind::previous:
      return make_previous(task);
    case Kind::induction:
      return make_induction(task);
    case Kind::sort:
      return make_sort(task);
    case Kind::count:
      return make_count(task);
    case Kind::brackets:
      return make_brackets(task);
    case Kind::modular_addition:
      return make_modular_addition(task);
    case Kind::recall:
      return make_recall(task);
    case Kind::text:
      return make_text(task);
  }
  return error("internal", "/task/kind", "there is no such task");
}

// Writes the answer to the task's scratch.
void answer(Task& task, const std::uint32_t* question, std::size_t length) {
  std::copy_n(question, length, task.scratch.begin());
  task.arrange(task.scratch.data(), task.scratch.data() + length);
}

void draw_question(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* /*targets*/) {
  const std::size_t length = task.options.length;
  for (std::size_t index = 0; index < length; ++index) tokens[index] = below(random, task.options.vocabulary);
  answer(task, tokens, length);
  tokens[length] = static_cast<std::uint32_t>(task.options.vocabulary);
  std::copy_n(task.scratch.begin(), length - 1, tokens + length + 1);
}

void write_answer_targets(Task& task, std::span<const std::uint32_t> tokens, std::int32_t* targets) {
  const auto end = std::find(tokens.begin(), tokens.end(), task.options.vocabulary);
  const auto length = static_cast<std::size_t>(end - tokens.begin());
  answer(task, tokens.data(), length);
  for (std::size_t index = 0; index < length && length + index < tokens.size(); ++index) {
    targets[length + index] = static_cast<std::int32_t>(task.scratch[index]);
  }
}

}  // namespace

MaybeError make_task(const TaskOptions& options, Task& task) {
  task.options = options;
  if (auto wrong = make(task)) return wrong;
  task.scratch.resize(std::max(task.symbols.size(), task.tokens));
  if (task.tokens <= most_tokens) return {};
  return error("too-large", "/task/length", "length {} makes {} tokens; the limit is {}", options.length, task.tokens,
               most_tokens);
}

void draw_sequence(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets) {
  task.draw(task, random, tokens, targets);
  task.write_targets(task, {tokens, task.tokens}, targets);
}

std::vector<std::int32_t> targets_of(Task& task, std::span<const std::uint32_t> tokens) {
  if (task.scratch.size() < tokens.size()) task.scratch.resize(tokens.size());
  std::vector<std::int32_t> targets(tokens.size(), no_target);
  task.write_targets(task, tokens, targets.data());
  return targets;
}

MaybeError check_sizes(const TaskOptions& options, std::size_t least_length, std::size_t least_vocabulary) {
  if (auto wrong = check_count(options.length, most_tokens, "length", "/task/length")) return wrong;
  if (options.length < least_length) {
    return error("range", "/task/length", "length is {}; it must be at least {}", options.length, least_length);
  }
  if (auto wrong = check_count(options.vocabulary, most_symbols, "vocabulary", "/task/vocabulary")) {
    return wrong;
  }
  if (options.vocabulary >= least_vocabulary) return {};
  return error("range", "/task/vocabulary", "vocabulary is {}; it must be at least {}", options.vocabulary,
               least_vocabulary);
}

std::vector<std::string> letters(std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t index = 0; index < count; ++index) {
    if (index < 52) {
      all.emplace_back(1, static_cast<char>(index < 26 ? 'a' + index : 'A' + (index - 26)));
    } else {
      all.push_back(std::string("s").append(std::to_string(index)));
    }
  }
  return all;
}

std::vector<std::string> whole_numbers(std::size_t first, std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t index = 0; index < count; ++index) all.push_back(std::to_string(first + index));
  return all;
}

void append(std::vector<std::string>& symbols, const std::vector<std::string>& more) {
  symbols.insert(symbols.end(), more.begin(), more.end());
}

void draw_letters(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* /*targets*/) {
  for (std::size_t index = 0; index < task.tokens; ++index) tokens[index] = below(random, task.options.vocabulary);
}

MaybeError make_question(Task& task, Task::Arrange arrange) {
  if (auto wrong = check_sizes(task.options)) return wrong;
  task.symbols = letters(task.options.vocabulary);
  task.symbols.emplace_back(">");
  task.tokens = 2 * task.options.length;
  task.draw = draw_question;
  task.write_targets = write_answer_targets;
  task.arrange = arrange;
  return {};
}

}  // namespace self_attention::training
