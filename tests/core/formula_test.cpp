// A formula is not decoration: evaluated over the trace, cell by cell, it gives the step's own numbers.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "oracle.hpp"
#include "scene_json.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

// An s-expression: an atom, or a list whose head is an atom.
struct Expression {
  std::string atom;
  std::vector<Expression> list;
};

// Reads one expression off the front of `text`; what is left stays.
Expression read(std::string_view& text) {
  const auto skip = [&] { text.remove_prefix(std::min(text.find_first_not_of(' '), text.size())); };
  skip();
  REQUIRE_FALSE(text.empty());
  Expression expression;
  if (text.front() != '(') {
    const std::size_t end = std::min(text.find_first_of(" ()"), text.size());
    REQUIRE(end > 0);
    expression.atom = text.substr(0, end);
    text.remove_prefix(end);
    return expression;
  }
  text.remove_prefix(1);
  for (skip(); !text.empty() && text.front() != ')'; skip()) expression.list.push_back(read(text));
  REQUIRE_FALSE(text.empty());
  text.remove_prefix(1);
  REQUIRE_FALSE(expression.list.empty());
  return expression;
}

using Letters = std::map<std::string, double>;

// Evaluates a formula of one layer.
struct Evaluator {
  const Trace& trace;
  std::size_t layer;
  std::set<const Traced*> read_tensors = {};  // what the formula turned out to read

  double operator()(const Expression& expression, Letters& letters) {
    if (expression.list.empty()) return atom(expression.atom, letters);
    const std::string& head = expression.list[0].atom;
    if (head == "sum") return sum(expression, letters);
    if (head == "where")
      return at(expression, 1, letters) != 0 ? at(expression, 2, letters) : at(expression, 3, letters);
    if (head == "round") return round(expression, letters);
    // (previous y i m) is a cell of the layer before.
    const bool previous = head == "previous";
    REQUIRE((!previous || layer > 0));
    Row arguments;
    for (std::size_t n = previous ? 2 : 1; n < expression.list.size(); ++n) {
      arguments.push_back(at(expression, n, letters));
    }
    const Traced* tensor = previous ? trace.find(expression.list[1].atom, layer - 1) : trace.find(head, layer);
    if (previous) {
      REQUIRE(tensor != nullptr);
      CHECK(tensor->layer == layer - 1);
    }
    if (tensor != nullptr) return cell(*tensor, arguments);
    return apply(head, arguments);
  }

 private:
  double at(const Expression& expression, std::size_t n, Letters& letters) {
    REQUIRE(n < expression.list.size());
    return (*this)(expression.list[n], letters);
  }

  double atom(const std::string& name, const Letters& letters) const {
    if (name == "-inf") return -reference::infinity;
    if (const auto letter = letters.find(name); letter != letters.end()) return letter->second;
    for (const Symbol& symbol : trace.symbols) {
      if (symbol.name == name) return symbol.value;
    }
    char* end = nullptr;
    const double number = std::strtod(name.c_str(), &end);
    INFO("neither an index, a symbol nor a number: ", name);
    REQUIRE(*end == '\0');
    return number;
  }

  double sum(const Expression& expression, Letters& letters) {
    REQUIRE(expression.list.size() == 4);
    const std::string& letter = expression.list[1].atom;
    REQUIRE_FALSE(letters.contains(letter));
    const double size = at(expression, 2, letters);
    double total = 0;
    for (double index = 0; index < size; ++index) {
      letters[letter] = index;
      total += at(expression, 3, letters);
    }
    letters.erase(letter);
    return total;
  }

  // (round (weights h i j) digits) rounds the whole row that the cell is of, so that it adds up to what it did.
  double round(const Expression& expression, Letters& letters) {
    REQUIRE(expression.list.size() == 3);
    const std::vector<Expression>& of = expression.list[1].list;
    const Traced* tensor = trace.find(of[0].atom, layer);
    REQUIRE(tensor != nullptr);
    const double column = letters.at(of.back().atom);
    Row row;
    for (double key = 0; key < static_cast<double>(tensor->tensor.extent(tensor->tensor.rank() - 1)); ++key) {
      letters[of.back().atom] = key;
      row.push_back((*this)(expression.list[1], letters));
    }
    letters[of.back().atom] = column;
    const auto digits = static_cast<std::size_t>(at(expression, 2, letters));
    return reference::rounded(row, digits)[static_cast<std::size_t>(column)];
  }

