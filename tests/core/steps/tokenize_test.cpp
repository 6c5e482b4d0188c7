#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

using Texts = std::vector<std::string>;

namespace {

Texts vocabulary(const Texts& tokens) {
  Scene scene;
  scene.tokens = tokens;
  return steps::vocabulary(scene);
}

}  // namespace

TEST_CASE("the vocabulary is the distinct tokens in order of first appearance") {
  CHECK(vocabulary(Texts{"the", "cat", "saw", "the", "other", "cat"}) == Texts{"the", "cat", "saw", "other"});
  CHECK(vocabulary(Texts{"one"}) == Texts{"one"});
  CHECK(vocabulary(Texts{}).empty());
}

TEST_CASE("tokens that differ in one byte are different") {
  // é composed and decomposed, a joined family emoji and its members, a trailing space, the empty token.
  const Texts tokens{"\u00e9", "e\u0301", "👩‍👧", "👩", "a", "a ", "A", "", std::string("a\0b", 3), "שלום", "雪"};
  CHECK(vocabulary(tokens) == tokens);
}

TEST_CASE("tokens are rows of the vocabulary") {
  const Texts tokens{"the", "cat", "saw", "the", "other", "cat"};
  const Texts known = vocabulary(tokens);
  CHECK(difference(steps::tokenize(tokens, known), Row{0, 1, 2, 0, 3, 1}, 0) == "");
}
