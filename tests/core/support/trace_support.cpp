#include "trace_support.hpp"

#include "support.hpp"

namespace self_attention::testing {

MaybeError update(IncrementalTrace& incremental, const Scene& scene, bool lazy) {
  return incremental.update(std::make_unique<Scene>(scene), lazy);
}

Result<Tensor> read_or_refuse(IncrementalTrace& incremental, TraceTensor& traced) {
  Tensor tensor = Tensor::from_shape(traced.shape);
  float* out = tensor.data();
  for (std::size_t head = 0; head < traced.heads; ++head, out += traced.rows * traced.width) {
    if (auto wrong = incremental.evaluator().read(traced, head, {0, traced.rows}, {0, traced.width}, out))
      return *wrong;
  }
  return tensor;
}

std::string kind_of(const std::string& error) {
  return error.substr(0, error.find('['));
}

void check_same(IncrementalTrace& incremental, const Scene& scene, bool lazy) {
  IncrementalTrace fresh(incremental.trace().kept_score_bytes);
  REQUIRE(text_of(update(fresh, scene, lazy)) == "");
  CHECK(incremental.trace().vocabulary == fresh.trace().vocabulary);
  CHECK(incremental.trace().steps.size() == fresh.trace().steps.size());
  for (auto list : {&Trace::parameters, &Trace::steps}) {
    auto other = (fresh.trace().*list).begin();
    for (TraceTensor& traced : incremental.trace().*list) {
      INFO(traced.name, " of layer ", traced.layer);
      CHECK(traced.name == other->name);
      CHECK(traced.formula() == other->formula());
      const Result<Tensor> actual = read_or_refuse(incremental, traced), expected = read_or_refuse(fresh, *other);
      CHECK(kind_of(text_of(actual)) == kind_of(text_of(expected)));
      if (actual.index() == 0 && expected.index() == 0) {
        CHECK(difference(std::get<Tensor>(actual), std::get<Tensor>(expected)) == "");
      }
      ++other;
    }
  }
}

Scene scene_of(std::size_t tokens, std::size_t d_model, std::size_t heads) {
  Scene scene = small_scene(tokens, d_model);
  scene.attention.heads = heads;
  return scene;
}

}  // namespace self_attention::testing