  double cell(const Traced& traced, const Row& index) {
    read_tensors.insert(&traced);
    REQUIRE(index.size() == traced.tensor.rank());
    std::size_t position = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      INFO(std::string(traced.name), ", axis ", axis, ", index ", index[axis]);
      REQUIRE((index[axis] >= 0 && index[axis] < static_cast<double>(traced.tensor.extent(axis))));
      position = position * traced.tensor.extent(axis) + static_cast<std::size_t>(index[axis]);
    }
    return static_cast<double>(traced.tensor.data()[position]);
  }

  static double apply(const std::string& operation, const Row& a) {
    if (operation == "sqrt" && a.size() == 1) return std::sqrt(a[0]);
    if (operation == "exp" && a.size() == 1) return std::exp(a[0]);
    if (operation == "tanh" && a.size() == 1) return std::tanh(a[0]);
    if (operation == "sin" && a.size() == 1) return std::sin(a[0]);
    if (operation == "cos" && a.size() == 1) return std::cos(a[0]);
    if (operation == "abs" && a.size() == 1) return std::abs(a[0]);
    REQUIRE(a.size() >= 2);
    if (operation == "+") return std::accumulate(a.begin(), a.end(), 0.0);
    if (operation == "*") return std::accumulate(a.begin(), a.end(), 1.0, std::multiplies<>());
    REQUIRE(a.size() == 2);
    if (operation == "-") return a[0] - a[1];
    // 0/0 is 0 here: a row whose keys are all hidden, the cosine of a zero vector.
    if (operation == "/") return a[0] == 0 && a[1] == 0 ? 0 : a[0] / a[1];
    if (operation == "<=") return a[0] <= a[1] ? 1 : 0;
    if (operation == "div") return std::floor(a[0] / a[1]);
    if (operation == "mod") return std::fmod(a[0], a[1]);
    if (operation == "pow") return std::pow(a[0], a[1]);
    if (operation == "min") return std::min(a[0], a[1]);
    if (operation == "max") return std::max(a[0], a[1]);
    FAIL("unknown operation ", operation);
    return 0;
  }
};

// Whether a step's numbers are read from somewhere that is no tensor.
bool looks_up(const Expression& expression) {
  if (expression.list.empty()) return false;
  return expression.list[0].atom == "lookup" || std::ranges::any_of(expression.list, looks_up);
}

// The step's formula, its left side checked: (= (name letters…) right).
struct Equation {
  std::vector<std::string> letters;
  Expression right;
};

Equation equation_of(const Traced& step) {
  std::string_view text = step.formula;
  const Expression whole = read(text);
  CHECK(text.empty());
  REQUIRE(whole.list.size() == 3);
  CHECK(whole.list[0].atom == "=");
  const std::vector<Expression>& left = whole.list[1].list;
  REQUIRE(left.size() == step.tensor.rank() + 1);
  CHECK(left[0].atom == step.name);
  Equation equation{{}, whole.list[2]};
  for (std::size_t axis = 1; axis < left.size(); ++axis) equation.letters.push_back(left[axis].atom);
  return equation;
}

void check_formula(const Trace& trace, const Traced& step, double tolerance) {
  INFO("layer ", step.layer, ", ", std::string(step.name), ": ", step.formula);
  const Equation equation = equation_of(step);
  if (looks_up(equation.right)) return;
  Evaluator evaluate{trace, step.layer};
  Row expected;
  for (std::size_t position = 0; position < step.tensor.size(); ++position) {
    Letters letters;
    std::size_t rest = position;
    for (std::size_t axis = step.tensor.rank(); axis-- > 0; rest /= step.tensor.extent(axis)) {
      letters[equation.letters[axis]] = static_cast<double>(rest % step.tensor.extent(axis));
    }
    expected.push_back(evaluate(equation.right, letters));
  }
  CHECK(difference(vector(row_of(step.tensor)), expected, tolerance) == "");
  // What a step reads is there before it.
  for (const Traced* read : evaluate.read_tensors) {
    const auto is_it = [&](const Traced& traced) { return &traced == read; };
    const auto own = std::ranges::find_if(trace.steps, [&](const Traced& traced) { return &traced == &step; });
    INFO("reads ", std::string(read->name));
    CHECK((std::any_of(trace.steps.begin(), own, is_it) || std::ranges::any_of(trace.parameters, is_it)));
  }
}

