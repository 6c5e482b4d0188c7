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

std::string text_of(const Check& wrong) {
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

Tensor computed(const Alone& step) {
  Trace trace;
  trace.scene = std::make_unique<Scene>();
  const auto traced = [&](const Shape& shape) -> TraceTensor& {
    TraceTensor& made = trace.steps.emplace_back();
    made.name = "made";
    made.shape.assign(shape.begin(), shape.end());
    made.heads = shape.size() == 3 ? shape[0] : 1;
    made.rows = shape[shape.size() == 3 ? 1 : 0];
    made.width = shape.size() == 1 ? 1 : shape.back();
    return made;
  };
  Computation computation{.compute = step.compute,
                          .constants = step.constants,
                          .given = step.given,
                          .in_place = step.in_place,
                          .needs_all_rows = step.needs_all_rows};
  std::size_t place = 0;
  for (const auto& [tensors, dependency] :
       {std::pair{&step.same_row, Dependency::same_row}, std::pair{&step.keys, Dependency::keys},
        std::pair{&step.all_rows, Dependency::all_rows}}) {
    for (const Tensor& tensor : *tensors) {
      TraceTensor& read = traced(shape_of(tensor));
      read.tensor = tensor;
      read.done.assign(read.rows, 1);
      computation.inputs[place++] = {&read, dependency};
    }
  }
  TraceTensor& own = traced(step.shape);
  own.computation = computation;
  // Whatever is asked for first, the numbers are the same.
  Evaluator evaluator(trace);
  std::vector<float> row(own.width);
  REQUIRE(text_of(evaluator.read(own, own.heads - 1, {own.rows - 1, own.rows}, {0, own.width}, row.data())) == "");
  REQUIRE(text_of(evaluator.compute_all()) == "");
  return own.tensor;
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
