// Gradients for JavaScript: takes a scene and a loss and returns the derivatives of the loss by every number.
#include "../gradient/gradient.hpp"
#include "../gradient/formulas.hpp"

#include <emscripten/bind.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../scene/checks.hpp"
#include "../trace/incremental_trace.hpp"
#include "descriptions.hpp"
#include "loss.hpp"
#include "scene.hpp"
#include "tensors.hpp"

namespace self_attention::bindings {
namespace {

using emscripten::val;

constexpr StaticString unembedding_name = "unembedding";

EMSCRIPTEN_DECLARE_VAL_TYPE(GradientSteps)  // GradientStep[]

struct GradientStep {
  TensorDescription of;
  std::string formula;
};

class SceneGradient {
 public:
  MaybeError compute(Scene& scene, Loss& loss, const TensorArray& tensors) {
    auto next = std::make_unique<Scene>(std::move(scene));
    read_tensors(tensors, *next);
    read_tensors(tensors, loss);
    if (auto wrong = incremental_.update(std::move(next), false)) return wrong;
    loss_ = loss;
    return gradient(incremental_.trace(), loss, gradient_);
  }

  double loss() const { return gradient_.loss; }

  std::optional<TensorDescription> find(const std::string& name, std::size_t layer) const {
    if (name == unembedding_name && gradient_.unembedding.size() > 0) {
      const auto& shape = gradient_.unembedding.shape();
      return TensorDescription{name, 0, "d_model V", NumberArray(val::array(shape.begin(), shape.end()))};
    }
    const TraceTensor* found = incremental_.trace().find(name, layer);
    return found == nullptr ? std::nullopt : std::optional(description(*found));
  }

  // The gradient of the tensor that `find` finds.
  MaybeError read(const std::string& name, std::size_t layer) {
    if (name == unembedding_name) return write(gradient_.unembedding);
    const TraceTensor& traced = *incremental_.trace().find(name, layer);
    if (auto wrong = gradient_.check_differentiable(traced)) return wrong;
    if (const auto found = gradient_.tensors.find(&traced); found != gradient_.tensors.end()) {
      return write(found->second);
    }
    numbers_.assign(traced.heads * traced.rows * traced.width, 0.0F);
    return {};
  }

  // The Jacobian (T_k, T_k) of one row of the weights by the input of their softmax.
  MaybeError read_jacobian(std::size_t layer, std::size_t head, std::size_t row) {
    Tensor jacobian = no_tensor();
    if (auto wrong = jacobian_of_row(*incremental_.trace().find("weights", layer), head, row, jacobian)) return wrong;
    return write(jacobian);
  }
  // The formula of what `read_jacobian` reads.
  std::string jacobian_formula(std::size_t layer) const {
    return formula_of_jacobian(*incremental_.trace().find("weights", layer));
  }

  FloatArray numbers() { return view_of(numbers_); }

  // Against the order of the data.
  GradientSteps backward() const {
    val all = val::array();
    for (const auto& [of, formula] : formulas_of(incremental_.trace(), loss_, gradient_)) {
      all.call<void>("push", GradientStep{description(*of), formula});
    }
    return GradientSteps(all);
  }
  Symbols symbols() const { return symbols_of(incremental_.trace()); }

  Descriptions steps() const { return described(incremental_.trace().steps); }
  Descriptions parameters() const { return described(incremental_.trace().parameters); }

 private:
  MaybeError write(const Tensor& tensor) {
    numbers_.assign(tensor.data(), tensor.data() + tensor.size());
    return {};
  }

  IncrementalTrace incremental_;
  Loss loss_;
  Gradient gradient_;
  // The result of the last call that reads.
  std::vector<float> numbers_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(gradient) {
  using namespace emscripten;

  register_type<GradientSteps>("GradientStep[]");
  value_object<GradientStep>("GradientStep").field("of", &GradientStep::of).field("formula", &GradientStep::formula);

  class_<SceneGradient>("SceneGradient")
      .constructor<>()
      .function("compute(scene, loss, tensors)", &SceneGradient::compute)
      .function("loss", &SceneGradient::loss)
      .function("find(name, layer)", &SceneGradient::find)
      .function("read(name, layer)", &SceneGradient::read)
      .function("readJacobian(layer, head, row)", &SceneGradient::read_jacobian)
      .function("jacobianFormula(layer)", &SceneGradient::jacobian_formula)
      .function("numbers", &SceneGradient::numbers)
      .function("backward", &SceneGradient::backward)
      .function("symbols", &SceneGradient::symbols)
      .function("steps", &SceneGradient::steps)
      .function("parameters", &SceneGradient::parameters);
}

}  // namespace self_attention::bindings