// The tolerance is a part of a tensor's largest number.
void check_formulas(const Scene& scene, double tolerance = 2e-6) {
  const Trace trace = value_of(attend(scene));
  for (const Traced& step : trace.steps) check_formula(trace, step, tolerance);
  for (const Traced& parameter : trace.parameters) CHECK(parameter.formula == "");
}

Scene formula_scene() {
  Scene scene = small_scene(4, 6);
  scene.tokens.push_back("word2");
  return scene;
}

void add_encoder(Scene& scene) {
  scene.encoder.tokens = {"word1", "key", "word3"};
}

}  // namespace

TEST_CASE("every formula, evaluated, gives the numbers of its step from earlier tensors") {
  Scene scene = formula_scene();
  Attention& attention = scene.attention;
  SUBCASE("as the scene is") {}
  SUBCASE("unscaled") {
    attention.score = Attention::Score::dot;
  }
  SUBCASE("with a scale of its own") {
    attention.scale = 0.3;
  }
  SUBCASE("with heads") {
    attention.heads = 3;
  }
  SUBCASE("with shared key/value heads") {
    attention.heads = 6;
    attention.kv_heads = 2;
    scene.parameters.d_k = 2;
    scene.parameters.d_v = 3;
  }
  SUBCASE("with biases") {
    scene.parameters.biases = true;
  }
  SUBCASE("with an output projection") {
    attention.heads = 2;
    scene.parameters.output = true;
  }
  SUBCASE("with a softcap") {
    attention.softcap = 1.5;
  }
  SUBCASE("with a softcap on unscaled scores") {
    attention.score = Attention::Score::dot;
    attention.softcap = 1.5;
  }
  SUBCASE("with a temperature") {
    attention.temperature = 0.5;
  }
  SUBCASE("one-hot") {
    scene.embedding.kind = Embedding::Kind::one_hot;
  }
  SUBCASE("with x given") {
    scene.embedding.kind = Embedding::Kind::given;
    scene.embedding.x = random_tensor({5, 6}, 1);
  }
  SUBCASE("zero") {
    scene.embedding.kind = Embedding::Kind::zero;
    scene.positions.kind = Positions::Kind::sinusoidal;
  }
  SUBCASE("with ids") {
    scene.embedding.kind = Embedding::Kind::ids;
    scene.embedding.rows = random_tensor({4, 6}, 1);
    scene.tokens = {"3", "0", "3"};
  }
  SUBCASE("with q, k and v given") {
    scene.embedding.kind = Embedding::Kind::qkv;
    scene.embedding.q = scene.embedding.k = scene.embedding.v = random_tensor({5, 6}, 1);
    scene.parameters.kind = Parameters::Kind::given;
    attention.heads = 2;
  }
  SUBCASE("rounded, and weighted") {
    attention.round = 2;
    attention.weighted = true;
    attention.heads = 6;
    attention.kv_heads = 3;
  }
  SUBCASE("sparsemax") {
    attention.normalizer = Attention::Normalizer::sparsemax;
    attention.temperature = 0.5;
    attention.heads = 2;
    attention.mask.kind = Mask::Kind::causal;
  }
  SUBCASE("with an encoder") {
    add_encoder(scene);
    attention.heads = 2;
  }
  SUBCASE("with everything") {
    scene.parameters.biases = scene.parameters.output = true;
    scene.parameters.d_v = 4;
    attention.heads = 2;
    attention.kv_heads = 1;
    attention.mask.kind = Mask::Kind::causal;
    attention.temperature = 2;
    attention.softcap = 3;
  }
  check_formulas(scene);
}

TEST_CASE("the formulas of every score function, alone and with shared key/value heads") {
  using Score = Attention::Score;
  for (const Score score : {Score::additive, Score::general, Score::cosine, Score::given}) {
    for (const bool shared : {false, true}) {
      Scene scene = formula_scene();
      scene.attention.score = score;
      if (score == Score::given) scene.attention.scores = random_tensor({5, 5}, 1);
      if (shared) {
        scene.attention.heads = 2;
        scene.attention.kv_heads = 1;
        scene.attention.scale = 2;
        scene.parameters.d_a = 2;
      }
      INFO(static_cast<int>(score), shared ? " shared" : "");
      check_formulas(scene);
    }
  }
}

