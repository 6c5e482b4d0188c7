// The numbers that five published documents print (tests/golden/), compared with the core and with the oracle.

#include <cmath>
#include <functional>

#include "oracle.hpp"
#include "scene_json.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

// A tensor's numbers by its name.
using Numbers = std::function<Row(const std::string& name)>;

Json golden(const std::string& name) {
  return read_json(GOLDEN_FOLDER "/" + name + ".json");
}

// How far a number may be from its printed form: 0 for whole numbers, else half a unit of the last digit.
double tolerance_of(const std::string& print) {
  const std::size_t point = print.find('.');
  const std::size_t exponent = std::min(print.find('e'), print.size());
  if (point == std::string::npos || point + 1 == exponent) return 0;
  const double power = exponent == print.size() ? 0 : std::strtod(print.c_str() + exponent + 1, nullptr);
  return 0.5 * std::pow(10, power - static_cast<double>(exponent - point - 1));
}

void check_print(double number, const std::string& print, double tolerance) {
  INFO("is ", number, ", printed ", print);
  const double expected = std::strtod(print.c_str(), nullptr);
  CHECK((number == expected || std::abs(number - expected) <= tolerance));
}

// Compares every printed number of a section with the tensor of that name. Heads follow one another.
void check_section(const Json& document, std::string_view section, const Numbers& numbers_of) {
  if (!document.has(section)) return;
  for (const auto& [name, printed] : document[section].members) {
    INFO(std::string(section), " ", name);
    const Row numbers = numbers_of(name);
    const std::vector<std::string> prints = prints_of(printed);
    // `beginning` holds only a tensor's first numbers.
    REQUIRE(numbers.size() >= prints.size());
    if (section != "beginning") REQUIRE(numbers.size() == prints.size());
    for (std::size_t at = 0; at < prints.size(); ++at) {
      INFO("number ", at);
      check_print(numbers[at], prints[at],
                  document.has("tolerance") ? document["tolerance"].number() : tolerance_of(prints[at]));
    }
  }
}

void check_sections(const Json& document, const Numbers& numbers_of) {
  for (const char* section : {"printed", "beginning", "continued"}) check_section(document, section, numbers_of);
}

void check_trace(const Json& document, const Trace& trace) {
  check_sections(document, [&](const std::string& name) { return row_of(tensor_of(trace, name)); });
  if (document.has("variances")) {
    for (const auto& [name, printed] : document["variances"].members) {
      INFO("the variance of ", name);
      const Tensor& tensor = tensor_of(trace, name);
      check_print(variance(tensor.data(), tensor.size()), printed.text, document["tolerance"].number());
    }
  }
  if (document.has("shapes")) {
    for (const auto& [name, extents] : document["shapes"].members) {
      INFO(name);
      Shape shape;
      for (const double extent : row_of(extents)) shape.push_back(static_cast<std::size_t>(extent));
      CHECK(shape_of(tensor_of(trace, name)) == shape);
    }
  }
}

// The oracle must give the same numbers as the core.
void check_oracle(const Json& document, const Scene& scene, const Trace& trace) {
  const auto steps = reference::attend(setup_of(scene, trace));
  const Numbers numbers_of = [&](const std::string& name) {
    const auto step = std::ranges::find(steps, name, &reference::Step::name);
    INFO(name);
    REQUIRE(step != steps.end());
    // Sums in double differ slightly from decimal numbers.
    return Row(xt::round(xt::ravel(step->tensor) * 1e12) / 1e12);
  };
  check_sections(document, numbers_of);
  if (!document.has("variances")) return;
  for (const auto& [name, printed] : document["variances"].members) {
    check_print(xt::variance(numbers_of(name))(), printed.text, 1e-7);
  }
}

// `document` and the documents inside it, each with its scene.
void for_each_scene(const std::string& name, const std::function<void(const Json&, const Scene&)>& check) {
  const Json document = golden(name);
  check(document, scene_of(document["scene"]));
  if (!document.has("others")) return;
  for (const Json& other : document["others"].items) {
    INFO(other["name"].text);
    Json scene = other.has("scene") ? other["scene"] : document["scene"];
    if (other.has("change")) {
      for (const auto& [key, value] : other["change"].members) scene.members[key] = value;
    }
    check(other, scene_of(scene));
  }
}

