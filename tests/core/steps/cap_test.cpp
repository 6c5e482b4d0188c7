#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

Tensor capped_of(const Tensor& scaled, double softcap) {
  return computed(steps::cap(softcap), shape_of(scaled), {scaled});
}

}  // namespace

TEST_CASE("capped = softcap·tanh(scaled/softcap)") {
  const Heads scaled{{{0, 1, -1, 5, -5, 49, 51, -1000}}};
  for (const double softcap : {0.5, 1.0, 30.0, 50.0}) {
    INFO("softcap ", softcap);
    CHECK(difference(capped_of(heads(scaled), softcap), softcap * xt::tanh(scaled / softcap), 1e-6) == "");
  }
}

TEST_CASE("capped numbers stay within ±softcap, however large the scores") {
  const Tensor capped = capped_of(heads({{{3e38, -3e38, 1e4, -1e4}}}), 50);
  CHECK(difference(capped, Heads{{{50, -50, 50, -50}}}, 0) == "");
}

TEST_CASE("small scores pass a large softcap almost unchanged") {
  const Heads scaled{{{0.01, -0.02, 0.5}}};
  CHECK(difference(capped_of(heads(scaled), 1e4), scaled, 1e-6) == "");
}
