#include "scene/parameters.hpp"

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

// 6 tokens, d_model 64, 4 heads sharing 2, d_k 16, d_v 8.
constexpr Dimensions dimensions{
    .T_q = 6, .T_k = 6, .V = 5, .d_word = 64, .d_model = 64, .H = 4, .H_kv = 2, .d_k = 16, .d_v = 8};

Parameters drawn(Distribution distribution, std::uint32_t seed = 1) {
  Parameters parameters;
  parameters.draw.distribution = distribution;
  parameters.draw.seed = seed;
  parameters.biases = parameters.output = true;
  return parameters;
}

Matrices initialise(const Parameters& parameters, const Dimensions& sizes) {
  Scene scene;
  scene.parameters = parameters;
  Matrices matrices;
  for (std::size_t index = 0; index < Matrices::count; ++index) {
    const Op op = parameter_of(static_cast<Matrix>(index), scene, sizes, 0);
    if (op.compute == nullptr) continue;
    const auto shape = sizes.shape_of(op.axes);
    matrices[static_cast<Matrix>(index)] = computed(op, {shape.begin(), shape.end()}, {});
  }
  return matrices;
}

using Names = std::vector<std::string_view>;

Names present(const Matrices& matrices) {
  Names names;
  for (std::size_t index = 0; index < Matrices::count; ++index) {
    if (matrices[static_cast<Matrix>(index)].size() > 0) names.push_back(matrix_names[index].name);
  }
  return names;
}

double largest(const Tensor& tensor) {
  double bound = 0;
  for (const double number : row_of(tensor)) bound = std::max(bound, std::abs(number));
  return bound;
}

double mean_square(const Tensor& tensor) {
  double squares = 0;
  for (const double number : row_of(tensor)) squares += number * number;
  return squares / static_cast<double>(tensor.size());
}

}  // namespace

TEST_CASE("drawn matrices are as wide as all heads together, or all key/value heads") {
  const Matrices matrices = initialise(drawn(Distribution::normal), dimensions);
  CHECK(shape_of(matrices[Matrix::w_q]) == Shape{64, 64});
  CHECK(shape_of(matrices[Matrix::w_k]) == Shape{64, 32});
  CHECK(shape_of(matrices[Matrix::w_v]) == Shape{64, 16});
  CHECK(shape_of(matrices[Matrix::w_o]) == Shape{32, 64});
  CHECK(shape_of(matrices[Matrix::b_q]) == Shape{64});
  CHECK(shape_of(matrices[Matrix::b_k]) == Shape{32});
  CHECK(shape_of(matrices[Matrix::b_v]) == Shape{16});
  CHECK(shape_of(matrices[Matrix::b_o]) == Shape{64});
}

TEST_CASE("parameters that are off are missing") {
  Parameters parameters = drawn(Distribution::normal);
  parameters.biases = parameters.output = false;
  const Matrices bare = initialise(parameters, dimensions);
  CHECK(present(bare) == Names{"w_q", "w_k", "w_v"});
  parameters.biases = true;
  const Matrices biased = initialise(parameters, dimensions);
  CHECK(present(biased) == Names{"w_q", "b_q", "w_k", "b_k", "w_v", "b_v"});
  parameters.output = true;
  const Matrices all = initialise(parameters, dimensions);
  CHECK(present(all) == Names{"w_q", "b_q", "w_k", "b_k", "w_v", "b_v", "w_o", "b_o"});
  parameters.biases = false;
  CHECK(present(initialise(parameters, dimensions)) == Names{"w_q", "w_k", "w_v", "w_o"});
}

TEST_CASE("Xavier is uniform in ±√(6/(fan_in+fan_out))") {
  const Matrices matrices = initialise(drawn(Distribution::xavier), dimensions);
  for (const auto& [matrix, fans] :
       {std::pair{&matrices[Matrix::w_q], 128.0}, std::pair{&matrices[Matrix::w_k], 96.0},
        std::pair{&matrices[Matrix::w_v], 80.0}, std::pair{&matrices[Matrix::w_o], 96.0}}) {
    const double bound = std::sqrt(6 / fans);
    INFO("fan_in + fan_out ", fans);
    CHECK(largest(*matrix) <= bound);
    CHECK(largest(*matrix) > 0.99 * bound);
    CHECK(mean_square(*matrix) == doctest::Approx(2 / fans).epsilon(0.1));
  }
}

