#include "loss.hpp"

#include <emscripten/bind.h>

#include <cstddef>
#include <optional>

namespace self_attention::bindings {
namespace {

using emscripten::val;

// Loss::targets, with −1 for no target.
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

}  // namespace

void read_tensors(const TensorArray& tensors, Loss& loss) {
  for (const NamedTensor& tensor : emscripten::vecFromJSArray<NamedTensor>(tensors)) {
    if (tensor.name == "/loss/target") loss.target = tensor_from(tensor);
    if (tensor.name == "/loss/unembedding") loss.unembedding = tensor_from(tensor);
  }
}

EMSCRIPTEN_BINDINGS(loss) {
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
}

}  // namespace self_attention::bindings
