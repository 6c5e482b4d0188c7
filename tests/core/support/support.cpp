#include "support.hpp"

#include <algorithm>
#include <cmath>

#include "math/random.hpp"
#include "scene/dimensions.hpp"
#include "trace/evaluate.hpp"

namespace self_attention::testing {
namespace {

Tensor tensor_from(const Array& array) {
  return xt::xarray<float>(xt::cast<float>(array));
}

bool same(double actual, double expected, double bound) {
  if (std::isnan(expected)) return std::isnan(actual);
  return std::isfinite(expected) ? std::abs(actual - expected) <= bound : actual == expected;
}

}  // namespace

Tensor vector(const Row& numbers) {
  return tensor_from(numbers);
}
Tensor matrix(const Rows& rows) {
  return tensor_from(rows);
}
Tensor heads(const Heads& matrices) {
  return tensor_from(matrices);
}

Tensor filled(const Shape& shape, float number) {
  Tensor tensor = Tensor::from_shape(shape);
  std::fill_n(tensor.data(), tensor.size(), number);
  return tensor;
}

Tensor random_tensor(const Shape& shape, std::uint32_t seed, double spread) {
  Tensor tensor = Tensor::from_shape(shape);
  Pcg32 random(seed, 0);
  std::generate_n(tensor.data(), tensor.size(),
                  [&] { return static_cast<float>(spread * (2 * random.uniform() - 1)); });
  return tensor;
}

Shape shape_of(const Tensor& tensor) {
  return {tensor.shape().begin(), tensor.shape().end()};
}

Array array_of(const Tensor& tensor) {
  return xt::cast<double>(static_cast<xt::xarray<float>>(tensor));
}

Row row_of(const Tensor& tensor) {
  return xt::ravel(array_of(tensor));
}

Rows matrix_of(const Tensor& tensor) {
  REQUIRE(tensor.dimension() == 2);
  return array_of(tensor);
}

Heads heads_of(const Tensor& tensor) {
  REQUIRE(tensor.dimension() == 3);
  return array_of(tensor);
}

std::string difference(const Tensor& actual, const Array& expected, double tolerance) {
  const Shape shape(expected.shape().begin(), expected.shape().end());
  if (shape_of(actual) != shape) {
    return joined("shape is ", shape_text(actual), ", expected ", shape_text(Tensor::from_shape(shape)));
  }
  const double largest = xt::amax(xt::where(xt::isfinite(expected), xt::abs(expected), 0.0))();
  const Array right = tolerance == 0 ? Array(xt::cast<double>(xt::cast<float>(expected))) : expected;
  for (std::size_t at = 0; at < right.size(); ++at) {
    const double number = actual.data()[at];
    if (!same(number, right.flat(at), tolerance * largest)) {
      return joined("element ", at, " of ", shape_text(actual), " is ", number, ", expected ", right.flat(at), " ± ",
                    tolerance * largest);
    }
  }
  return "";
}
std::string difference(const Tensor& actual, const Tensor& expected) {
  return difference(actual, array_of(expected), 0);
}

std::string text_of(const MaybeError& wrong) {
  return wrong ? joined(wrong->code, " ", wrong->path, ": ", wrong->message()) : "";
}

Result<AttentionResult> attention_on(const Tensor& q, const Tensor& k, const Tensor& v,
                                     const AttentionOptions& options) {
  AttentionResult result;
  if (auto wrong = scaled_dot_product_attention(q, k, v, options, result)) return *wrong;
  return result;
}

std::string without(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (text.find(word) == std::string::npos) return joined("no \"", word, "\" in \"", text, "\"");
  }
  return "";
}

const Tensor& tensor_of(const Trace& trace, std::string_view name) {
  const TraceTensor* found = trace.find(name);
  INFO(std::string(name));
  REQUIRE(found != nullptr);
  return found->tensor;
}

Tensor computed(const Op& op, const Shape& shape, const std::vector<Tensor>& inputs) {
  Trace trace;
  trace.scene = std::make_unique<Scene>();
  const auto add = [&](const Shape& of) -> TraceTensor& {
    TraceTensor& added = trace.steps.emplace_back();
    added.name = "added";
    added.shape.assign(of.begin(), of.end());
    added.heads = of.size() == 3 ? of[0] : 1;
    added.rows = of[of.size() == 3 ? 1 : 0];
    added.width = of.size() == 1 ? 1 : of.back();
    return added;
  };
  std::array<TraceTensor*, max_inputs> read{};
  for (std::size_t index = 0; index < inputs.size(); ++index) {
    read[index] = &add(shape_of(inputs[index]));
    read[index]->tensor = inputs[index];
    read[index]->is_computed.assign(read[index]->rows, 1);
  }
  TraceTensor& step = add(shape);
  step.op = op;
  step.inputs = read;
  // Reading one row first must not change the numbers.
  Evaluator evaluator(trace);
  std::vector<float> row(step.width);
  REQUIRE(text_of(evaluator.read(step, step.heads - 1, {step.rows - 1, step.rows}, {0, step.width}, row.data())) == "");
  REQUIRE(text_of(evaluator.compute_all()) == "");
  return step.tensor;
}

Scene small_scene(std::size_t tokens, std::size_t d_model) {
  Scene scene;
  for (std::size_t token = 0; token < tokens; ++token) scene.tokens.push_back("word" + std::to_string(token));
  scene.embedding.d_model = d_model;
  scene.embedding.draw.seed = 1;
  scene.parameters.draw.distribution = Distribution::xavier;
  scene.parameters.draw.seed = 2;
  return scene;
}

}  // namespace self_attention::testing
