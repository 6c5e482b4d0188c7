#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

// `parameters`: w, and b if there is one.
Tensor projected(const Tensor& x, const std::vector<Tensor>& parameters, std::size_t heads) {
  std::vector<Tensor> inputs{x};
  inputs.insert(inputs.end(), parameters.begin(), parameters.end());
  return computed(steps::project(steps::Projection::q), {heads, x.shape(0), parameters[0].shape(1) / heads}, inputs);
}

}  // namespace

TEST_CASE("q = x · w_q, tokens as rows") {
  const Tensor q = projected(matrix({{1, 0, 1, 0}, {0, 2, 0, 2}, {1, 1, 1, 1}}),
                             {matrix({{1, 0, 1}, {1, 0, 0}, {0, 0, 1}, {0, 1, 1}})}, 1);
  CHECK(difference(q, Heads{{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}}}, 0) == "");
}

TEST_CASE("heads are contiguous columns: head h has columns h·d to (h+1)·d − 1") {
  const Tensor x = matrix({{1, 10}, {2, 20}});
  const Tensor w = matrix({{1, 2, 3, 4, 5, 6}, {0, 0, 0, 0, 0, 1}});
  const Heads expected{{{1, 2}, {2, 4}}, {{3, 4}, {6, 8}}, {{5, 16}, {10, 32}}};
  CHECK(difference(projected(x, {w}, 3), expected, 0) == "");
}

TEST_CASE("a bias is added to every token, and each head has its part of it") {
  const Tensor b = vector({100, 200, 300, 400});
  const Tensor q = projected(matrix({{1}, {2}}), {matrix({{1, 2, 3, 4}}), b}, 2);
  CHECK(difference(q, Heads{{{101, 202}, {102, 204}}, {{303, 404}, {306, 408}}}, 0) == "");
}

TEST_CASE("projections of every size agree with the oracle") {
  std::uint32_t seed = 0;
  for (const std::size_t tokens : {1U, 2U, 5U, 9U}) {
    for (const std::size_t d_model : {1U, 3U, 16U, 33U}) {
      for (const std::size_t heads : {1U, 2U, 3U}) {
        for (const std::size_t width : {1U, 4U, 7U}) {
          const Tensor x = random_tensor({tokens, d_model}, ++seed);
          const Tensor w = random_tensor({d_model, heads * width}, ++seed);
          const Tensor b = random_tensor({heads * width}, ++seed);
          const Array expected =
              reference::split_heads(reference::affine(array_of(x), array_of(w), array_of(b)), heads);
          INFO(tokens, " tokens, d_model ", d_model, ", ", heads, " heads of ", width);
          CHECK(difference(projected(x, {w, b}, heads), expected, 1e-6) == "");
        }
      }
    }
  }
}
