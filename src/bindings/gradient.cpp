// A gradient of JavaScript: a scene and a loss go in, what the loss changes by with each number comes out.
#include "../gradient/gradient.hpp"

#include <emscripten/bind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../kernels/kernels.hpp"
#include "../scene/checks.hpp"
#include "../trace/session.hpp"
#include "descriptions.hpp"
#include "scene.hpp"
#include "tensors.hpp"

namespace self_attention::bindings {
namespace {

using emscripten::val;

// As Loss::targets, −1 for none.
NumberArray get_targets(const Loss& loss) {
  val targets = val::array();
  for (const auto& target : loss.targets) targets.call<void>("push", target ? static_cast<double>(*target) : -1.0);
  return NumberArray(targets);
}
void set_targets(Loss& loss, const NumberArray& given) {
  for (const double target : emscripten::vecFromJSArray<double>(given)) {
    loss.targets.push_back(target < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(target)));
  }
}

constexpr Literal unembedding_name = "unembedding";

class SceneGradient {
 public:
  // The tensors of the loss are called /loss/target and /loss/unembedding, and stand among those of the scene.
  Check compute(Scene& scene, Loss& loss, const TensorArray& tensors) {
    auto next = std::make_unique<Scene>(std::move(scene));
    read_tensors(tensors, *next);
    for (const NamedTensor& tensor : emscripten::vecFromJSArray<NamedTensor>(tensors)) {
      if (tensor.name == "/loss/target") loss.target = tensor_from(tensor);
      if (tensor.name == "/loss/unembedding") loss.unembedding = tensor_from(tensor);
    }
    if (auto wrong = session_.update(std::move(next), false)) return wrong;
    return gradient(session_.trace(), loss, gradient_);
  }

  double loss() const { return gradient_.loss; }

  std::optional<TensorDescription> find(const std::string& name, std::size_t layer) const {
    if (name == unembedding_name && gradient_.unembedding.size() > 0) {
      const auto& shape = gradient_.unembedding.shape();
      return TensorDescription{name, 0, "d_model V", NumberArray(val::array(shape.begin(), shape.end()))};
    }
    const TraceTensor* found = session_.trace().find(name, layer);
    return found == nullptr ? std::nullopt : std::optional(description(*found));
  }

  // Of what `find` finds.
  Check read(const std::string& name, std::size_t layer) {
    if (name == unembedding_name) return write(gradient_.unembedding);
    const TraceTensor& traced = *session_.trace().find(name, layer);
    if (auto wrong = gradient_.check_differentiable(traced)) return wrong;
    if (const auto found = gradient_.tensors.find(&traced); found != gradient_.tensors.end()) {
      return write(found->second);
    }
    numbers_.assign(traced.heads * traced.rows * traced.width, 0.0F);
    return {};
  }

  // Of the weights that `find` finds: (T_k, T_k), of one row by what the softmax reads.
  Check read_jacobian(std::size_t layer, std::size_t head, std::size_t row) {
    Tensor jacobian = no_tensor();
    if (auto wrong = jacobian_of_row(*session_.trace().find("weights", layer), head, row, jacobian)) return wrong;
    return write(jacobian);
  }

  FloatArray numbers() { return view_of(numbers_); }

  Descriptions steps() const { return described(session_.trace().steps); }
  Descriptions parameters() const { return described(session_.trace().parameters); }

 private:
  Check write(const Tensor& tensor) {
    numbers_.assign(tensor.data(), tensor.data() + tensor.size());
    return {};
  }

  Session session_;
  Gradient gradient_;
  // What was asked for last.
  std::vector<float> numbers_;
};

// Whether a product's multiply and add are rounded together here: (1 + 2⁻¹²)² − (1 + 2⁻¹¹) is 2⁻²⁴, and 0 where the
// square is rounded first.
bool fuses() {
  const std::array<float, 2> row{-(1 + 1.0F / 2048), 1 + 1.0F / 4096}, column{1, 1 + 1.0F / 4096};
  float product = 0;
  kernels::matmul({row.data(), 2}, {column.data(), 1}, {&product, 1}, 1, 1, 2);
  return product != 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(gradient) {
  using namespace emscripten;

  enum_<Loss::Kind>("LossKind", enum_value_type::string)
      .value("output", Loss::Kind::output)
      .value("weights", Loss::Kind::weights)
      .value("crossEntropy", Loss::Kind::cross_entropy);
  value_object<Loss>("Loss")
      .field("kind", &Loss::kind)
      .field("head", &Loss::head)
      .field("layer", &Loss::layer)
      .field("targets", &get_targets, &set_targets);

  class_<SceneGradient>("SceneGradient")
      .constructor<>()
      .function("compute(scene, loss, tensors)", &SceneGradient::compute)
      .function("loss", &SceneGradient::loss)
      .function("find(name, layer)", &SceneGradient::find)
      .function("read(name, layer)", &SceneGradient::read)
      .function("readJacobian(layer, head, row)", &SceneGradient::read_jacobian)
      .function("numbers", &SceneGradient::numbers)
      .function("steps", &SceneGradient::steps)
      .function("parameters", &SceneGradient::parameters);
  function("fuses", &fuses);
}

}  // namespace self_attention::bindings
