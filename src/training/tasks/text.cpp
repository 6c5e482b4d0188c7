#include <algorithm>

#include "../../scene/checks.hpp"
#include "tasks.hpp"

namespace self_attention::training {
namespace {

// Splits UTF-8 into characters: continuation bytes begin with the bits 10.
std::vector<std::string> characters_of(const std::string& text) {
  std::vector<std::string> all;
  for (const char byte : text) {
    if ((static_cast<unsigned char>(byte) & 0xC0U) != 0x80U || all.empty()) all.emplace_back();
    all.back().push_back(byte);
  }
  return all;
}

void draw(Task& task, Pcg32& random, std::uint32_t* tokens, std::int32_t* targets) {
  const std::size_t from = below(random, task.characters.size() - task.tokens);
  for (std::size_t index = 0; index < task.tokens; ++index) tokens[index] = task.characters[from + index];
  // The target of the last token is not in the sequence.
  targets[task.tokens - 1] = static_cast<std::int32_t>(task.characters[from + task.tokens]);
}

void write_targets(Task& /*task*/, std::span<const std::uint32_t> tokens, std::int32_t* targets) {
  for (std::size_t index = 0; index + 1 < tokens.size(); ++index)
    targets[index] = static_cast<std::int32_t>(tokens[index + 1]);
}

}  // namespace

MaybeError make_text(Task& task) {
  const std::size_t length = task.options.length;
  if (auto wrong = check_count(length, most_tokens, "length", "/task/length")) return wrong;
  const std::vector<std::string> characters = characters_of(task.options.text);
  if (characters.size() > most_characters) {
    return error("too-large", "/task/text", "the text has {} characters; the limit is {}", characters.size(),
                 most_characters);
  }
  if (characters.size() < length + 1) {
    return error("shape", "/task/text", "the text has {} characters; length {} needs at least {}", characters.size(),
                 length, length + 1);
  }
  task.symbols = characters;
  std::sort(task.symbols.begin(), task.symbols.end());
  task.symbols.erase(std::unique(task.symbols.begin(), task.symbols.end()), task.symbols.end());
  if (task.symbols.size() > most_symbols) {
    return error("too-large", "/task/text", "the text has {} different characters; the limit is {}",
                 task.symbols.size(), most_symbols);
  }
  for (const std::string& character : characters) {
    const auto place = std::lower_bound(task.symbols.begin(), task.symbols.end(), character);
    task.characters.push_back(static_cast<std::uint32_t>(place - task.symbols.begin()));
  }
  task.tokens = length;
  task.draw = draw;
  task.write_targets = write_targets;
  return {};
}

}  // namespace self_attention::training