void check_document(const std::string& name) {
  for_each_scene(name, [](const Json& document, const Scene& scene) {
    const Trace trace = value_of(attend(scene));
    check_trace(document, trace);
    check_oracle(document, scene, trace);
  });
}

}  // namespace

TEST_CASE("Illustrated self-attention: every printed number, rounded and unrounded") {
  check_document("illustrated");
}

TEST_CASE("It's snowing outside: every printed number, and the omitted steps") {
  check_document("its-snowing");
}

TEST_CASE("The cat sat on the mat: every printed number, including the softmax over the whole matrix") {
  check_document("scaling-and-masks");
}

TEST_CASE("Keys, queries, encoder attention: every printed number, including its two mistakes") {
  check_document("keys-and-encoder");
}

TEST_CASE("Music Transformer: the document's shapes, its split and its embedding lookup") {
  check_document("music-transformer");
}

TEST_CASE("The cat sat on the mat: wrong weights sum to 1 over the matrix, correct ones over each row") {
  const Json document = golden("scaling-and-masks");
  Scene scene = scene_of(document["scene"]);
  const Heads weights = heads_of(tensor_of(value_of(attend(scene)), "weights"));
  CHECK(xt::allclose(xt::sum(weights, {2}), 1.0, 1e-6));
  scene.mistake = Mistake::whole_matrix_softmax;
  const Row mistaken = row_of(tensor_of(value_of(attend(scene)), "weights"));
  CHECK(xt::sum(mistaken)() == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("Keys, queries: the printed products that lead to the scores") {
  const Json document = golden("keys-and-encoder");
  const Json& example = document["others"].items[1];
  const Trace trace = value_of(attend(scene_of(example["scene"])));
  const Heads q = heads_of(tensor_of(trace, "q")), k = heads_of(tensor_of(trace, "k"));
  const Rows products = rows_of(example["products"]["queries[0] * keys.t()"]);
  const Row row = row_of(example["products"]["queries[0][1] * keys[0]"]);
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t j = 0; j < 3; ++j) CHECK(products(c, j) == q(0, 0, j) * k(0, j, c));
    CHECK(row(c) == q(0, 0, 1) * k(0, 0, c));
  }
}

TEST_CASE("Music Transformer: skewing agrees with the direct computation at every existing distance") {
  for_each_scene("music-transformer", [](const Json& document, const Scene& scene) {
    if (!document.has("equal")) return;
    const Trace trace = value_of(attend(scene));
    const Heads skewed = heads_of(tensor_of(trace, "skewed")), plain = heads_of(tensor_of(trace, "relative"));
    const bool causal = scene.attention.mask.kind == Mask::Kind::causal;
    double furthest = 0, largest = 0;
    for (std::size_t h = 0; h < 12; ++h) {
      for (std::size_t i = 0; i < 40; ++i) {
        for (std::size_t j = 0; j < (causal ? i + 1 : 40); ++j) {
          furthest = std::max(furthest, std::abs(skewed(h, i, j) - plain(h, i, j)));
          largest = std::max(largest, std::abs(plain(h, i, j)));
        }
      }
    }
    CHECK(largest > 0);
    CHECK(furthest <= 1e-6 * largest);
  });
}

TEST_CASE("Music Transformer: 13 heads for d_model 144 and an id outside the table are refused with their numbers") {
  const Json document = golden("music-transformer");
  Scene scene = scene_of(document["scene"]);
  scene.attention.heads = 13;
  CHECK(text_of(attend(scene)) == "heads /attention/heads: d_model 144 is not divisible by 13 heads");
  scene = scene_of(document["others"].items[3]["scene"]);
  scene.tokens[2] = "11";
  CHECK(without(text_of(attend(scene)), {"out-of-range /tokens", "id 11 is outside the table of 10 rows (0 to 9)"}) ==
        "");
}
