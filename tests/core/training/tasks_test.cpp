// The sequences of each task, and its errors.
#include "training/task.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;
using namespace self_attention::training;

namespace {

using Kind = TaskOptions::Kind;

struct Sequence {
  std::vector<std::string> tokens, targets;  // "": none
};

Sequence drawn(Task& task, std::uint64_t seed) {
  std::vector<std::uint32_t> ids(task.tokens);
  std::vector<std::int32_t> targets(task.tokens, no_target);
  Pcg32 random(seed, 1);
  draw_sequence(task, random, ids.data(), targets.data());
  Sequence sequence;
  for (const std::uint32_t id : ids) sequence.tokens.push_back(task.symbols.at(id));
  for (const std::int32_t id : targets) {
    sequence.targets.push_back(id == no_target ? "" : task.symbols.at(static_cast<std::size_t>(id)));
  }
  return sequence;
}

// Sequences of many seeds. The same seed gives the same sequence, and not all are equal.
void check_all(const TaskOptions& options, const std::function<void(const Sequence&)>& check) {
  Task task;
  REQUIRE(text_of(make_task(options, task)) == "");
  std::set<std::vector<std::string>> different;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Sequence sequence = drawn(task, seed), again = drawn(task, seed);
    CHECK(sequence.tokens == again.tokens);
    CHECK(sequence.targets == again.targets);
    different.insert(sequence.tokens);
    check(sequence);
  }
  CHECK(different.size() > 5);
}

// The letters before the >, and the answers from it on.
void check_answers(Kind kind, const std::function<void(std::vector<std::string>&)>& answer_of) {
  check_all({.kind = kind, .length = 5, .vocabulary = 4}, [&](const Sequence& sequence) {
    REQUIRE(sequence.tokens.size() == 10);
    std::vector<std::string> answer(sequence.tokens.begin(), sequence.tokens.begin() + 5);
    CHECK(std::find(answer.begin(), answer.end(), ">") == answer.end());
    CHECK(sequence.tokens[5] == ">");
    answer_of(answer);
    CHECK(std::vector<std::string>(sequence.targets.begin() + 5, sequence.targets.end()) == answer);
    CHECK(std::all_of(sequence.targets.begin(), sequence.targets.begin() + 5,
                      [](const auto& one) { return one.empty(); }));
    // The tokens after > are the answers so far.
    CHECK(std::equal(sequence.tokens.begin() + 6, sequence.tokens.end(), answer.begin()));
  });
}

std::string refused(const TaskOptions& options) {
  Task task;
  return text_of(make_task(options, task));
}

}  // namespace

TEST_CASE("copy, reverse and sort answer with the letters before the >") {
  check_answers(Kind::copy, [](auto&) {});
  check_answers(Kind::reverse, [](auto& answer) { std::reverse(answer.begin(), answer.end()); });
  check_answers(Kind::sort, [](auto& answer) { std::sort(answer.begin(), answer.end()); });
}

TEST_CASE("previous answers with the token before") {
  check_all({.kind = Kind::previous, .length = 6, .vocabulary = 3}, [](const Sequence& sequence) {
    CHECK(sequence.targets[0] == "");
    for (std::size_t at = 1; at < 6; ++at) CHECK(sequence.targets[at] == sequence.tokens[at - 1]);
  });
}

TEST_CASE("induction answers with the token after the last occurrence, with a different period in each sequence") {
  std::set<std::size_t> periods;
  check_all({.kind = Kind::induction, .length = 13, .vocabulary = 9}, [&](const Sequence& sequence) {
    for (std::size_t at = 0; at < 13; ++at) {
      const auto begin = sequence.tokens.begin(), here = begin + static_cast<std::ptrdiff_t>(at);
      const auto before = std::find(begin, here, *here);
      if (before == here) {
        CHECK(sequence.targets[at] == "");
        continue;
      }
      periods.insert(static_cast<std::size_t>(std::find(before + 1, sequence.tokens.end(), *before) - before));
      CHECK(sequence.targets[at] == *(before + 1));
    }
  });
  CHECK(periods == std::set<std::size_t>{3, 4, 5, 6});
}

