#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

Tensor merged(const Tensor& z) {
  return computed(steps::merge(), {z.shape(1), z.shape(0) * z.shape(2)}, {z});
}

// `inputs`: z, w_o, and b_o if there is one.
Tensor merged(const std::vector<Tensor>& inputs) {
  return computed(steps::merge_and_project(), {inputs[0].shape(1), inputs[1].shape(1)}, inputs);
}

}  // namespace

TEST_CASE("heads are placed side by side, head 0 first") {
  const Tensor z = heads({{{1, 2}, {3, 4}, {5, 6}}, {{10, 20}, {30, 40}, {50, 60}}});
  CHECK(difference(merged(z), Rows{{1, 2, 10, 20}, {3, 4, 30, 40}, {5, 6, 50, 60}}, 0) == "");
}

TEST_CASE("the output of one head is its z") {
  CHECK(difference(merged(heads({{{1, 2, 3}, {4, 5, 6}}})), Rows{{1, 2, 3}, {4, 5, 6}}, 0) == "");
}

TEST_CASE("w_o multiplies the merged heads, and b_o is added to every token") {
  const Tensor z = heads({{{1}, {2}}, {{10}, {20}}});
  const Tensor w_o = matrix({{1, 0, 2}, {0, 1, 3}});
  const Tensor b_o = vector({100, 200, 300});
  CHECK(difference(merged({z, w_o}), Rows{{1, 10, 32}, {2, 20, 64}}, 0) == "");
  CHECK(difference(merged({z, w_o, b_o}), Rows{{101, 210, 332}, {102, 220, 364}}, 0) == "");
}

TEST_CASE("outputs of every size agree with the oracle") {
  std::uint32_t seed = 400;
  for (const std::size_t heads : {1U, 2U, 5U}) {
    for (const std::size_t tokens : {1U, 4U, 9U}) {
      for (const std::size_t d_v : {1U, 3U, 8U}) {
        for (const std::size_t d_model : {1U, 7U, 16U}) {
          const Tensor z = random_tensor({heads, tokens, d_v}, ++seed);
          const Tensor w_o = random_tensor({heads * d_v, d_model}, ++seed);
          const Tensor b_o = random_tensor({d_model}, ++seed);
          const Array expected = reference::affine(reference::merge_heads(array_of(z)), array_of(w_o), array_of(b_o));
          INFO(heads, " heads, ", tokens, " tokens, d_v ", d_v, ", d_model ", d_model);
          CHECK(difference(merged({z, w_o, b_o}), expected, 1e-6) == "");
        }
      }
    }
  }
}
