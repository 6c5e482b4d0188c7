// The numbers that the two documents print, from tests/golden/.

#include "json.hpp"
#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

Json golden(const std::string& name) {
  return read_json(std::string(GOLDEN_FOLDER) + "/" + name + ".json");
}

Rows numbers_of(const Json& json) {
  Rows rows;
  for (const Json& row : json.items) {
    rows.emplace_back();
    for (const Json& number : row.items) rows.back().push_back(number.number());
  }
  return rows;
}

Scene scene_of(const Json& json) {
  Scene scene;
  for (const Json& token : json["tokens"].items) scene.tokens.push_back(token.text);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = matrix(numbers_of(json["embedding"]["x"]));
  scene.parameters.kind = Parameters::Kind::given;
  scene.parameters.matrices[Matrix::w_q] = matrix(numbers_of(json["parameters"]["wQ"]));
  scene.parameters.matrices[Matrix::w_k] = matrix(numbers_of(json["parameters"]["wK"]));
  scene.parameters.matrices[Matrix::w_v] = matrix(numbers_of(json["parameters"]["wV"]));
  const std::string& score = json["attention"]["score"].text;
  REQUIRE((score == "dot" || score == "scaledDot"));
  scene.attention.score = score == "dot" ? Attention::Score::dot : Attention::Score::scaled_dot;
  return scene;
}

// How far a number may be from its print: nothing without decimals, else half a unit of the last digit.
double tolerance_of(const std::string& print) {
  const std::size_t point = print.find('.');
  const std::size_t exponent = std::min(print.find('e'), print.size());
  if (point == std::string::npos || point + 1 == exponent) return 0;
  const double power = exponent == print.size() ? 0 : std::strtod(print.c_str() + exponent + 1, nullptr);
  return 0.5 * std::pow(10, power - static_cast<double>(exponent - point - 1));
}

// Compares every number of a section with what `actual` has under the same name, the heads' axis (there is one) aside.
template <class Actual>
void check_section(const Json& document, std::string_view section, Actual actual) {
  for (const auto& [name, rows] : document[section].members) {
    const Row numbers = actual(name);
    std::size_t at = 0;
    for (const Json& row : rows.items) {
      for (const Json& print : row.items) {
        const double tolerance = document.has("tolerance") ? document["tolerance"].number() : tolerance_of(print.text);
        INFO(std::string(section), " ", name, ", number ", at, ": ", print.text);
        REQUIRE(at < numbers.size());
        CHECK(std::abs(numbers[at++] - print.number()) <= tolerance);
      }
    }
    CHECK(at == numbers.size());
  }
}

void check_document(const std::string& name) {
  const Json document = golden(name);
  const Scene scene = scene_of(document["scene"]);
  const Trace trace = value_of(attend(scene));
  const auto actual = [&](std::string_view tensor) { return row_of(tensor_of(trace, tensor)); };
  check_section(document, "printed", actual);
  check_section(document, "continued", actual);
}

// The oracle is held to the same numbers as the core.
void check_oracle(const std::string& name) {
  const Json document = golden(name);
  const Scene scene = scene_of(document["scene"]);
  const Json& given = document["scene"];
  reference::Layer layer;
  layer.w_q = numbers_of(given["parameters"]["wQ"]);
  layer.w_k = numbers_of(given["parameters"]["wK"]);
  layer.w_v = numbers_of(given["parameters"]["wV"]);
  layer.options.scaled = scene.attention.score == Attention::Score::scaled_dot;
  const auto all = reference::layer(numbers_of(given["embedding"]["x"]), layer);
  const std::map<std::string_view, Heads> tensors{{"q", all.q},           {"k", all.k},
                                                  {"v", all.v},           {"scores", all.scores},
                                                  {"scaled", all.scaled}, {"weights", all.weights},
                                                  {"z", all.z},           {"output", {all.output}}};
  const auto actual = [&](std::string_view tensor) {
    Row numbers;
    for (const Row& row : tensors.at(tensor)[0]) {
      // The prints are decimal, sums in double are not quite.
      for (const double number : row) numbers.push_back(std::round(number * 1e12) / 1e12);
    }
    return numbers;
  };
  check_section(document, "printed", actual);
  check_section(document, "continued", actual);
}

}  // namespace

TEST_CASE("Illustrated self-attention: every number the document prints, and the outputs it rounds") {
  check_document("illustrated");
}

TEST_CASE("It's snowing outside: every number the document prints, and the steps it leaves out") {
  check_document("its-snowing");
}

TEST_CASE("the oracle gives the documents' numbers too") {
  check_oracle("illustrated");
  check_oracle("its-snowing");
}

TEST_CASE("Illustrated self-attention: its rounded weights give its printed outputs") {
  const Json document = golden("illustrated");
  const Tensor weights = heads({numbers_of(document["rounded"]["weights"])});
  const Tensor v = heads({numbers_of(document["printed"]["v"])});
  CHECK(difference(steps::mix(weights, v), Heads{numbers_of(document["rounded"]["z"])}, 1e-7) == "");
}