TEST_CASE("count answers with the number of occurrences") {
  check_all({.kind = Kind::count, .length = 7, .vocabulary = 3}, [](const Sequence& sequence) {
    for (std::size_t at = 0; at < 7; ++at) {
      const auto here = sequence.tokens.begin() + static_cast<std::ptrdiff_t>(at);
      CHECK(sequence.targets[at] == std::to_string(std::count(sequence.tokens.begin(), here + 1, *here)));
    }
  });
}

TEST_CASE("brackets answer with the closing bracket, and never close another one") {
  check_all({.kind = Kind::brackets, .length = 12, .vocabulary = 3}, [](const Sequence& sequence) {
    const std::string opening = "([{", closing = ")]}";
    std::string open;
    for (std::size_t at = 0; at < 12; ++at) {
      const char token = sequence.tokens[at][0];
      if (opening.find(token) != std::string::npos) {
        open += closing[opening.find(token)];
      } else {
        REQUIRE(!open.empty());
        CHECK(open.back() == token);
        open.pop_back();
      }
      CHECK(sequence.targets[at] == (open.empty() ? "." : std::string(1, open.back())));
    }
  });
}

TEST_CASE("modular addition answers with the sum modulo the vocabulary") {
  check_all({.kind = Kind::modular_addition, .vocabulary = 7}, [](const Sequence& sequence) {
    REQUIRE(sequence.tokens.size() == 3);
    CHECK(sequence.tokens[2] == "=");
    CHECK(sequence.targets[2] == std::to_string((std::stoi(sequence.tokens[0]) + std::stoi(sequence.tokens[1])) % 7));
    CHECK(sequence.targets[0] + sequence.targets[1] == "");
  });
}

TEST_CASE("recall answers with the value of the key") {
  check_all({.kind = Kind::recall, .length = 4, .vocabulary = 5}, [](const Sequence& sequence) {
    REQUIRE(sequence.tokens.size() == 9);
    std::set<std::string> keys;
    for (std::size_t at = 0; at < 8; at += 2) {
      keys.insert(sequence.tokens[at]);
      if (sequence.tokens[at] == sequence.tokens[8]) CHECK(sequence.targets[8] == sequence.tokens[at + 1]);
      CHECK(sequence.targets[at] + sequence.targets[at + 1] == "");
    }
    CHECK(keys.size() == 4);
    CHECK(keys.contains(sequence.tokens[8]));
  });
}

TEST_CASE("text answers with the next character in any script") {
  const std::vector<std::string> text{"h", "é", "l", "l", "o", " ", "猫", "!", "h", "é"};
  std::string whole;
  for (const std::string& character : text) whole += character;
  check_all({.kind = Kind::text, .length = 3, .text = whole}, [&](const Sequence& sequence) {
    auto window = sequence.tokens;
    window.push_back(sequence.targets[2]);
    CHECK(std::search(text.begin(), text.end(), window.begin(), window.end()) != text.end());
    CHECK(sequence.targets[0] == sequence.tokens[1]);
    CHECK(sequence.targets[1] == sequence.tokens[2]);
  });
  Task task;
  REQUIRE(text_of(make_task({.kind = Kind::text, .length = 3, .text = whole}, task)) == "");
  CHECK(task.symbols.size() == 7);
}