TEST_CASE("Kaiming is normal with variance 2/fan_in") {
  const Matrices matrices = initialise(drawn(Distribution::kaiming), dimensions);
  CHECK(mean_square(matrices[Matrix::w_q]) == doctest::Approx(2 / 64.0).epsilon(0.1));
  CHECK(mean_square(matrices[Matrix::w_v]) == doctest::Approx(2 / 64.0).epsilon(0.15));
  CHECK(mean_square(matrices[Matrix::w_o]) == doctest::Approx(2 / 32.0).epsilon(0.1));
  CHECK(largest(matrices[Matrix::w_q]) > 3 * std::sqrt(2 / 64.0));
}

TEST_CASE("identity has ones on the diagonal and zeros elsewhere, whatever the seed") {
  Parameters parameters = drawn(Distribution::normal);
  parameters.kind = Parameters::Kind::identity;
  parameters.biases = false;
  const Matrices matrices =
      initialise(parameters, {.T_q = 1, .T_k = 1, .V = 1, .d_model = 3, .H = 1, .H_kv = 1, .d_k = 3, .d_v = 2});
  CHECK(difference(matrices[Matrix::w_q], Rows{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0) == "");
  CHECK(difference(matrices[Matrix::w_v], Rows{{1, 0}, {0, 1}, {0, 0}}, 0) == "");
  CHECK(difference(matrices[Matrix::w_o], Rows{{1, 0, 0}, {0, 1, 0}}, 0) == "");
}

TEST_CASE("drawn biases lie in ±1/√d_model and differ") {
  const Matrices matrices = initialise(drawn(Distribution::xavier), dimensions);
  for (const auto* bias :
       {&matrices[Matrix::b_q], &matrices[Matrix::b_k], &matrices[Matrix::b_v], &matrices[Matrix::b_o]}) {
    const Row numbers = row_of(*bias);
    CHECK(largest(*bias) <= 1 / std::sqrt(64.0));
    CHECK(std::adjacent_find(numbers.begin(), numbers.end(), std::not_equal_to<>()) != numbers.end());
  }
}

TEST_CASE("matrices of one seed have different numbers") {
  const Matrices matrices = initialise(
      drawn(Distribution::normal), {.T_q = 1, .T_k = 1, .V = 1, .d_model = 8, .H = 1, .H_kv = 1, .d_k = 8, .d_v = 8});
  const std::vector<Row> all{row_of(matrices[Matrix::w_q]), row_of(matrices[Matrix::w_k]),
                             row_of(matrices[Matrix::w_v]), row_of(matrices[Matrix::w_o])};
  for (std::size_t one = 0; one < all.size(); ++one) {
    for (std::size_t other = 0; other < one; ++other) CHECK(all[one] != all[other]);
  }
}

TEST_CASE("resizing or removing one parameter keeps the numbers of the others") {
  const Matrices before = initialise(drawn(Distribution::normal), dimensions);
  Dimensions wider = dimensions;
  wider.d_v = 32;
  Parameters parameters = drawn(Distribution::normal);
  parameters.biases = false;
  const Matrices after = initialise(parameters, wider);
  CHECK(difference(after[Matrix::w_q], before[Matrix::w_q]) == "");
  CHECK(difference(after[Matrix::w_k], before[Matrix::w_k]) == "");
  // w_v is wider, and begins with the same numbers.
  CHECK(row_of(after[Matrix::w_v])[0] == row_of(before[Matrix::w_v])[0]);
}

TEST_CASE("only the same seed gives the same parameters") {
  const Matrices one = initialise(drawn(Distribution::xavier, 1), dimensions);
  CHECK(difference(initialise(drawn(Distribution::xavier, 1), dimensions)[Matrix::w_q], one[Matrix::w_q]) == "");
  CHECK(difference(initialise(drawn(Distribution::xavier, 2), dimensions)[Matrix::w_q], one[Matrix::w_q]) != "");
}

TEST_CASE("given parameters are used unchanged") {
  Parameters parameters;
  parameters.kind = Parameters::Kind::given;
  parameters.matrices[Matrix::w_q] = random_tensor({64, 64}, 1);
  parameters.matrices[Matrix::w_k] = random_tensor({64, 32}, 2);
  parameters.matrices[Matrix::w_v] = random_tensor({64, 16}, 3);
  parameters.matrices[Matrix::b_v] = random_tensor({16}, 4);
  const Matrices matrices = initialise(parameters, dimensions);
  CHECK(difference(matrices[Matrix::w_q], parameters.matrices[Matrix::w_q]) == "");
  CHECK(difference(matrices[Matrix::w_k], parameters.matrices[Matrix::w_k]) == "");
  CHECK(difference(matrices[Matrix::w_v], parameters.matrices[Matrix::w_v]) == "");
  CHECK(difference(matrices[Matrix::b_v], parameters.matrices[Matrix::b_v]) == "");
  CHECK(present(matrices) == Names{"w_q", "w_k", "w_v", "b_v"});
}