TEST_CASE("the formula of a cosine gives 0 for a zero vector") {
  Scene scene = formula_scene();
  scene.attention.score = Attention::Score::cosine;
  scene.embedding.kind = Embedding::Kind::zero;
  check_formulas(scene);
}

TEST_CASE("the formulas of every kind of position, with and without an encoder, a mask, a clip") {
  using Kind = Positions::Kind;
  for (const Kind kind : {Kind::sinusoidal, Kind::learned, Kind::rope, Kind::alibi, Kind::relative}) {
    for (const bool masked : {false, true}) {
      for (const bool other : {false, true}) {
        Scene scene = formula_scene();
        scene.attention.heads = 3;
        scene.positions.kind = kind;
        scene.positions.base = 50;
        if (masked) scene.attention.mask.kind = Mask::Kind::causal;
        if (other) add_encoder(scene);
        INFO(static_cast<int>(kind), masked ? " masked" : "", other ? " encoder" : "");
        check_formulas(scene);
        scene.positions.concat = true;
        scene.positions.width = 3;
        scene.positions.clip = 2;
        scene.parameters.d_k = scene.parameters.d_v = 2;
        check_formulas(scene);
      }
    }
  }
}

TEST_CASE("the formulas of every mask, of rows without a key too") {
  using Kind = Mask::Kind;
  for (const Kind kind : {Kind::causal, Kind::padding, Kind::window, Kind::prefix, Kind::painted}) {
    for (const auto normalizer : {Attention::Normalizer::softmax, Attention::Normalizer::sparsemax}) {
      Scene scene = formula_scene();
      scene.attention.normalizer = normalizer;
      Mask& mask = scene.attention.mask;
      mask.kind = kind;
      mask.length = 2;
      mask.before = 1;
      if (kind == Kind::painted) {
        mask.visible = matrix({{1, 0, 1, 0, 0}, {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 1}, {0, 1, 0, 1, 0}});
      }
      INFO(static_cast<int>(kind));
      check_formulas(scene);
    }
  }
}

TEST_CASE("the formulas of every block, over one layer and three: x is what the layer before gave") {
  for (const bool residual : {false, true}) {
    for (const auto norm : {Block::Norm::none, Block::Norm::layer, Block::Norm::rms}) {
      for (const bool pre : {false, true}) {
        for (const std::size_t d_ff : {0U, 4U}) {
          for (const auto activation : {Block::Activation::relu, Block::Activation::gelu}) {
            Scene scene = small_scene(3, 4);
            scene.attention.heads = 2;
            scene.block = {residual, norm, pre, d_ff, activation};
            scene.parameters.biases = pre;
            INFO(residual, " ", static_cast<int>(norm), " ", pre, " ", d_ff, " ", static_cast<int>(activation));
            check_formulas(scene);
            scene.layers = 3;
            // Without a norm the rows of later layers are nearly alike, and sums of them nearly cancel.
            check_formulas(scene, 1e-5);
          }
        }
      }
    }
  }
}

TEST_CASE("the formulas of layers that attend to an encoder, with positions in every layer") {
  for (const auto kind : {Positions::Kind::sinusoidal, Positions::Kind::rope, Positions::Kind::relative}) {
    Scene scene = formula_scene();
    scene.attention.heads = 3;
    scene.layers = 2;
    scene.positions.kind = kind;
    check_formulas(scene);
    add_encoder(scene);
    check_formulas(scene);
  }
}

TEST_CASE("a mistake's formulas say what is computed, wrong as it is") {
  for (const char* name : {"whole-matrix-softmax", "wrong-axis-values", "no-transpose", "no-scale", "model-scale",
                           "zero-mask", "mask-after-softmax", "overflow-softmax", "swapped-qk"}) {
    for (const double temperature : {1.0, 0.5}) {
      Scene scene = formula_scene();
      scene.attention.heads = 2;
      scene.attention.kv_heads = 1;
      scene.attention.temperature = temperature;
      scene.attention.mask.kind = Mask::Kind::causal;
      scene.parameters.d_k = scene.parameters.d_v = 5;
      scene.mistake = mistake_of(name);
      INFO(name);
      check_formulas(scene);
    }
  }
}