TEST_CASE("an impossible task is refused with both numbers") {
  CHECK(without(refused({.kind = Kind::copy, .length = 0, .vocabulary = 4}), {"range /task/length", "0"}) == "");
  CHECK(without(refused({.kind = Kind::copy, .length = 257, .vocabulary = 4}),
                {"too-large /task/length", "257", "514", "512"}) == "");
  CHECK(refused({.kind = Kind::copy, .length = 256, .vocabulary = 4}) == "");
  CHECK(without(refused({.kind = Kind::sort, .length = 9999, .vocabulary = 4}), {"too-large", "9999", "512"}) == "");
  CHECK(without(refused({.kind = Kind::copy, .length = 4, .vocabulary = 1}), {"range /task/vocabulary", "1", "2"}) ==
        "");
  CHECK(without(refused({.kind = Kind::copy, .length = 4, .vocabulary = 600}), {"too-large", "600", "512"}) == "");
  CHECK(without(refused({.kind = Kind::previous, .length = 1, .vocabulary = 4}), {"range /task/length", "1", "2"}) ==
        "");
  CHECK(without(refused({.kind = Kind::induction, .length = 24, .vocabulary = 11}), {"shape", "24", "12", "11"}) == "");
  CHECK(without(refused({.kind = Kind::brackets, .length = 8, .vocabulary = 5}), {"too-large", "4", "5"}) == "");
  CHECK(without(refused({.kind = Kind::recall, .length = 5, .vocabulary = 4}), {"shape", "5 pairs", "4"}) == "");
  CHECK(without(refused({.kind = Kind::modular_addition, .vocabulary = 1}), {"range", "1", "2"}) == "");
  const auto text = [](std::size_t length, const std::string& of) {
    return refused({.kind = Kind::text, .length = length, .text = of});
  };
  CHECK(without(text(1, "x"), {"shape /task/text", "1 characters", "at least 2"}) == "");
  CHECK(without(text(4, ""), {"shape /task/text", "0 characters", "at least 5"}) == "");
  CHECK(without(text(4, std::string(100'001, 'x')), {"too-large /task/text", "100001", "100000"}) == "");
  CHECK(text(4, std::string(100'000, 'x')) == "");
}

TEST_CASE("typed and drawn tokens have the same answers, or none") {
  const auto said = [](const TaskOptions& options, const std::vector<std::string>& typed) {
    Task task;
    REQUIRE(text_of(make_task(options, task)) == "");
    std::vector<std::uint32_t> ids;
    for (const std::string& token : typed) {
      const auto place = std::find(task.symbols.begin(), task.symbols.end(), token);
      REQUIRE(place != task.symbols.end());
      ids.push_back(static_cast<std::uint32_t>(place - task.symbols.begin()));
    }
    std::string all;
    for (const std::int32_t target : targets_of(task, ids)) {
      all += (all.empty() ? "" : " ") + (target == no_target ? "·" : task.symbols.at(static_cast<std::size_t>(target)));
    }
    return all;
  };
  const TaskOptions sort{.kind = Kind::sort, .length = 3, .vocabulary = 4};
  CHECK(said(sort, {"c", "a", "b", ">", "a", "b"}) == "· · · a b c");
  // Longer and shorter than drawn sequences, and with a wrong answer so far.
  CHECK(said(sort, {"d", "c", "a", "b", ">", "d", "d", "d", "d"}) == "· · · · a b c d ·");
  CHECK(said(sort, {"c", "a", "b"}) == "· · ·");
  CHECK(said(sort, {">", "a"}) == "· ·");
  CHECK(said({.kind = Kind::copy, .length = 3, .vocabulary = 4}, {"c", "a", ">", "c"}) == "· · c a");
  CHECK(said({.kind = Kind::reverse, .length = 3, .vocabulary = 4}, {"c", "a", ">", "a"}) == "· · a c");
  CHECK(said({.kind = Kind::previous, .length = 4, .vocabulary = 4}, {"c", "a"}) == "· c");
  CHECK(said({.kind = Kind::induction, .length = 6, .vocabulary = 4}, {"a", "b", "a", "a", "b"}) == "· · b a a");
  const TaskOptions count{.kind = Kind::count, .length = 3, .vocabulary = 2};
  CHECK(said(count, {"a", "b", "a", "2", "a", "a"}) == "1 1 2 · 3 ·");
  const TaskOptions brackets{.kind = Kind::brackets, .length = 4, .vocabulary = 2};
  CHECK(said(brackets, {"(", "[", "]", ")", "."}) == ") ] ) . ·");
  CHECK(said(brackets, {"(", "]", "("}) == ") · ·");
  CHECK(said(brackets, {")", "("}) == "· ·");
  const TaskOptions addition{.kind = Kind::modular_addition, .vocabulary = 7};
  CHECK(said(addition, {"5", "6", "="}) == "· · 4");
  CHECK(said(addition, {"=", "6", "="}) == "· · ·");
  const TaskOptions recall{.kind = Kind::recall, .length = 2, .vocabulary = 3};
  CHECK(said(recall, {"a", "2", "b", "0", "b"}) == "· · · · 0");
  CHECK(said(recall, {"a", "2", "c"}) == "· · ·");
  CHECK(said({.kind = Kind::text, .length = 2, .text = "abcab"}, {"a", "c", "b"}) == "c b ·");
}
