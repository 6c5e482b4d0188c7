#include "gradient.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "../math/elementary_functions.hpp"
#include "../scene/checks.hpp"
#include "backward.hpp"

namespace self_attention {

const bool links_gradients = true;

namespace {

// ---- The losses, and their derivatives by the tensor that they read ----

MaybeError check_number(const Gradient& gradient) {
  if (std::isfinite(gradient.loss)) return {};
  return error("not-finite", "/loss", "the loss is no number");
}

MaybeError differ_output(const TraceTensor& last, const Loss& loss, Gradient& gradient) {
  if (auto wrong = check_shape(loss.target, last.rows, last.width, "target", "/loss/target")) return wrong;
  Tensor off = last.tensor - loss.target;
  gradient.loss = xt::sum(xt::square(xt::cast<double>(off)))() / 2;
  gradient.tensors[&last] = std::move(off);
  return check_number(gradient);
}

// A row must be a probability distribution, or all zeros.
MaybeError check_distribution(const Tensor& target, std::size_t row) {
  const auto numbers = xt::row(target, static_cast<std::ptrdiff_t>(row));
  for (std::size_t key = 0; key < target.shape(1); ++key) {
    if (numbers(key) < 0) {
      return error("range", "/loss/target", "target[{},{}] is {}; a weight is 0 or more", row, key, numbers(key));
    }
  }
  const double sum = xt::sum(xt::cast<double>(numbers))();
  if (sum == 0 || std::abs(sum - 1) < 1e-3) return {};
  return error("range", "/loss/target",
               "row {} of the target adds up to {}; it must be 1, or 0 where it does not count", row, sum);
}

MaybeError diverge_weights(const TraceTensor& weights, const Loss& loss, Gradient& gradient) {
  if (auto wrong = check_shape(loss.target, weights.rows, weights.width, "target", "/loss/target")) return wrong;
  const auto shown = matrix_of(weights.tensor, weights, loss.head);
  Tensor& all = gradient.tensors[&weights] = xt::zeros<float>(weights.shape);
  auto of_head = xt::view(all, loss.head, xt::all(), xt::all());
  if (xt::amax(loss.target)() == 0 && xt::amin(loss.target)() == 0) {
    return error("empty", "/loss/target", "every row of the target is zeros: no row counts");
  }
  for (std::size_t query = 0; query < weights.rows; ++query) {
    if (auto wrong = check_distribution(loss.target, query)) return wrong;
    for (std::size_t key = 0; key < weights.width; ++key) {
      const float target = loss.target(query, key), weight = shown(query, key);
      if (target == 0) continue;
      if (weight == 0) {
        return error("not-finite", "/loss/target", "target[{},{}] is {}, where the weight is 0: no step leads there",
                     query, key, target);
      }
      gradient.loss += static_cast<double>(target) *
                       (logarithm(static_cast<double>(target)) - logarithm(static_cast<double>(weight)));
      of_head(query, key) = -target / weight;
    }
  }
  return check_number(gradient);
}

MaybeError check_targets(const TraceTensor& last, const Loss& loss, std::size_t classes) {
  if (loss.targets.size() != last.rows) {
    return error("shape", "/loss/targets", "there are {} targets for {} rows", loss.targets.size(), last.rows);
  }
  for (std::size_t row = 0; row < last.rows; ++row) {
    if (loss.targets[row] && *loss.targets[row] >= classes) {
      return error("out-of-range", "/loss/targets", "target {} of row {} is outside the {} columns of the unembedding",
                   *loss.targets[row], row, classes);
    }
  }
  return {};
}

MaybeError cross_entropy(const Trace& trace, const TraceTensor& last, const Loss& loss, Gradient& gradient) {
  const bool tied = loss.unembedding.size() == 0;
  const TraceTensor* E = tied ? trace.find("E") : nullptr;
  if (tied && E == nullptr) {
    return error("shape", "/loss/unembedding", "there is no E to be tied to: rows of x are given");
  }
  if (tied && E->width != last.width) {
    return error("shape", "/loss/unembedding", "E is {} wide and the last tensor {}: they cannot be tied", E->width,
                 last.width);
  }
  const FloatMatrix unembedding =
      tied ? FloatMatrix(xt::transpose(matrix_of(E->tensor, *E))) : FloatMatrix(loss.unembedding);
  if (unembedding.shape(0) != last.width) {
    return error("shape", "/loss/unembedding", "the unembedding has {} rows; the last tensor is {} wide",
                 unembedding.shape(0), last.width);
  }
  if (auto wrong = check_targets(last, loss, unembedding.shape(1))) return wrong;
  const auto counted =
      std::count_if(loss.targets.begin(), loss.targets.end(), [](const auto& one) { return one.has_value(); });
  if (counted == 0) return error("empty", "/loss/targets", "no row has a target");

  FloatMatrix logits = product(matrix_of(last.tensor, last), unembedding), probabilities = logits;
  kernels::softmax(probabilities.data(), probabilities.data(), last.rows, unembedding.shape(1), 1);
  FloatMatrix off = xt::zeros<float>(probabilities.shape());
  const auto row_weight = 1 / static_cast<float>(counted);
  for (std::size_t row = 0; row < last.rows; ++row) {
    if (!loss.targets[row]) continue;
    const auto index = static_cast<std::ptrdiff_t>(row);
    const double most = xt::amax(xt::row(logits, index))();
    double sum = 0;
    for (const float logit : xt::row(logits, index)) sum += std::exp(static_cast<double>(logit) - most);
    gradient.loss +=
        (most + logarithm(sum) - static_cast<double>(logits(row, *loss.targets[row]))) / static_cast<double>(counted);
    xt::row(off, index) = row_weight * xt::row(probabilities, index);
    off(row, *loss.targets[row]) -= row_weight;
  }
  gradient.tensors[&last] = product_with_transposed(off, unembedding);
  if (tied) {
    gradient.tensors[E] = product_of_transposed(off, matrix_of(last.tensor, last));
  } else {
    gradient.unembedding = product_of_transposed(matrix_of(last.tensor, last), off);
  }
  return check_number(gradient);
}

MaybeError differ(const Trace& trace, const Loss& loss, Gradient& gradient) {
  const TraceTensor& last = trace.steps.back();
  if (loss.kind == Loss::Kind::output) return differ_output(last, loss, gradient);
  if (loss.kind == Loss::Kind::cross_entropy) return cross_entropy(trace, last, loss, gradient);
  const std::size_t layer = loss.layer.value_or(trace.scene->layers - 1);
  if (layer >= trace.scene->layers) {
    return error("out-of-range", "/loss/layer", "layer {} of {}: the first is 0", layer, trace.scene->layers);
  }
  const TraceTensor& weights = *trace.find("weights", layer);
  if (loss.head >= weights.heads) {
    return error("out-of-range", "/loss/head", "head {} of {}: the first is 0", loss.head, weights.heads);
  }
  if (!weights.kept) return error("too-large", "", "the weights are too large to be kept, as a gradient needs them");
  return diverge_weights(weights, loss, gradient);
}

}  // namespace

const Tensor* Gradient::find(const Trace& trace, std::string_view name, std::size_t layer) const {
  const auto found = tensors.find(trace.find(name, layer));
  return found == tensors.end() ? nullptr : &found->second;
}

MaybeError Gradient::check_differentiable(const TraceTensor& tensor) const {
  if (tensors.contains(&tensor) || !read.contains(&tensor)) return {};
  return error("no-gradient", "", "{} is nothing to differentiate by", tensor.name);
}

MaybeError gradient(const Trace& trace, const Loss& loss, Gradient& gradient) {
  // Of layers that do not read each other, only the last one would have any.
  const Scene& scene = *trace.scene;
  if (scene.layers > 1 && scene.embedding.kind == Embedding::Kind::qkv)
    return error("no-gradient", "", "{} has no gradient in this scene", trace.steps.back().name);
  if (auto wrong = differ(trace, loss, gradient)) return wrong;
  for (const auto& [traced, tensor] : gradient.tensors) gradient.read.insert(traced);
  for (auto step = trace.steps.rbegin(); step != trace.steps.rend(); ++step) {
    if (gradient.read.contains(&*step)) gradient.read.insert(step->inputs.begin(), step->inputs.end());
    const auto found = gradient.tensors.find(&*step);
    if (found == gradient.tensors.end() || step->inputs[0] == nullptr) continue;
    if (step->op.derivative.compute == nullptr)
      return error("no-gradient", "", "{} has no gradient in this scene", step->name);
    if (!step->kept) return error("too-large", "", "{} is too large to be kept, as a gradient needs it", step->name);
    step->op.derivative.compute({*step, found->second, gradient.tensors});
  }
  for (const auto& [traced, tensor] : gradient.tensors) {
    if (kernels::first_not_finite(tensor.data(), tensor.size(), false) != tensor.size()) {
      return error("not-finite", "", "the gradient of {} is too large", traced->name);
    }
  }
  return {};
}

MaybeError jacobian_of_row(const TraceTensor& weights, std::size_t head, std::size_t row, Tensor& jacobian) {
  if (weights.op.derivative.compute == nullptr)
    return error("no-gradient", "", "{} has no gradient in this scene", weights.name);
  if (!weights.kept) return error("too-large", "", "the weights are too large to be kept, as a gradient needs them");
  const std::size_t keys = weights.width, begin = (head * weights.rows + row) * keys;
  jacobian = xt::zeros<float>({keys, keys});
  for (std::size_t key = 0; key < keys; ++key) {
    Tensor unit = xt::zeros<float>(weights.shape);
    unit.data()[begin + key] = 1;
    std::map<const TraceTensor*, Tensor> gradients;
    weights.op.derivative.compute({weights, unit, gradients});
    const Tensor& read = gradients.at(weights.inputs[0]);
    std::copy_n(read.data() + begin, keys, jacobian.data() + key * keys);
  }
  return {};
}

}  // namespace self_attention
