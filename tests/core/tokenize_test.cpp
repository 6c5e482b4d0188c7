#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

using Words = std::vector<std::string>;

namespace {

Words vocabulary(const Words& tokens) {
  Scene scene;
  scene.tokens = tokens;
  return steps::vocabulary(scene);
}

}  // namespace

TEST_CASE("the vocabulary is the distinct tokens in order of first appearance") {
  CHECK(vocabulary(Words{"the", "cat", "saw", "the", "other", "cat"}) == Words{"the", "cat", "saw", "other"});
  CHECK(vocabulary(Words{"one"}) == Words{"one"});
  CHECK(vocabulary(Words{}).empty());
}

TEST_CASE("tokens that differ by a byte are different") {
  // é composed and decomposed, a joined family and its members, a trailing space, the empty token.
  const Words tokens{"\u00e9", "e\u0301", "👩‍👧", "👩", "a", "a ", "A", "", std::string("a\0b", 3), "שלום", "雪"};
  CHECK(vocabulary(tokens) == tokens);
}

TEST_CASE("tokens are rows of the vocabulary") {
  const Words tokens{"the", "cat", "saw", "the", "other", "cat"};
  CHECK(difference(steps::tokenize(tokens, vocabulary(tokens)), Row{0, 1, 2, 0, 3, 1}, 0) == "");
}
